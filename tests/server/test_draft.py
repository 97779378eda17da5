"""A turn that is not confirmed: only its owner sees it, and it tells them nothing that they could not know."""

import random

import msgspec
import pytest

from sobremesa.mistakes import IllegalMove
from sobremesa.play.match import Match
from sobremesa.server.live.registry import replayed
from sobremesa.server.tables.draft import Draft
from tests.support.games.outspeed import forced, race
from tests.support.server.tables import Kept, begin_match

pytestmark = pytest.mark.compiled


def seen(kept, who, name):
    return msgspec.to_builtins(kept.table.seen_by(who, "en"))["seats"][name]


def test_only_its_owner_sees_a_draft_and_nothing_is_written():
    kept = Kept()
    others = kept.sees("b"), kept.sees("x"), kept.table.count
    before = seen(kept, "a", "red")
    kept.table.draft("a", 0, 0, ["De2-e3"])
    drafted = seen(kept, "a", "red")
    assert drafted["draft"] == ["De2-e3"] and drafted["ready"]  # the first turn of Splut! is one step
    assert drafted["view"] != before["view"]
    assert (drafted["choice"], drafted["moves"], drafted["expected"]) == (0, [], "")
    assert drafted["events"][0]["text"]
    assert (kept.sees("b"), kept.sees("x"), kept.table.count) == others
    kept.table.draft("a", 0, 0, [])
    assert seen(kept, "a", "red") == before


def test_a_draft_goes_on_while_it_is_the_seats_turn_and_is_confirmed_as_a_whole():
    kept = Kept()
    kept.move(0)
    steps = []
    for _ in range(2):
        shown = kept.table.drafts[1].shown if steps else kept.table.match
        steps.append(shown.legal_moves_of(1)[0].text)
        kept.table.draft("b", 1, 0, steps)
    assert kept.table.drafts[1].ready
    with pytest.raises(IllegalMove, match="Confirm what you have chosen first"):
        kept.table.draft("b", 1, 0, [*steps, "De8-e7"])
    assert kept.table.drafts[1].texts == steps  # a refused one changes nothing
    assert len(kept.do("confirm", "b", 1, 0, steps)) == 2
    assert kept.table.drafts == {}
    assert kept.do("confirm", "b", 1, 0, steps) == []  # sent twice
    assert kept.table.match.turn == 0
    assert replayed(kept.table.facts, kept.log).chosen == [1, 2]


def test_of_choices_that_cannot_all_be_made_none_is():
    kept = Kept()
    kept.move(0)
    with pytest.raises(IllegalMove):
        kept.do("confirm", "b", 1, 0, [kept.table.match.legal_moves_of(1)[0].text, "De2-e3"])
    assert kept.table.chosen == [1, 0]


def test_what_is_asked_of_an_older_table_is_refused():
    kept = Kept()
    kept.table.draft("a", 0, 0, ["De2-e3"])
    kept.move(0)
    assert kept.table.drafts == {}
    with pytest.raises(IllegalMove, match="has gone on since"):
        kept.table.draft("a", 0, 0, ["De2-e3"])
    with pytest.raises(IllegalMove, match="That choice has been made"):
        kept.do("confirm", "a", 0, 0, ["De2-e4"])
    with pytest.raises(IllegalMove, match="not to be made yet"):
        kept.do("confirm", "b", 1, 1, ["De8-e7"])


def test_nobody_confirms_what_chance_or_a_secret_would_answer():
    """Else one could ask for two choices, and learn from the refusal of the second what the first would bring."""
    kept = Kept("shut-the-lines", 1, "a")
    first = kept.table.match.legal_moves[0].text
    while not Draft(kept.table.match, 0, [first]).ready:
        kept.move(0)
        first = kept.table.match.legal_moves[0].text
    with pytest.raises(IllegalMove, match="Confirm what you have chosen first"):
        kept.do("confirm", "a", 0, kept.table.chosen[0], [first, "1"])


def test_a_sealed_choice_can_be_drafted_while_others_choose():
    kept = Kept("outspeed", 3, "abc")
    kept.table.draft("a", 0, 0, ["A"])
    kept.do("move", "b", 1, 0, "B")
    assert seen(kept, "a", "ruby")["draft"] == ["A"]
    before = kept.sees("a")["seats"]["ruby"]["view"]
    assert seen(kept, "b", "maize")["draft"] == []
    kept.table.draft("a", 0, 0, ["B"])
    assert kept.sees("a")["seats"]["ruby"]["view"] != before
    kept.table.draft("c", 2, 0, ["B"])
    kept.do("confirm", "a", 0, 0, ["B"])
    assert seen(kept, "c", "jade")["ready"]  # the last one turns all over: what follows is not shown
    assert seen(kept, "c", "jade")["view"]["phase"] == "programming"


