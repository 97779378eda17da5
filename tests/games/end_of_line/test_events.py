"""What happens in End of Line: the events, and the sentences about them in every language."""

import itertools
import tomllib
from pathlib import Path

import pytest

import sobremesa
from sobremesa.games.end_of_line import events
from sobremesa.games.end_of_line.events import (
    Begins,
    Changed,
    Cut,
    Discarded,
    Drew,
    Filled,
    Kept,
    Laid,
    Order,
    Revealed,
    Spent,
    Turned,
    Won,
)
from sobremesa.games.words import LANGUAGES
from sobremesa.kernel import REFEREE, SPECTATOR
from tests.support.games.end_of_line import begin, play

WORDS = tomllib.loads(Path(events.__file__).with_name("words.toml").read_text(encoding="utf-8"))
FIVE = "straight straight left right tee"


def told(match, text, language="en"):
    """What a move makes happen, and the sentences about it."""
    happened = match.play(text)
    return happened, [match.say(event, language) for event in happened]


def test_revealed_begins_and_order():
    match = sobremesa.Match("end-of-line", 3, roll=False)
    assert told(match, "tee") == ([Revealed(0, "tee", 4)], ["Ruby reveals a tee, initiative 4"])
    play(match, "straight")
    happened, said = told(match, "tee")
    assert happened == [Revealed(2, "tee", 4), Begins(1), Order(1, 1, (1, 2, 0), ((), (), ()))]
    assert said == ["Jade reveals a tee, initiative 4", "Maize begins", "Round 1: Maize, Jade, Ruby"]
    expected = {"event": "order", "seat": 1, "round": 1, "order": (1, 2, 0), "initiatives": ((), (), ())}
    assert happened[2].data() == expected


def test_those_who_tie_reveal_again():
    match = play(sobremesa.Match("end-of-line", 2, roll=False), "left")
    assert told(match, "right")[0] == [Revealed(1, "right", 2)]
    assert told(match, "left")[0] == [Revealed(0, "left", 2)]


def test_drew_is_seen_by_whoever_holds_the_hand():
    match = play(sobremesa.Match("end-of-line", 2, roll=False), "tee straight cross-5")
    seen = {eyes: match.events(-1, eyes) for eyes in (0, 1, SPECTATOR, REFEREE)}
    assert seen[0] == seen[REFEREE] == [Drew(0, "cross-5")]
    assert seen[1] == seen[SPECTATOR] == [Drew(0, None)]
    assert match.say(Drew(0, "cross-5")) == "Ruby draws a crossing 5"
    assert match.say(Drew(0, None)) == "Ruby draws a card"


@pytest.mark.parametrize(("seats", "mode"), [(2, "versus"), (4, "teams")])
def test_nobody_else_sees_what_is_drawn(seats, mode):
    """Neither partners nor spectators, in a whole match, with cards drawn for energy too."""
    match = sobremesa.Match("end-of-line", seats, mode=mode, edition="2021", seed="drawn")
    while not match.is_over:
        texts = [move.text for move in match.legal_moves]
        match.push("gas" if "gas" in texts else texts[0])
    for eyes in (*range(seats), SPECTATOR):
        drawn = [event for event in match.events(0, eyes) if isinstance(event, Drew)]
        assert len(drawn) > 5 * seats
        assert all((event.card is not None) == (event.seat == eyes) for event in drawn)


@pytest.mark.parametrize(("seats", "mode"), [(1, "solo"), (2, "coop")])
def test_alone_and_together_everybody_sees_what_is_drawn(seats, mode):
    match = sobremesa.Match("end-of-line", seats, mode=mode, seed="drawn")
    for eyes in (*range(seats), SPECTATOR):
        drawn = [event for event in match.events(0, eyes) if isinstance(event, Drew)]
        assert len(drawn) == 5 * seats
        assert all(event.card for event in drawn)


def test_kept_and_changed():
    match = play(sobremesa.Match("end-of-line", 2, roll=False, mulligan=True), f"straight tee {FIVE} {FIVE}")
    assert told(match, "mulligan") == ([Changed(0)], ["Ruby puts the hand back"])
    play(match, FIVE)
    assert told(match, "keep") == ([Kept(1)], ["Maize keeps the hand"])


OPEN = """
    0  .  .  R│ .  M│ .  .
    1  .  .  R┼ .  M│ .  .
    2  .  .  R│ .  M│ .  .
    3  .  .  R╵ .  M╵ .  .
"""


