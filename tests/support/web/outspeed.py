"""How people race in a browser: by clicking, by keys, or from the list; and what their browsers may know."""

import json
from functools import cache

from sobremesa.kernel import SPECTATOR
from sobremesa.play import record
from tests.support.games.outspeed import forced
from tests.support.web.play import drafted, sight

ASK = """([name, commands]) => new Promise((done, fail) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${name}/socket`);
  const next = () => {
    if (!commands.length) { socket.close(); done(); }
    else socket.send(JSON.stringify({ ...commands[0], id: 'x' }));
  };
  socket.onopen = next;
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.type === 'refused') fail(told.why);
    if (told.type === 'done') { commands.shift(); next(); }
  };
})"""


def ask(person, name, *commands):
    """What somebody asks at a table, one after the other."""
    person.page.evaluate(ASK, [name, list(commands)])


def settle(person):
    """The last turn is not watched to its end: any click ends it, and one can choose."""
    page, view = person.page, sight(person)["view"]
    page.locator(".fall").click()
    page.locator(f'.holder[data-place="{view["tile"]["place"]}"][data-phase={view["phase"]}]').wait_for()


def wish(person, rng):
    return rng.choice(sight(person)["moves"])


def confirm(person, by_keys=False):
    button = person.page.locator("[data-act=do]")
    button.wait_for()
    if by_keys:
        person.page.locator("body").press("Enter")
    else:
        button.click()
    button.wait_for(state="detached")


def by_clicking(person, rng, wished=wish, press="click"):
    settle(person)
    point_at(person.page, sight(person)["view"]["phase"], wished(person, rng), press)
    drafted(person, 0)
    confirm(person)


def point_at(page, phase, move, press="click"):
    """A route, and its number on the wheel where it asks for one; or a token."""
    if phase == "programming":
        getattr(page.locator(f"[data-route={move[0]}]"), press)()
        if move[1:]:
            getattr(page.locator(f'[data-wheel="{move[1:]}"]'), press)()
    else:
        getattr(page.locator(f"[data-game=outspeed] .chip[data-move={move}]"), press)()


def by_keys(person, rng):
    page = person.page
    page.keyboard.press("Escape")
    move, view = wish(person, rng), sight(person)["view"]
    if view["phase"] == "programming":
        for key in move:
            page.keyboard.press(key.lower())
    elif move == "none":
        page.keyboard.press("n")
    else:
        chips = page.locator(".chip").evaluate_all("chips => chips.map(chip => chip.dataset.move)")
        page.keyboard.press(str(chips.index(move) + 1))
    drafted(person, 0)
    confirm(person, by_keys=True)


def from_list(person, rng):
    page = person.page
    page.keyboard.press("Shift+A")
    choices = page.locator("dialog [data-move]")
    choices.first.wait_for()
    choices.nth(rng.randrange(choices.count())).click()
    drafted(person, 0)
    confirm(person)


class Known:
    """What each browser was told of a race that is over, held against what its seats may know by the record."""

    def __init__(self, person, name):
        self.played = record.loads(person.context.request.get(f"/api/tables/{name}/record").text())
        self.at = cache(self.played.at)
        self.sealed = 0
        """How often somebody else had chosen in secret, and how often others held tokens: else nothing was tried."""

    def faults(self, person):
        """Whatever a browser was told that it may not know."""
        found = []
        for message in map(json.loads, person.heard):
            if message["type"] == "state":
                for seat, seen in message["seats"].items():
                    eyes = SPECTATOR if seat == "spectator" else self.played.seat_names.index(seat)
                    found += self._faults(message["about"]["moves"], eyes, seen)
            elif message["type"] == "signal":
                found += [message] if set(message) - {"type", "seat", "signal", "at"} else []
        return found

    def _faults(self, moves, eyes, seen):
        now = self.at(moves)
        may = plain(now.view(eyes))
        others = [seat for seat in range(len(may["ships"])) if seat != eyes]
        self.sealed += any(may["ships"][seat]["route"] == "sealed" for seat in others)
        if not seen["draft"] and seen["view"] != may:
            yield moves, eyes, seen["view"]
        yield from ((moves, eyes, seat) for seat in others if secret(seen["view"], seat))
        for event in seen["events"]:
            told = now.events_of(event["n"], eyes) if event["n"] < moves else []
            if event["n"] < moves and event not in [self._told(event["n"], each) for each in told]:
                yield moves, eyes, event
        tried = [event for choice in seen["choices"] for event in choice["events"]]
        tried += [event for event in seen["events"] if event["n"] >= moves]
        told = [event for event in tried if event["seat"] in others and tells(event)]
        known = [event for event in told if event["event"] == "route" and forced(now, event["seat"])]
        yield from ((moves, eyes, event) for event in told if event not in known)

    def _told(self, number, event):
        return plain({"n": number, "event": event.kind, **vars(event), "text": self.played.say(event)})


def secret(view, seat):
    """Whether a view tells of somebody else's ship what is a secret."""
    ship = view["ships"][seat]
    laid = ship["laid"] not in (None, "nothing", "hidden", "sealed")
    routed = view["phase"] == "programming" and ship["route"] not in (None, "sealed")
    return ship["hand"] is not None or laid or routed


def tells(event):
    """Whether something that would happen tells what somebody has in hand, has laid, or has chosen."""
    return event["event"] in ("shown", "route") or bool(event.get("token") or event.get("route"))


def plain(data):
    return json.loads(json.dumps(data))
