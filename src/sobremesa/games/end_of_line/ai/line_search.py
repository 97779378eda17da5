"""The search for a line, card by card, that goes on until it has one or has shown that there is none.

A quest says what is looked for: how many cards, how many turnarounds and brakes, and how much may stay over. The search
stops after so many nodes and goes on when called again: all it knows is in the quest and the line. The line begins with
what lies already: the start card, or the last two cards of a line that somebody has begun.

Boosts are never needed. A brake lets the next turn begin after one card, a boost after three, and from there on turns
begin alike: so whoever brakes instead has every beginning that a boost leaves, and one more, at which to draw and to
turn around. With an open deck a brake serves only to shift the turns that follow, so it may as well come at the first
turn that can brake.
"""

import numpy as np

from sobremesa.games.end_of_line.ai.supply import EVERY_KIND, KINDS_WITH, KINDS_WITHIN, MORE, PAIR_OF
from sobremesa.games.end_of_line.ai.torus import SOLO, STEP, count, first, most
from sobremesa.games.end_of_line.tables import AHEAD, DECK, INITIATIVE, KINDS, LEFT, RIGHT
from sobremesa.kernel import record, rule
from sobremesa.kernel.rng import below

HAND = 5
GO, BRAKE, TURNAROUND = 0, 1, 2
"""What a turn begins with. A choice is 3 * this + the exit that the card is laid from."""
FOUND, EXHAUSTED, PAUSED = 0, 1, 2
EVERY_EXIT = 7
NOBODY = 255
BY_INITIATIVE = np.argsort(INITIATIVE[:KINDS], kind="stable")

Quest = record(
    nodes="i8",
    cards="i2",  # to be laid in all
    missing="i2",  # squares that stay empty: above 0 the line must be stuck
    limit="i2",  # the most that may stay over
    beyond="i2",  # the least above the limit that was met
    opening="i2",  # cards laid in round 1
    first="i2",  # cards laid in rounds 1 and 2
    hand="i2",  # cards held, all of them with an open deck
    matched="i2",  # whether cards of the deck are matched with those of the line
    whole="i2",  # whether the last turn must be a whole one
    energy="i2",  # left when all is spent that this quest spends
    lies="i2",  # the place in the line of the last card that lies already
    sign="i2",  # 1 where little should stay over, -1 where much should
    priced="i2",  # whether what stays over is counted once the line is whole, because not every card could be laid
    early="i2",  # 1 where the first card is laid by a turnaround, 2 where the second is: from cards that lie already
    depth="i2",
)

Step = record(
    empty="i8",
    held="i8",  # cards of the deck that are matched, a bit each
    wants=("u1", DECK + 1),  # kinds that suit each card of the line, a bit each
    drawn=("u1", DECK + 1),  # cards of the deck that had been drawn when it was laid
    match=("u1", DECK + 1),  # its card of the deck
    owner=("u1", DECK + 1),  # and the other way round
    square="u1",
    heading="u1",
    has="u1",  # the exits of this card, all of them while its kind is open
    exit="u1",  # by which the card before was left
    declared="u1",  # what the turn of this card began with
    begins="u1",  # whether this card was the first of its turn
    start="i1",  # cards laid when this turn began
    due="u1",  # cards that the turn still asks for
    ready="u1",  # the first turn that may spend energy after what was spent
    brakes="u1",  # still to be used
    turnarounds="u1",
    joints="u1",
    left="u1",
    ahead="u1",
    right="u1",
    untried="u2",
)


@rule
def choices(line, at, quest):
    """Every way to lay the next card, a bit each."""
    s = line[at]
    spends = s.due == 0 and at >= quest.first
    if quest.early > 0 and at == quest.lies + quest.early - 1:
        return exits(line[at - 1], s.empty) << 3 * TURNAROUND if spends else 0
    onward = exits(s, s.empty)
    if not spends:
        return onward
    every = onward
    if s.brakes > 0 and (at == s.ready or quest.hand < DECK):
        every |= onward << 3 * BRAKE
    if s.turnarounds > 0 and at > quest.lies + 1:
        every |= exits(line[at - 1], s.empty) << 3 * TURNAROUND
    return every


@rule
def exits(card, empty):
    """The exits of a card that lead to an empty square; as if it had all three, while its kind is open."""
    free = 0
    for way in range(3):
        free |= (empty >> STEP[SOLO, card.square, (card.heading + way + 3) & 3] & 1) << way
    return free & int(card.has)