@pytest.mark.parametrize(
    ("use", "says"),
    [
        ("boost", "Ruby spends energy to lay three cards; 2 left"),
        ("brake", "Ruby spends energy to lay one card; 2 left"),
        ("turnaround", "Ruby spends energy to turn around at the card before the last; 2 left"),
        ("gas", "Ruby spends energy to draw one more card; 2 left"),
    ],
)
def test_spent(use, says):
    assert told(begin(OPEN, rounds=3, extra_gas=True), use) == ([Spent(0, use, 2)], [says])


def test_going_without_is_not_told():
    assert told(begin(OPEN, rounds=3), "go") == ([], [])


def test_laid():
    match = begin()
    happened, said = told(match, "straight>2,2")
    assert happened == [Laid(0, "straight", "3,2", "N", "2,2", None, False)]
    assert said == ["Ruby lays a straight on 2,2"]
    assert happened[0].data() == {
        "event": "laid", "seat": 0, "card": "straight", "start": "3,2", "heading": "N", "end": "2,2", "over": None,
        "edge": False,
    }  # fmt: skip


def test_laid_over_the_edge():
    happened, said = told(begin(OPEN), "left>6,2")
    assert happened == [Laid(0, "left", "0,2", "N", "6,2", None, True)]
    assert said == ["Ruby lays a left turn on 6,2, beyond the edge"]


def test_laid_at_the_card_before_the_last():
    match = play(begin(OPEN, rounds=3), "turnaround")
    assert told(match, "left>1,1")[0] == [Laid(0, "left", "1,2", "W", "1,1", None, False)]


TEAMS = """
    2  {} .  L│ R─ R┐ .  .  .  .
    3  {} .  L│ .  R╵ .  .  .  .
    4  {} .  L└ L╴ .  M╶ .  .  .
"""


def test_crossed():
    match = begin(TEAMS.format(".", ".", "."), 4, mode="teams", rounds=3)
    assert told(match, "cross") == ([Spent(0, "cross", 2)], ["Ruby spends energy to cross its partner's line; 2 left"])
    happened, said = told(match, "left>2,1")
    assert happened == [Laid(0, "left", "2,3", "W", "2,1", "2,2", False)]
    assert said == ["Ruby crosses 2,2 and lays a left turn on 2,1"]


def test_crossed_over_the_edge():
    """From 2,0 over lapis on 2,8 onto 2,7."""
    match = begin(
        """
        2  R─ R─ R─ R─ R┐ .  .  .  L┐
        3  .  .  .  .  R╵ .  .  .  L│
        4  L─ L─ L─ L╴ .  M╶ .  .  L└
        """,
        4,
        mode="teams",
        edition="en",
        hands={"ruby": "left left"},
    )
    happened, _ = told(match, "left>2,7")
    assert happened == [Laid(0, "left", "2,0", "W", "2,7", "2,8", True)]


def test_a_cut_and_the_winner():
    match = begin("""
        2  .  ## R│ .  .  .  .
        1  .  ## .  ## .  .  .
        0  .  .  ## .  .  .  .
    """)
    happened, said = told(match, "left>1,2")
    assert happened[1:] == [Cut(0), Won(1, (1,))]
    assert said[1:] == ["Ruby cannot go on and is cut", "Maize wins"]


def test_the_cut_are_told_in_the_order_of_being_cut():
    """Jade ends its turn; then ruby and maize cannot go on, maize first."""
    match = begin(
        """
        1  .  .  .  ## .  .  .
        2  .  .  .  M╵ .  .  .
        3  .  ## R╴ .  J╶ .  .
        """,
        3,
        mover="jade",
        order="jade maize ruby",
    )
    play(match, "straight>3,5")
    assert told(match, "left>3,6")[0][1:] == [Cut(1), Cut(0), Won(2, (2,))]


def test_in_teams_too():
    """Maize's team loses before papaya, whose partner goes on, is cut."""
    match = begin(
        """
        3   .  .  .  .  .  .  .  ##
        5   .  .  .  .  .  .  .  .  .  ##
        9   .  .  .  .  .  ##
        """,
        8,
        mode="teams",
        cut="lapis violet",
        order="ruby maize jade papaya turquoise salt",
    )
    play(match, "straight>3,5")
    happened = match.play("left>2,5")
    assert happened[1:] == [Cut(1), Cut(2), Cut(5)]


def test_a_team_wins():
    match = begin("6  .  .  .  .  ##", 4, mode="teams", cut="maize ruby", mover="lapis", order="lapis jade")
    play(match, "straight>4,2")
    happened, said = told(match, "left>4,1")
    assert happened[1:] == [Cut(2), Won(0, (0, 3))]
    assert said[1:] == ["Jade cannot go on and is cut", "Ruby and Lapis win"]


