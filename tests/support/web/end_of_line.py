"""How people play End of Line in a browser: by clicking, by keys, or by a finger; and what their browsers may know."""

import json

from sobremesa.kernel import SPECTATOR
from sobremesa.play import record
from tests.support.web.play import drafted, sight

ARROWS = {"N": "ArrowUp", "E": "ArrowRight", "S": "ArrowDown", "W": "ArrowLeft"}
KEYS = {
    "boost": "b",
    "brake": "k",
    "turnaround": "t",
    "gas": "g",
    "cross": "x",
    "discard": "d",
    "next": "n",
    "stop": "n",
}
USES = "boost", "brake", "turnaround", "gas", "cross"
FILL = """([name, bot]) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${name}/socket`);
  socket.onopen = () => socket.send(JSON.stringify({ do: 'fill', id: 'x', bot }));
  socket.onmessage = (event) => { if (JSON.parse(event.data).id === 'x') { socket.close(); done(); } };
})"""


def fill(person, name):
    """Bots on all seats that are free."""
    person.page.evaluate(FILL, [name, "greedy"])


def wish(person, rng):
    """What one would choose: some energy now and then, and cards that do not end the line if there are any."""
    seen = sight(person)
    choices = {choice["move"]: choice for choice in seen["choices"]}
    uses = [move for move in choices if move in USES]
    if "go" in choices and (not uses or rng.random() < 0.75):
        hand = next(line["hand"] for line in seen["view"]["lines"] if line["hand"] and line["name"] == own(person))
        kinds = [kind for kind, count in hand.items() if count]
        place = rng.choice(seen["view"]["places"]["go"])
        return f"{rng.choice(kinds)}>{place['square']}"
    if uses:
        return rng.choice(uses)
    good = [move for move in choices if not any(event["event"] == "cut" for event in choices[move]["events"])]
    if len(good) > 1 and "discard" in good and rng.random() < 0.8:
        good.remove("discard")
    return rng.choice(good or list(choices))


def own(person):
    [seat] = person.state["seats"]
    return seat


def places(person):
    """Where cards may lie, whether or not one must say first that no energy is spent."""
    given = sight(person)["view"]["places"]
    return given.get("lay") or given.get("go") or []


def is_to_be_placed(person):
    """Whether a card that is taken does not lie at once: there are several places, or it is in the hand already."""
    return len(places(person)) > 1 or sight(person)["view"]["mode"] == "classic"


def settled(person, before):
    """Wait until one more choice is drafted, and the board shows it."""
    drafted(person, before)
    person.page.locator(f'[data-drafted="{len(sight(person)["draft"])}"]').wait_for(state="attached")


def confirm(person, by_keys=False):
    button = person.page.locator("[data-act=do]")
    button.wait_for()
    if by_keys:
        person.page.locator("body").press("Enter")
    else:
        button.click()
    button.wait_for(state="detached")


def by_clicking(person, rng):
    """One's whole turn: press a card, press a square, confirm."""
    page = person.page
    while not sight(person)["ready"]:
        before, move, several = len(sight(person)["draft"]), wish(person, rng), is_to_be_placed(person)
        kind, _, square = move.partition(">")
        if not square:
            page.locator(f"[data-use={move}], [data-call={move}]").click()
        else:
            card = page.locator(f'.hand [data-card="{kind}"]').first
            if card.get_attribute("aria-pressed") != "true":
                card.click()
            if several:
                page.locator(f'[role=gridcell][data-square="{square}"]').click()
        settled(person, before)
    confirm(person)


def by_keys(person, rng):
    """The same with the keys of the board."""
    page = person.page
    while not sight(person)["ready"]:
        before, move, several = len(sight(person)["draft"]), wish(person, rng), is_to_be_placed(person)
        headings = {place["square"]: place["heading"] for place in places(person)}
        kind, _, square = move.partition(">")
        if move in KEYS:
            page.keyboard.press(KEYS[move])
        elif not square:
            page.locator(f"[data-call={move}]").focus()
            page.keyboard.press("Enter")
        else:
            cards = page.locator(".hand [data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)")
            if sight(person)["view"]["mode"] != "classic":
                page.keyboard.press(str(cards.index(kind) + 1))
            if several:
                page.keyboard.press(ARROWS[headings[square]])
                page.keyboard.press("Enter")
        settled(person, before)
    confirm(person, by_keys=True)


def unknown(person, name):
    """Whatever a browser was told that its seat may not know, by the record of a match that is over."""
    played = record.loads(person.context.request.get(f"/api/tables/{name}/record").text())
    found, told = [], 0
    for message in map(json.loads, person.heard):
        if message["type"] != "state" or not message["seats"]:
            continue
        [(seat, seen)] = message["seats"].items()
        eyes = SPECTATOR if seat == "spectator" else played.seat_names.index(seat)
        moves = message["about"]["moves"]
        now = played.at(moves)
        now.roll = False  # a draft ends where chance would come in
        for move in seen["draft"]:
            now.push(move, eyes)
        if seen["view"] != plain(now.view(eyes)):
            found.append((moves, seen["draft"], seen["view"]))
        for event in seen["events"]:
            if event["n"] < moves:
                told += 1
                if event not in may_know(played, event["n"], eyes):
                    found.append((moves, event))
        if seen["view"]["mode"] in ("versus", "teams"):
            ahead = [event for choice in seen["choices"] for event in choice["events"]] + seen["events"]
            found += [event for event in ahead if event["event"] == "drew" and event["seat"] != eyes and event["card"]]
    assert told > 5
    return found


def may_know(played, number, eyes):
    return [
        plain({"n": number, "event": event.kind, **vars(event), "text": played.say(event)})
        for event in played.events_of(number, eyes)
    ]


def plain(data):
    return json.loads(json.dumps(data))
