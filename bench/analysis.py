"""How long it takes to look at a match again with the looker that the house has for it, in CPU seconds.

    python bench/analysis.py
    python bench/analysis.py longest

Matches of bots, the same every time: Splut! over sixty turns, for two and for four, and whole matches of the others; or
the longest that can be agreed on, played by chance, at Splut! with nobody killed as long as that can be helped. A part
of each is looked at once before, so that nothing is compiled or loaded meanwhile. One thread. Then what a coach
needs for a hint and for weighing a choice, over choices of the same matches, and what of it the game's counsel takes.
"""

import os
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from sobremesa import Match, analysis, bots
from sobremesa.analysis import coach, position, remarks

TURNS = 60
HINTS = 12
"""Choices of a match that a coach is asked about."""
CASES = {
    "Splut!, 2 seats": ("splut", 2, "normal"),
    "Splut!, 4 seats": ("splut", 4, "normal"),
    "Shut the Lines, 2 seats": ("shut-the-lines", 2, "normal"),
    "End of Line, 2 lines": ("end-of-line", 2, "normal"),
    "End of Line, 4 lines": ("end-of-line", 4, "normal"),
    "Outspeed, 4 ships": ("outspeed", 4, "normal"),
}
LONGEST: dict[str, tuple[str, int, dict[str, Any]]] = {
    "Splut!, 2 seats, 200 turns": ("splut", 2, {}),
    "Splut!, 4 seats, 200 turns": ("splut", 4, {}),
    "Splut!, 2 seats, 1,700 turns": ("splut", 2, {"turn_limit": 1700}),
    "End of Line, 8 lines": ("end-of-line", 8, {}),
    "End of Line, 4 pairs": ("end-of-line", 8, {"mode": "teams"}),
    "Shut the Lines, 4 seats, to 100": ("shut-the-lines", 4, {"target": 100}),
    "Shut the Lines, 100 rounds": ("shut-the-lines", 1, {"rounds": 100}),
    "Outspeed, 6 ships": ("outspeed", 6, {}),
}


def matches(game: str, seats: int, bot: str) -> Iterator[Match]:
    """One match of bots after the other."""
    for seed in range(100):
        match = Match(game, seats, seed=seed)
        name = f"{bot}@200" if game == "splut" else bot
        players = [bots.make(name, match.game, 8 * seed + seat) for seat in range(seats)]
        while not match.is_over and turns(match) <= TURNS:
            seat = match.to_act[0]
            action = players[seat].choose(match.seen_by(seat), seat, match.legal_actions_of(seat))
            match.play(match.move(seat, action))
        yield match


def turns(match: Match) -> int:
    """How many turns of Splut! there have been; other matches are played to their end."""
    return int(match.view()["turn"]) if match.game.name == "splut" else 0


def calm(game: str, seats: int, options: dict[str, Any]) -> Match:
    """A match of any choices that goes on for long."""
    match, dice = Match(game, seats, seed=1, **options), random.Random(1)
    while not match.is_over:
        for move in dice.sample(moves := match.legal_moves, len(moves))[: 6 if game == "splut" else 1]:
            match.push(move)
            if game != "splut" or match.position[0].standing == seats:
                break
            match.undo()
        else:
            match.push(moves[0])
    return match


def longest() -> None:
    print(f"load average {os.getloadavg()[0]:.1f}\n")
    print(f"{'':34}{'looker':>14}{'moves':>8}{'CPU s':>8}{'a move':>8}{'at most':>9}{'kB of rows':>12}{'peak MB':>9}")
    for name, (game, seats, options) in LONGEST.items():
        match = calm(game, seats, options)
        list(analysis.of(match, last=12, truth=True))
        took, size, before = [], 0, time.process_time()
        for row in analysis.of(match, truth=True):
            took.append(time.process_time() - before)
            size, before = size + len(msgspec.json.encode(row)), time.process_time()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        each = f"{sum(took):>8.1f}{sum(took) / len(took):>8.3f}{max(took):>9.2f}{size / 1000:>12.0f}{peak:>9}"
        print(f"{name:34}{analysis.usual(match):>14}{len(match.moves):>8}{each}", flush=True)
    print(f"\nload average {os.getloadavg()[0]:.1f}")


def main() -> None:
    print(f"load average {os.getloadavg()[0]:.1f}\n")
    coached = []
    print(f"{'':26}{'looker':>14}{'moves':>8}{'CPU s':>8}{'with the truth':>16}{'a branch, ms':>14}")
    for name, (game, seats, bot) in CASES.items():
        found = max(matches_of(game, seats, bot), key=turns)
        list(analysis.of(found, last=12))
        looking, branch = spent(looked, found), spent(position.of, found.at(len(found.moves) // 2))
        truth = "" if found.open else f"{spent(looked, found, True):.1f}"
        told = (
            f"{name:26}{analysis.usual(found):>14}{len(found.moves):>8}{looking:>8.1f}{truth:>16}{1000 * branch:>14.0f}"
        )
        print(told, f"   {turns(found)} turns" if game == "splut" else "", flush=True)
        coached.append(f"{name:26}" + "".join(f"{1000 * each:>14.1f}" for each in hints(found)))
    print(f"\n{'CPU ms a question':26}{'a hint':>14}{'at most':>14}{'weighing':>14}{'at most':>14}{'the counsel':>14}")
    print("\n".join(coached))
    print(f"\nload average {os.getloadavg()[0]:.1f}")


def hints(match: Match) -> tuple[float, ...]:
    """CPU seconds of a hint, on average and at most; of weighing a choice; and of the game's counsel for a hint."""
    asked = [n for n in range(len(match.moves)) if match.moves[n].seat in range(match.seats)]
    asked = [n for n in asked if len(match.at(n).legal_actions_of(match.moves[n].seat)) > 1]
    hint, weighing, own = [], [], []
    for n in asked[:: max(1, len(asked) // HINTS)]:
        then, (seat, text, action) = match.at(n), (match.moves[n].seat, match.moves[n].text, match.moves[n].action)
        hint.append(spent(coach.advise, then, seat))
        weighing.append(spent(coach.weigh, then, seat, [text]))
        own.append(spent(remarks.looks, then, seat, [action]) + spent(remarks.reasons, then, seat, [action], [action]))
    hint, weighing, own = hint[1:], weighing[1:], own[1:]  # the first may load something
    means = [sum(each) / len(each) for each in (hint, weighing, own)]
    return means[0], max(hint), means[1], max(weighing), means[2]


def looked(match: Match, truth: bool = False) -> None:
    for _ in analysis.of(match, truth=truth):
        pass


def matches_of(game: str, seats: int, bot: str) -> list[Match]:
    """Of Splut! matches until one is long enough; of the others the first."""
    found = []
    for match in matches(game, seats, bot):
        found.append(match)
        if game != "splut" or turns(match) > TURNS:
            break
    return found


def spent(work: Callable[..., object], *parts: object) -> float:
    began = time.process_time()
    work(*parts)
    return time.process_time() - began


if __name__ == "__main__":
    longest() if sys.argv[1:] == ["longest"] else main()
