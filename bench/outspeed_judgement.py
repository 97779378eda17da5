"""Fit the neurons of Outspeed's judgement to who won the bots' own races.

    python bench/outspeed_judgement.py play FILE RACES SEED [plain]
    python bench/outspeed_judgement.py fit FILE [FILE ...] > src/sobremesa/games/outspeed/insight.py

The first plays so many races of three to six ships and keeps what was to be seen of every ship, and who won. All ships
learn their routes together, and each errs as much as it likes, from hardly to often; `plain` lets them judge by
`strength`. The second fits the neurons to four races of five, says how well they foretell the winner of the fifth (the
surprise at who won, beside that of a fair share), and prints the file of the weights.

The weights that stand there come from two lots of races: a first one that was judged by `strength`, and a second one
that was judged by what was fitted to the first.
"""

import sys
from pathlib import Path

import numpy as np
from numba import njit

from sobremesa import games
from sobremesa.bots.playout import lowest, roll
from sobremesa.games.outspeed.ai import fine_weights
from sobremesa.games.outspeed.ai.evaluation import decided
from sobremesa.games.outspeed.ai.fine_evaluation import ALL, LEAK, look
from sobremesa.games.outspeed.ai.fine_weights import DIRECTLY, NAME
from sobremesa.games.outspeed.bot import MOST, learn, open_plan, pick, soften, weigh_choices
from sobremesa.games.outspeed.rules import apply, hide, legal, to_act
from sobremesa.games.outspeed.rules.track import racing
from sobremesa.games.outspeed.tables import ACTIONS, LAYING, PROGRAMMING, RACE, SHIPS
from sobremesa.kernel import CHANCE
from sobremesa.kernel.rng import seeded

TABLES = 4, 4, 4, 3, 4, 5, 4, 6
"""How many ships race, one race after the other."""
ROUNDS, DEALS, CROWD = 60, 24, 0.02
NEURONS, EPOCHS, BATCH, PACE, DECAY = 16, 10, 512, 5e-3, 1e-5


@njit(nogil=True)
def race(states, errors, level, eyes, seen, ships, rng):
    """Play a race to its end; of the beginning of each turn, and of its programming, keep what one seat sees of every
    ship. How many positions that were."""
    actions, odds, values = np.zeros(ACTIONS, np.int16), np.zeros(ACTIONS, np.int32), np.zeros(MOST)
    sight, routes = states[:1].copy(), np.zeros(SHIPS, np.int16)
    s, kept, last, planned = states[0], 0, -1, -1
    while to_act(s) != 0:
        seat = lowest(to_act(s))
        count = legal(s, seat, actions)
        if (s.phase == LAYING or s.phase == PROGRAMMING) and 2 * s.turn + (s.phase == PROGRAMMING) != last:
            last = 2 * s.turn + (s.phase == PROGRAMMING)
            sight[0] = s
            hide(sight[0], eyes[kept])
            for ship in range(s.players):
                if racing(s, ship):
                    ships[kept, ship] = True
                    look(sight[0], ship, seen[kept, ship])
            kept += 1
        if seat == CHANCE:
            action = actions[roll(s, odds, count, rng)]
        elif s.phase == PROGRAMMING:
            if planned != s.turn:
                planned = s.turn
                plan = open_plan(s)
                learn(states, plan, ROUNDS, level, rng)
                for ship in range(s.players):
                    if plan.count[ship] > 0:
                        soften(plan.value[ship], plan.count[ship], errors[ship])
                        routes[ship] = plan.ways[ship, pick(plan.value[ship], plan.count[ship], rng)]
            action = routes[seat]
        else:
            sight[0] = s
            hide(sight[0], seat)
            values[:] = 0
            weigh_choices(sight, seat, actions, count, DEALS, level, values, rng)
            values /= DEALS
            soften(values, count, errors[seat])
            action = actions[pick(values, count, rng)]
        apply(s, seat, action)
    return kept


