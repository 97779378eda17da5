"""Sealed bids.

1. The deck holds four each of the cards 1 to 6. Everybody is dealt one, unseen by the others.
2. All choose at once, in secret, whether to bid or to pass.
3. Then the bidders show their cards. The best one scores a point; with `ties` all who have it score.
4. Cards that were shown are out of the game. Bidders are dealt another one.
5. After `rounds` rounds whoever has most points wins.
"""

from sobremesa.kernel import CHANCE, record, rule
from sobremesa.kernel.rng import below

VERSION = 1
CARDS, COPIES, PLAYERS = 6, 4, 4
ACTIONS = CARDS  # chance deals a card; a player passes or bids
PASS, BID = 0, 1
UNDECIDED, PASSES, BIDS, SEALED = 0, 1, 2, 3
NONE, UNSEEN = 0, 7

State = record(
    players="u1",
    rounds="u1",
    ties="?",
    low="?",
    played="u1",
    deck=("u1", CARDS),
    gone=("u1", CARDS),
    card=("u1", PLAYERS),
    chosen=("u1", PLAYERS),
    points=("u1", PLAYERS),
)


@rule
def setup(s, seats, rounds, ties, best):
    s.players = seats
    s.rounds = rounds
    s.ties = ties
    s.low = best == 1
    for card in range(CARDS):
        s.deck[card] = COPIES


@rule
def seats(s):
    return s.players


@rule
def to_act(s):
    if s.played == s.rounds:
        return 0
    if without_card(s) < s.players:
        return 1 << CHANCE
    bits = 0
    for seat in range(s.players):
        if s.chosen[seat] == UNDECIDED:
            bits |= 1 << seat
    return bits


@rule
def legal(s, seat, out):
    n = 0
    if seat != CHANCE:
        out[0], out[1] = PASS, BID
        return 2
    for card in range(CARDS):
        if s.deck[card] > 0:
            out[n] = card
            n += 1
    return n


@rule
def weigh(s, out):
    n = 0
    for card in range(CARDS):
        if s.deck[card] > 0:
            out[n] = s.deck[card]
            n += 1


@rule
def apply(s, seat, action):
    if seat == CHANCE:
        s.card[without_card(s)] = action + 1
        s.deck[action] -= 1
        return
    s.chosen[seat] = BIDS if action == BID else PASSES
    for other in range(s.players):
        if s.chosen[other] == UNDECIDED:
            return
    show(s)


@rule
def score(s, out):
    most, winners = 0, 0
    for seat in range(s.players):
        most = max(most, s.points[seat])
    for seat in range(s.players):
        winners += s.points[seat] == most
    for seat in range(s.players):
        out[seat] = 1.0 / winners if s.points[seat] == most else -1.0


@rule
def hide(s, seat):
    hide_cards(s, seat)
    hide_choices(s, seat)


@rule
def hide_cards(s, seat):
    for other in range(s.players):
        if other != seat and NONE < s.card[other] < UNSEEN:
            s.deck[s.card[other] - 1] += 1
            s.card[other] = UNSEEN


@rule
def hide_choices(s, seat):
    for other in range(s.players):
        if other != seat and s.chosen[other] != UNDECIDED:
            s.chosen[other] = SEALED


@rule
def deal(s, seat, rng):
    """Goes by what everybody knows, who has a card and who has chosen, and not by what `hide` has left."""
    hide(s, seat)
    for other in range(s.players):
        if other != seat and s.card[other] != NONE:
            left = 0
            for card in range(CARDS):
                left += s.deck[card]
            left = below(rng, left)
            card = 0
            while left >= s.deck[card]:
                left -= s.deck[card]
                card += 1
            s.deck[card] -= 1
            s.card[other] = card + 1
        if other != seat and s.chosen[other] != UNDECIDED:
            s.chosen[other] = PASSES + below(rng, 2)


@rule
def without_card(s):
    """The first seat that is owed a card."""
    seat = 0
    while seat < s.players and s.card[seat] != NONE:
        seat += 1
    return seat


@rule
def better(s, card, other):
    return card < other if s.low else card > other


@rule
def show(s):
    for seat in range(s.players):
        if s.chosen[seat] == BIDS and (s.ties or bids_alike(s, seat) == 1) and beaten_by(s, seat) == 0:
            s.points[seat] += 1
    for seat in range(s.players):
        if s.chosen[seat] == BIDS:
            s.gone[s.card[seat] - 1] += 1
            s.card[seat] = NONE
        s.chosen[seat] = UNDECIDED
    s.played += 1


@rule
def bids_alike(s, seat):
    alike = 0
    for other in range(s.players):
        alike += s.chosen[other] == BIDS and s.card[other] == s.card[seat]
    return alike


@rule
def beaten_by(s, seat):
    count = 0
    for other in range(s.players):
        count += s.chosen[other] == BIDS and better(s, s.card[other], s.card[seat])
    return count
