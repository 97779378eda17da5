"""Environments of Gymnasium."""

import pytest

import sobremesa.lab.gymnasium  # noqa: F401 (Gymnasium knows our games by it)

CASES = [
    *(("EndOfLineSolo", options) for options in ({}, {"deck": "open"}, {"edition": "2021"}, {"walls": "0,1"})),
    ("EndOfLineClassic", {}),
    *(("EndOfLineCoop", {"seats": seats}) for seats in range(2, 9)),
    ("EndOfLineCoop", {"seats": 3, "seat": 1, "bots": "greedy"}),
    *(("ShutTheLinesSolo", {"plans": plans}) for plans in ("1", "2", "3", "4", "ladder", "random", "choose")),
    *(("Splut", {"seats": seats, "seat": seats - 1}) for seats in (2, 3, 4)),
    *(("EndOfLine", {"seats": seats, "seat": seats // 2}) for seats in range(2, 9)),
    *(("EndOfLine", {"seats": seats, "mode": "teams", "seat": 2}) for seats in (4, 6, 8)),
    *(("Outspeed", {"seats": seats, "seat": seats - 3}) for seats in (3, 4, 5, 6)),
    ("Outspeed", {"bots": ["weak", "random"], "first_game": True}),
    *(("ShutTheLines", {"seats": seats, "seat": 1, "plans": "random"}) for seats in (2, 3, 4)),
]


every_case = pytest.mark.parametrize(("name", "options"), CASES, ids=lambda part: str(part).replace("'", ""))
