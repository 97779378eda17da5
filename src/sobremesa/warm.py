"""Compile ahead, so that nobody waits at the table."""

import importlib
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

from sobremesa import bots
from sobremesa.analysis import coach
from sobremesa.bots.levels import ANY, rows, thinks
from sobremesa.bots.playout import play_many
from sobremesa.engine import HAS_NUMBA, cache, has_engine, rule
from sobremesa.engine.sources import EXPORTS
from sobremesa.games.game import Game
from sobremesa.kernel import SPECTATOR, calls
from sobremesa.kernel.rng import seeded
from sobremesa.play.match import Match


def is_warm(game: Game) -> bool:
    """Return whether a game can be played without waiting for the compiler: by its engine, or compiled before."""
    return has_engine(game.rules) or not HAS_NUMBA or cache.is_warm(game.folder)


def make_ready(game: Game) -> None:
    """Compile what is not compiled yet, or take it from the cache, so that the next call does not wait."""
    if has_engine(game.rules) or not HAS_NUMBA:
        return
    if is_warm(game):
        _rules(game)
        return
    for _, chore in chores(game):
        chore()


def chores(game: Game, everything: bool = False) -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to do for a game, with all levels, solvers and batches or with the usual opponent alone: each chore
    by name, for a progress bar."""
    yield "compiling", partial(compile_together, game, everything)
    yield "rules", partial(_rules, game)
    usual = game.agree()[0]
    for name in game.bots:
        yield f"bot {name}", partial(_bot, game, name, usual)
    for seats in dict.fromkeys((usual, game.seats[0], game.seats[-1])) if everything else (usual,):
        for level in bots.offered(game) if everything else [bots.usual(game)]:
            name = f"{level}@8" if thinks(level, game) else level
            yield f"{level}, {seats} seats", partial(_bot, game, name, seats)
    if everything:
        for seats in dict.fromkeys((game.seats[0], game.seats[-1])):
            yield f"coach, {seats} seats", partial(make_coach_ready, game, seats)
    position = game.start(*game.agree())
    yield "random play", partial(play_many, position, 1, seeded(0))
    yield "move counts", partial(_count_moves, position)
    if everything:
        yield "batches", partial(_batch, game)
        for part in "ai.solver", "ai.proof":
            if game.has(part):
                yield from game.part(part).chores()
    yield "done", partial(cache.set_warm, game.folder, everything)


LABORATORY = """
lab.batch._choose i2[,] i4[] b1[] u8[,] i8[]
lab.batch._first_illegal i8[] b1[] i2[,] i4[]
lab.batch._go_on State[] State[] b b1[] i2[,] i4[] i4[,] u8[,] i1[] f8[,]
lab.batch._mask i2[,] i4[] b1[,]
lab.batch._observe State[] State[] f4[,] i1[] i
lab.batch._play_out State[] i2[,] i4[] i4[,] u8[,] i1[] f8[,] i8[]
lab.batch._step State[] State[] b i8[] b1[] i2[,] i4[] i4[,] u8[,] i1[] f8[,] b1[]
lab.perft.perft State[] i
"""
"""What the laboratory calls of each game, with the kinds of arguments: see `engine.signature`."""
PLAY = "kernel.calls.", "bots.playout."


def compile_together(game: Game, everything: bool) -> None:
    """Compile what Python calls of a game, all in one: what its engine exports, or would. Chores find it compiled."""
    rules = game.rules
    if rule.INTERPRETED:
        return
    import numba

    from sobremesa.engine import native

    exports = json.loads(EXPORTS.read_text())
    folder = game.folder.name
    calls = exports.get(folder)
    if calls is None:  # from outside: what is asked of every game
        every = [{tuple(call) for call in each} for each in exports.values()]
        calls = sorted(set.intersection(*every))
    elif everything:
        calls += [line.split(" ", 1) for line in LABORATORY.split("\n") if line]
    if not everything:
        calls = [call for call in calls if call[0].startswith((*PLAY, f"games.{folder}.rules."))]
    state = numba.from_dtype(rules.State)
    wanted = []
    for name, kinds in calls:
        module, _, function = name.rpartition(".")
        called = getattr(importlib.import_module(f"sobremesa.{module}"), function)
        wanted.append((getattr(called, "native", called), native.kinds_of(kinds, state)))
    native.compile_together(wanted)


def is_coach_warm(game: Game, seats: int) -> bool:
    """Return whether a coach at a table for so many can answer without waiting for the compiler."""
    return has_engine(game.rules) or not HAS_NUMBA or all(_coached(game, kind).exists() for kind in _kinds(game, seats))


def make_coach_ready(game: Game, seats: int) -> None:
    """Let a coach look at a first choice and weigh another, so that nobody waits when it is asked."""
    for kind, count in _kinds(game, seats).items():
        match = Match(game, count, seed=0)
        seat = match.to_act[0]
        coach.advise(match, seat)
        coach.weigh(match, seat, match.texts_of(seat)[-1:])
        coach.Coach(match).after(seat, match.legal_actions_of(seat)[-1:])
        _coached(game, kind).touch()


def _kinds(game: Game, seats: int) -> dict[int, int]:
    """For which numbers of seats, ANY for those that are thought about alike, a coach must be ready at a table, each
    with one of them: where many play there may be few in the end."""
    apart = {count for count in rows(game) if 0 < count <= seats}
    return {count: count for count in apart} | ({} if seats in apart else {seats if seats == 1 else ANY: seats})


def _coached(game: Game, kind: int) -> Path:
    return cache.folder(game.folder) / f"{kind}.coach"


def _rules(game: Game) -> None:
    match = Match(game, seed=0)
    while not match.is_over:
        match.play(match.legal_moves[0])
        match.view()
    calls.weigh(match.position, np.zeros(game.rules.ACTIONS, np.int32))
    calls.deal(match.seen_by(SPECTATOR), SPECTATOR, seeded(0))
    assert match.result


def _count_moves(position: np.ndarray) -> None:
    from sobremesa.lab.perft import perft

    perft(position, 1)


def _batch(game: Game) -> None:
    from sobremesa.lab.batch import Batch
    from sobremesa.lab.single import Single, remember

    batch = Batch(game, 2)
    batch.mask(), batch.observe()
    batch.step(batch.choose_at_random())
    batch.play_out()
    single = Single(game)
    single.step(single.legal()[0])
    single.observe()
    words = np.zeros(-(-single.position.nbytes // 8), np.uint64)
    spare = words.view(np.uint8)[: single.position.nbytes].view(single.position.dtype)
    remember(single.position, spare, words, np.zeros((single.seats, 3), np.uint64))


def _bot(game: Game, name: str, seats: int) -> None:
    match = Match(game, seats, seed=0)
    seat = match.to_act[0]
    bots.make(name, game, 0).choose(match.seen_by(seat), seat, match.legal_actions_of(seat))
