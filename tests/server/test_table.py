"""A table without a house: what is proposed, what happens, and that its log replays to the same."""

import pytest

import sobremesa as sm
from sobremesa.analysis import exact
from sobremesa.mistakes import BadOption, BadSeats, IllegalMove, Mistake, NothingToUndo
from sobremesa.play import fair
from sobremesa.server.live.registry import happened
from sobremesa.server.tables import rematch
from sobremesa.server.tables.settings import Manner
from sobremesa.server.tables.table import Table, new_facts
from tests.support.server.tables import Kept

pytestmark = pytest.mark.compiled


def test_who_resigns_against_one_loses_at_once():
    kept = Kept()
    kept.move(0)
    kept.do("resign", "a", 0)
    seen = kept.sees()
    assert seen["about"]["state"] == "over"
    assert seen["result"] == (-1.0, 1.0)
    assert seen["ending"] == {"how": "resigned", "seat": "red"}
    assert seen["secret"] == kept.table.facts.secret
    assert seen["seats"]["green"]["moves"] == []
    assert kept.do("resign", "a", 0) is None
    for refused in (("resign", "b", 1), ("undo", "b", 9), ("draw", "a"), ("seat_bot", "b", 1, "random")):
        with pytest.raises(IllegalMove, match="The match is over"):
            kept.do(*refused)


def test_the_record_of_a_resigned_match_can_be_verified():
    kept = Kept("shut-the-lines", 2)
    kept.move(kept.table.match.turn)
    kept.do("resign", "b", 1)
    match = sm.loads(kept.table.match.record())
    assert [move.text for move in match.moves][: len(kept.table.match.moves)] == [
        move.text for move in kept.table.match.moves
    ]
    assert fair.verify(match) > 0


def test_among_more_a_bot_plays_on_for_who_resigns():
    kept = Kept("outspeed", 3, "abc", Manner("bot:strong"))
    kept.do("resign", "c", 2)
    place = kept.sees()["about"]["places"][2]
    assert (place["bot"], place["gone"], place["name"]) == ("strong", True, "C")
    assert "result" not in kept.sees()
    assert kept.do("resign", "c", 2) is None
    with pytest.raises(BadSeats, match="given up for good"):
        kept.do("back", "c", 2)
    with pytest.raises(BadSeats, match="given up for good"):
        kept.do("seat_bot", "c", 2, "random")
    with pytest.raises(IllegalMove, match="A bot plays for"):
        kept.move(2)


def test_one_may_resign_for_oneself_and_in_the_match_only():
    table = Table(new_facts("splut", 2, {}, False, "a"))
    with pytest.raises(IllegalMove, match="has not begun"):
        table.resign("a", 0)
    with pytest.raises(BadSeats, match="not yours"):
        Kept().do("resign", "a", 1)


def test_in_a_common_match_nobody_wins_by_another_giving_up():
    kept = Kept("end-of-line", 2, mode="coop")
    kept.do("resign", "a", 0)
    assert kept.sees()["result"] == (-1.0, -1.0)


def test_a_draw_is_agreed_by_both():
    kept = Kept()
    assert kept.do("draw", "a") is None
    assert kept.sees()["about"]["agreed"] == {"draw": ["red"]}
    assert kept.do("draw", "a") is None
    kept.move(0)
    assert kept.sees()["about"]["agreed"] == {}  # an offer holds until something happens
    kept.do("draw", "b")
    assert kept.do("draw", "a")
    assert kept.sees()["result"] == (0.0, 0.0)
    assert kept.sees()["ending"] == {"how": "drawn", "seat": ""}
    assert kept.do("draw", "b") is None


def test_what_is_played_to_its_end_says_so():
    kept = Kept("shut-the-lines", 1, "a")
    while kept.table.state == "playing":
        kept.move(0)
    assert kept.sees()["ending"] == {"how": "played", "seat": ""}


@pytest.mark.parametrize(
    ("game", "seats", "people"), [("splut", 3, "abc"), ("end-of-line", 2, "ab"), ("splut", 2, "a")]
)
def test_elsewhere_no_draw_is_agreed(game, seats, people):
    kept = Kept(game, seats, people)
    with pytest.raises(BadSeats, match="draw"):
        kept.do("draw", "a")


def test_spectators_agree_to_nothing():
    for what in ["draw"], ["undo", 4]:
        kept = Kept()
        kept.move(0)
        with pytest.raises(BadSeats, match="Only who plays"):
            kept.do(what[0], "x", *what[1:])


@pytest.mark.parametrize(("seats", "resign"), [(3, "loses"), (2, "dances"), (2, "bot:nobody")])
def test_a_manner_that_cannot_be_is_refused(seats, resign):
    table = Table(new_facts("splut", seats, {}, False, "a"))
    with pytest.raises(Mistake) as refused:
        table.set_manner("a", Manner(resign))
    assert table.count == 0
    assert refused.type is not BadOption or "bot:random" in str(refused.value)


