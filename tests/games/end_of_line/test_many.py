"""Ten thousand matches of eight at random, with every use of energy: no card is ever lost, no square held twice."""

import numpy as np
import pytest
from numba import njit

import sobremesa
from sobremesa.bots.playout import lowest, roll
from sobremesa.games.end_of_line.rules import ACTIONS, BOOST, CROSS, GAS, TURNAROUND
from sobremesa.games.end_of_line.tables import COPIES, KINDS, NOTHING, REVEALING, SQUARES
from sobremesa.kernel import CHANCE, apply, legal, to_act
from sobremesa.kernel.rng import below, seeded
from tests.support.selection import exhaustive

pytestmark = pytest.mark.compiled

MATCHES = 10_000
SOUND, CARDS, HELD, HERE, TWICE, EMPTY = range(6)


@njit(cache=False)
def fault(s, lies, owner):
    """What is wrong with a position, if anything."""
    owner[:] = NOTHING
    squares = 0
    for seat in range(s.players):
        lies[:] = 0
        for card in range(s.laid[seat] + 1):
            square = s.path[seat, card]
            if owner[square] != NOTHING:
                return TWICE
            owner[square] = 1 + seat
            squares += 1
            if card > 0:
                lies[s.face[square] >> 2] += 1
        held = 0
        for kind in range(KINDS):
            cards = lies[kind] + s.hand[seat, kind] + s.deck[seat, kind]
            if cards != COPIES[kind] and not (s.phase == REVEALING and cards < COPIES[kind]):
                return CARDS
            held += s.hand[seat, kind]
        if held != s.held[seat]:
            return HELD
    for square in range(s.width * s.width):
        if owner[square] != s.on[square]:
            return HERE
    return SOUND if s.empty == s.width * s.width - squares else EMPTY


@njit(cache=False)
def play_all(start, matches, rng, used):
    """Play from one position to the end, so many times; the first fault, if any. `used` counts each action."""
    states = start[:1].copy()
    out, odds = np.empty(ACTIONS, np.int16), np.empty(ACTIONS, np.int32)
    lies, owner = np.zeros(KINDS, np.int64), np.zeros(SQUARES, np.uint8)
    for _ in range(matches):
        states[0] = start[0]
        while to_act(states[0]) != 0:
            seat = lowest(to_act(states[0]))
            n = legal(states[0], seat, out)
            action = out[roll(states[0], odds, n, rng) if seat == CHANCE else below(rng, n)]
            if seat != CHANCE:
                used[action] += 1
            apply(states[0], seat, action)
            wrong = fault(states[0], lies, owner)
            if wrong != SOUND:
                return wrong
        if states[0].standing != 1:
            return -1
    return SOUND


@pytest.mark.parametrize("mode", [exhaustive("versus"), "teams"])
def test_cards_and_squares_are_conserved(mode):
    match = sobremesa.Match("end-of-line", 8, mode=mode, edition="2021", roll=False)
    used = np.zeros(ACTIONS, np.int64)
    assert play_all(match.position, MATCHES, seeded(8), used) == SOUND
    energy = used[BOOST : CROSS + 1]
    assert (energy > MATCHES)[: 1 + TURNAROUND - BOOST].all()
    assert used[GAS] > MATCHES
    assert (used[CROSS] > MATCHES) == (mode == "teams")


def test_a_lost_card_would_be_noticed():
    """The check itself: a card too many, a card gone from the area, a square held by somebody else."""
    lies, owner = np.zeros(KINDS, np.int64), np.zeros(SQUARES, np.uint8)
    match = sobremesa.Match("end-of-line", 8, edition="2021", seed=8)
    while match.position[0].rounds < 2:
        match.push(match.legal_moves[0])

    def wrong(**changes):
        position = match.position.copy()
        for field, (index, value) in changes.items():
            position[0][field][index] = value
        return fault(position[0], lies, owner)

    s = match.position[0]
    assert fault(s, lies, owner) == SOUND
    assert wrong(deck=((0, 0), s.deck[0, 0] + 1)) == CARDS
    assert wrong(held=(3, 1)) == HELD
    assert wrong(on=(s.path[2, 1], NOTHING)) == HERE
    assert wrong(path=((2, 1), s.path[1, 1])) == TWICE
