"""Whole matches come out as they always did, with every view, event and sentence."""

import pytest

from tests.golden import MATCHES, page


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: f"{match[0]}-{match[1]}")
def test_golden(match):
    path, text = page(*match)
    assert text == path.read_text(), "if this is meant, run make golden and review the diff"
