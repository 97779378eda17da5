"""Ladders: what a match means for them, and what the house believes after it."""

import random

import msgspec
import pytest
from openskill.models import PlackettLuce

from sobremesa import games
from sobremesa.mistakes import BadOption, BadSeats
from sobremesa.ratings import FIRST, Rating
from sobremesa.server.features.ladders.rating import after, combined, height, shown
from sobremesa.server.tables import fork, outcome
from sobremesa.server.tables import rated as rated_ladders
from sobremesa.server.tables.clock import Setting
from sobremesa.server.tables.outcome import GAVE_UP, NO_SEAT, PLAYED, SPARED, Part, outcome_of
from sobremesa.server.tables.rated import PAR, Ladder, Par, all_ladders
from sobremesa.server.tables.seating import Seating
from sobremesa.server.tables.settings import Manner
from sobremesa.server.tables.table import Table, new_facts
from tests.support.server.clocks import Time

RATED = Manner(rated=True)


# Arithmetic.


def parts(*sides):
    """Sides as (place, who, …)."""
    seat = iter(range(100))
    return [Part(next(seat), who, side, place) for side, (place, *whos) in enumerate(sides) for who in whos]


def known(rng, whos):
    return {who: Rating(rng.uniform(15, 35), rng.uniform(1, 8)) for who in whos}


def by_openskill(sides, before, tau=None):
    model = PlackettLuce() if tau is None else PlackettLuce(tau=tau)
    teams = [[model.rating(mu=before[who].mu, sigma=before[who].sigma) for who in whos] for _, *whos in sides]
    rated = model.rate(teams, ranks=[place for place, *_ in sides])
    names = [who for _, *whos in sides for who in whos]
    return dict(zip(names, [Rating(each.mu, each.sigma) for team in rated for each in team], strict=True))


def same(found, wanted):
    assert found.keys() == wanted.keys()
    for who, rating in found.items():
        assert (rating.mu, rating.sigma) == pytest.approx((wanted[who].mu, wanted[who].sigma), abs=1e-12)


@pytest.mark.parametrize("seats", range(2, 9))
def test_people_are_rated_as_openskill_rates_them_from_two_to_eight(seats):
    rng = random.Random(seats)
    whos = "abcdefgh"[:seats]
    for places in [*range(1, seats + 1)], [1] * seats, [1, 1, *range(3, seats + 1)]:
        rng.shuffle(places)
        before = known(rng, whos)
        sides = list(zip(places, whos, strict=True))
        same(after(parts(*sides), before), by_openskill(sides, before))


@pytest.mark.parametrize("teams", [2, 3, 4])
def test_teams_are_rated_as_openskill_rates_them(teams):
    rng = random.Random(teams)
    before = known(rng, "abcdefgh"[: 2 * teams])
    sides = [(1 + n % 3, *"abcdefgh"[2 * n : 2 * n + 2]) for n in range(teams)]
    same(after(parts(*sides), before), by_openskill(sides, before))


def test_nothing_is_added_to_the_doubt_about_bots():
    before = known(random.Random(1), ["bot:easy", "bot:hard"])
    sides = [(2, "bot:easy"), (1, "bot:hard")]
    same(after(parts(*sides), before), by_openskill(sides, before, tau=0.0))
    found = after(parts((1, "a"), (2, "bot:easy")), {})
    assert found["a"].mu - 25 == pytest.approx(25 - found["bot:easy"].mu, rel=1e-3)
    assert found["a"].sigma > found["bot:easy"].sigma


def test_a_bot_on_several_seats_gets_the_mean():
    sides = [(1, "a"), (2, "bot:easy"), (3, "bot:easy")]
    found = after(parts(*sides), {})
    alone = after(parts((1, "a"), (2, "bot:one"), (3, "bot:two")), {})
    assert found["a"] == alone["a"]
    assert found["bot:easy"].mu == pytest.approx((alone["bot:one"].mu + alone["bot:two"].mu) / 2)


