"""Whether the house is well, and what it counts and writes down."""

import json
import logging
import os
import re
import urllib.error
import urllib.request

import pytest

from sobremesa.client import House
from sobremesa.server.logs import Lines, Plain
from tests.support import services
from tests.support.server.serving import Server
from tests.support.waiting import LIMIT, wait_until

pytestmark = pytest.mark.compiled


def get(server, path):
    try:
        with urllib.request.urlopen(server.address + path, timeout=LIMIT) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def counted(server, name):
    found = re.search(rf"^{re.escape(name)} (\S+)$", get(server, "/metrics")[1], re.MULTILINE)
    return float(found[1]) if found else 0.0


def play(server):
    table = House(server.address, "Ada").lay("splut", 2)
    table.sit(0)
    table.bot(1, "random")
    table.begin()
    table.move("red", table.moves("red")[0])
    with pytest.raises(Exception, match="has begun"):
        table.sit(1)
    return table


def test_a_house_says_that_it_is_well(server):
    assert get(server, "/health/live") == (200, '{"live":true}')
    status, told = get(server, "/health/ready")
    health = json.loads(told)
    assert status == 200 and health["ready"] and health["database"] == "well" and health["others"] == "alone"
    assert set(health["games"]) == {"splut", "end-of-line", "shut-the-lines", "outspeed"}
    status, page = get(server, "/health")
    assert status == 200 and "<h1>Sobremesa is well</h1>" in page and "<script" not in page


def test_what_happens_is_counted(own_server):
    play(own_server)
    assert counted(own_server, 'sobremesa_entries_total{kind="begin"}') == 1
    assert counted(own_server, 'sobremesa_entries_total{kind="move"}') >= 1
    assert counted(own_server, "sobremesa_sockets") == 1 and counted(own_server, "sobremesa_tables_at_hand") == 1
    assert counted(own_server, "sobremesa_write_seconds_count") >= 4
    assert counted(own_server, 'sobremesa_requests_total{status="200"}') >= 1
    assert sum(counted(own_server, f'sobremesa_refused_total{{why="{why}"}}') for why in ("mistake", "rule")) == 1


def test_workers_count_together_and_say_when_their_database_is_away():
    if not (services.can_start_postgres() and services.can_start_redis()):
        pytest.skip("There is no PostgreSQL or no Redis that could be started here.")
    postgres, redis = services.Postgres(), services.Redis()
    server = Server(None, "--database", postgres.address, "--redis", redis.address, "--workers", "2", "--logs", "json")
    try:
        tables = [play(server) for _ in range(4)]
        assert counted(server, 'sobremesa_entries_total{kind="begin"}') == len(tables)
        assert json.loads(get(server, "/health/ready")[1])["others"] == "heard"
        redis.kill()
        wait_until(lambda: json.loads(get(server, "/health/ready")[1])["others"] == "away")
        assert get(server, "/health/ready")[0] == 200
        postgres.kill()
        wait_until(lambda: get(server, "/health/ready")[0] == 503)
        assert "not well" in get(server, "/health")[1]
        postgres.start()
        wait_until(lambda: get(server, "/health/ready")[0] == 200)
    finally:
        server.stop()
        redis.close()
        postgres.close()


@pytest.mark.parametrize("form", [Lines(), Plain()])
def test_a_log_tells_no_password(form):
    why = "connection to postgresql://ada:s3cret@db/house failed"
    try:
        raise ConnectionError(why)
    except ConnectionError as error:
        record = logging.LogRecord(
            "sobremesa", logging.ERROR, __file__, 1, "Lost: %s", (error,), (type(error), error, None)
        )
    said = form.format(record)
    assert "s3cret" not in said and "ada" in said
    if isinstance(form, Lines):
        told = json.loads(said)
        assert told["level"] == "error" and told["worker"] == os.getpid() and told["said"].startswith("Lost: ")
