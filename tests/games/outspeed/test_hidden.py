"""Outspeed: what is hidden from whom, dealing it anew, that a leak is noticed, and what makes a position unsound."""

import itertools

import pytest

import sobremesa
from sobremesa.games.outspeed import GAME, invariants, rules
from sobremesa.games.outspeed.tables import DRAWING, HIDDEN, KEEPING, LAYING, SEALED, TOKEN_NAMES, UNKNOWN
from sobremesa.kernel import REFEREE, SPECTATOR, calls
from sobremesa.kernel.rng import seeded
from sobremesa.testing import contract
from sobremesa.testing.random_play import steps
from tests.support.games.outspeed import choose, kinds, play, race
from tests.support.mutants import mutant

HANDS = {"ruby": "nitro flame", "maize": "tank", "jade": "ion magnet field", "lapis": "nitro"}
FOUR = {"ruby": 9, "maize": 9, "jade": 6, "lapis": 3}
USUAL = GAME.agree()[1]
EVERYBODY = 0, 1, 2, 3, SPECTATOR


def deals(match, eyes, count=40):
    """Positions in which what a seat does not know has been dealt anew."""
    rng = seeded(3)
    for _ in range(count):
        dealt = match.seen_by(eyes)
        calls.deal(dealt, eyes, rng)
        assert list(invariants.faults(dealt[0])) == []
        again = dealt.copy()
        calls.hide(again, eyes)
        assert again.tobytes() == match.seen_by(eyes).tobytes()
        yield dealt[0]


def told(match, eyes, number=-1):
    """What a seat is told of a move, by default of the last one."""
    return [event.data() for event in match.events_of(range(len(match.moves))[number], eyes)]


def test_a_hand_is_seen_by_its_owner_but_its_number_by_all():
    match = race(**FOUR, hands=HANDS)
    for eyes in EVERYBODY:
        seen = match.view(eyes)["ships"]
        assert [ship["tokens"] for ship in seen] == [2, 1, 3, 1]
        assert [seat for seat, ship in enumerate(seen) if ship["hand"]] == ([eyes] if eyes != SPECTATOR else [])
        assert match.seen_by(eyes)[0].unseen.sum() == 0
    assert match.view(2)["ships"][2]["hand"] == ["force-field", "ion-cannon", "electromagnet"]


def test_the_referee_sees_everything():
    match = choose(race(**FOUR, hands=HANDS), ruby="flame")
    assert match.seen_by(REFEREE).tobytes() == match.position.tobytes()
    before = match.position.tobytes()
    calls.hide(match.position, REFEREE)
    calls.deal(match.position, REFEREE, seeded(1))
    assert match.position.tobytes() == before
    assert all(ship["hand"] for ship in match.view(REFEREE)["ships"])
    assert match.view(REFEREE)["ships"][0]["laid"] == "flamethrower"


def test_while_a_zone_decides_nobody_sees_whether_anything_was_laid():
    for move in "flame", "none":
        match = choose(race(**FOUR, hands=HANDS), ruby=move)
        for eyes in EVERYBODY:
            seen = match.view(eyes)["ships"][0]["laid"]
            own = {"flame": ("flamethrower", "flamethrower"), "none": ("nothing", "none")}[move]
            assert seen == (own[0] if eyes == 0 else "sealed")
            assert match.seen_by(eyes)[0].laid[0] == SEALED or eyes == 0
            assert told(match, eyes) == [{"event": "decided", "seat": 0, "token": own[1] if eyes == 0 else None}]


def test_then_it_is_seen_that_something_was_laid_but_not_what():
    match = choose(race(**FOUR, hands=HANDS), ruby="flame", maize="none")
    for eyes in EVERYBODY:
        seen = [ship["laid"] for ship in match.view(eyes)["ships"]]
        assert seen == ["flamethrower" if eyes == 0 else "hidden", "nothing", None, None]
        assert match.seen_by(eyes)[0].laid[0] == HIDDEN or eyes == 0
        assert told(match, eyes) == [
            {"event": "laid", "seat": 0, "something": True, "token": "flamethrower" if eyes == 0 else None},
            {"event": "laid", "seat": 1, "something": False, "token": None},
        ]


