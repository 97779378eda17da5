"""What several tests of Outspeed share."""

import pytest


@pytest.fixture
def own_home(tmp_path, monkeypatch):
    """A folder for one test in which this machine keeps tile sets."""
    monkeypatch.setenv("SOBREMESA_HOME", str(tmp_path))
    return tmp_path