def play(file, races, seed, shrewd):
    """Keep the positions of races that somebody won: a row each for what is seen, who is racing, and who won."""
    game, rng, taste = games.find("outspeed"), seeded(seed), np.random.default_rng(seed)
    starts = {seats: game.start(*game.agree(seats)) for seats in TABLES}
    level, found = np.array([ROUNDS, CROWD, 0, DEALS, shrewd]), []
    for number in range(races):
        states = starts[TABLES[number % len(TABLES)]].copy()
        seen, ships = np.zeros((2 * RACE, SHIPS, ALL)), np.zeros((2 * RACE, SHIPS), bool)
        eyes, errors = taste.integers(0, SHIPS, 2 * RACE), 10 ** taste.uniform(-2.6, -1.5, SHIPS)
        eyes %= states[0].players
        kept, won = race(states, errors, level, eyes, seen, ships, rng), np.zeros(SHIPS)
        decided(states[0], won)
        if won.sum() > 0:
            found.append((seen[:kept], ships[:kept], np.tile(won, (kept, 1)), np.full(kept, number)))
    seen, ships, won, numbers = (np.concatenate(part) for part in zip(*found, strict=True))
    np.savez(file, seen=seen.astype(np.float32), ships=ships, won=won.astype(np.float32), race=numbers)
    print(f"{races} races, {len(won)} positions", file=sys.stderr)


def shares(weights, seen, ships):
    """The neurons before and after their bend, and each ship's chance."""
    enter, offset, answer, direct = weights
    drive = seen @ enter + offset
    bent = np.maximum(drive, LEAK * drive)
    strength = np.where(ships, bent @ answer + seen @ direct, -np.inf)
    share = np.exp(strength - strength.max(axis=1, keepdims=True))
    return drive, bent, share / share.sum(axis=1, keepdims=True)


def surprise(share, won):
    return float(-(won * np.log(np.maximum(share, 1e-9))).sum(axis=1).mean())


def slopes(weights, seen, ships, won):
    drive, bent, share = shares(weights, seen, ships)
    off = (share - won) / len(won)
    back = off[:, :, None] * weights[2] * np.where(drive > 0, 1, LEAK)
    return (
        np.einsum("nsf,nsh->fh", seen, back, optimize=True),
        back.sum(axis=(0, 1)),
        np.einsum("ns,nsh->h", off, bent),
        np.einsum("ns,nsf->f", off, seen),
    )


def fit(seen, ships, won):
    """By Adam: small steps, each weight at its own pace, slower and slower."""
    dice = np.random.default_rng(1)
    enter, answer = dice.normal(0, ALL**-0.5, (ALL, NEURONS)), dice.normal(0, NEURONS**-0.5, NEURONS)
    weights = [enter, np.zeros(NEURONS), answer, np.zeros(ALL)]
    means, squares = ([np.zeros_like(each) for each in weights] for _ in range(2))
    step, steps = 0, EPOCHS * (len(won) // BATCH)
    for _ in range(EPOCHS):
        order = dice.permutation(len(won))
        for batch in (order[at : at + BATCH] for at in range(0, len(won) - BATCH + 1, BATCH)):
            step += 1
            pace = PACE * (1 + np.cos(np.pi * step / steps)) / 2
            for each, slope, mean, square in zip(
                weights, slopes(weights, seen[batch], ships[batch], won[batch]), means, squares, strict=True
            ):
                down = slope + DECAY * each
                mean += 0.1 * (down - mean)
                square += 0.001 * (down**2 - square)
                each -= pace * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights


def row(name, numbers):
    return f"{name:<{NAME}}" + "".join(f"{number:6.2f}" for number in numbers)


def printed(weights):
    """The file of the weights, its text as it is."""
    enter, offset, answer, direct = weights
    lines = [row(name, each) for name, each in zip(DIRECTLY, enter, strict=True)]
    table = "\n".join([*lines, row("to start from", offset), row("says", answer)])
    directly = "\n".join(f'    "{name}": {each:.2f},' for name, each in zip(DIRECTLY, direct, strict=True))
    before, _, rest = Path(fine_weights.__file__).read_text().partition('NEURONS = """\n')
    rest = rest.partition('"""\nDIRECTLY = {\n')[2].partition("}\n")[2]
    return f'{before}NEURONS = """\n{table}\n"""\nDIRECTLY = {{\n{directly}\n}}\n{rest}'


def main():
    verb, *rest = sys.argv[1:]
    if verb == "play":
        play(rest[0], int(rest[1]), int(rest[2]), "plain" not in rest)
        return
    lots = [np.load(file) for file in rest]
    seen, ships, won = (np.concatenate([lot[part] for lot in lots]) for part in ("seen", "ships", "won"))
    held = np.concatenate([lot["race"] for lot in lots]) % 5 == 0
    weights = fit(seen[~held], ships[~held], won[~held])
    fair = ships[held] / ships[held].sum(axis=1, keepdims=True)
    told = surprise(shares(weights, seen[held], ships[held])[2], won[held])
    print(f"{len(won)} positions; surprise {told:.4f}, fair shares {surprise(fair, won[held]):.4f}", file=sys.stderr)
    print(printed(weights), end="")


if __name__ == "__main__":
    main()