def test_the_manner_is_said_before_anybody_else_sits_down():
    table = Table(new_facts("splut", 2, {}, False, "a"))
    with pytest.raises(BadSeats, match="Only who laid"):
        table.set_manner("b", Manner("loses"))
    table.take(table.sit("b", 0, "B", "words"))
    with pytest.raises(BadSeats, match="stays as it is"):
        table.set_manner("a", Manner("bot:random"))


def test_a_rematch_is_the_same_with_everybody_a_seat_further_on():
    kept = Kept("outspeed", 4, "abc", Manner("bot:weak"), first_game=True)
    with pytest.raises(BadSeats, match="when the match is over"):
        kept.do("rematch", "a")
    kept.do("resign", "c", 2)
    while kept.table.state == "playing":
        seat = kept.table.match.turn
        entry = kept.table.bot_move(seat, kept.table.match.legal_actions_of(seat)[0])
        kept.table.take(entry)
    assert not kept.table.rematch("a")
    assert kept.sees()["about"]["agreed"] == {"rematch": ["ruby"]}
    assert kept.table.rematch("b")
    table, wishes = rematch.lay(kept.table)
    happened(table, wishes)
    kept.table.take(kept.table.play_again(table.facts.id))
    told = [rematch.told_to(kept.table, who) for who in ("b", "a", "c", "")]
    assert [each.seats for each in told] == [[0], [3], [], []]
    assert {each.table for each in told} == {table.facts.id}
    assert [(place.bot, place.kept) for place in table.places] == [("", "b"), ("weak", ""), ("random", ""), ("", "a")]
    assert (table.options, table.manner, table.facts.owner) == (kept.table.options, kept.table.manner, "a")
    assert table.facts.secret != kept.table.facts.secret
    with pytest.raises(BadSeats, match="kept for B"):
        table.sit("a", 0, "A", "words")
    with pytest.raises(BadSeats, match="Nobody sits at"):
        table.begin("a")
    table.take(table.sit("b", 0, "B", "words"))
    assert table.places[0].who == "b"


def test_taking_back_against_a_bot_takes_back_a_choice_of_ones_own():
    kept = Kept(people="a")
    with pytest.raises(NothingToUndo):
        kept.do("undo", "a", kept.table.count)
    view = kept.sees("a")["seats"]["red"]["view"]
    kept.move(0)
    while kept.table.match.turn == 1:
        kept.do("bot_move", 1, kept.table.match.legal_actions_of(1)[0])
    assert len(kept.table.match.moves) > 2
    kept.do("undo", "a", kept.table.count)
    assert kept.sees("a")["seats"]["red"]["view"] == view
    assert kept.table.match.moves == []


def test_what_is_asked_twice_is_done_once():
    kept = Kept(people="a")
    assert kept.do("sit", "a", 0, "A", "words-a") is None
    assert kept.do("begin", "a") is None
    assert kept.do("seat_bot", "a", 0, "random")
    assert kept.do("seat_bot", "a", 0, "random") is None
    with pytest.raises(BadSeats, match="The match has begun"):
        kept.do("sit", "a", 0, "A", "other-words")
    with pytest.raises(BadSeats, match="Only who sits"):
        kept.do("begin", "x")


def test_nothing_hides_in_a_name():
    table = Table(new_facts("splut", 2, {}, False, "a"))
    table.take(table.sit("a", 0, " \u202eA\x00d\n a\u200b ", "words"))
    assert table.places[0].name == "Ad a"
    with pytest.raises(BadSeats, match="needs a name"):
        table.sit("b", 1, "\x00\u200b", "words")


def test_whoever_laid_the_table_sends_a_bot_away():
    table = Table(new_facts("splut", 2, {}, False, "a"))
    table.take(table.seat_bot("a", 1, "random"))
    with pytest.raises(BadSeats, match="Only who laid"):
        table.stand("b", 1)
    table.take(table.stand("a", 1))
    assert not table.places[1].taken
    assert table.stand("a", 1) is None


def test_what_choices_are_worth_is_told_where_it_is_known():
    kept = Kept("shut-the-lines", 2, "ab", plans="1")
    match = kept.table.match
    worth = exact.worth(match, match.turn)
    assert set(worth) == set(match.texts_of(match.turn))
    best = max(worth, key=worth.get)
    perfect = sm.bots.make("exact", match.game, 1)
    action = perfect.choose(match.seen_by(match.turn), match.turn, match.legal_actions_of(match.turn))
    assert worth[match.move(match.turn, action).text] == worth[best]
    with pytest.raises(IllegalMove, match="nothing to weigh"):
        exact.worth(match, 1 - match.turn)
    with pytest.raises(BadSeats, match="nobody here knows"):
        exact.worth(Kept().table.match, 0)
