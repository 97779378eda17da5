"""Positions that random play comes to, with what a game's counsel has to say of random choices in them."""

import random
from collections import Counter

from sobremesa.games.words import LANGUAGES
from sobremesa.play.match import Match


class Asked:
    """What was asked about one choice of a seat."""

    def __init__(self, match, seat, actions, instead):
        self.match, self.seat, self.actions, self.instead = match, seat, actions, instead
        self.seen = match.seen_by(seat)
        """What the seat may know, an array of one."""

    def after(self, actions=None):
        """The match after choices, chance waiting."""
        then = self.match.copy()
        then.roll = False
        for action in self.actions if actions is None else actions:
            then.push(then.move(self.seat, action))
        return then


def asked(match, rng):
    """Random choices of somebody who is to choose, as many as its turn has, and another first one."""
    seat = rng.choice(match.to_act)
    legal = match.legal_actions_of(seat)
    if len(legal) == 1:
        return None
    found = Asked(match, seat, [rng.choice(legal)], [rng.choice(legal)])
    then = found.after()
    while match.open and then.to_act == (seat,) and not ended(match, then) and rng.random() < 0.95:
        found.actions.append(rng.choice(then.legal_actions_of(seat)))
        then = found.after()
    return found


def ended(match, then):
    """Whether a turn is over, where somebody may have two in a row."""
    fields = [name for name in ("turns", "rounds", "round_number") if name in match.position.dtype.names]
    return any(match.position[0][name] != then.position[0][name] for name in fields)


def hold(counsel, checks, cases, enough=12, seldom=()):
    """Play at random, and have every remark tried by the check of its kind: with the question, and its facts. Each kind
    is tried so often at most, and must have come up unless it does so seldom."""
    met = Counter()
    for number, (game, seats, options) in enumerate(cases):
        rng, match = random.Random(number), Match(game, seats, seed=number, **options)
        while not match.is_over:
            if question := asked(match, rng):
                told = [
                    *counsel.look(question.seen, question.seat, question.actions),
                    *counsel.reasons(question.seen, question.seat, question.actions, question.instead),
                    *counsel.dangers(question.seen, question.seat, question.actions, []),
                ]
                for remark in told:
                    met[remark.kind] += 1
                    if met[remark.kind] <= enough:
                        said = {counsel.say(match.position[0], remark, language) for language in LANGUAGES}
                        assert len(said) == len(LANGUAGES) and not any("{" in each for each in said)
                        assert checks[remark.kind](question, **remark.facts), (remark, question.actions, match.record())
            seat = rng.choice(match.to_act)
            match.push(rng.choice(match.legal_moves_of(seat)))
    assert set(checks) - set(seldom) <= set(met), set(checks) - set(met)
    return met