def test_par_is_as_many_as_it_is_compared_with():
    together = [Part(seat, who, 0, 1) for seat, who in enumerate("abc")] + [Part(NO_SEAT, PAR, 1, 2)]
    found = after(together, {})
    model = PlackettLuce(tau=0.0)
    wanted = model.rate([[model.rating() for _ in range(3)] for _ in range(2)], ranks=[1, 2])
    assert found[PAR].mu == pytest.approx(wanted[1][0].mu, rel=1e-4) and found[PAR].mu < 25
    assert found["a"].mu == pytest.approx(wanted[0][0].mu, rel=1e-4) and found["a"].mu > 25
    drawn = after([msgspec.structs.replace(part, place=1) for part in together], {})
    assert drawn["a"].mu == pytest.approx(25) and drawn["a"].sigma < FIRST.sigma


def test_who_gives_up_is_last_and_the_partner_is_rated_with_the_side():
    sides = [(1, "a", "b"), (2, "c", "d")]
    whole = after(parts(*sides), {})
    lost = after(parts((3, "a", "b"), (2, "c", "d")), {})
    quit_ = parts(*sides)
    quit_[0] = msgspec.structs.replace(quit_[0], lot=GAVE_UP)
    assert after(quit_, {}) == whole | {"a": lost["a"]}
    assert lost["a"].mu < 25 < whole["a"].mu


def test_who_is_spared_is_not_rated():
    ended = [Part(0, "a", 0, 2, GAVE_UP), Part(1, "b", 0, 2, SPARED), Part(NO_SEAT, PAR, 1, 1)]
    found = after(ended, {})
    assert found.keys() == {"a", PAR} and found["a"].mu < 25


def test_two_beliefs_about_one_are_their_product_and_what_both_began_from_counts_once():
    one, other = Rating(30.0, 2.0), Rating(20.0, 4.0)
    found = combined(one, other)
    precision = 1 / 4 + 1 / 16 - 1 / FIRST.sigma**2
    assert found.sigma == pytest.approx(precision**-0.5)
    assert found.mu == pytest.approx((30 / 4 + 20 / 16 - FIRST.mu / FIRST.sigma**2) / precision)
    assert combined(other, one).mu == pytest.approx(found.mu)
    for each in one, FIRST:
        nothing_new = combined(each, FIRST)
        assert (nothing_new.mu, nothing_new.sigma) == pytest.approx((each.mu, each.sigma))


def test_one_number_is_shown_and_how_it_comes_about():
    assert msgspec.structs.astuple(shown(FIRST)) == (500, 1500, 1000)
    for rating in Rating(31.234, 1.987), Rating(2.0, 8.0):
        found = shown(rating)
        assert found.rating == found.estimate - found.doubt
        assert found.rating == pytest.approx(500 + 40 * height(rating), abs=1.01)


# Which ladders there are, and what may be rated.


def test_there_is_a_ladder_for_each_game_mode_and_number_of_seats():
    found = {each.name for each in all_ladders()}
    assert {"splut/-/2", "splut/-/4", "outspeed/-/6", "shut-the-lines/-/1", "shut-the-lines/-/4"} <= found
    assert {f"end-of-line/versus/{seats}" for seats in range(2, 9)} <= found
    assert {f"end-of-line/teams/{seats}" for seats in (4, 6, 8)} <= found
    assert {f"end-of-line/coop/{seats}" for seats in range(2, 9)} | {"end-of-line/solo/1"} <= found
    assert "end-of-line/teams/5" not in found and "splut/-/1" not in found
    assert {name for name in found if name in rated_ladders.pars()} == set(rated_ladders.pars())
    assert rated_ladders.read("end-of-line/coop/8") == Ladder("end-of-line", "coop", 8)


def seating(game="splut", seats=None, start="", **options):
    return Seating(new_facts(game, seats, options, False, "a", start))


def done(table, entry):
    table.take_seat(entry)
    table.count += 1