def test_all_see_what_is_turned_over():
    match = choose(race(**FOUR, hands=HANDS), ruby="flame", maize="none", jade="none", lapis="nitro")
    for eyes in EVERYBODY:
        shown = [(event["seat"], event["token"]) for event in told(match, eyes) if event["event"] == "shown"]
        assert shown == [(0, "flamethrower"), (3, "nitro")]
        assert match.view(eyes)["tokens"]["used"] == {"nitro": 1, "flamethrower": 1}


@pytest.mark.parametrize(("up", "move"), [(1, "B"), (16, "A7")])
def test_a_programmed_route_and_its_number_are_seen_by_their_owner_only(up, move):
    match = choose(race(ruby=9, maize=8, jade=7, tile=up), maize=move)
    for eyes in 0, 1, 2, SPECTATOR:
        assert match.view(eyes)["ships"][1]["route"] == (move if eyes == 1 else "sealed")
        assert told(match, eyes) == [{"event": "programmed", "seat": 1, "route": move if eyes == 1 else None}]
        assert (match.seen_by(eyes)[0].number[1] == 7) == (eyes == 1 and up == 16)


def test_all_see_the_routes_once_everybody_has_one():
    match = play(race(ruby=9, maize=8, jade=7, tile=16), "A7 C C")
    for eyes in 0, 1, 2, SPECTATOR:
        assert [ship["route"] for ship in match.view(eyes)["ships"]] == ["A7", "C", "C"]
        assert match.seen_by(eyes)[0].last_number.tolist()[:3] == [7, 0, 0]


def test_drawn_tokens_are_seen_by_the_drawer_only():
    match = play(race(ruby=9, maize=8, jade=7, tile=3), "A B B token-nitro token-ion-cannon")
    for eyes in 0, 1, 2, SPECTATOR:
        mine = eyes == 0
        assert match.view(eyes)["tokens"]["drawn"] == (["nitro", "ion-cannon"] if mine else [])
        assert match.seen_by(eyes)[0].drawn.tolist() == ([1, 5] if mine else [UNKNOWN, UNKNOWN])
        assert told(match, eyes) == [{"event": "looked", "seat": 0, "token": "ion-cannon" if mine else None}]
    play(match, "keep-nitro")
    for eyes in 0, 1, 2, SPECTATOR:
        mine = eyes == 0
        assert match.view(eyes)["tokens"]["under"] == ([{"place": 1, "token": "ion-cannon"}] if mine else [])
        kept = {"token": "nitro" if mine else None, "under": "ion-cannon" if mine else None, "last": False}
        assert told(match, eyes)[0] == {"event": "kept", "seat": 0, **kept}


def test_under_the_pile_each_knows_what_it_put_there():
    under = [("ruby", "nitro"), ("jade", "tank"), ("ruby", "ion")]
    match = race(ruby=9, maize=8, jade=7, under=under)
    known = {eyes: match.view(eyes)["tokens"]["under"] for eyes in (0, 1, 2, SPECTATOR)}
    assert known == {
        0: [{"place": 1, "token": "nitro"}, {"place": 3, "token": "ion-cannon"}],
        1: [],
        2: [{"place": 2, "token": "fuel-tank"}],
        SPECTATOR: [],
    }
    assert match.view()["tokens"]["pile"] == 32


def test_a_token_from_below_is_seen_by_its_drawer_only():
    match = play(race(ruby=9, maize=8, jade=7, tile=3, pile="", under=[("jade", "ion"), ("jade", "tank")]), "A B B")
    assert match.view(0)["tokens"]["drawn"] == ["ion-cannon", "fuel-tank"]
    assert match.view(1)["tokens"]["drawn"] == []
    looked = [event["token"] for event in told(match, 1) if event["event"] == "looked"]
    assert looked == [None, None]
    assert [event["token"] for event in told(match, 0) if event["event"] == "looked"] == ["ion-cannon", "fuel-tank"]


