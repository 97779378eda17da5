"""Races in real browsers: people and bots to the end, by hand and by keys, and nobody is told what is a secret."""

import random

import pytest
from playwright.sync_api import expect

from sobremesa.kernel import REFEREE
from tests.support.web.browser import MOVING
from tests.support.web.outspeed import Known, ask, by_clicking, by_keys, confirm, from_list, point_at, settle
from tests.support.web.play import begin, drafted, lay, sight, to_the_end

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]
NAMES = "Ada", "Bea", "Cleo"
PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}


def race(*people, seats, own=(), **options):
    """A race that these people begin, the first also for other seats of their `own`; bots fly the rest."""
    name = lay(people[0], "outspeed", seats, **options)
    names = [*people, *[people[0]] * len(own)]
    for seat, person in enumerate(names):
        if seat and person is not people[0]:
            person.post("/api/guests", name="Guest")
            person.see(f"/table/{name}")
        ask(person, name, {"do": "sit", "seat": seat, "name": NAMES[seat], "words": "chance"})
    if len(names) < seats:
        ask(people[0], name, {"do": "fill", "bot": "weak"})
    if own:
        ask(people[0], name, {"do": "begin"})
    else:
        begin(*people)
    return name


def over(*people):
    for person in people:
        expect(person.page.locator("[data-status=over]")).to_be_visible()


def test_two_people_and_a_bot_in_a_first_game_by_hand_by_keys_and_from_the_list_and_one_looks_on(person):
    hand, keys = person(color_scheme="dark", **MOVING), person()
    name = race(hand, keys, seats=3, first_game=True)
    watcher = person()
    watcher.see(f"/table/{name}")
    expect(hand.page.get_by_text("next: filling station")).to_be_visible()
    rng, looked, turns = random.Random(1), set(), []

    def play(each):
        phase = sight(each)["view"]["phase"]
        if each is hand and phase not in looked:
            looked.add(phase)
            look(hand)
        turns.append(each)
        by_hand = by_clicking if each is hand else by_keys
        (from_list if len(turns) % 5 == 0 else by_hand)(each, rng)

    to_the_end(play, hand, keys)
    over(hand, keys, watcher)
    known = Known(hand, name)
    for each in hand, keys, watcher:
        assert list(known.faults(each)) == []
        expect(each.page.locator(".holder[data-phase=over]:not([data-moving])")).to_be_visible()
    assert known.sealed > 10
    assert hand.violations() == []


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({}, "C: if nobody else chooses it, you pay nothing and get 3 zones. Otherwise nobody pays or gains."),
        (
            PHONE | {"language": "de-DE"},
            "C: Wählt sie sonst niemand, zahlst du nichts und bekommst 3 Zonen. Sonst zahlt und gewinnt niemand.",
        ),
        (
            PHONE | {"language": "fr-FR"},
            "C\N{NBSP}: si personne d'autre ne la choisit, vous payez 0 de carburant et recevez 3 zones. "
            "Sinon, personne ne paie ni ne gagne.",
        ),
    ],
    ids=["desktop", "small phone, German", "small phone, French"],
)
def test_what_holds_only_alone_is_said_with_its_condition_before_it_is_sealed(person, more, says):
    """In a first game route C of the first tile has room for one; the whole sentence can be read."""
    one = person(**more)
    name = lay(one, "outspeed", 3, first_game=True)
    ask(
        one,
        name,
        {"do": "sit", "seat": 0, "name": "Ada", "words": "chance"},
        {"do": "fill", "bot": "weak"},
        {"do": "begin"},
    )
    one.page.locator("[data-route=C]").click()
    drafted(one, 0)
    said = one.page.locator(".ticket .why")
    expect(said).to_have_text(says)
    expect(one.page.locator("[data-act=do]")).to_be_in_viewport()
    assert said.evaluate("each => each.scrollHeight <= each.clientHeight && each.scrollWidth <= each.clientWidth")


def look(person):
    """Nothing is wrong with the page in this phase, and nothing hangs over its edge."""
    settle(person)
    person.page.locator(".routes").evaluate("routes => Promise.all(routes.getAnimations().map(a => a.finished))")
    assert person.violations() == []
    assert person.page.evaluate("document.documentElement.scrollWidth <= screen.width")


@pytest.mark.exhaustive
def test_two_people_and_four_bots_one_of_them_on_a_small_telephone(person):
    one, phone = person(), person(**PHONE, color_scheme="dark")
    name = race(one, phone, seats=6)
    rng, tried = random.Random(2), set()

    def play(each):
        phase = sight(each)["view"]["phase"]
        if each is phone and phase not in tried:
            tried.add(phase)
            look(phone)
        by_clicking(each, rng, press="tap" if each is phone else "click")

    to_the_end(play, one, phone)
    over(one, phone)
    known = Known(one, name)
    for each in one, phone:
        assert list(known.faults(each)) == []
    assert known.sealed > 10
    replayed(one, name, known)


