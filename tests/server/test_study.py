"""A position that one plays with: at a real house, and that nothing hidden shows in it."""

import json
import random

import pytest

from sobremesa.client import House, Refused
from sobremesa.kernel import CHANCE, REFEREE, calls
from sobremesa.kernel.rng import seeded
from sobremesa.mistakes import Mistake
from sobremesa.play.match import Match
from sobremesa.server.features.study import routes as study_routes
from sobremesa.server.features.study import starts
from sobremesa.server.features.study.messages import Beginning, NewStudy
from sobremesa.server.features.study.service import studied
from tests.support.server.serving import Server

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("study") / "house.db", "--no-limits")
    yield running
    running.kill()


@pytest.fixture(scope="module")
def ada(house):
    return House(house.address, "Ada")


def ask(guest, begins, *moves, **more):
    return guest.ask("POST", "/api/study", {"begin": begins, "moves": list(moves), **more})


def asked(*moves, **more):
    return NewStudy(Beginning(), list(moves), **more)


def random_match(game, seats, seed, moves, **options):
    match, rng = Match(game, seats, seed=seed, **options), random.Random(seed)
    while not match.is_over and len(match.moves) < moves:
        seat = rng.choice(match.to_act)
        match.push(rng.choice(match.legal_moves_of(seat)))
    return match


def test_a_game_is_played_on_from_its_beginning(ada):
    told = ask(ada, {"game": "splut", "seats": 2}, "De2-e3")
    assert told["seats"] == ["red", "green"] and told["awaited"] == ["green"] and told["eyes"] == "green"
    assert [event["n"] for event in told["events"]] == [0] and told["played"] == [{"seat": "red", "move": "De2-e3"}]
    choice = told["choices"]["green"][0]
    assert choice["move"] and choice["text"] and choice["events"]
    assert told["expected"]["green"] and not told["over"] and told["chance"] == []
    assert ask(ada, {"game": "splut"}, eyes="everyone", language="fr")["eyes"] == "everyone"


def test_what_is_refused_is_said_in_the_readers_language(ada):
    with pytest.raises(Refused, match="A study begins at one of these"):
        ask(ada, {})
    with pytest.raises(Refused, match="A study begins at one of these"):
        ask(ada, {"game": "splut", "lesson": "one"})
    with pytest.raises(Refused, match="no such lesson"):
        ask(ada, {"lesson": "no-such-lesson"})
    with pytest.raises(Refused, match="no such game"):
        ask(ada, {"game": "chess"})
    with pytest.raises(Refused, match="no option 'start'"):
        ask(ada, {"game": "splut", "options": {"start": "x"}})
    with pytest.raises(Refused, match="no such table"):
        ask(ada, {"table": "nothing", "seat": "red"})
    with pytest.raises(Refused, match="The seats are red, green"):
        ask(ada, {"game": "splut", "seats": 2}, eyes="blue")
    with pytest.raises(Refused, match="rule"):
        ask(ada, {"game": "splut", "seats": 2}, "De2-e1")
    with pytest.raises(Refused, match="length <= 1000"):
        ask(ada, {"game": "splut"}, *["De2-e3"] * 1001)


def test_chance_waits_or_acts_by_itself_or_is_chosen():
    match = Match("shut-the-lines", 2, seed="x", roll=False)
    waits = studied(match, asked(), "en")
    assert waits.awaited == ["chance"] and waits.choices == {} and len(waits.chance) > 1
    acted = studied(match, asked(chance="olive"), "en")
    assert acted == studied(match, asked(chance="olive"), "en") and acted.awaited != ["chance"]
    assert {each.seat for each in acted.played} == {"chance"}
    texts = [each.move for each in acted.played]
    assert studied(match, asked(*texts), "en").played == acted.played
    chosen = studied(match, asked(waits.chance[-1]), "en")
    assert chosen.played[0].move == waits.chance[-1]
    split = next(iter(acted.choices.values()))[0].move
    both = studied(match, asked(split, chance="olive"), "en")
    before = len(acted.played)
    assert both.played[:before] == acted.played and both.played[before].move == split
    assert both.events[0]["n"] == before


def test_seats_that_choose_at_once_are_named():
    match = Match("outspeed", 3, seed="olive")
    first = studied(match, asked(chance="x"), "en")
    assert len(first.awaited) == 3 and set(first.choices) == set(first.awaited)
    last = first.awaited[-1]
    told = studied(match, asked(f"{last}: {first.choices[last][0].move}", chance="x"), "en")
    assert told.played[-1].seat == last and last not in told.awaited


@pytest.mark.parametrize(("game", "seats"), [("splut", 3), ("shut-the-lines", 2), ("end-of-line", 2), ("outspeed", 3)])
def test_any_position_can_be_played_on_to_its_end(game, seats):
    rng, told = random.Random(seats), studied(Match(game, seats, seed=1, roll=False), asked(chance="x"), "de")
    match = Match(game, seats, seed=1, roll=False)
    for _ in range(12):
        if told.over:
            break
        seat = rng.choice(told.awaited)
        moves = [f"{each.seat}: {each.move}" for each in told.played]
        moves.append(f"{seat}: {rng.choice(told.choices[seat]).move}")
        told = studied(match, NewStudy(Beginning(), moves, chance="x"), "de")
        assert all(event["text"] for event in told.events)
    over = random_match(game, seats, 5, 10_000)
    ended = studied(over, asked(), "en")
    assert ended.over and ended.awaited == [] and len(ended.result) == seats


