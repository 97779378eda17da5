"""A position while somebody lays it out: it need not be whole, and the house says what can follow."""

import copy
import random

import pytest

from sobremesa import games
from sobremesa.games.end_of_line.set_up_steps import sketch
from sobremesa.mistakes import BadDiagram, Mistake
from tests.support.games.set_up import spoilt, written

pytestmark = pytest.mark.compiled
GAME = games.find("end-of-line")
TABLES = [
    (1, {"mode": "solo", "walls": "0,1 3,4"}),
    (1, {"mode": "solo", "deck": "open", "turns": "exact"}),
    (2, {}),
    (2, {"edition": "2021"}),
    (2, {"mode": "coop", "edition": "2021", "walls": "0,0"}),
    (3, {"edition": "en"}),
    (4, {"mode": "teams"}),
    (4, {"mode": "teams", "edition": "en"}),
    (5, {"edition": "2021"}),
    (6, {"mode": "teams", "edition": "2021"}),
    (7, {}),
    (8, {"mode": "coop"}),
    (8, {"mode": "teams", "edition": "en"}),
]


def told(seats, data, **options):
    return sketch(GAME, *GAME.agree(seats, options), data)


def laid(found, seat, kind, at=0, way="places"):
    """The data with one more card on a line, where the house says that one may lie."""
    data = copy.deepcopy(found.data)
    place = found.next["lines"][seat][way][at]
    data["lines"][seat]["cards"].append({"square": place["square"], "kind": kind, "heading": place["heading"]})
    return data


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_any_position_of_real_play_is_opened_and_comes_back_unchanged(seats, options):
    seats, options = GAME.agree(seats, options)
    seen = 0
    for position, data in written(GAME, seats, options, 4 if seats <= 2 else 1, 60):
        found = sketch(GAME, seats, options, data)
        assert (found.data, found.why) == (data, "")
        again = GAME.part("set_up").read(GAME, seats, options, found.data)
        assert GAME.view.view(again[0], 0) == GAME.view.view(position[0], 0)
        shown, real = GAME.view.view(found.position[0], 0), GAME.view.view(position[0], 0)
        assert shown == real
        seen += 1
    assert seen >= 12


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_line_is_laid_card_by_card_as_it_was_played(seats, options):
    """Every card of real play was laid where the house would have said that one may lie."""
    seats, options = GAME.agree(seats, options)
    *_, (_, data) = written(GAME, seats, options, 1, 400)
    for seat in data["lines"]:
        cards = data["lines"][seat]["cards"]
        for count, card in enumerate(cards):
            less = copy.deepcopy(data)
            less["lines"][seat]["cards"] = cards[:count]
            try:
                offered = sketch(GAME, seats, options, less).next["lines"][seat]
            except BadDiagram:  # its partner went over what is taken away
                assert options["mode"] == "teams"
                continue
            place = {"square": card["square"], "heading": card["heading"]}
            open_to = offered["places"] + offered["around"]
            assert place in [{part: each[part] for part in place} for each in open_to]
            assert offered["left"][card["kind"]] > 0


def test_nothing_need_be_said_and_the_rest_is_found():
    found = told(3, {})
    assert found.data["order"] == ["ruby", "maize", "jade"] and found.data["mover"] == "ruby"
    assert (found.data["round"], found.data["to_lay"], found.data["spends"]) == (1, 1, False)
    assert found.why == "Ruby has no card in the hand to lay."
    assert found.next["lines"]["ruby"]["holds"] == 5 and found.next["turn"]["to_lay"] == [1]
    for seat, kind in ("ruby", "tee"), ("maize", "straight"), ("jade", "cross-0"):
        found = told(3, laid(found, seat, kind) | {"round": None, "order": None, "mover": ""})
    assert found.data["round"] == 2 and found.data["order"] == ["jade", "maize", "ruby"]  # rule 4
    found = told(3, found.data | {"opener": "jade", "mover": "maize", "spends": None, "to_lay": None})
    assert [found.next["lines"][each]["holds"] for each in found.data["order"]] == [3, 5, 5]


def test_an_unfinished_position_is_kept_with_the_reason_why_it_cannot_be_played():
    found = told(2, {"round": 5})
    assert found.why == "From the third round on every line has laid a card." and found.data["round"] == 5
    found = told(2, laid(found, "ruby", "straight") | {"cut": ["maize"]})
    assert found.why == "The match is over there." and found.data["cut"] == ["maize"]
    assert [card["kind"] for card in found.data["lines"]["ruby"]["cards"]] == ["straight"]
    assert told(2, {"cut": ["ruby", "maize"]}).data["mover"] == ""


def test_a_card_that_is_laid_leaves_the_hand_where_the_deck_has_no_other():
    found = told(2, {"lines": {"ruby": {"hand": {"cross-5": 1, "straight": 2}}}})
    found = told(2, laid(found, "ruby", "cross-5"))
    assert found.data["lines"]["ruby"]["hand"] == {"straight": 2}
    assert found.next["lines"]["ruby"]["left"]["cross-5"] == 0
    with pytest.raises(BadDiagram, match="Ruby has 1 cards cross-5"):
        told(2, laid(found, "ruby", "cross-5"))


