"""What a plan does, and what can be said about it, is the same when what is hidden from its seat is dealt anew."""

import collections
import random

import pytest

from bench.server.leaks import Leak, Pairs, who
from sobremesa.games.end_of_line.tables import ENERGY, KIND_NAMES
from sobremesa.games.outspeed.tables import SYMBOLS, TILES, TOKEN_NAMES
from sobremesa.games.shut_the_lines.tables import MOST_DICE, MOST_LINES, MOST_NUMBERS
from sobremesa.games.splut.notation import PIECES
from sobremesa.games.splut.tables import SQUARE
from sobremesa.kernel import REFEREE, SPECTATOR
from sobremesa.mistakes import Mistake
from sobremesa.play import fair
from sobremesa.play.match import Match
from sobremesa.server.features.plans import facts, next_step, outspeed, shut_the_lines, splut
from sobremesa.server.features.plans.models import Branch, Condition, Plan
from tests.support.selection import exhaustive

pytestmark = pytest.mark.compiled


class Planned(Pairs):
    """Tables beside their twins, at which seats have plans."""

    def same(self, kind, eyes, one, other, since=None):
        """Whatever is compared, plans are."""
        if eyes == SPECTATOR:
            return
        asked = [self.condition(one, eyes) for _ in range(6)]
        texts = [self.rng.choice(one.match.moves).text, *self.moves(one, eyes)]
        branches = [Branch([self.rng.choice(texts)], [each]) for each in asked]
        plan = Plan("", eyes, 0, who(eyes), 0.0, 0, one.chosen[eyes], branches)
        told = [self.told(each, eyes, plan, asked) for each in (one, other)]
        self.check(f"{kind} plan", eyes, *told)

    def told(self, table, eyes, plan, asked):
        """All that a plan tells its owner."""
        said = [str(facts.askable(table.match, eyes)), str(next_step.stands(table, plan))]
        said += [str(facts.holds(table.match, eyes, [each])) for each in asked]
        for deed in lambda: next_step.due(table, plan), lambda: next_step.check(table, eyes, plan.branches):
            try:
                said.append(str(deed()))
            except Mistake as mistake:
                said.append(str(mistake))
        return "\n".join(said).encode()

    def condition(self, table, eyes):
        """Something that could be asked, of whatever comes to mind."""
        known = self.rng.choice(facts.askable(table.match, eyes))
        parts = {}
        for part in known.parts:
            if part.name == facts.MOVE:
                parts[part.name] = self.rng.choice([move.text for move in table.match.moves] + self.moves(table, eyes))
            elif part.words:
                parts[part.name] = self.rng.choice(part.words)
            else:
                parts[part.name] = self.rng.randint(part.least, min(part.most, 20))
        return Condition(known.fact, parts)

    def moves(self, table, eyes):
        return table.match.texts_of(eyes)

    async def same_refusal(self, *_):
        """Those are compared elsewhere."""

    async def same_draft(self, *_):
        """So are these."""

    def same_fork(self, *_):
        """And these."""


@pytest.mark.parametrize(
    ("game", "seats", "moves"),
    [
        ("outspeed", 3, 100),
        ("end-of-line", 3, 100),
        exhaustive("outspeed", 3, 400),
        exhaustive("outspeed", 5, 400),
        exhaustive("end-of-line", 3, 400),
        exhaustive("end-of-line", 4, 400),
    ],
)
async def test_nothing_that_a_plan_does_depends_on_what_is_hidden(game, seats, moves):
    counts = await Planned(game, seats, seed=1).compare(moves)
    assert counts["state plan"] > moves / 4
    assert counts["sealed plan"] > moves / 40 or game == "end-of-line"


async def test_a_fact_that_is_read_from_the_true_position_is_noticed(monkeypatch):
    """As if everybody's cards were one's own."""
    original = Match.view

    def view(match, seat):
        told = original(match, seat)
        told["lines"][seat]["hand"] = original(match, REFEREE)["lines"][(seat + 1) % 3]["hand"]
        return told

    monkeypatch.setattr(Match, "view", view)
    with pytest.raises(Leak, match="plan"):
        await Planned("end-of-line", 3, seed=2).compare(20_000)


async def test_choices_that_are_asked_while_they_are_secret_are_noticed(monkeypatch):
    monkeypatch.setattr(outspeed, "CHOICES_IN_SIGHT", True)
    with pytest.raises(Leak, match="sealed plan"):
        await Planned("outspeed", 3, seed=3).compare(20_000)


@pytest.mark.exhaustive
def test_every_fact_of_every_game_holds_now_and_then_not(monkeypatch):
    """None is so always, or never, in a few matches, the same each time."""
    secrets = random.Random(1)
    monkeypatch.setattr(fair, "new_secret", lambda: f"{secrets.getrandbits(256):064x}")
    found = collections.defaultdict(set)
    for game, seats in ("splut", 3), ("outspeed", 3), ("end-of-line", 3), ("shut-the-lines", 2):
        pairs = Planned(game, seats, seed=5)
        for _ in range(10):
            table = pairs.begun()
            while not table.match.is_over and len(table.match.moves) < 120:
                seat = pairs.rng.choice(table.match.to_act)
                for _ in range(6):
                    asked = pairs.condition(table, seat)
                    found[game, asked.fact].add(facts.holds(table.match, seat, [asked]))
                table.take(
                    table.move(who(seat), seat, table.chosen[seat], pairs.rng.choice(table.match.texts_of(seat)))
                )
        assert {fact for each, fact in found if each == game} == {
            each.fact for each in facts.askable(pairs.begun().match, 0)
        }
    seldom = {("outspeed", "finish"), ("shut-the-lines", "points"), ("shut-the-lines", "shut")}
    assert {key for key, held in found.items() if len(held) < 2} <= seldom


def test_what_can_be_asked_of_is_what_the_games_have():
    """The vocabulary knows the games by what seats are shown, so that their words are held together here."""
    assert sorted(SQUARE) == splut.SQUARES and splut.PIECES == PIECES
    assert (tuple(SYMBOLS), TOKEN_NAMES) == (outspeed.SYMBOLS, outspeed.TOKENS)
    assert len(outspeed.TILES) == TILES
    largest = shut_the_lines.NUMBERS[-1], shut_the_lines.LINES[-1], shut_the_lines.TOTALS[-1]
    assert largest == (MOST_NUMBERS, MOST_LINES, 6 * MOST_DICE)
    match = Match("end-of-line", 2, seed=1)
    asked = {each.fact: each.parts for each in facts.askable(match, 0)}
    assert asked["hand"][0].words == list(KIND_NAMES) and asked["energy"][0].most == ENERGY
