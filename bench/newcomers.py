"""How soon puzzles fit somebody new, and what share they solve on the way: `python bench/newcomers.py [PEOPLE]`.

People of known strength come to a kind of puzzle for the first time and take whatever the house offers next. A puzzle
is solved as often as OpenSkill says of two whose ratings are known; what puzzles are really like differs from their
ratings by 100, as they were mined and not measured. Some two minutes for 50 people of each strength.
"""

import math
import random
import statistics
import sys
from collections.abc import Callable
from typing import NamedTuple

import sobremesa.server.database  # noqa: F401  the stores of features can be imported after it only
from sobremesa import puzzles
from sobremesa.ratings import MODEL
from sobremesa.server.features.ladders.rating import SCALE
from sobremesa.server.features.puzzles.next_puzzle import aim, near
from sobremesa.server.features.puzzles.rating import NEW, Belief, after, known_as, mined, shown
from sobremesa.server.features.puzzles.store import Try

KINDS = "splut-kill", "splut-save", "throw"
STRENGTHS = 900, 1100, 1300, 1500, 1700, 1900, 2100
TRIES, OFF = 40, 100
FITS = 0.5, 0.85
"""A puzzle that somebody solves so often fits them."""


class Offered(NamedTuple):
    rating: int
    chance: float
    solved: bool


def chance(strength: float, rating: float) -> float:
    return 1 / (1 + math.exp((rating - strength) / (SCALE * MODEL.beta * 2**0.5)))


def walk(kind: str, strength: float, first: Belief, wanted: Callable[[Belief, int], float], seed: int) -> list[Offered]:
    """What somebody is offered, one puzzle after the other."""
    rng, me, streak = random.Random(seed), first, 0
    tries: dict[str, Try] = {}
    random.seed(seed)
    way = []
    for number in range(TRIES):
        puzzle = near(puzzles.listed(kind), {}, tries, wanted(me, streak))
        solved = rng.random() < chance(strength, puzzle.rating + rng.gauss(0, OFF))
        state = "solved" if solved else "failed"
        tries[puzzle.id] = Try("me", puzzle.id, kind, number, state)
        me, _ = after(me, mined(puzzle.rating), state)
        streak = streak + 1 if solved else 0
        way.append(Offered(puzzle.rating, chance(strength, puzzle.rating), solved))
    return way


def fits(way: list[Offered]) -> int:
    """After how many puzzles three in a row fit; all of them where none do."""
    good = [FITS[0] <= each.chance <= FITS[1] for each in way]
    return next((n for n in range(TRIES - 2) if all(good[n : n + 3])), TRIES)


def told(kind: str, first: Belief, wanted: Callable[[Belief, int], float], people: int) -> None:
    for strength in STRENGTHS:
        ways = [walk(kind, strength, first, wanted, seed) for seed in range(people)]
        share = [
            statistics.fmean(each.solved for way in ways for each in way[a:b]) for a, b in ((0, 5), (5, 15), (25, 40))
        ]
        begins = statistics.fmean(way[0].rating for way in ways)
        soon = statistics.median(map(fits, ways))
        print(
            f"{kind:11} {strength}  first {begins:5.0f}  solved {share[0]:4.0%} of 1-5, {share[1]:4.0%} of 6-15, "
            f"{share[2]:4.0%} of 26-40;  fit after {soon:2.0f}"
        )


def main() -> None:
    people = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    print("As the house chooses")
    for kind in KINDS:
        told(kind, NEW, aim, people)
    print("Somebody new is thought to be 1500, and offered what is rated as they are")
    for kind in KINDS:
        told(kind, Belief(known_as(1500, NEW.rating.sigma)), lambda me, _: shown(me.rating), people)


if __name__ == "__main__":
    main()
