"""End of Line in real browsers: every mode to its end, on the board, by hand and by keys."""

import random

import pytest
from playwright.sync_api import expect

from tests.support.selection import exhaustive
from tests.support.web.browser import MOVING
from tests.support.web.end_of_line import by_clicking, by_keys, fill, places, unknown
from tests.support.web.play import awaited, begin, lay, sight, sit, to_the_end

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]
PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}


def seated(*people, seats, bots=False, **options):
    """A match that these people play, the first with the first seat; bots on the rest."""
    name = lay(people[0], "end-of-line", seats, **options)
    for person in people:
        if person is not people[0]:
            person.see(f"/table/{name}")
        sit(person)
    if bots:
        fill(people[0], name)
    begin(*people)
    return name


def over(*people):
    for person in people:
        expect(person.page.locator("[data-status=over]")).to_be_visible()


def test_two_lines_one_laid_by_hand_and_one_by_keys_and_somebody_looks_on(person):
    one, other = person(**MOVING), person(color_scheme="dark")
    name = seated(one, other, seats=2)
    watcher = person()
    watcher.see(f"/table/{name}")
    rng, tried = random.Random(3), set()

    def play(each):
        if each not in tried:
            tried.add(each)
            each.page.locator(".hand [data-card]").first.click()
            each.page.wait_for_timeout(100)
            assert each.violations() == []
            each.page.keyboard.press("Escape")
            while sight(each)["draft"]:
                each.page.keyboard.press("Backspace")
                each.page.wait_for_timeout(50)
        (by_clicking if each is one else by_keys)(each, rng)

    to_the_end(play, one, other)
    over(one, other, watcher)
    assert tried == {one, other}
    for each in one, other, watcher:
        assert unknown(each, name) == []
        expect(each.page.locator("[data-cut]")).to_have_count(1)
    assert watcher.violations() == []
    watcher.see(f"/replay/{name}?moment=20")
    expect(watcher.page.locator("[data-head]").first).to_be_visible()
    expect(watcher.page.locator("[data-open]")).to_have_count(0)


@pytest.mark.exhaustive
def test_eight_lines_of_people_and_bots_one_of_them_on_a_small_telephone(person):
    hand, keys, phone = person(), person(), person(**PHONE)
    name = seated(hand, keys, phone, seats=8, bots=True)
    rng, tried = random.Random(4), []

    def play(each):
        if each is phone and not tried and len(places(phone)) > 1:
            tried.append(each)
            phone.page.locator(".hand [data-card]").first.tap()
            expect(phone.page.locator("[data-spot]")).to_have_count(len(places(phone)))
            assert phone.violations() == []
            assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            phone.page.locator(".hand [data-card]").first.tap()
        (by_keys if each is keys else by_clicking)(each, rng)

    to_the_end(play, hand, keys, phone)
    over(hand, keys, phone)
    for each in hand, keys, phone:
        assert unknown(each, name) == []


def test_partners_cross_each_other_and_keep_their_hands_to_themselves(person):
    one, other = person(), person()
    name = lay(one, "end-of-line", 4, mode="teams", cross_cost=0)
    other.see(f"/table/{name}")
    sit(one)
    other.page.get_by_role("button", name="Sit down").last.click()
    fill(one, name)
    begin(one, other)
    rng = random.Random(5)
    to_the_end(lambda each: (by_clicking if each is one else by_keys)(each, rng), one, other)
    over(one, other)
    assert [line["partner"] for line in sight(one)["view"]["lines"]] == [3, 2, 1, 0]
    for each in one, other:
        assert unknown(each, name) == []
        expect(each.page.locator("[data-row] .pair")).to_have_count(4)


@pytest.mark.parametrize(
    ("options", "play", "theme"),
    [
        ({"walls": "0,0 1,4 4,2"}, by_clicking, "light"),
        ({"deck": "open", "score": "en"}, by_keys, "dark"),
        exhaustive({"edition": "2021"}, by_keys, "light"),
        exhaustive({"mode": "classic"}, by_keys, "dark"),
        exhaustive({"mode": "classic", "score": "en"}, by_clicking, "light"),
    ],
)
def test_a_puzzle_alone_ends_with_what_it_comes_to(person, options, play, theme):
    one = person(color_scheme=theme)
    name = seated(one, seats=1, **options)
    rng = random.Random(6)
    assert awaited(one)
    assert one.violations() == []
    to_the_end(lambda each: play(each, rng), one)
    over(one)
    view = sight(one)["view"]
    result = one.page.locator("[data-points]")
    if view["points"] is None:
        expect(result).to_contain_text(f"{view['empty']} empty square")
    else:
        expect(result).to_contain_text(str(view["points"]))
    assert len(view["walls"]) == one.page.locator("[data-wall]").count()
    assert one.violations() == []
    assert unknown(one, name) == []