@rule
def extend(line, at, choice, quest, outlook, fits):
    """Lay the next card as chosen; whether the line may still become what the quest looks for."""
    declared, way = choice // 3, choice % 3
    back = at - 1 if declared == TURNAROUND else at
    line[at + 1] = line[at]
    s = line[at + 1]
    take_turn(s, at, declared, quest)
    heading = (line[back].heading + way + 3) & 3
    s.square = STEP[SOLO, line[back].square, heading]
    s.heading = heading
    s.has = EVERY_EXIT
    s.empty &= ~(1 << int(s.square))
    if back > quest.lies:
        if declared == TURNAROUND:
            count_exit(s, line[at].exit, -1)
            s.joints = MORE[s.joints, PAIR_OF[line[at].exit, way]]
        else:
            count_exit(s, way, 1)
    s.exit = way
    least = outlook[s.joints, s.left, s.ahead, s.right]
    if least > quest.limit:
        if least < quest.beyond:
            quest.beyond = least
        return False
    sources = 1 << int(s.square)
    if s.turnarounds > 0:
        sources |= 1 << int(line[at].square)
    if most(s.empty, sources, 1 + s.turnarounds, SOLO) < quest.cards - at - 1:
        return False
    if quest.matched:
        s.drawn[at + 1] = min(DECK, s.start + quest.hand)
        s.wants[at + 1] = EVERY_KIND
        if back > quest.lies:
            both = 1 << way | (1 << int(line[at].exit) if declared == TURNAROUND else 0)
            if not narrow(s, back, KINDS_WITH[both], fits):
                return False
        return match(s, at + 1, fits)
    return True


@rule
def take_turn(s, at, declared, quest):
    s.begins = s.due == 0
    s.declared = declared
    if s.due > 0:
        s.due -= 1
        return
    s.start = at
    s.due = 1
    if at == 0:
        s.due = quest.opening - 1
    elif declared == BRAKE:
        s.due = 0
        s.brakes -= 1
        s.ready = at + 1
    elif declared == TURNAROUND:
        s.turnarounds -= 1
        s.ready = at + 2


@rule
def count_exit(s, way, by):
    """Count a card that is left by an exit; or by -1, one that no longer is."""
    if way == LEFT:
        s.left = int(s.left) + by
    elif way == AHEAD:
        s.ahead = int(s.ahead) + by
    elif way == RIGHT:
        s.right = int(s.right) + by


@rule
def narrow(s, card, kinds, fits):
    """Ask more of a card of the line, and match it anew if need be."""
    s.wants[card] &= kinds
    if fits[s.wants[card]] >> int(s.match[card]) & 1:
        return True
    s.held &= ~(1 << int(s.match[card]))
    return match(s, card, fits)


@rule
def match(s, card, fits):
    """Find a card of the deck for one of the line, moving others to other cards if need be."""
    within = (1 << int(s.drawn[card])) - 1
    free = fits[s.wants[card]] & within & ~s.held
    if free:
        position = first(free)
        s.match[card], s.owner[position] = position, card
        s.held |= 1 << position
        return True
    asked = np.zeros(DECK, np.uint8)
    queue = np.zeros(DECK + 1, np.uint8)
    queue[0] = card
    seen, head, tail = 0, 0, 1
    while head < tail:
        asking = int(queue[head])
        head += 1
        suitable = fits[s.wants[asking]] & ((1 << int(s.drawn[asking])) - 1) & ~seen
        free = suitable & ~s.held
        if free:
            position = first(free)
            s.held |= 1 << position
            while asking != card:
                before = int(s.match[asking])
                s.match[asking], s.owner[position] = position, asking
                position, asking = before, int(asked[before])
            s.match[card], s.owner[position] = position, card
            return True
        seen |= suitable
        while suitable:
            position = first(suitable)
            suitable &= suitable - 1
            asked[position] = asking
            queue[tail] = s.owner[position]
            tail += 1
    return False


@rule
def complete(line, at, quest, fits):
    """Whether a line with all its cards is what the quest looks for."""
    s = line[at]
    if s.brakes > 0 or s.turnarounds > 0 or (quest.whole and s.due > 0):
        return False
    last, before = EVERY_KIND, EVERY_KIND
    if quest.missing > 0:
        last, before = ends(line, at, quest)
        if last == 0 or before == 0:
            return False
    if quest.priced:
        return suffices(line, at, quest, fits, last, before)
    return not quest.matched or (
        (last == EVERY_KIND or narrow(s, at, last, fits)) and (before == EVERY_KIND or narrow(s, at - 1, before, fits))
    )


@rule
def ends(line, at, quest):
    """The kinds of the last card, and of the one before it, with which a line cannot go on; 0 where there are none."""
    s = line[at]
    last = KINDS_WITHIN[7 & ~exits(s, s.empty)]
    before = EVERY_KIND
    if s.due == 0 and at >= quest.first and quest.energy > 0:  # or a turnaround would have to be declared
        free = exits(line[at - 1], s.empty)
        if at - 1 > quest.lies:
            before = KINDS_WITHIN[7 & ~free] & KINDS_WITH[1 << int(s.exit)]
        elif free:
            before = 0
    return last, before


