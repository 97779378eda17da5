"""The same crew as actors of a Ray that is started for the work; apart from tests that join one themselves."""

import pytest

from sobremesa import parallel
from tests.support.sums import EVERYTHING, Sums

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'sobremesa[ray]'.")


def test_a_ray_of_our_own_does_what_one_process_does_and_ends_with_the_work(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    alone = list(parallel.outcomes(Sums(here), EVERYTHING, 1))
    found = list(parallel.outcomes(Sums(there), EVERYTHING, 2, "local"))
    assert {each.task.number: each for each in found} == {each.task.number: each for each in alone}
    assert not ray.is_initialized()
