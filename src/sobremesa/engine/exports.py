"""Find out which rules Python calls, and with what, by playing: that is what engines export.

    python -m sobremesa.engine.exports

Every level, bot, coach and analysis of every game is asked for a few choices, in processes that note what no engine has
(`SOBREMESA_ENGINE_RECORD`). What was found is added to `exports.json`; `make engine` then builds engines that have it.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sobremesa.engine.sources import EXPORTS

CHOICES = 60
"""Made in each match: enough to come to every phase of a game."""
ROWS = 4
"""Of an analysis, at the end of each match."""
COMMANDS = (
    "puzzles check --jobs 1",
    "coach --plan 1 --throw 1-3-5",
    "solve shut-the-lines --plan 1",
    "solve end-of-line --walls 0,1 3,4",
    "arena end-of-line --bots random --seats 1 --games 2 --jobs 1",
)
"""What people ask for besides playing."""
LABORATORY = "lab.perft."
"""Rules that only the laboratory calls, which has Numba."""


def play_everything(name: str) -> None:
    """Ask everybody who chooses at a game for choices, at several points of a match."""
    from sobremesa import analysis, bots, games, warm
    from sobremesa.bots.levels import thinks
    from sobremesa.play.match import Match

    game = games.find(name)
    for what, chore in warm.chores(game, everything=True):
        if what not in ("batches", "done"):
            print(name, what, flush=True)
            chore()
    for seats in game.seats:
        for level in (*bots.offered(game), "uct"):
            bot_name = f"{level}@8" if level == "uct" or thinks(level, game) else level
            match = Match(game, seats, seed=1)
            players = [bots.make(bot_name, game, seat) for seat in range(seats)]
            print(name, seats, level, flush=True)
            for _ in range(CHOICES):
                if match.is_over:
                    break
                seat = match.to_act[0]
                action = players[seat].choose(match.seen_by(seat), seat, match.legal_actions_of(seat))
                match.push(match.move(seat, action))
        print(name, seats, "analysis", flush=True)
        for row in analysis.of(match, first=max(1, len(match.moves) - ROWS)):
            analysis.risked(match, row, "en")
            analysis.gained(match, row, "en")


def found(folder: str) -> Iterator[tuple[str, str, str]]:
    """What was noted: the game's folder, the rule, and the kinds of its arguments."""
    for path in sorted(Path(folder).glob("*.txt")):
        for line in path.read_text().splitlines():
            game, rule, kinds = line.split(" ", 2)
            if not kinds.startswith("!") and not rule.startswith(LABORATORY):
                yield game, rule, kinds


def add(folder: str) -> int:
    """Add what was noted to `exports.json`; how much of it is new."""
    known: dict[str, Any] = json.loads(EXPORTS.read_text()) if EXPORTS.exists() else {}
    new = 0
    for game, rule, kinds in found(folder):
        mine = known.setdefault(game, [])
        if [rule, kinds] not in mine:
            mine.append([rule, kinds])
            new += 1
    rows = {game: sorted(mine) for game, mine in sorted(known.items())}
    lines = [
        f" {json.dumps(game)}: [\n  " + ",\n  ".join(map(json.dumps, mine)) + "\n ]" for game, mine in rows.items()
    ]
    EXPORTS.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    return new


def main() -> None:
    if len(sys.argv) > 1:
        play_everything(sys.argv[1])
        return
    from sobremesa import games

    with tempfile.TemporaryDirectory() as folder:
        for name in games.names():
            settings = os.environ | {"SOBREMESA_ENGINE": "wasm", "SOBREMESA_ENGINE_RECORD": folder}
            subprocess.run([sys.executable, "-m", "sobremesa.engine.exports", name], env=settings, check=True)
        for command in COMMANDS:
            subprocess.run([sys.executable, "-m", "sobremesa", *command.split()], env=settings, check=True)
        print(f"{add(folder)} new exports")


if __name__ == "__main__":
    main()