@pytest.mark.parametrize(("game", "seats"), [("outspeed", 3), ("end-of-line", 3)])
def test_what_is_hidden_from_the_seat_does_not_show(game, seats):
    """Two matches that differ only in what a seat does not know are the same study."""
    looked = 0
    for seed in range(12):
        match = random_match(game, seats, seed, 5 + 3 * seed)
        if match.is_over:
            continue
        for seat in range(seats):
            other = match.copy()
            position = other.seen_by(seat)
            calls.deal(position, seat, seeded(seed + 100))
            other.suppose(position)
            assert other.seen_by(seat).tobytes() == match.seen_by(seat).tobytes()
            looked += other.position.tobytes() != match.position.tobytes()
            one, two = (study_routes.supposed(each, "table", seat, len(match.moves)) for each in (match, other))
            first = studied(one, asked(chance="x"), "en", seat)
            assert first == studied(two, asked(chance="x"), "en", seat)
            for name in match.seat_names:
                for move in [each[0].move for each in first.choices.values()][:1]:
                    more = asked(move, chance="x", eyes=name)
                    assert studied(one, more, "en", seat) == studied(two, more, "en", seat)
            with pytest.raises(Mistake, match="when the match is over"):
                studied(one, asked(eyes="everyone"), "en", seat)
    assert looked > 10


def test_a_match_at_a_table_is_tried_from_ones_own_seat(house, ada):
    table, bob = ada.lay("end-of-line", 2), House(house.address, "Bob")
    his = bob.table(table.name)
    table.sit(0, words="a")
    his.sit(1, words="b")
    with pytest.raises(Refused, match="not begun"):
        ask(ada, {"table": table.name, "seat": "ruby"})
    table.begin()
    names = [place["seat"] for place in table.state["about"]["places"]]
    told = ask(ada, {"table": table.name, "seat": names[0]}, eyes=names[0])
    assert told["eyes"] == names[0] and told["played"] == []
    with pytest.raises(Refused, match="not yours"):
        ask(ada, {"table": table.name, "seat": names[1]})
    for eyes in {"seat": "everyone"}, {"seat": names[0]}:
        with pytest.raises(Refused, match="when the match is over"):
            ask(ada, {"table": table.name, **eyes}, eyes="everyone")
    with pytest.raises(Refused, match="nothing after"):
        ask(ada, {"table": table.name, "seat": names[0], "moves": 99})
    his.resign(1)
    whole = ask(bob, {"table": table.name, "seat": "everyone", "moves": 0}, eyes="everyone")
    assert whole["eyes"] == "everyone" and json.dumps(whole["view"])
    assert ask(House(house.address, "Eve"), {"table": table.name, "seat": names[1]}, eyes=names[0])["awaited"]


def test_a_strict_table_is_not_tried_before_it_is_over(house, ada):
    table = ada.lay("splut", 2, manner={"strict": True})
    table.sit(0)
    table.bot(1, "random")
    table.begin()
    with pytest.raises(Refused, match="when it is over"):
        ask(ada, {"table": table.name, "seat": "red"})
    table.resign(0)
    assert ask(ada, {"table": table.name, "seat": "red", "moves": 0})["awaited"] == ["red"]


def test_lessons_and_puzzles_lead_to_a_match(monkeypatch):
    match = random_match("splut", 2, 1, 4)
    monkeypatch.setitem(starts.KINDS, "lesson", lambda name: match)
    found = starts.found(Beginning(lesson="first"))
    told = studied(found, asked(), "en", REFEREE)
    assert told.awaited == [match.seat_name(match.turn)] and told.played == [] and CHANCE not in match.to_act


SET_UP = {
    "teams": {"red": {"sorcerer": "d2", "dwarf": "e2", "troll": "f2"}, "green": {"sorcerer": "f8", "troll": "d8"}},
    "rocks": ["e1", "a5", "e9", "i5"],
    "mover": "green",
}


def test_a_position_is_set_up_and_played_on_at_a_table(ada):
    begins = {"game": "splut", "seats": 2, "set_up": SET_UP}
    told = ask(ada, begins, "Td8-d7")
    assert told["awaited"] == ["green"] and told["view"]["steps"] == 2
    assert ask(ada, begins | {"set_up": told["set_up"]})["view"] == told["view"]
    with pytest.raises(Refused, match="Two things stand on d2"):
        ask(ada, begins | {"set_up": SET_UP | {"rocks": ["d2", "a5", "e9", "i5"]}})
    with pytest.raises(Refused, match="cannot be read"):
        ask(ada, begins | {"set_up": {"board": "bytes"}})
    wanted = {"study": {"begin": begins, "moves": ["Td8-d7"]}, "seat": "green", "bot": "random"}
    about = ada.ask("POST", "/api/study/table", wanted)
    table = ada.table(about["table"])
    table.sit(1)
    table.begin()
    assert about["forked"] and table.state["seats"]["green"]["view"]["steps"] == 2
    assert table.moves("green")
    for changed, why in ({"seat": "blue"}, "The seats are"), ({"bot": "nobody"}, "no bot"):
        with pytest.raises(Refused, match=why):
            ada.ask("POST", "/api/study/table", wanted | changed)