def test_only_the_usual_rules_are_rated_in_any_mode():
    table = seating("end-of-line", 4, mode="teams")
    assert table.set_manner("a", RATED)
    done(table, table.set_manner("a", RATED))
    assert not table.manner.coach
    done(table, table.set_options("a", 2, {"mode": "coop"}))
    assert table.manner.rated and table.seats == 2
    with pytest.raises(BadOption, match="usual rules: set edition, mulligan, extra_gas, score back first"):
        table.set_options("a", 2, {"mode": "coop", "edition": "2021"})
    with pytest.raises(BadOption, match="usual rules: set plans, target back first"):
        seating("shut-the-lines", 2, plans="3").set_manner("a", RATED)
    with pytest.raises(BadSeats, match="from a position"):
        seating(start="somewhere").set_manner("a", RATED)


def test_without_par_nobody_is_rated_alone(monkeypatch):
    monkeypatch.setattr(rated_ladders, "pars", dict)
    with pytest.raises(BadSeats, match="no par"):
        seating("end-of-line", 1).set_manner("a", RATED)


def test_at_a_rated_table_everybody_has_one_seat_and_somebody_sits():
    table = seating("outspeed", 3)
    done(table, table.set_manner("a", RATED))
    done(table, table.sit("a", 0, "A", "x"))
    assert table.sit("a", 0, "A", "x") is None
    with pytest.raises(BadSeats, match="one seat"):
        table.sit("a", 1, "A", "x")
    done(table, table.stand("a", 0))
    for entry in table.fill("a", "random"):
        done(table, entry)
    with pytest.raises(BadSeats, match="bots alone"):
        table.begin("a")
    both = seating("outspeed", 3)
    done(both, both.sit("a", 0, "A", "x"))
    done(both, both.sit("a", 1, "A", "x"))
    with pytest.raises(BadSeats, match="one seat"):
        both.set_manner("a", RATED)


def test_two_guests_who_turn_out_to_be_one_do_not_begin():
    table = seating()
    done(table, table.set_manner("a", RATED))
    done(table, table.sit("a", 0, "A", "x"))
    done(table, table.sit("b", 1, "B", "x"))
    table.places[1].who = "a"  # as it is read after they have signed in
    with pytest.raises(BadSeats, match="one seat"):
        table.begin("a")


def test_a_log_from_before_there_were_ladders_is_read():
    old = '{"resign":"loses","clock":null,"coach":true}'
    assert not msgspec.json.decode(old, type=Manner).rated


# What matches mean.


class Rated:
    """A table where the match counts."""

    def __init__(self, game="splut", seats=2, people=None, manner=RATED, time=None, **options):
        self.time = time or Time()
        self.table = Table(new_facts(game, seats, options, False, "a"), self.time)
        self.do("set_manner", "a", manner)
        people = "abcdefgh"[:seats] if people is None else people
        for seat, who in enumerate(people):
            self.do("sit", who, seat, who.upper(), "words")
        for seat in range(len(people), seats):
            self.do("seat_bot", "a", seat, "easy")
        self.do("begin", "a")

    def do(self, what, *some):
        entry = getattr(self.table, what)(*some)
        self.table.take(entry)
        return entry

    def play(self, rng, moves=100_000):
        match = self.table.match
        while not match.is_over and moves:
            moves -= 1
            seat = match.to_act[0]
            self.table.take(self.table.bot_move(seat, rng.choice(match.legal_actions_of(seat))))
        return self

    @property
    def found(self):
        return outcome_of(self.table)


def places(found):
    return {part.who: (part.place, part.lot) for part in found.parts}


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("splut", 2, {}),
        ("splut", 4, {}),
        ("outspeed", 6, {}),
        ("shut-the-lines", 3, {}),
        ("end-of-line", 8, {"mode": "versus"}),
        ("end-of-line", 6, {"mode": "teams"}),
    ],
)
def test_places_are_those_of_the_match(game, seats, options):
    rated = Rated(game, seats, **options).play(random.Random(3))
    found, result = rated.found, rated.table.match.result
    partner = games.find(game).part("tables").PARTNER[seats] if options.get("mode") == "teams" else range(seats)
    assert found.ladder == f"{game}/{options.get('mode', '-')}/{seats}"
    by_score = [part.seat for part in sorted(found.parts, key=lambda part: part.place)]
    scores = [result.scores[seat] for seat in by_score]
    assert scores == sorted(scores, reverse=True)
    for part in found.parts:
        for other in found.parts:
            assert (part.place == other.place) == (result.scores[part.seat] == result.scores[other.seat])
            assert (part.side == other.side) == (part.seat in (other.seat, partner[other.seat]))
    assert {part.lot for part in found.parts} == {PLAYED}