def test_a_new_round():
    match = play(begin(rounds=1), "left>2,2")
    happened, said = told(match, "straight>2,4")
    assert happened[1:] == [Order(1, 2, (1, 0), ((1,), (2,)))]
    assert said[1:] == ["Round 2: Maize 1, Ruby 2"]


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_a_new_round_tells_the_initiatives_that_were_looked_at(seats):
    """They are those of the last cards, no deeper than needed, and whoever has less goes before."""
    match = sobremesa.Match("end-of-line", seats, seed=f"order {seats}")
    told = 0
    while not match.is_over:
        for event in match.play(match.legal_moves[0]):
            if not isinstance(event, Order) or event.round == 1:
                continue
            told += 1
            places = list(event.initiatives)
            assert [match.view()["lines"][line]["initiative"] for line in event.order] == [own[0] for own in places]
            for line, own in zip(event.order, places, strict=True):
                laid = [card["initiative"] for card in match.view()["lines"][line]["cards"][::-1]]
                assert own == tuple(laid[: len(own)])
                if len(own) > 1:  # somebody tied up to there
                    assert sum(other[: len(own) - 1] == own[:-1] for other in places) > 1
            for own, after in itertools.pairwise(places):
                assert own <= after
    assert told > 1


BOARD = """
    0  R├ R┐ R┌ R┐ R│
    1  .  {} R│ R│ R│
    2  R┌ R┼ R╵ R│ R│
    3  R┘ R│ R┌ R┴ R└
    4  R┬ R┤ R└ R─ R┬
"""


@pytest.mark.parametrize(
    ("edition", "cards", "event", "says"),
    [
        ("es", "tee>1,1 straight>1,0", Filled(0, 0, 0), "The area is full: 0 points"),
        ("2021", "tee>1,1 straight>1,0", Filled(0, 3, 0), "The area is full: 3 points"),
        ("es", "straight>1,1", Filled(0, None, 1), "It ends with 1 empty square: not full"),
        ("en", "straight>1,1", Filled(0, 5, 1), "It ends with 1 empty square: 5 points"),
    ],
)
def test_filled(edition, cards, event, says):
    match = play(begin(BOARD.format("."), 1, rounds=12, edition=edition), "go")
    *first, last = cards.split()
    play(match, " ".join(first))
    happened, said = told(match, last)
    assert happened[-1] == event
    assert said[-1] == says


def test_filled_in_mid_turn_nobody_is_cut():
    match = play(begin(BOARD.format("R┴"), 1, rounds=12), "go")
    assert [event.kind for event in match.play("straight>1,0")] == ["laid", "filled"]
    assert match.view()["lines"][0]["alive"]


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (
            Filled(0, None, 0),
            [
                "The area is full in the middle of a turn: that does not count",
                "El área se llena en mitad de un turno: eso no cuenta",
                "Die Fläche ist mitten in einem Zug voll: das zählt nicht",
                "La zone est pleine au milieu d'un tour : cela ne compte pas",
            ],
        ),
        (
            Filled(0, 1, 0),
            [
                "The area is full: 1 point",
                "El área está llena: 1 punto",
                "Die Fläche ist voll: 1 Punkt",
                "La zone est pleine : 1 point",
            ],
        ),
        (
            Filled(0, None, 1),
            [
                "It ends with 1 empty square: not full",
                "Termina con 1 casilla vacía: no está llena",
                "Es endet mit 1 leeren Feld: nicht voll",
                "C'est fini avec 1 case vide : la zone n'est pas pleine",
            ],
        ),
        (
            Filled(0, 9, 2),
            [
                "It ends with 2 empty squares: 9 points",
                "Termina con 2 casillas vacías: 9 puntos",
                "Es endet mit 2 leeren Feldern: 9 Punkte",
                "C'est fini avec 2 cases vides : 9 points",
            ],
        ),
    ],
    ids=str,
)
def test_one_and_many(event, says):
    s = begin("", 1).position[0]
    assert [events.say(s, event, language) for language in LANGUAGES] == says


def test_filled_in_mid_turn_does_not_count_where_turns_are_exact():
    match = play(begin(BOARD.format("R┴"), 1, rounds=12, turns="exact"), "go")
    happened, said = told(match, "straight>1,0")
    assert happened[-1] == Filled(0, None, 0)
    assert said[-1] == "The area is full in the middle of a turn: that does not count"


def test_turned_and_discarded():
    match = begin("", 1, mode="classic")
    assert told(match, "tee") == ([Turned(0, "tee")], ["A tee is turned up"])
    assert told(match, "discard") == ([Discarded(0, "tee")], ["A tee is discarded"])
    assert told(match, "next") == ([], [])


