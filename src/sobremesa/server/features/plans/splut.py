"""What a plan can ask in Splut!: where pieces and rocks are, and who is out."""

from sobremesa.server.features.plans.facts import Fact, View

CHOICES_IN_SIGHT = True
PIECES = "sorcerer", "dwarf", "troll"
SQUARES = [
    f"{letter}{rank}"
    for file, letter in enumerate("abcdefghi")
    for rank in range(1, 10)
    if abs(file - 4) + abs(rank - 5) <= 4
]
"""The board is a diamond."""


def teams(view: View) -> list[str]:
    return [team["colour"] for team in view["teams"]]


def stands(view: View, seat: str, piece: str, square: str) -> bool:
    return any(team["colour"] == seat and team["pieces"][piece] == square for team in view["teams"])


def rock(view: View, square: str) -> bool:
    return square in view["rocks"]


def out(view: View, seat: str) -> bool:
    return any(team["colour"] == seat and not team["alive"] for team in view["teams"])


FACTS = [
    Fact("stands", stands, seat=teams, piece=PIECES, square=SQUARES),
    Fact("rock", rock, square=SQUARES),
    Fact("out", out, seat=teams),
]