@pytest.mark.compiled
def test_bots_are_on_the_ladder_and_whoever_resigns_against_one_loses():
    rated = Rated("splut", 2, people="a")
    rated.do("resign", "a", 0)
    assert places(rated.found) == {"a": (2, PLAYED), "bot:easy": (1, PLAYED)}


@pytest.mark.compiled
def test_a_draw_is_a_tie():
    rated = Rated()
    assert rated.table.draw("a") is None
    rated.do("draw", "b")
    assert places(rated.found) == {"a": (1, PLAYED), "b": (1, PLAYED)}


@pytest.mark.compiled
def test_who_gives_up_or_is_out_of_time_is_last_whatever_a_bot_makes_of_it():
    time = Time()
    rated = Rated("splut", 4, manner=Manner(rated=True, clock=Setting(60, 0)), time=time)
    rated.do("resign", "c", 2)
    time.at += 70
    out = rated.do("out")
    assert out.seat == 0 and rated.table.places[0].bot
    rated.play(random.Random(4))
    found = places(rated.found)
    assert found["a"] == found["c"] == (3, PLAYED)
    assert {found["b"][0], found["d"][0]} <= {1, 2}
    assert "bot:random" not in found


@pytest.mark.compiled
def test_a_partner_goes_on_without_who_gave_up():
    rated = Rated("end-of-line", 4, mode="teams")
    rated.do("resign", "a", 0)
    found = rated.play(random.Random(5)).found
    [mate] = [part for part in found.parts if part.side == found.parts[0].side and part.who != "a"]
    assert found.parts[0].lot == GAVE_UP and mate.lot == PLAYED and mate.place == found.parts[0].place


@pytest.mark.compiled
@pytest.mark.parametrize(("more", "place", "pars"), [(0.1, 2, 1), (0.0, 1, 1), (-0.1, 1, 2)])
def test_together_people_beat_par_or_equal_it_or_miss_it(monkeypatch, more, place, pars):
    rated = Rated("end-of-line", 3, people="ab", mode="coop").play(random.Random(6))
    score = rated.table.match.result.scores[0]
    monkeypatch.setattr(outcome, "pars", lambda: {"end-of-line/coop/3": Par(score + more, "empty", 0)})
    found = rated.found
    assert places(found) == dict.fromkeys(("a", "b", "bot:easy"), (place, PLAYED)) | {PAR: (pars, PLAYED)}
    assert found.parts[-1].seat == NO_SEAT and {part.side for part in found.parts[:-1]} == {0}


@pytest.mark.compiled
def test_who_ends_what_all_play_together_misses_par_alone():
    rated = Rated("end-of-line", 2, mode="coop")
    rated.do("resign", "b", 1)
    assert places(rated.found) == {"a": (2, SPARED), "b": (2, GAVE_UP), PAR: (1, PLAYED)}


@pytest.mark.compiled
def test_alone_one_is_compared_with_par():
    rated = Rated("end-of-line", 1)
    rated.do("resign", "a", 0)
    assert places(rated.found) == {"a": (2, PLAYED), PAR: (1, PLAYED)}
    assert rated.found.ladder == "end-of-line/solo/1"


@pytest.mark.compiled
def test_at_a_rated_table_nothing_is_taken_back_told_left_to_a_bot_or_played_on_elsewhere():
    rated = Rated("splut", 2)
    table = rated.play(random.Random(7), 3).table
    with pytest.raises(BadSeats, match="taken back"):
        table.undo("a", table.count)
    with pytest.raises(BadSeats, match="leaves a seat"):
        table.seat_bot("a", 0, "easy")
    with pytest.raises(BadSeats, match="when it is over"):
        fork.lay(table, "a", "A", 0, None, "easy")
    assert not table.manner.coach
    rated.do("resign", "a", 0)
    assert fork.lay(table, "a", "A", 0, None, "easy")[0].facts.start
