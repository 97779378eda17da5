"""One match of a data set, played, as rows: one for the match, and one for each move."""

from __future__ import annotations

from typing import Any

import numpy as np

from sobremesa.dataset.plan import Fixture
from sobremesa.dataset.player import NOTHING, Judge, Thinker, Thought
from sobremesa.kernel import CHANCE, calls
from sobremesa.lab.results import hash_of
from sobremesa.play.match import Match

BY_CHANCE = -1
"""In place of a seat."""

Row = dict[str, Any]
"""A value for each column; see `sobremesa.dataset.parquet`."""


def begun(fixture: Fixture) -> Match:
    """The match before its first move. Chance does not act by itself."""
    options: dict[str, Any] = dict(fixture.options)
    return Match(fixture.game, fixture.seats, seed=fixture.seed, players=fixture.players, roll=False, **options)


def played(fixture: Fixture) -> tuple[Row, list[Row]]:
    """The row of a match, and those of its moves."""
    match = begun(fixture)
    judge = _judge(fixture.game)
    at = [
        Thinker(level, match.game, match.seats, hash_of(fixture.seed, seat) >> 11, fixture.noise, judge)
        for seat, level in enumerate(fixture.players)
    ]
    moves: list[Row] = []
    while (seat := match.turn) is not None:
        moves.append(_rolled(match, moves) if seat == CHANCE else _chosen(match, seat, at[seat]))
    return summary(fixture, match), [{"match": fixture.number, "ply": ply, **move} for ply, move in enumerate(moves)]


def summary(fixture: Fixture, match: Match) -> Row:
    """The row of a match that is over."""
    result = match.result
    assert result
    return {
        "match": fixture.number,
        "game": fixture.game,
        "rules": int(match.game.rules.VERSION),
        "seats": fixture.seats,
        "options": fixture.options,
        "seed": fixture.seed,
        "players": fixture.players,
        "noise": fixture.noise,
        "scores": result.scores,
        "places": result.places,
        "moves": len(match.moves),
        "choices": sum(move.seat != CHANCE for move in match.moves),
    }


def _judge(game: str) -> Judge | None:
    """Who says what a choice is worth, where the bots do not."""
    if game != "shut-the-lines":
        return None
    from sobremesa.dataset import lines

    lines.forget()
    return lines.judge


def _rolled(match: Match, before: list[Row]) -> Row:
    """What chance brings, and how likely that was."""
    k = sum(row["seat"] == BY_CHANCE for row in before)
    actions, odds = match.legal_actions_of(CHANCE), odds_of(match)
    action = match.chance_brings(match.seed, k)
    return _row(match, CHANCE, action, len(actions), NOTHING) | {"odds": odds[action]}


def odds_of(match: Match) -> dict[int, float]:
    """How likely each outcome is, where chance is to act."""
    actions = match.legal_actions_of(CHANCE)
    weights = np.zeros(match.game.rules.ACTIONS, np.int32)
    calls.weigh(match.position, weights)
    total = int(weights[: len(actions)].sum())
    return {action: int(weight) / total for action, weight in zip(actions, weights, strict=False)}


def _chosen(match: Match, seat: int, thinker: Thinker) -> Row:
    legal = match.legal_actions_of(seat)
    action, meant, noise, thought = thinker.choose(match.seen_by(seat), seat, legal)
    worth = thought.value if action == meant else None
    if thought.choices is not None:
        worth = thought.choices.get(action)
    return _row(match, seat, action, len(legal), thought) | {"meant": meant, "noise": noise, "chosen": worth}


def _row(match: Match, seat: int, action: int, legal: int, thought: Thought) -> Row:
    """What can be said of every move; it is played."""
    move = match.move(seat, action)
    match.push(move)
    choices, shares = thought.choices, thought.shares
    return {
        "seat": BY_CHANCE if seat == CHANCE else seat,
        "action": action,
        "move": move.text,
        "legal": legal,
        "value": thought.value,
        "rounds": thought.rounds,
        "actions": None if choices is None else list(choices),
        "values": None if choices is None else list(choices.values()),
        "shares": None if shares is None else list(shares.values()),
    }
