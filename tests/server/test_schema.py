"""Whatever anybody asks, as the description has it or not, is answered as described and never with a fault."""

import collections
import contextlib
import json
import random

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.sync.client import ClientConnection as Socket

from sobremesa.client import House, Refused
from tests.support.selection import exhaustive
from tests.support.server.serving import Server
from tests.support.server.tables import begin_match, play_at_random

pytestmark = pytest.mark.compiled
CHECKS = [not_a_server_error, response_schema_conformance, content_type_conformance, status_code_conformance]


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("schema") / "house.db", "--no-limits")
    yield running
    running.kill()


def test_everything_that_goes_over_a_socket_is_as_described(running, monkeypatch):
    [document] = [House(running.address, "Ada").ask("GET", "/schema/socket.json")]
    defs = {"$defs": document["$defs"]}
    validators = {
        name: jsonschema_rs.validator_for({"$ref": f"#/$defs/{name}"} | defs) for name in ("Command", "Message")
    }
    kinds = collections.Counter()

    def check(name, text):
        data = json.loads(text)
        validators[name].validate(data)
        kinds[data.get("type") or data["do"]] += 1

    sent, received = Socket.send, Socket.recv
    monkeypatch.setattr(Socket, "send", lambda self, text: (check("Command", text), sent(self, text))[1])

    def recv(self, *parts):
        text = received(self, *parts)
        check("Message", text)
        return text

    monkeypatch.setattr(Socket, "recv", recv)
    for game, seats in ("outspeed", 3), ("end-of-line", 2), ("splut", 2), ("shut-the-lines", 2):
        tables = begin_match(running, game, seats, 2, manner={"clock": {"initial": 300, "increment": 2}})
        seat = next(iter(tables[0].state["seats"]))
        if moves := tables[0].moves(seat):
            tables[0].draft(seat, moves[0])
            tables[0].draft(seat)
        if game == "outspeed":
            tables[0].signal(0, "A")
        tables[0].say("hello")
        play_at_random(tables, random.Random(7), 30)
        with contextlib.suppress(Refused):  # a bot may have gone on meanwhile
            tables[0].undo()
        with pytest.raises(Refused):
            tables[0].do("stand", seat=0)
        with contextlib.suppress(Refused):  # it may be over
            tables[0].resign(0)
        late = tables[0].house.table(tables[0].name)
        late._listen_until(lambda message: message["type"] == "chat")
    expected = "state done refused said chat signal sit bot begin move draft undo resign say signal stand"
    assert set(expected.split()) <= set(kinds)


@pytest.mark.filterwarnings("ignore:Do not use the `random` module")  # which Schemathesis does
@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("examples", [10, exhaustive(60)])
def test_every_path_answers_as_described(running, mode, examples):
    described = schemathesis.openapi.from_url(f"{running.address}/schema/openapi.json")
    for operation in [found.ok() for found in described.get_all_operations()]:
        if mode is GenerationMode.NEGATIVE and not list(operation.body):
            continue  # takes nothing that could be wrong
        token = House(running.address, "Ada").token  # each with one of their own: some sign out

        @settings(
            max_examples=examples,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(operation.as_strategy(generation_mode=mode))
        def answers(case):
            case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=CHECKS)  # noqa: B023 (at once)

        answers()
