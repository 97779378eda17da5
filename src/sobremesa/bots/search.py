"""One search for every game: it deals what its seat cannot see, tries what looks best so far, and remembers how that
came out.

A round deals a world that the seat could be in. In it every seat chooses by what the search has learnt about such a
choice, filed under what that seat sees; the first choice that nothing is known about is filed, and the rest is played
out. Then every choice of the round is told what it brought the seat that made it. So

- nobody chooses by what it cannot see: choices made at the same time are learnt apart, by matching regrets;
- chance is what it is, partners and rivals follow their own scores, for any number of seats;
- what was learnt before the last move is still there after it.

The memory has so many pages; when they are full the search goes on without filing more.
"""

from collections import namedtuple
from typing import Any

import numpy as np

from sobremesa import kernel
from sobremesa.bots.knowledge import aim, blur, judge, pick, prior, reopen
from sobremesa.bots.playout import lowest, roll
from sobremesa.kernel import CHANCE, rule
from sobremesa.kernel.maths import log
from sobremesa.kernel.rng import below

LONGEST = 512
"""Choices of one round that are remembered: more than any search looks ahead."""
EXPLORE, LEAST_EXPLORED = 0.2, 0.02
"""How often a choice made at the same time as others' is made at random: at first, and after long."""

Memory = namedtuple(
    "Memory",
    (
        "slots",  # a page for each hash, by open addressing: its number, from 1
        "keys",  # of each page, what the seat saw
        "first",  # of each page, its first line
        "lines",  # and how many it has
        "visits",  # and how often it was turned up
        "used",  # how many pages and lines are used, and the hash of nothing
        "actions",  # of each line, what is chosen
        "tries",  # how often
        "gains",  # and what it brought, added up
        "hopes",  # how promising it looked at first; the shares add up to 1
        "regrets",  # what it would have brought more than what was chosen
        "shares",  # how often a mix of choices would have chosen it, added up
    ),
)


def memory(pages: int, lines: int, space: Any = np) -> Memory:
    """An empty memory."""
    slots = 1 << (2 * pages - 1).bit_length()
    return Memory(
        space.zeros(slots, np.int32),
        space.zeros(pages, np.uint64),
        space.zeros(pages, np.int32),
        space.zeros(pages, np.int16),
        space.zeros(pages, np.int32),
        space.zeros(2, np.int64),
        space.zeros(lines, np.int16),
        space.zeros(lines, np.int32),
        space.zeros(lines, np.float64),
        space.zeros(lines, np.float32),
        space.zeros(lines, np.float32),
        space.zeros(lines, np.float32),
    )


@rule
def forget(memory):
    """Wipe everything out."""
    memory.slots[:] = 0
    memory.used[:] = 0


Desk = namedtuple(
    "Desk",
    (
        "world",  # what is played in
        "sight",  # what somebody sees of it
        "words",  # the memory of that
        "legal",
        "allowed",  # of each action, whether it is legal where a page has more than that
        "odds",
        "hopes",
        "path",  # the lines chosen in a round,
        "pages",  # the pages they are on,
        "seats",  # by whom,
        "likely",  # and how likely that was where it was a mix, else 0
        "scores",
    ),
)