def test_what_a_card_could_be_instead_keeps_the_line_whole():
    found = told(2, {})
    for kind in "left-ahead", "straight", "cross-5":
        found = told(2, laid(found, "ruby", kind))
    first, second, last = found.next["lines"]["ruby"]["instead"]
    assert first == ["left", "left-ahead", "tee", "cross-0"]
    assert second == ["straight", "left-ahead", "ahead-right", "cross-0"]
    assert last == ["straight", "left", "right", "left-ahead", "ahead-right", "tee", "cross-5", "cross-0"]
    for kind in first:
        cards = copy.deepcopy(found.data)
        cards["lines"]["ruby"]["cards"][0]["kind"] = kind
        told(2, cards)
    cards["lines"]["ruby"]["cards"][0]["kind"] = "right"
    with pytest.raises(BadDiagram, match="does not go on from the line"):
        told(2, cards)


def test_the_last_card_may_lie_elsewhere():
    found = told(2, {})
    for kind in "tee", "left-ahead", "straight":
        found = told(2, laid(found, "ruby", kind))
    *before, last = found.data["lines"]["ruby"]["cards"]
    elsewhere = found.next["lines"]["ruby"]["elsewhere"]
    assert [place["square"] for place in elsewhere] and last["square"] not in [each["square"] for each in elsewhere]
    for place in elsewhere:
        data = copy.deepcopy(found.data)
        moved = {"square": place["square"], "kind": "straight", "heading": place["heading"]}
        data["lines"]["ruby"]["cards"] = [*before, moved]
        assert told(2, data).data["lines"]["ruby"]["cards"][-1] == moved


def test_a_turn_is_as_it_begins_unless_it_is_said_otherwise():
    found = told(2, {})
    for seat in "ruby", "maize":
        for kind in "straight", "tee":
            found = told(2, laid(found, seat, kind))
    data = {part: found.data[part] for part in ("lines", "opener")}
    begins = told(2, data | {"round": 4})
    assert begins.data["spends"] and begins.next["turn"] == {
        "spends": True,
        "to_lay": [1, 2, 3],
        "back": True,
        "crossing": False,
        "keeps": False,
    }
    assert told(2, data | {"round": 4, "to_lay": 3}).data["to_lay"] == 3
    around = told(2, data | {"round": 4, "to_lay": 2, "back": 1, "crossing": True}).data
    assert (around["back"], around["crossing"], around["spends"]) == (1, False, False)
    early = told(2, data | {"round": 2, "spends": True, "back": 1}).data
    assert (early["spends"], early["back"], early["to_lay"]) == (False, 0, 2)


def test_who_is_cut_leaves_the_order_and_the_turn_goes_on():
    found = told(4, {"order": ["jade", "lapis", "ruby", "maize"], "mover": "lapis"})
    found = told(4, found.data | {"cut": ["lapis"]})
    assert found.data["order"] == ["jade", "lapis", "ruby", "maize"] and found.data["mover"] == "ruby"
    found = told(4, found.data | {"cut": ["lapis", "maize"]})
    assert found.data["order"] == ["jade", "lapis", "ruby"]
    found = told(4, found.data | {"cut": []})
    assert found.data["order"] == ["jade", "lapis", "ruby", "maize"]


def test_partners_are_crossed_and_nobody_else():
    found = told(4, {}, mode="teams")
    for kind in "left", "left", "straight":  # ruby comes round to where lapis, its partner, began
        found = told(4, laid(found, "ruby", kind), mode="teams")
    [place] = found.next["lines"]["ruby"]["places"]
    assert place["over"] == "4,3"
    found = told(4, laid(found, "ruby", "straight"), mode="teams")
    with pytest.raises(BadDiagram, match="does not go on from the line"):
        told(4, found.data)
    found.data["lines"]["ruby"]["cards"][1]["square"] = "2,2"
    del found.data["lines"]["ruby"]["cards"][2:]
    with pytest.raises(BadDiagram, match="Ruby goes over 2,3, where no card of its partner lies"):
        told(4, found.data, mode="teams")


@pytest.mark.parametrize(("seats", "options"), TABLES[::3])
def test_whatever_is_sent_is_refused_or_kept(seats, options):
    seats, options = GAME.agree(seats, options)
    rng, good = random.Random(seats), [data for _, data in written(GAME, seats, options, 1)]
    kept = refused = 0
    for _ in range(80):
        try:
            found = sketch(GAME, seats, options, spoilt(rng.choice(good), rng))
        except Mistake:
            refused += 1
            continue
        again = sketch(GAME, seats, options, found.data)
        assert (again.data, again.next, again.why) == (found.data, found.next, found.why)
        assert GAME.view.view(found.position[0], 0)
        kept += 1
    assert kept > 5 and refused > 5


def test_classic_solitaire_is_not_laid_out():
    with pytest.raises(BadDiagram, match="Classic solitaire"):
        told(1, {}, mode="classic")