@pytest.mark.parametrize(
    ("diagram", "options", "text", "says"),
    [
        (OPEN, {}, "", "Ruby: lay a card, 2 to go"),
        (OPEN, {"rounds": 1}, "", "Ruby: lay the last card of the turn"),
        (OPEN, {}, "straight>6,2", "Ruby: lay the last card of the turn"),
        (OPEN, {"rounds": 3}, "boost", "Ruby: lay a card, 3 to go"),
        (OPEN, {"rounds": 3}, "", "Ruby: spend energy, or go without"),
        ("", {"mode": "classic"}, "tee", "Ruby: lay the card or discard it"),
        ("", {"mode": "classic"}, "tee discard", "Ruby: lay the top discard, or go on"),
        ("", {"mode": "solo", "hands": {"ruby": ""}}, "", ""),
    ],
)
def test_what_is_expected(diagram, options, text, says):
    match = play(begin(diagram, **options), text)
    assert match.expected() == says
    for language in LANGUAGES:
        said = match.expected(language)
        assert bool(said) == bool(says)
        assert not set("{}") & set(said)
        assert said.startswith(WORDS[language]["lines"]["ruby"]) or not says


def test_what_is_expected_of_a_first_hand():
    match = play(sobremesa.Match("end-of-line", 1, roll=False, mulligan=True), FIVE)
    assert match.expected() == "Ruby: keep the hand, or change it"
    assert match.expected("de") == "Rubin: behalte die Hand, oder tausche sie"


EVERY_KIND = [
    Revealed(0, "tee", 4),
    Begins(1),
    Drew(2, "cross-5"),
    Drew(2, None),
    Turned(0, "left-ahead"),
    Discarded(0, "ahead-right"),
    Kept(3),
    Changed(4),
    *(Spent(5, use, 2) for use in ("boost", "brake", "turnaround", "gas", "cross")),
    Laid(6, "straight", "3,4", "N", "2,4", None, False),
    Laid(6, "right", "0,4", "N", "12,4", None, True),
    Laid(6, "left", "3,4", "N", "1,4", "2,4", False),
    Cut(7),
    Order(1, 2, (1, 0, 7), ((0,), (2, 1), (2, 2))),
    Won(3, (3,)),
    Won(1, (1, 2)),
    Filled(0, 7, 0),
    Filled(0, None, 3),
    Filled(0, 9, 3),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EVERY_KIND, ids=lambda event: event.kind)
def test_every_sentence_in_every_language(event, language):
    """A capital letter, no blank left open, and every line, card and number of the event in it."""
    match = sobremesa.Match("end-of-line", 8, roll=False)
    said = match.say(event, language)
    assert said[0].isupper()
    assert not set("{}") & set(said)
    assert "None" not in said
    names = list(WORDS[language]["lines"].values())
    seats = getattr(event, "seats", None) or getattr(event, "order", None) or (event.seat,)
    if not isinstance(event, Turned | Discarded | Filled):
        assert all(names[seat] in said for seat in seats)
    if getattr(event, "card", None):
        assert WORDS[language]["cards"][event.card].lower() in said.lower()
    for number in "initiative", "energy", "round", "points", "end", "over":
        if getattr(event, number, None) is not None:
            assert str(getattr(event, number)) in said


def test_sentences_in_four_languages():
    """One of each, as it is said."""
    match = begin(OPEN, rounds=3)
    spent, laid = Spent(0, "brake", 2), Laid(1, "left-ahead", "3,4", "N", "2,4", None, False)
    assert [[match.say(event, language) for event in (spent, laid)] for language in LANGUAGES] == [
        ["Ruby spends energy to lay one card; 2 left", "Maize lays a left-or-ahead fork on 2,4"],
        ["Rubí gasta energía para poner una carta; le queda 2", "Maíz pone una bifurcación izquierda o recta en 2,4"],
        ["Rubin gibt Energie aus, um eine Karte zu legen; 2 übrig", "Mais legt eine Gabel links-geradeaus auf 2,4"],
        [
            "Rubis dépense de l'énergie pour poser une carte ; il en reste 2",
            "Maïs pose une fourche à gauche ou tout droit en 2,4",
        ],
    ]


def test_events_of_a_whole_match():
    match = sobremesa.Match("end-of-line", 3, edition="2021", seed="events")
    while not match.is_over:
        match.push(match.legal_moves[-1])
    happened = match.events(0)
    assert sum(isinstance(event, Cut) for event in happened) == 2
    assert isinstance(happened[-1], Won)
    rounds = [event.round for event in happened if isinstance(event, Order)]
    assert rounds == list(range(1, int(match.position[0].rounds) + 1))
    laid = [event for event in happened if isinstance(event, Laid)]
    assert [sum(event.seat == seat for event in laid) for seat in range(3)] == match.position[0].laid[:3].tolist()
