"""Whatever anybody asks, as the description has it or not, is answered as described and never with a fault."""

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

from sobremesa.client import House
from tests.server.conftest import Server

pytestmark = pytest.mark.compiled
CHECKS = [not_a_server_error, response_schema_conformance, content_type_conformance, status_code_conformance]


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("schema") / "house.db", "--no-limits")
    yield running
    running.kill()


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_path_answers_as_described(running, mode):
    token = House(running.address, "Ada").token
    described = schemathesis.openapi.from_url(f"{running.address}/schema/openapi.json")
    for operation in [found.ok() for found in described.get_all_operations()]:
        if mode is GenerationMode.NEGATIVE and operation.method != "post":
            continue  # takes nothing that could be wrong

        @settings(
            max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
        )
        @given(operation.as_strategy(generation_mode=mode))
        def answers(case):
            case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=CHECKS)

        answers()
