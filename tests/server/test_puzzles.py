"""Puzzles over HTTP: the verdict is the house's, solutions are told when it is decided, and the first try counts."""

import random

import pytest

from sobremesa import puzzles
from sobremesa.client import House as Client
from sobremesa.client import Refused
from tests.server.conftest import Server
from tests.server.test_people_tables import open_account, sign_in

pytestmark = pytest.mark.compiled
KINDS = "splut-kill", "splut-save", "throw"


@pytest.fixture(scope="module")
def open_house(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("puzzles") / "house.db", "--no-limits")
    yield running
    running.kill()


def nobody(house):
    return Client(house.address, "x", token="nobody")


def wrong(puzzle):
    """A turn that does not solve it."""
    match, chance = puzzles.begin(puzzle), random.Random(1)
    moves, right = [], set(puzzles.solutions(puzzle))
    while puzzles.judge(puzzle, moves).state == "open":
        choices = [text for text in match.texts_of(0) if (*moves, text) not in right]
        moves.append(chance.choice(choices))
        match.push(moves[-1])
    return moves if puzzles.judge(puzzle, moves).state == "failed" else wrong(puzzle)


def of(kind, number):
    return puzzles.listed(kind)[number]


def tried(person, puzzle, moves):
    return person.ask("POST", f"/api/puzzles/{puzzle.id}/try", {"moves": list(moves)})


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_near_ones_rating_comes_next_and_is_never_one_that_was_tried(open_house, kind):
    ada, seen = Client(open_house.address, "Ada"), set()
    for _ in range(3):
        told = ada.ask("GET", f"/api/puzzles/next?kind={kind}")
        puzzle = puzzles.find(told["id"])
        assert told["known"] and told["kind"] == kind and told["mine"] == "" and puzzle.id not in seen
        ratings = sorted(abs(each.rating - told["you"]["rating"]) for each in puzzles.listed(kind))
        assert abs(told["rating"] - told["you"]["rating"]) <= ratings[30]
        seen.add(puzzle.id)
        judged = tried(ada, puzzle, puzzles.solutions(puzzle)[-1])
        assert judged["state"] == "solved" and judged["counted"] and judged["count"] == len(puzzles.solutions(puzzle))
        assert judged["change"]["before"] == told["you"]["rating"] < judged["change"]["after"]
        assert judged["puzzle"] < told["rating"]
    [mine] = [each for each in ada.ask("GET", "/api/puzzles/me") if each["kind"] == kind]
    assert (mine["tried"], mine["solved"], mine["rating"]) == (3, 3, judged["change"]["after"])
    listed = ada.ask("GET", f"/api/puzzles?kind={kind}")
    assert {each["id"] for each in listed if each["mine"] == "solved"} == seen
    assert [each["rating"] for each in listed] == sorted(each["rating"] for each in listed)


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_try_counts_once_and_gives_no_solution_away(open_house, kind):
    ada, puzzle = Client(open_house.address, "Ada"), of(kind, 3)
    moves = wrong(puzzle)
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
    assert ada.ask("GET", f"/api/puzzles/{puzzle.id}")["mine"] == "failed"


def test_who_gives_up_is_shown_the_solutions_and_has_failed(open_house):
    ada, puzzle = Client(open_house.address, "Ada"), of("splut-kill", 5)
    told = ada.ask("POST", f"/api/puzzles/{puzzle.id}/solution", {})
    assert told["said"] == "shown" and told["counted"] and told["change"]["after"] < 1500
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
    for path in "/api/puzzles/zzz", "/api/puzzles?kind=fill", "/api/puzzles/next?kind=chess":
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
    told = ada.ask("GET", "/api/puzzles/boards")
    board = told["boards"][0]
    assert len(told["boards"]) == len(puzzles.listed("fill")) and board["mine"] is None
    table = ada.lay("end-of-line", seats=1, **told["options"], walls=" ".join(board["walls"]) or "none")
    table.sit(0)
    table.begin()
    for move in puzzles.solutions(puzzles.find(board["id"]))[0]:
        table.move("ruby", move)
    assert table.over
    for _ in range(200):
        reached = ada.ask("GET", "/api/puzzles/boards")["boards"][0]
        if reached["mine"] is not None:
            break
    assert (reached["mine"], reached["table"]) == (board["best"], table.name)


def test_tries_and_fills_are_taken_along(open_house):
    ada, _ = open_account(open_house, "solver", "Ada")
    tried(ada, of("throw", 2), puzzles.solutions(of("throw", 2))[0])
    sign_in(open_house, "solver")
    [told] = ada.ask("GET", "/api/account/export")["tries"]
    assert (told["puzzle"], told["kind"], told["state"]) == (of("throw", 2).id, "throw", "solved") and told[
        "change"
    ] > 0