def test_a_position_is_laid_out_card_by_card_until_it_can_be_played(ada):
    def lay(data, **more):
        return ada.ask("POST", "/api/study/sketch", {"game": "end-of-line", "seats": 2, "set_up": data, **more})

    told = lay({}, language="de")
    assert told["why"] == "Rubin hat keine Karte auf der Hand, die zu legen wäre."
    [place] = told["next"]["lines"]["ruby"]["places"]
    data = told["set_up"]
    data["lines"]["ruby"]["cards"].append({"square": place["square"], "kind": "tee", "heading": place["heading"]})
    told = lay(data | {"mover": "maize"})
    assert told["why"] == "Maize has no card in the hand to lay." and told["view"]["mover"] == 1
    assert [card["kind"] for card in told["view"]["lines"][0]["cards"]] == ["start", "tee"]
    with pytest.raises(Refused, match="Maize has no card"):
        ask(ada, {"game": "end-of-line", "seats": 2, "set_up": told["set_up"]})
    told["set_up"]["lines"]["maize"]["hand"] = {"straight": 2, "left": 1}
    told = lay(told["set_up"])
    assert told["why"] == "" and told["options"]["mode"] == "versus" and told["seats"] == ["ruby", "maize"]
    played = ask(ada, {"game": "end-of-line", "seats": 2, "set_up": told["set_up"]}, "straight>2,4")
    assert played["played"] == [{"seat": "maize", "move": "straight>2,4"}]
    data["lines"]["ruby"]["cards"][0]["square"] = "0,0"
    with pytest.raises(Refused, match="The card on 0,0 does not go on"):
        lay(data)
    with pytest.raises(Refused, match="Splut! is set up whole"):
        lay({}, game="splut")
    with pytest.raises(Refused, match="no such game"):
        lay({}, game="chess")


RACE = {
    "turn": 6,
    "rear": 8,
    "tiles": [1, 2, 3, 4, 5, 9],
    "ships": {
        "ruby": {"zone": 14, "fuel": 5, "hand": {"nitro": 1}},
        "maize": {"zone": 12, "fuel": 9, "hand": {"ion-cannon": 2}},
        "jade": {"zone": None},
    },
}


def test_a_race_is_set_up_weighed_and_played_on_at_a_table(ada):
    begins = {"game": "outspeed", "seats": 3, "set_up": RACE}
    told = ask(ada, begins, eyes="ruby")
    assert told["awaited"] == ["ruby", "maize"] and told["view"]["tile"]["number"] == 9
    assert [ship["hand"] for ship in told["view"]["ships"]] == [["nitro"], None, None]
    assert ask(ada, begins | {"set_up": told["set_up"]}, eyes="everyone")["set_up"] == told["set_up"]
    bonuses = ask(ada, begins | {"set_up": RACE | {"phase": "bonuses"}}, "ruby: nitro")
    assert bonuses["awaited"] == ["maize"] and "ion-cannon" in [each["move"] for each in bonuses["choices"]["maize"]]
    with pytest.raises(Refused, match="Ruby is not in zone 3"):
        ask(ada, begins | {"set_up": RACE | {"ships": {"ruby": {"zone": 3}}}})
    for phase in "programming", "bonuses":
        thought = ada.ask("POST", "/api/study/opinion", {"begin": begins | {"set_up": RACE | {"phase": phase}}})
        assert thought["best"] and thought["expects"][thought["seat"]] is not None
    wanted = {"study": {"begin": begins, "moves": []}, "seat": "maize", "bot": "weak"}
    table = ada.table(ada.ask("POST", "/api/study/table", wanted)["table"])
    table.sit(1)
    table.begin()
    seen = table.state["seats"]["maize"]["view"]["ships"]
    assert [ship["hand"] for ship in seen] == [None, ["ion-cannon"] * 2, None]
    assert table.moves("maize") == [each["move"] for each in told["choices"]["maize"]]


def test_a_record_that_is_brought_is_a_study(ada):
    match = random_match("shut-the-lines", 2, 3, 10_000)
    brought = ada.ask("POST", "/api/study/record", {"text": match.record()})
    told = ask(ada, brought["begin"], *brought["moves"])
    assert told["over"] and told["result"] == list(match.result.scores)
    assert [each["move"] for each in told["played"]] == [move.text for move in match.moves]
    forked = Match("splut", 2, start=Match("splut", 2).position).record()
    for text in "nothing", match.record()[:200], forked:
        with pytest.raises(Refused, match=r"record|position"):
            ada.ask("POST", "/api/study/record", {"text": text})