def test_the_order_of_the_tiles_is_hidden_but_for_what_has_been_up():
    match = race(ruby=9, maize=8, jade=7, tile=4)
    for eyes in 0, 1, 2, SPECTATOR:
        assert match.seen_by(eyes)[0].order.tolist() == [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        assert match.view(eyes)["coming"] is None
    dealing = play(sobremesa.Match(GAME, 3, roll=False), "tile-5 tile-3")
    assert dealing.seen_by(0)[0].order.sum() == 0


def test_in_a_first_game_the_tiles_are_known():
    match = race(ruby=9, maize=8, jade=7, tile=4, options={"first_game": True})
    assert match.seen_by(0)[0].order.tolist() == list(range(1, 14))
    assert match.view(0)["coming"] == [5, 6, 7, 8, 9, 10, 11, 12, 13]


def test_fuel_places_and_discards_are_in_sight():
    match = race(**FOUR, hands=HANDS, used="nitro nitro ion", fuel={"jade": 3}, fields=[8])
    for eyes in EVERYBODY:
        seen = match.view(eyes)
        assert [ship["zone"] for ship in seen["ships"]] == [9, 9, 6, 3]
        assert [ship["fuel"] for ship in seen["ships"]] == [12, 12, 3, 12]
        assert seen["tokens"]["used"] == {"nitro": 2, "ion-cannon": 1}
        assert seen["track"]["fields"] == [8]


def test_dealt_anew_ones_own_hand_and_the_discards_stay():
    match = race(**FOUR, hands=HANDS, used="ion electromagnet nitro")
    seen = set()
    for dealt in deals(match, 0):
        assert dealt.hand[0].tolist() == match.position[0].hand[0].tolist()
        assert dealt.hand.sum(axis=1).tolist() == [2, 1, 3, 1, 0, 0]
        assert dealt.hand[1:, 4].sum() <= 1 and dealt.hand[1:, 5].sum() <= 1
        seen.add(str(dealt.hand.tolist()))
    assert len(seen) > 20


def test_dealt_anew_what_one_put_under_stays_there():
    match = race(ruby=9, maize=8, jade=7, under=[("ruby", "nitro"), ("jade", "tank"), ("ruby", "ion")])
    found = set()
    for dealt in deals(match, 0):
        under = [TOKEN_NAMES[token - 1] for token in dealt.under[:3]]
        assert under[0] == "nitro" and under[2] == "ion-cannon"
        found.add(under[1])
    assert len(found) > 3


@pytest.mark.parametrize("up", [1, 13], ids=["track", "finish"])
def test_dealt_anew_a_laid_token_is_one_that_may_be_laid(up):
    """Of ruby in front no electromagnet, of nobody a force field on the finish tile; of the rearmost any."""
    hands = {"ruby": "nitro", "maize": "tank", "jade": "ion", "lapis": "magnet"}
    match = race(ruby=9, maize=9, jade=6, lapis=6, tile=up, hands=hands)
    choose(match, ruby="nitro", maize="none", jade="ion")
    front, found = set(), set()
    for dealt in deals(match, 3, 80):
        front.add(int(dealt.laid[0]) - 2)
        assert dealt.hand[0, dealt.laid[0] - 2] == 1 and dealt.laid[1] == 1
        found.add(int(dealt.laid[2]) - 2)
    assert front == set(range(4)) - ({3} if up == 13 else set()) | {4} & front
    assert found >= {-1}


def test_dealt_anew_from_the_rear_an_electromagnet_may_have_been_laid():
    match = race(ruby=9, maize=3, jade=3, hands={"maize": "nitro", "jade": "tank", "ruby": "tank"})
    choose(match, ruby="tank", maize="nitro")
    assert {int(dealt.laid[1]) - 2 for dealt in deals(match, 0, 200)} == {-1, 0, 1, 2, 3, 4, 5}
    assert {int(dealt.laid[0]) - 2 for dealt in deals(match, 1, 200)} <= {0, 1, 2, 3, 4}


def test_dealt_anew_scarce_tokens_go_to_whoever_can_have_laid_them():
    """Nothing but electromagnets and one nitro is unknown: ruby in front laid the nitro."""
    others = "fuel-tank " * 7 + "flame " * 7 + "field " * 7 + "ion " * 2 + "nitro " * 6
    match = race(ruby=9, maize=3, jade=6, used=others, hands={"ruby": "nitro", "maize": "magnet magnet", "jade": ""})
    choose(match, ruby="nitro")
    for dealt in deals(match, 2, 5):
        assert dealt.laid[0] == 2 and dealt.hand[1, 5] == 2


def test_dealt_anew_what_is_not_laid_may_be_anything():
    """Only the electromagnets are unknown: maize, who could not lay one, holds one, and the other is under the pile."""
    others = "nitro " * 7 + "fuel-tank " * 7 + "flame " * 7 + "field " * 7 + "ion " * 2
    match = race(ruby=9, maize=8, jade=7, used=others, hands={"maize": "magnet"}, under=[("maize", "magnet")])
    for dealt in deals(match, 2, 3):
        assert dealt.hand[1, 5] == 1 and dealt.under[0] == 6


def test_dealt_anew_a_sealed_route_is_one_that_can_be_paid():
    match = choose(race(ruby=9, maize=8, jade=7, tile=16, fuel={"maize": 2}), maize="A1", jade="B")
    found = {(int(dealt.route[1]), int(dealt.number[1])) for dealt in deals(match, 0, 80)}
    assert found == {(1, 0), (1, 1), (1, 2), (2, 0), (3, 0)}
    found = {(int(dealt.route[1]), int(dealt.number[1])) for dealt in deals(match, 1, 5)}
    assert found == {(1, 1)}


def test_dealt_anew_the_tiles_to_come_are_others_in_any_order():
    match = race(ruby=9, maize=8, jade=7, tile=4)
    orders = {tuple(int(tile) for tile in dealt.order) for dealt in deals(match, 0)}
    assert all(order[:4] == (1, 2, 3, 4) and set(order[:12]) == set(range(1, 13)) for order in orders)
    assert {order[12] for order in orders} == {13, 14, 15, 16}
    assert len(orders) > 30


def test_dealt_anew_what_another_looks_at():
    match = play(race(ruby=9, maize=8, jade=7, tile=3), "A B B token-nitro token-ion-cannon")
    assert len({tuple(int(token) for token in dealt.drawn) for dealt in deals(match, 1)}) > 10
    assert {tuple(int(token) for token in dealt.drawn) for dealt in deals(match, 0)} == {(1, 5)}


def reached(where, count=3):
    """In place of positions from all over a match, some of those of many matches where a secret lies."""

    def some(game, seats, options, *_):
        positions = (position for seed in range(60) for position, *_ in steps(game, seats, options, seed))
        found = list(itertools.islice((position for position in positions if where(position[0])), count))
        assert found, "this was never reached"
        return found

    return some


def tells_no_secret(game, seats, options):
    """What looks the same to a seat is told it the same."""
    rules = game.rules
    for position in contract._some(game, seats, options):
        for seat, eyes in itertools.product(contract.awaited(rules, position), (*range(seats), SPECTATOR)):
            looks = {}
            for action in contract.choices(rules, position, seat):
                after = position.copy()
                rules.apply(after[0], seat, action)
                happened = game.events.events(position[0], seat, action, after[0], eyes)
                rules.hide(after[0], eyes)
                said = looks.setdefault(after.tobytes(), happened)
                assert said == happened, f"seat {eyes} is told a secret: {said} or {happened}"


def several_lay(s):
    return s.phase == LAYING and int(rules.undecided(s)).bit_count() > 1


def front_lays(s):
    """Somebody with two kinds of tokens decides, and others behind are still to be asked."""
    behind = any(0 < zone < s.asked and held for zone, held in zip(s.zone, s.tokens, strict=True))
    return s.phase == LAYING and behind and ((s.hand > 0).sum(axis=1)[s.zone == s.asked] > 1).any()


def has_laid(s):
    return s.phase == LAYING and (s.laid >= 2).any()


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        pytest.param("                s.hand[other, kind] = 0\n", "pass\n", lambda s: s.tokens.any(), id="hand"),
        pytest.param("                s.laid[other] = HIDDEN\n", "pass\n", has_laid, id="laid"),
        pytest.param("                s.laid[other] = SEALED\n", "pass\n", several_lay, id="sealed"),
        pytest.param("if s.laid[other] > 0 and s.phase", "if s.laid[other] > 1 and s.phase", several_lay, id="nothing"),
        pytest.param("                s.route[other] = SEALED\n", "pass\n", lambda s: s.route.any(), id="route"),
        pytest.param("                s.number[other] = 0\n", "pass\n", lambda s: s.number.any(), id="number"),
        pytest.param("            s.drawn[n] = UNKNOWN\n", "pass\n", lambda s: s.drawn.any(), id="drawn"),
        pytest.param("            s.under[n] = UNKNOWN\n", "pass\n", lambda s: s.under.any(), id="under"),
        pytest.param("        s.unseen[kind] = 0\n    for n", "pass\n    for n", lambda s: s.tokens.any(), id="unseen"),
        pytest.param("            s.order[n] = 0\n", "pass\n", lambda s: True, id="order"),
    ],
)
def test_a_leak_is_noticed(tmp_path, monkeypatch, old, new, where):
    monkeypatch.setattr(contract, "_some", reached(where))
    new = " " * (len(old) - len(old.lstrip())) + new
    leaking = mutant(GAME, tmp_path, "rules/hidden.py", old, new)
    with pytest.raises(AssertionError, match=r"can tell|cannot be|learns a secret|shown a secret"):
        contract.keeps_secrets(leaking, 4, USUAL)