def test_what_another_has_sealed_is_never_guessed():
    """With two ships left a few worlds may agree on what the other chose, as in these two races: that is no news."""
    last = 0
    for seed in 282, 343, *range(10):
        match, rng = Match("outspeed", 3, seed=seed), random.Random(seed)
        while not match.is_over:
            seat = rng.choice(match.to_act)
            if len(match.to_act) == 1 and seat >= 0 and match.view(seat)["phase"] == "programming":
                last += 1
                for move, after in Draft(match, seat).outcomes():
                    events = after.events_of(len(after.moves) - 1, seat) if after else ()
                    told = {event.seat for event in events if event.kind == "route"} - {seat}
                    assert all(forced(match, other) for other in told), (move, match.record())
            match.push(rng.choice(match.legal_moves_of(seat)), seat)
    assert last > 50


def test_nothing_is_drafted_beyond_what_others_wait_for():
    """Whoever decides last what to lay does not choose a route in the same draft: all others could choose theirs."""
    match = race(ruby=9, maize=8, jade=7, hands={"jade": "nitro"})
    draft = Draft(match, 2, ["none"])
    assert draft.ready and draft.shown.to_act == (0, 1, 2)
    with pytest.raises(IllegalMove, match="Confirm what you have chosen first"):
        draft.add("A")


def test_a_bot_in_the_seat_a_lost_time_and_an_undo_end_a_draft():
    for ending in ["seat_bot", "a", 0, "random"], ["undo", "a", 3], ["resign", "a", 0]:
        kept = Kept(people="a")
        if ending[0] == "undo":
            kept.move(0)
            while kept.table.match.turn == 1:
                kept.do("bot_move", 1, kept.table.match.legal_actions_of(1)[0])
            ending[2] = kept.table.count
        choice = kept.table.chosen[0]
        kept.table.draft("a", 0, choice, [kept.table.match.legal_moves_of(0)[0].text])
        assert kept.do(*ending)
        assert kept.table.drafts == {}


@pytest.mark.parametrize(("game", "seats"), [("splut", 3), ("end-of-line", 4), ("shut-the-lines", 2), ("outspeed", 4)])
def test_a_match_of_drafts_goes_as_one_of_moves(game, seats):
    """Whatever is drafted and confirmed leads where it was shown to lead, as far as it was shown."""
    kept, rng = Kept(game, seats, "abcd"[:seats]), random.Random(game)
    for _ in range(60):
        match = kept.table.match
        if match.is_over:
            break
        seat = rng.choice(match.to_act)
        who, steps = kept.table.places[seat].who, []
        shown = match
        while len(steps) < 3 and not (seat in kept.table.drafts and kept.table.drafts[seat].ready):
            steps.append(rng.choice(shown.legal_moves_of(seat)).text)
            kept.table.draft(who, seat, kept.table.chosen[seat], steps)
            shown = kept.table.drafts[seat].shown
        draft = kept.table.drafts[seat]
        for text in draft.texts[:-1]:
            kept.do("move", who, seat, kept.table.chosen[seat], text)
        assert kept.table.match.legal_moves_of(seat)
        kept.do("move", who, seat, kept.table.chosen[seat], draft.texts[-1])
        if not draft.ready:
            assert kept.table.match.view(seat) == draft.shown.view(seat)


def test_a_draft_over_the_wire(server):
    [one, other] = begin_match(server)
    entries = one.state["about"]["entries"]
    one.draft("red", "De2-e3")
    assert one.state["seats"]["red"]["draft"] == ["De2-e3"]
    assert one.house.ask("GET", f"/api/tables/{one.name}")["entries"] == entries
    second = one.house.table(one.name)  # another browser of the same person
    assert second.state["seats"]["red"]["draft"] == ["De2-e3"]
    one.confirm("red")
    while other.state["about"]["entries"] == entries:
        other.wait()
    assert other.state["seats"]["green"]["draft"] == []
    assert other.state["about"]["moves"] == 1


@pytest.mark.parametrize(("game", "seats"), [("splut", 2), ("end-of-line", 3), ("shut-the-lines", 2), ("outspeed", 3)])
def test_who_asks_is_told_what_each_choice_would_do_and_it_does(game, seats):
    kept = Kept(game, seats, "abc"[:seats])
    for _ in range(12):
        match = kept.table.match
        if match.is_over:
            break
        seat = match.turn
        who, name = kept.table.places[seat].who, kept.table.names[seat]
        shown = kept.table.seen_by(who, "es", None, choices=True).seats[name]
        assert [choice.move for choice in shown.choices] == shown.moves
        choice = shown.choices[len(shown.choices) // 2]
        before = len(match.moves)
        kept.do("move", who, seat, kept.table.chosen[seat], choice.move)
        happened = [event for event in kept.table.seen_by(who, "es", before).seats[name].events if event["n"] == before]
        assert choice.events == (happened if choice.events else [])
        assert choice.text == "; ".join(event["text"] for event in choice.events)
    assert kept.table.seen_by("a", "en").seats[kept.table.names[0]].choices == []