def test_together_hands_are_open_and_it_ends_for_both(person):
    one, other = person(), person(viewport={"width": 390, "height": 844})
    name = seated(one, other, seats=2, mode="coop")
    rng = random.Random(7)
    for _ in range(2):
        each = awaited(one, other)
        by_clicking(each, rng)
    expect(one.page.locator(".shared svg.face")).to_have_count(sight(one)["view"]["lines"][1]["held"])
    to_the_end(lambda each: (by_keys if each is one else by_clicking)(each, rng), one, other)
    over(one, other)
    for each in one, other:
        assert unknown(each, name) == []
        expect(each.page.locator("[data-points]")).to_be_visible()
        expect(each.page.locator("[data-status=over]")).not_to_contain_text("draw")
        assert each.violations() == []


def test_a_card_is_dragged_to_its_square_and_taken_up_again(person):
    one = person()
    seated(one, seats=1, deck="open")
    assert awaited(one)
    page = one.page
    page.locator('.hand [data-card="cross-5"]').click()
    expect(page.locator("[data-open]")).to_have_count(3)
    target = page.locator("[data-open]").nth(1)
    square = target.get_attribute("data-open")
    card, place = page.locator('.hand [data-card="straight"]').bounding_box(), target.bounding_box()
    page.mouse.move(card["x"] + 20, card["y"] + 20)
    page.mouse.down()
    page.mouse.move(place["x"] + 30, place["y"] + 80, steps=4)
    expect(page.locator("[data-spot]")).to_have_count(3)
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, steps=3)
    page.mouse.up()
    expect(page.locator("[data-drafted='2']")).to_be_attached()
    assert sight(one)["draft"] == ["cross-5>1,2", f"straight>{square}"]
    page.locator(f'[role=gridcell][data-square="{square}"]').click()
    expect(page.locator("[data-drafted='1']")).to_be_attached()
    page.locator('[role=gridcell][data-square="1,2"]').click()
    expect(page.locator("[data-drafted='0']")).to_be_attached()


def test_one_tablet_for_two_shows_no_hand_before_its_own_eyes_look(person):
    one = person()
    name = lay(one, "end-of-line", 2)
    one.page.evaluate(SIT, [name, ["Olive", "Marta"]])
    begin_button = one.page.get_by_role("button", name="Begin", exact=True)
    expect(begin_button).to_be_enabled()
    begin_button.click()
    page, rng = one.page, random.Random(8)
    for _ in range(3):
        curtain = page.locator(".curtain button")
        curtain.wait_for()
        expect(page.locator(".hand")).to_have_count(0)
        curtain.click()
        expect(page.locator(".hand [data-card]")).to_have_count(5)
        assert all(sum(line["hand"] is not None for line in seen["view"]["lines"]) == 1 for seen in seats(one))
        while not page.locator("[data-act=do]").count():
            drafted = int(page.locator("[data-drafted]").get_attribute("data-drafted"))
            page.keyboard.press("a")
            choices = page.locator("dialog [data-move]")
            choices.first.wait_for()
            choices.nth(rng.randrange(choices.count())).click()
            expect(page.locator(f"[data-drafted='{drafted + 1}']")).to_be_attached()
        page.locator("[data-act=do]").click()


SIT = """([name, people]) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${name}/socket`);
  let sat = 0;
  const sit = () => socket.send(JSON.stringify({ do: 'sit', id: `${sat}`, seat: sat, name: people[sat], words: 'ab' }));
  socket.onopen = sit;
  socket.onmessage = (event) => {
    if (JSON.parse(event.data).id !== `${sat}`) return;
    sat += 1;
    if (sat < people.length) sit();
    else { socket.close(); done(); }
  };
})"""


def seats(person):
    return person.state["seats"].values()