EVENTS = [
    pytest.param(
        "Programmed(seat, _own(seat, eyes, text))", "Programmed(seat, text)", lambda s: s.turn == 1, id="route"
    ),
    pytest.param("Decided(seat, _own(seat, eyes, text))", "Decided(seat, text)", several_lay, id="decided"),
    pytest.param("_own(seat, eyes, token) if something", "token if something", front_lays, id="laid"),
    pytest.param(
        "Looked(int(before.drawer), _own(int(before.drawer), eyes, TOKEN_NAMES[action]))",
        "Looked(int(before.drawer), TOKEN_NAMES[action])",
        lambda s: s.phase == DRAWING,
        id="looked",
    ),
    pytest.param(
        "return Kept(seat, _own(seat, eyes, TOKEN_NAMES[kept])",
        "return Kept(seat, TOKEN_NAMES[kept]",
        lambda s: s.phase == KEEPING,
        id="kept",
    ),
    pytest.param(
        "under = _own(seat, eyes, TOKEN_NAMES[drawn[0]]) if drawn",
        "under = TOKEN_NAMES[drawn[0]] if drawn",
        lambda s: s.phase == KEEPING,
        id="under",
    ),
]


@pytest.mark.parametrize(("old", "new", "where"), EVENTS)
def test_a_secret_that_is_told_is_noticed(tmp_path, monkeypatch, old, new, where):
    monkeypatch.setattr(contract, "_some", reached(where))
    telling = mutant(GAME, tmp_path, "events.py", old, new)
    with pytest.raises(AssertionError, match="is told a secret"):
        tells_no_secret(telling, 4, USUAL)