def replayed(person, name, known):
    """The race again, with one's own eyes and with everybody's: a seat does not see what others had not shown."""
    moves = range(len(known.played.moves))
    number, seat = next(
        (n, seat) for n in moves for seat in range(1, 6) if known.at(n + 1).view(0)["ships"][seat]["route"] == "sealed"
    )
    letter, route = "RMJLVP"[seat], known.at(number + 1).view(REFEREE)["ships"][seat]["route"]
    person.see(f"/replay/{name}?moment={number}&seat=ruby")
    chosen = person.page.locator(f"[data-envelope={letter}] .mark")
    expect(chosen.locator("svg")).to_be_visible()
    expect(chosen).to_have_text("")
    person.page.locator("select").first.select_option("everyone")
    expect(chosen).to_have_text(route)
    person.page.keyboard.press("End")
    expect(person.page.locator(".holder[data-phase=over]")).to_be_visible()
    assert person.violations() == []


def test_what_one_says_aloud_is_seen_by_all_and_struck_out_if_it_was_a_lie(person):
    one, other = person(**MOVING), person()
    race(one, other, seats=3, first_game=True)  # whose first tile brings no bonus that one would have to choose
    assert sight(one)["view"]["phase"] == "programming"
    one.page.locator("[data-say=B]").click()
    other.page.locator("[data-route=B] [data-says=R]").wait_for()
    other.page.keyboard.press("s")
    other.page.keyboard.press("Enter")
    one.page.locator("[data-route=A] [data-says=M]").wait_for()
    expect(other.page.locator("[data-say=A]")).to_have_attribute("aria-pressed", "true")
    bubbles = {}
    one.page.expose_function("revealed", lambda letter, lie: bubbles.update({letter: lie}))
    one.page.evaluate(
        """() => new MutationObserver(() => {
          if (!document.querySelector('.route .taken')) return;
          for (const said of document.querySelectorAll('.route [data-says]'))
            window.revealed(said.dataset.says, said.classList.contains('lie'));
        }).observe(document.querySelector('.holder'), { subtree: true, childList: true, attributes: true })"""
    )
    for each in one, other:
        by_clicking(each, None, wished=lambda person, _: sight(person)["moves"][0])
    one.page.locator('.holder[data-place="2"]').wait_for()
    assert bubbles == {"R": True, "M": False}
    expect(one.page.locator("[data-says]")).to_have_count(0)
    expect(one.page.locator(".recap [class~=ride]").first).to_be_visible()


def test_two_people_at_one_screen_pass_it_behind_a_curtain(person):
    one = person()
    race(one, seats=3, own=(1,))
    page, looking, done = one.page, None, 0
    for _ in range(4):
        asked = to_choose(one, done)
        if looking not in asked:
            looking = asked[0]
            page.locator(".curtain").wait_for()
            expect(page.locator(".holder, .bill")).to_have_count(0)
            page.locator(".curtain").get_by_role("button").click()
        view, moves = (one.state["seats"][looking][part] for part in ("view", "moves"))
        page.locator(".fall").click()
        page.locator(f'.holder[data-place="{view["tile"]["place"]}"][data-phase={view["phase"]}]').wait_for()
        point_at(page, view["phase"], moves[0])
        done = one.state["about"]["moves"]
        confirm(one)
    assert one.state["about"]["moves"] > 4 and looking


def to_choose(person, done):
    """Which seats of a screen are to choose, once something more has happened."""

    def asked():
        state = person.state
        seats = [seat for seat, seen in state["seats"].items() if seen["moves"]]
        return seats if state["about"]["moves"] > done else []

    return person.until(asked)


def dear():
    """Tiles of one's own: A goes a zone ahead for nothing, B takes all the fuel one has."""
    face = '[{ symbol = "A", zones = 1 }, { symbol = "B", cost = 12, zones = 5 }]'
    return "".join(f'[[tiles]]\nid = {n}\nfaces = {{ "3-4" = {face}, "5-6" = {face} }}\n' for n in range(1, 17))


def test_who_is_out_early_can_watch_leave_or_start_anew_with_tiles_of_ones_own(person):
    one, other = person(), person()
    other.post("/api/guests", name="Bea")
    kept = other.post("/api/tiles", text=dear()).json()
    name = lay(one, "outspeed", 4, tiles=kept["name"])
    other.see(f"/table/{name}")
    for each, seats in (one, [0]), (other, [1, 2]):
        ask(each, name, *[{"do": "sit", "seat": seat, "name": NAMES[seat], "words": "chance"} for seat in seats])
    ask(one, name, {"do": "fill", "bot": "random"}, {"do": "begin"})
    expect(one.page.get_by_text("own tiles")).to_be_visible()
    expect(one.page.get_by_text("reconstructed")).to_have_count(0)
    expect(one.page.locator("[data-route=B]")).to_contain_text("puts you out")
    by_clicking(one, None, wished=lambda *_: "B")
    ask(other, name, *[{"do": "move", "seat": seat, "choice": 0, "move": "A"} for seat in (1, 2)])
    expect(one.page.get_by_text("You are out: watch on, leave, or start anew")).to_be_visible()
    expect(one.page.locator("[data-act=leave]")).to_be_visible()
    expect(one.page.locator("[data-seat=ruby]")).to_contain_text("out")
    assert one.violations() == []
    one.page.locator("[data-act=anew]").click()
    one.page.wait_for_url(lambda url: name not in url)
    one.page.locator(".bar").wait_for()
    one.until(lambda: one.state["about"]["table"] != name)
    about = one.state["about"]
    assert one.state["you"] == [0] and [place["bot"] for place in about["places"]] == ["", "", "", "random"]
    assert about["options"]["tiles"] == kept["name"]
