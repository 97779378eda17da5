"""Puzzles over HTTP: the verdict is the house's, solutions are told when it is decided, and the first try counts."""

import pytest

from sobremesa import puzzles
from sobremesa.client import House as Client
from sobremesa.client import Refused
from tests.support.puzzles import wrong_turn
from tests.support.server.accounts import open_account, sign_in
from tests.support.server.serving import Server

pytestmark = pytest.mark.compiled
KINDS = "splut-kill", "splut-save", "throw"


@pytest.fixture(scope="module")
def open_house(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("puzzles") / "house.db", "--no-limits")
    yield running
    running.kill()


def nobody(house):
    return Client(house.address, "x", token="nobody")


def of(kind, number):
    return puzzles.listed(kind)[number]


def tried(person, puzzle, moves):
    return person.ask("POST", f"/api/puzzles/{puzzle.id}/try", {"moves": list(moves)})


@pytest.mark.parametrize("kind", KINDS)
def test_the_next_puzzle_is_an_easy_one_and_never_one_that_was_tried(open_house, kind):
    ada, seen, ratings = Client(open_house.address, "Ada"), set(), []
    for _ in range(3):
        told = ada.ask("GET", f"/api/puzzles/next?kind={kind}")
        puzzle = puzzles.find(told["id"])
        assert told["known"] and told["kind"] == kind and told["mine"] == "" and puzzle.id not in seen
        assert told["you"]["new"] and told["rating"] == puzzle.rating < told["you"]["rating"] + 50
        seen.add(puzzle.id)
        ratings.append(puzzle.rating)
        judged = tried(ada, puzzle, puzzles.solutions(puzzle)[-1])
        assert judged["state"] == "solved" and judged["counted"] and judged["count"] == len(puzzles.solutions(puzzle))
        assert judged["change"]["before"] == told["you"]["rating"] < judged["change"]["after"]
        assert judged["puzzle"] == told["rating"]  # somebody new says nothing of it
    assert ratings[0] <= puzzles.listed(kind)[10].rating
    [mine] = [each for each in ada.ask("GET", "/api/puzzles/me") if each["kind"] == kind]
    assert (mine["tried"], mine["solved"], mine["rating"]) == (3, 3, judged["change"]["after"])


def test_nobody_climbs_from_the_puzzle_that_they_come_from(open_house):
    one, puzzle = nobody(open_house), of("splut-kill", 250)
    asked = [
        one.ask("GET", f"/api/puzzles/next?kind=splut-kill&after={puzzle.id}&came={came}")
        for came in ("failed", "solved")
    ]
    assert asked[0]["rating"] < puzzle.rating < asked[1]["rating"]
    assert one.ask("GET", "/api/puzzles/next?kind=splut-kill")["rating"] <= of("splut-kill", 7).rating