@pytest.mark.parametrize(
    "where",
    [several_lay, has_laid, lambda s: s.number.any(), lambda s: s.under.any(), lambda s: s.phase in (DRAWING, KEEPING)],
    ids=["sealed", "laid", "number", "under", "drawn"],
)
def test_where_secrets_lie_nothing_is_shown_or_told(monkeypatch, where):
    monkeypatch.setattr(contract, "_some", reached(where))
    contract.keeps_secrets(GAME, 4, USUAL)
    tells_no_secret(GAME, 4, USUAL)


@pytest.mark.parametrize(
    ("field", "index", "value", "says"),
    [
        ("rear", (), 2, "the track goes from 2 to 14"),
        ("front", (), 7, "the track goes from 1 to 7"),
        ("zone", 0, 15, "seat 0 is in zone 15, off the track"),
        ("zone", 3, 5, "seat 3 is out, but still on the track"),
        ("fuel", 3, 1, "seat 3 is out, but still on the track"),
        ("fuel", 0, 0, "seat 0 races with 0 fuel"),
        ("marker", 0, 15, "a force field is in zone 15, off the track"),
        ("tokens", 0, 1, "seat 0 holds 2 tokens, not 1"),
        ("laid", 0, 3, "seat 0 has laid a token that it does not hold"),
        ("laid", 0, HIDDEN, "seat 0 has laid a token that it does not hold"),
        ("pile", (), 1, "the pile has 30 unseen tokens, not 1"),
        ("discards", 4, 1, "there are 3 tokens ion-cannon"),
        ("order", 0, 2, "the tiles are [2, 2, 3"),
        ("order", 12, 12, "the last tile is 12"),
        ("face", (), 1, "the tile shows its face 5-6, but there are 3 ships"),
    ],
)
def test_what_cannot_be_is_found(field, index, value, says):
    s = race(ruby=9, maize=8, jade=7, lapis=None, hands={"ruby": "nitro flame"}).position[0]
    assert list(invariants.faults(s)) == []
    if index == ():
        s[field] = value
    else:
        s[field][index] = value
    assert any(says in fault for fault in invariants.faults(s))


def test_a_face_for_few_with_many_ships_is_found():
    s = race(ruby=9, maize=8, jade=7, lapis=9, violet=9).position[0]
    s.face = 0
    assert list(invariants.faults(s)) == ["the tile shows its face 3-4, but there are 5 ships"]
    assert kinds("nitro magnet") == [0, 5]
