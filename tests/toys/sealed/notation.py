from sobremesa.kernel import CHANCE
from sobremesa.mistakes import BadMove, IllegalMove

HELP = "write bid or pass"


def seat_names(seats):
    return tuple("ABCD"[:seats])


def write(s, seat, action):
    return str(action + 1) if seat == CHANCE else ("pass", "bid")[action]


def read(s, seat, text):
    if seat == CHANCE and text in "123456":
        return int(text) - 1
    if seat != CHANCE and text in ("pass", "bid"):
        return ("pass", "bid").index(text)
    raise BadMove(f"{text!r} is not a move: {HELP}.")


def refusal(s, seat, action):
    return (
        IllegalMove("There is no such card left in the deck.", 1) if seat == CHANCE else IllegalMove("Bid or pass.", 2)
    )