@rule
def suffices(line, at, quest, fits, last, before):
    """Whether a line that ends on such kinds of cards leaves no more over than the quest allows."""
    match = np.zeros(DECK + 1, np.uint8)
    if not provide(line, at, quest, fits, last, before, match):
        return False
    laid = 0
    for card in range(quest.lies + 1, at + 1):
        laid |= 1 << int(match[card])
    over = 0
    for kind in range(KINDS):
        over += quest.sign * INITIATIVE[kind] * count(fits[1 << kind] & ~laid)
    if over > quest.limit:
        quest.beyond = min(quest.beyond, over)
        return False
    return True


@rule
def provide(line, at, quest, fits, last, before, match):
    """Find a card of the deck for every card of a whole line, its last two of such kinds, so that those stay over that
    should. Whether the deck has them all.

    Card by card, each that can still be laid together with those chosen before it: sets of cards that can be laid are
    the independent sets of a matroid, so none is better than the one that is built up like this."""
    steps = line[:1].copy()
    s = steps[0]
    s.wants[:], s.match[:], s.drawn[:] = EVERY_KIND, NOBODY, DECK
    if quest.matched:
        s.drawn[:] = line[at].drawn
    for card in range(quest.lies + 2, at + 1):
        back = card - 2 if line[card].declared == TURNAROUND else card - 1
        if back > quest.lies:
            s.wants[back] &= KINDS_WITH[1 << int(line[card].exit)]
    s.wants[at] &= last
    if at - 1 > quest.lies:
        s.wants[at - 1] &= before
    laid = 0
    for n in range(KINDS):
        places = fits[1 << BY_INITIATIVE[n if quest.sign < 0 else KINDS - 1 - n]]
        while places:
            laid += take_in(s, first(places), quest.lies + 1, at, fits)
            places &= places - 1
    match[:] = s.match
    return laid == at - quest.lies


@rule
def take_in(s, position, least, most, fits):
    """Lay a card of the deck somewhere in the line, moving others to other places if need be; whether that goes."""
    asked = np.zeros(DECK + 1, np.uint8)
    queue = np.zeros(DECK + 2, np.uint8)
    queue[0] = position
    seen, head, tail = 0, 0, 1
    while head < tail:
        asking = int(queue[head])
        head += 1
        for place in range(least, most + 1):
            if seen >> place & 1 or asking >= s.drawn[place] or not fits[s.wants[place]] >> asking & 1:
                continue
            seen |= 1 << place
            asked[place] = asking
            if s.match[place] == NOBODY:
                settle(s, position, place, asked)
                return 1
            queue[tail] = s.match[place]
            tail += 1
    return 0


@rule
def settle(s, position, place, asked):
    """Everybody on the way to a place that is free moves to the one that was asked for."""
    moved = NOBODY
    while moved != position:
        moved = int(asked[place])
        left = int(s.owner[moved])
        s.match[place], s.owner[moved] = moved, place
        place = left


@rule
def search(line, quests, outlook, fits, nodes):
    """Go on with a quest for so many nodes. Once it is FOUND the line is in line[1] to line[cards]."""
    quest = quests[0]
    at = int(quest.depth)
    left = nodes
    while at >= 0 and left > 0:
        untried = int(line[at].untried)
        if untried == 0:
            at -= 1
            continue
        choice = first(untried)
        line[at].untried = untried & (untried - 1)
        left -= 1
        if not extend(line, at, choice, quest, outlook, fits):
            continue
        if at + 1 == quest.cards:
            if complete(line, at + 1, quest, fits):
                quest.nodes += nodes - left
                return FOUND
            continue
        at += 1
        line[at].untried = choices(line, at, quest)
    quest.nodes += nodes - left
    quest.depth = max(at, 0)
    return PAUSED if at >= 0 else EXHAUSTED


@rule
def dealt(line, cards, fits, matched):
    """Find a card of an open deck for every card of a whole line, if it can be done."""
    steps = line[:1].copy()
    s = steps[0]
    s.drawn[:] = DECK
    s.wants[:] = EVERY_KIND
    for card in range(2, cards + 1):
        back = card - 2 if line[card].declared == TURNAROUND else card - 1
        s.wants[back] &= KINDS_WITH[1 << int(line[card].exit)]
    for card in range(1, cards + 1):
        if not match(s, card, fits):
            return False
    matched[:] = s.match
    return True


@rule
def wander(line, quests, outlook, fits, walks, rng):
    """How many of so many walks reach what the quest looks for, each card at random among those not seen to fail."""
    quest = quests[0]
    reached = 0
    for _ in range(walks):
        at = 0
        untried = choices(line, at, quest)
        while untried:
            rest = untried
            for _ in range(below(rng, count(untried))):
                rest &= rest - 1
            choice = first(rest)
            untried &= ~(1 << choice)
            if extend(line, at, choice, quest, outlook, fits):
                at += 1
                if at == quest.cards:
                    reached += complete(line, at, quest, fits)
                    break
                untried = choices(line, at, quest)
    return reached