def desk(position: np.ndarray, actions: int, seats: int, space: Any = np) -> Desk:
    """Room to work in."""
    words = space.zeros(-(-position.nbytes // 8), np.uint64)
    return Desk(
        space.zeros(1, position.dtype),
        words.view(np.uint8)[: position.nbytes].view(position.dtype),
        words,
        space.zeros(actions, np.int16),
        space.zeros(actions, np.bool_),
        space.zeros(actions, np.int32),
        space.zeros(actions, np.float32),
        space.zeros(LONGEST, np.int32),
        space.zeros(LONGEST, np.int32),
        space.zeros(LONGEST, np.int8),
        space.zeros(LONGEST, np.float32),
        space.zeros(seats, np.float64),
    )


@rule
def think(seen, seat, memory, desk, rounds, curious, trust, knows, cut, rng):
    """So many rounds for a seat, from what it sees, an array of one. `curious` is how much it tries what it knows
    little about; with `trust` it goes by what looks promising; where it `knows` the game it plays out by that, and
    judges after `cut` steps of a playout."""
    for _ in range(rounds):
        desk.world[0] = seen[0]
        kernel.deal(desk.world[0], seat, rng)
        reopen(desk.world[0], seat)
        depth = descend(desk.world[0], seat, memory, desk, curious, trust, rng)
        finish(desk.world[0], desk, knows, cut, rng)
        learn(memory, desk, depth)


@rule
def descend(s, root, memory, desk, curious, trust, rng):
    """Choose by what is known until something is not, and file that; how many choices were made."""
    depth = 0
    together, left = False, 0
    while depth < LONGEST:
        bits = kernel.to_act(s)
        if bits == 0:
            return depth
        seat = lowest(bits)
        if seat == CHANCE:
            count = kernel.legal(s, CHANCE, desk.legal)
            kernel.apply(s, CHANCE, desk.legal[roll(s, desk.odds, count, rng)])
            together = False
            continue
        together = bits & bits - 1 != 0 or (together and bits == left)
        left = bits & ~(1 << seat)
        vague = look(s, seat, desk, seat != root and not together)
        page = find(memory, key_of(desk, seat))
        if page < 0:
            file(s, seat, memory, desk, vague, trust)
            return depth
        memory.visits[page] += 1
        if together:
            line = mix(memory, page, desk, depth, rng)
        else:
            if vague:
                allow(s, seat, desk)
            line = best(memory, page, desk, vague, curious, trust, rng)
            desk.likely[depth] = 0
        desk.path[depth], desk.pages[depth], desk.seats[depth] = line, page, seat
        depth += 1
        kernel.apply(s, seat, memory.actions[line])
    return depth


@rule
def look(s, seat, desk, another):
    """What a seat sees; of another one than who searches, as the game says, less. Whether that is so."""
    desk.sight[0] = s
    kernel.hide(desk.sight[0], seat)
    reopen(desk.sight[0], seat)  # who else has chosen already makes no difference
    return another and blur(desk.sight[0], seat)


@rule
def allow(s, seat, desk):
    """Mark what is legal."""
    desk.allowed[:] = False
    for n in range(kernel.legal(s, seat, desk.legal)):
        desk.allowed[desk.legal[n]] = True


@rule
def key_of(desk, seat):
    """A number for what a seat sees."""
    seen = np.uint64(0x9E3779B97F4A7C15) * np.uint64(seat + 1)
    for word in desk.words:
        seen = (seen ^ word) * np.uint64(0xFF51AFD7ED558CCD)
        seen ^= seen >> np.uint64(32)
    return seen


@rule
def find(memory, key):
    """The page filed under a key; -1 where there is none."""
    mask = len(memory.slots) - 1
    slot = np.int64(key >> np.uint64(20)) & mask
    while memory.slots[slot] != 0:
        if memory.keys[memory.slots[slot] - 1] == key:
            return np.int64(memory.slots[slot]) - 1
        slot = slot + 1 & mask
    return -1


@rule
def file(s, seat, memory, desk, vague, trust):
    """A new page for what a seat sees, which `look` has just looked at; none where the memory is full. What looks
    promising is asked only by who goes by it."""
    count = kernel.legal(desk.sight[0] if vague else s, seat, desk.legal)
    page, first = memory.used[0], memory.used[1]
    if page == len(memory.keys) or first + count > len(memory.actions):
        return
    key = key_of(desk, seat)
    mask = len(memory.slots) - 1
    slot = np.int64(key >> np.uint64(20)) & mask
    while memory.slots[slot] != 0:
        slot = slot + 1 & mask
    memory.slots[slot] = page + 1
    memory.keys[page], memory.first[page], memory.lines[page], memory.visits[page] = key, first, count, 0
    memory.used[0], memory.used[1] = page + 1, first + count
    total = 0.0
    if trust:
        prior(s, seat, desk.legal, count, desk.hopes)
        for n in range(count):
            total += desk.hopes[n]
    for n in range(count):
        line = first + n
        memory.actions[line] = desk.legal[n]
        memory.tries[line] = 0
        memory.gains[line] = memory.regrets[line] = memory.shares[line] = 0
        memory.hopes[line] = desk.hopes[n] / total if trust else 0


@rule
def best(memory, page, desk, vague, curious, trust, rng):
    """The line of a page that promises most: what it brought on average, and more the less it has been tried."""
    first, count = memory.first[page], memory.lines[page]
    if trust:
        return promising(memory, page, desk, vague, curious)
    spread = curious * np.sqrt(log(memory.visits[page] + 1.0))
    chosen, most = first, -np.inf
    start = below(rng, count)  # so that those not tried yet come in any order
    for n in range(count):
        line = first + (start + n) % count
        if vague and not desk.allowed[memory.actions[line]]:
            continue
        tries = memory.tries[line]
        if tries == 0:
            return line
        value = memory.gains[line] / tries + spread / np.sqrt(tries)
        if value > most:
            chosen, most = line, value
    return chosen


@rule
def promising(memory, page, desk, vague, curious):
    """The same, with hope before experience: PUCT. What has not been tried counts as a little worse than the page."""
    first, count = memory.first[page], memory.lines[page]
    total, tried = 0.0, 0
    for line in range(first, first + count):
        total += memory.gains[line]
        tried += memory.tries[line]
    untried = (total / tried if tried > 0 else 0.0) - 0.2
    spread = curious * np.sqrt(tried + 1.0)
    chosen, most = first, -np.inf
    for line in range(first, first + count):
        if vague and not desk.allowed[memory.actions[line]]:
            continue
        tries = memory.tries[line]
        value = (memory.gains[line] / tries if tries > 0 else untried) + spread * memory.hopes[line] / (1.0 + tries)
        if value > most:
            chosen, most = line, value
    return chosen


@rule
def mix(memory, page, desk, depth, rng):
    """A line of a page by chance, the likelier the more its lack has been regretted."""
    first, count = memory.first[page], memory.lines[page]
    total = 0.0
    for line in range(first, first + count):
        total += memory.regrets[line]
    nth = below(rng, 1 << 24) / (1 << 24)
    explore = max(LEAST_EXPLORED, min(EXPLORE, 4 / np.sqrt(memory.visits[page])))
    chosen = np.int64(-1)
    for line in range(first, first + count):
        share = memory.regrets[line] / total if total > 0 else 1.0 / count
        memory.shares[line] += share * memory.visits[page]  # the later, the better it was thought over
        share = (1 - explore) * share + explore / count
        if chosen < 0:
            nth -= share
            if nth < 0 or line == first + count - 1:
                chosen = np.int64(line)
                desk.likely[depth] = share
    return chosen


@rule
def finish(s, desk, knows, cut, rng):
    """Play out, at random or as the game knows better, and fill in what every seat gets."""
    steps = 0
    while True:
        bits = kernel.to_act(s)
        if bits == 0:
            if knows:
                aim(s, desk.scores)
            else:
                kernel.score(s, desk.scores)
            return
        if knows and steps >= cut and judge(s, desk.scores):
            return
        seat = lowest(bits)
        count = kernel.legal(s, seat, desk.legal)
        if seat == CHANCE:
            kernel.apply(s, CHANCE, desk.legal[roll(s, desk.odds, count, rng)])
        else:
            n = pick(s, seat, desk.legal, count, rng) if knows else below(rng, count)
            kernel.apply(s, seat, desk.legal[n])
        steps += 1


@rule
def learn(memory, desk, depth):
    """Tell every choice of a round what it brought."""
    for n in range(depth):
        line, page, gain = desk.path[n], desk.pages[n], desk.scores[desk.seats[n]]
        if desk.likely[n] > 0:
            regret(memory, page, line, gain, desk.likely[n])
        memory.tries[line] += 1
        memory.gains[line] += gain


@rule
def regret(memory, page, line, gain, likely):
    """What every line of a page would have brought more than the mix did. Of the one that was chosen that is known, and
    counts for all the times it was not; of the others it is what they brought on average: so in the long run the
    estimate is right, and it varies little."""
    first, count = memory.first[page], memory.lines[page]
    whole, total, tried = 0.0, 0.0, 0
    for each in range(first, first + count):
        whole += memory.regrets[each]
        total += memory.gains[each]
        tried += memory.tries[each]
    usual = total / tried if tried > 0 else gain
    mixed = 0.0
    for each in range(first, first + count):
        share = memory.regrets[each] / whole if whole > 0 else 1.0 / count
        mixed += share * expected(memory, each, line, gain, likely, usual)
    for each in range(first, first + count):
        more = expected(memory, each, line, gain, likely, usual) - mixed
        memory.regrets[each] = max(0.0, memory.regrets[each] + more)


@rule
def expected(memory, each, line, gain, likely, usual):
    mean = memory.gains[each] / memory.tries[each] if memory.tries[each] > 0 else usual
    return mean + (gain - mean) / likely if each == line else mean


@rule
def page_of(seen, seat, memory, desk, trust):
    """The page of what a seat sees, which is its own root; filed if it is not there yet."""
    look(seen[0], seat, desk, False)
    page = find(memory, key_of(desk, seat))
    if page < 0:
        file(seen[0], seat, memory, desk, False, trust)
        page = find(memory, key_of(desk, seat))
    return page


@rule
def line(seen, seat, memory, desk, out, rng):
    """The way to go on that was tried most, in one world that the seat could be in: seats and actions, until chance
    acts or hardly anything is known. How many."""
    desk.world[0] = seen[0]
    kernel.deal(desk.world[0], seat, rng)
    s, count = desk.world[0], 0
    while count < len(out):
        bits = kernel.to_act(s)
        if bits == 0 or lowest(bits) == CHANCE:
            return count
        who = lowest(bits)
        look(s, who, desk, who != seat)
        page = find(memory, key_of(desk, who))
        if page < 0:
            return count
        allow(s, who, desk)
        chosen, most = 0, 8
        for each in range(memory.first[page], memory.first[page] + memory.lines[page]):
            if memory.tries[each] > most and desk.allowed[memory.actions[each]]:
                chosen, most = each, memory.tries[each]
        if most == 8:
            return count
        out[count, 0], out[count, 1] = who, memory.actions[chosen]
        kernel.apply(s, who, memory.actions[chosen])
        count += 1
    return count