@pytest.mark.parametrize("kind", [*KINDS, "fill"])
def test_the_list_of_a_kind_is_walked_page_by_page_and_step_by_step(open_house, kind):
    ada = Client(open_house.address, "Ada")
    first = ada.ask("GET", f"/api/puzzles?kind={kind}")
    found = [*first["puzzles"]]
    for page in range(2, first["pages"] + 1):
        found += ada.ask("GET", f"/api/puzzles?kind={kind}&page={page}")["puzzles"]
    assert [each["rating"] for each in found] == sorted(each["rating"] for each in found)
    assert {each["id"] for each in found} == {each.id for each in puzzles.listed(kind)}
    assert len(found) == first["count"] == first["counts"]["all"] == first["counts"]["open"]
    assert sum(each["count"] for each in first["steps"]) == len(found) and first["options"] == (
        {"mode": "solo", "deck": "open"} if kind == "fill" else {}
    )
    step = first["steps"][1]
    there = ada.ask("GET", f"/api/puzzles?kind={kind}&step={step['step']}&page=999")
    assert there["count"] == step["count"] and there["page"] == there["pages"] == -(-step["count"] // 24)
    assert there["puzzles"][-1]["rating"] < [1000, 1200, 1400, 1600, 1800, 9999][step["step"] - 1]
    assert there["puzzles"][0]["position"] == puzzles.find(there["puzzles"][0]["id"]).position
    assert len(str(first)) < 8000


def test_the_list_marks_what_one_has_done_and_filters_by_it(open_house):
    ada = Client(open_house.address, "Ada")
    solved, missed, mended, hinted = (of("splut-save", number) for number in (60, 70, 80, 90))
    tried(ada, solved, puzzles.solutions(solved)[0])
    for each in missed, mended:
        tried(ada, each, wrong_turn(each))
    tried(ada, mended, puzzles.solutions(mended)[0])
    ada.ask("POST", f"/api/puzzles/{hinted.id}/hint", {})

    def listed(show):
        return ada.ask("GET", f"/api/puzzles?kind=splut-save&show={show}")

    assert [(each["id"], each["mine"]) for each in listed("missed")["puzzles"]] == [(missed.id, "failed")]
    assert {each["id"]: each["mine"] for each in listed("solved")["puzzles"]} == {
        solved.id: "solved",
        mended.id: "mended",
    }
    told = listed("open")
    assert told["counts"] == {"all": 500, "open": 497, "solved": 2, "missed": 1}
    assert sum(each["solved"] for each in told["steps"]) == 2
    one = next(each for each in listed("missed")["puzzles"])
    assert (one["tried"], one.get("solved", 0)) == (1, 0)


def test_who_walks_along_a_list_is_told_what_is_next_on_it(open_house):
    ada, found = Client(open_house.address, "Ada"), puzzles.listed("throw")

    def beside(puzzle, query):
        return ada.ask("GET", f"/api/puzzles/{puzzle.id}?{query}")["beside"]

    told = beside(found[30], "show=all")
    assert (told["number"], told["count"], told["page"]) == (31, 200, 2)
    assert (told["before"]["id"], told["after"]["id"]) == (found[29].id, found[31].id)
    assert beside(found[0], "show=all")["before"] is None and beside(found[-1], "show=all")["after"] is None
    tried(ada, found[31], puzzles.solutions(found[31])[0])
    assert beside(found[30], "show=open")["after"]["id"] == found[32].id
    assert beside(found[31], "show=solved")["count"] == 1 and beside(found[31], "show=solved")["after"] is None
    assert ada.ask("GET", f"/api/puzzles/{found[30].id}")["beside"] is None
    for query in "show=some", "step=-1", "step=x":
        with pytest.raises(Refused):
            beside(found[30], query)


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_try_counts_once_and_gives_no_solution_away(open_house, kind):
    ada, puzzle = Client(open_house.address, "Ada"), of(kind, 3)
    moves = wrong_turn(puzzle)
    assert tried(ada, puzzle, [])["state"] == "open"
    if len(moves) > 1:
        still_open = tried(ada, puzzle, moves[:1])
        assert (still_open["state"], still_open["counted"], still_open["solutions"]) == ("open", False, [])
    judged = tried(ada, puzzle, moves)
    assert judged["state"] == "failed" and judged["counted"] and judged["solutions"] == [] and judged["count"] == 0
    assert judged["change"]["after"] < judged["change"]["before"]
    assert bool(judged["splits"]) == (kind == "throw")
    if judged["said"] == "refuted":
        match = puzzles.begin(puzzle)
        for move in [*moves, *judged["refutation"]]:
            match.push(move)
        assert match.result.scores[0] < 0
    again = tried(ada, puzzle, puzzles.solutions(puzzle)[0])
    assert again["state"] == "solved" and not again["counted"] and again["change"] is None
    assert ada.ask("GET", f"/api/puzzles/{puzzle.id}")["mine"] == "mended"


def test_who_gives_up_is_shown_the_solutions_and_has_failed(open_house):
    ada, puzzle = Client(open_house.address, "Ada"), of("splut-kill", 5)
    told = ada.ask("POST", f"/api/puzzles/{puzzle.id}/solution", {})
    assert told["said"] == "shown" and told["counted"] and told["change"]["after"] < told["change"]["before"]
    assert [tuple(each) for each in told["solutions"]] == puzzles.solutions(puzzle)[: len(told["solutions"])]
    assert not tried(ada, puzzle, told["solutions"][0])["counted"]


def test_a_hint_names_a_piece_and_makes_a_solution_count_as_half(open_house):
    ada, puzzle = Client(open_house.address, "Ada"), of("splut-save", 6)
    told = ada.ask("POST", f"/api/puzzles/{puzzle.id}/hint", {})
    first = puzzles.solutions(puzzle)[0][0]
    assert (
        first.startswith(told["piece"] + told["square"])
        and ada.ask("GET", f"/api/puzzles/{puzzle.id}")["mine"] == "hinted"
    )
    tried(ada, puzzle, puzzles.solutions(puzzle)[0])
    assert ada.ask("GET", f"/api/puzzles/{puzzle.id}")["mine"] == "helped"
    with pytest.raises(Refused, match="of Splut! only"):
        ada.ask("POST", f"/api/puzzles/{of('throw', 0).id}/hint", {})


def test_nobody_plays_without_anything_being_kept(open_house):
    one, puzzle = nobody(open_house), of("throw", 7)
    before = one.ask("GET", f"/api/puzzles/{puzzle.id}")
    assert not before["known"]
    judged = tried(one, puzzle, puzzles.solutions(puzzle)[0])
    assert judged["state"] == "solved" and not judged["counted"] and judged["change"] is None
    after = one.ask("GET", f"/api/puzzles/{puzzle.id}")
    assert after == before and one.ask("GET", "/api/puzzles/me")[0]["tried"] == 0


def test_what_cannot_be_is_refused_in_a_sentence_and_decides_nothing(open_house):
    ada, puzzle = Client(open_house.address, "Ada"), of("splut-kill", 8)
    for moves in ["Sa1-a2"], ["nonsense"], [*puzzles.solutions(puzzle)[0]] * 3:
        with pytest.raises(Refused):
            tried(ada, puzzle, moves)
    assert ada.ask("GET", f"/api/puzzles/{puzzle.id}")["mine"] == ""
    for path in (
        "/api/puzzles/zzz",
        "/api/puzzles?kind=chess",
        "/api/puzzles/next?kind=fill",
        "/api/puzzles/board?walls=x",
    ):
        with pytest.raises(Refused, match="There is no such"):
            ada.ask("GET", path)
    with pytest.raises(Refused, match="There is no such puzzle: zzz"):
        ada.ask("POST", "/api/study", {"begin": {"puzzle": "zzz"}})


def test_a_puzzle_is_played_with_as_a_study(open_house):
    puzzle = of("splut-save", 1)
    told = nobody(open_house).ask("POST", "/api/study", {"begin": {"puzzle": puzzle.id}})
    assert told["awaited"] == ["red"] and told["choices"]["red"] and told["view"] == puzzles.begin(puzzle).view(0)


def test_of_a_board_the_best_that_one_reached_is_kept(open_house):
    ada = Client(open_house.address, "Ada")
    told = ada.ask("GET", "/api/puzzles?kind=fill")
    board = told["puzzles"][1]
    assert board["mine"] == "" and "points" not in board and board["best"] >= 0
    table = ada.lay("end-of-line", seats=1, **told["options"], walls=board["position"])
    table.sit(0)
    table.begin()
    for move in puzzles.solutions(puzzles.find(board["id"]))[0]:
        table.move("ruby", move)
    assert table.over
    for _ in range(200):
        reached = ada.ask("GET", f"/api/puzzles/board?walls={board['position'].replace(' ', '+')}")
        if reached["board"]["mine"]:
            break
    assert (reached["board"]["points"], reached["board"]["table"]) == (board["best"], table.name)
    assert reached["options"] == told["options"] and reached["beside"]["step"] == 1
    neighbours = [reached["beside"][side]["id"] for side in ("before", "after")]
    assert neighbours == [told["puzzles"][0]["id"], told["puzzles"][2]["id"]]
    assert [each["id"] for each in ada.ask("GET", "/api/puzzles?kind=fill&show=solved")["puzzles"]] == [board["id"]]


def test_tries_and_fills_are_taken_along(open_house):
    ada, _ = open_account(open_house, "solver", "Ada")
    tried(ada, of("throw", 2), puzzles.solutions(of("throw", 2))[0])
    sign_in(open_house, "solver")
    [told] = ada.ask("GET", "/api/account/export")["tries"]
    assert (told["puzzle"], told["kind"], told["state"]) == (of("throw", 2).id, "throw", "solved") and told[
        "change"
    ] > 0
