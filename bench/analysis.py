"""How long it takes to look at a match again with the looker that the house has for it, in CPU seconds.

    python bench/analysis.py

Matches of bots, the same every time: Splut! over sixty turns, for two and for four, and whole matches of the others. A
part of each is looked at once before, so that nothing is compiled or loaded meanwhile. One thread.
"""

import os
import time
from collections.abc import Callable, Iterator

from sobremesa import Match, analysis, bots
from sobremesa.analysis import thought

TURNS = 60
CASES = {
    "Splut!, 2 seats": ("splut", 2, "normal"),
    "Splut!, 4 seats": ("splut", 4, "normal"),
    "Shut the Lines, 2 seats": ("shut-the-lines", 2, "normal"),
    "End of Line, 2 lines": ("end-of-line", 2, "normal"),
    "End of Line, 4 lines": ("end-of-line", 4, "normal"),
    "Outspeed, 4 ships": ("outspeed", 4, "normal"),
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


def main() -> None:
    print(f"load average {os.getloadavg()[0]:.1f}\n")
    print(f"{'':26}{'looker':>14}{'moves':>8}{'CPU s':>8}{'with the truth':>16}{'a branch, ms':>14}")
    for name, (game, seats, bot) in CASES.items():
        found = max(matches_of(game, seats, bot), key=turns)
        list(analysis.of(found, last=12))
        looking, branch = spent(looked, found), spent(thought.of, found.at(len(found.moves) // 2))
        truth = "" if found.open else f"{spent(looked, found, True):.1f}"
        told = (
            f"{name:26}{analysis.usual(found):>14}{len(found.moves):>8}{looking:>8.1f}{truth:>16}{1000 * branch:>14.0f}"
        )
        print(told, f"   {turns(found)} turns" if game == "splut" else "", flush=True)
    print(f"\nload average {os.getloadavg()[0]:.1f}")


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
    main()
