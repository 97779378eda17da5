"""Learning, with a very small net on a processor: what is kept is gone on with, and what comes out plays."""

import json
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not here: pip install 'sobremesa[learn]'")
from click.testing import CliRunner  # noqa: E402

from sobremesa import games  # noqa: E402
from sobremesa.bots.bot import Budget  # noqa: E402
from sobremesa.cli import main  # noqa: E402
from sobremesa.lab.single import Single  # noqa: E402
from sobremesa.mistakes import BadOption  # noqa: E402
from sobremesa.nets.encoding import sight, symmetries  # noqa: E402
from sobremesa.nets.net import Net, load  # noqa: E402
from sobremesa.nets.player import Learnt  # noqa: E402
from sobremesa.training import net as nets  # noqa: E402
from sobremesa.training.engine import Cores, engine  # noqa: E402
from sobremesa.training.settings import Settings  # noqa: E402
from sobremesa.training.train import School  # noqa: E402

torch.set_num_threads(1)  # more only get in each other's way here
pytestmark = pytest.mark.compiled
SPLUT = games.find("splut")
TINY = Settings("splut", {"turn_limit": "8"}, matches=8, simulations=4, considered=4, channels=4, blocks=1, batch=16)


def quiet(share, at):
    """Nobody listens."""


def taught(folder, steps=60, settings=TINY):
    school = School(folder, settings, "cpu", None)
    for _ in range(steps):
        school.step()
    return school


def test_it_learns_keeps_it_and_goes_on(tmp_path):
    school = taught(tmp_path)
    assert school.learnt > 0 and school.matches.counts()[0] > 0
    school.save()
    again = School(tmp_path, TINY, "cpu", None)
    assert (again.learnt, again.played) == (school.learnt, school.played)
    for name, found in school.net.state_dict().items():
        assert torch.equal(found, again.net.state_dict()[name])
    again.step()
    assert again.played == school.played + 1
    with pytest.raises(BadOption, match="was made with other settings"):
        School(tmp_path, replace(TINY, channels=5), "cpu", None)
    (tmp_path / "checkpoint.pt").write_bytes(b"nothing")
    with pytest.raises(BadOption, match="is not a checkpoint of learning"):
        School(tmp_path, TINY, "cpu", None)


def test_what_comes_out_plays_and_says_the_same_without_pytorch(tmp_path):
    school = taught(tmp_path, 40)
    path = school.export()
    about, weights = load(path)
    assert (about.game, about.seats, about.steps) == ("splut", 2, school.learnt)
    single = Single("splut", 2)
    seen = single.observe()[None]
    spots = [4, 81 + 40, 8 * 81 + 41]
    logits, values = Net(sight(SPLUT, 2), about, weights).answer(seen, np.array([spots]))
    school.net.eval()
    with torch.no_grad():
        said, expected = school.net(torch.from_numpy(seen))
        acted, valued = nets.act(school.net.sight, 1, school.net.folded(), torch.from_numpy(seen))
    assert torch.allclose(said, acted, atol=1e-4) and torch.allclose(expected, valued, atol=1e-4)
    assert np.allclose(logits[0], said[0].numpy()[spots], atol=0.01)
    assert abs(values[0] - float(expected[0])) < 0.01
    bot = Learnt(SPLUT, 1, Budget(rounds=10), path=path)
    assert bot.choose(single.position.view(np.recarray), 0, single.legal()) in single.legal()


def test_lessons_are_turned_with_their_spots(tmp_path):
    """A lesson on a turned board is one of the eight that its board can be turned to."""
    school = taught(tmp_path, 40)
    matches = school.matches
    [first, *_] = matches.ready().tolist()
    seen_to, spot_to = symmetries(SPLUT, 2)
    seen = matches.seen.view(-1, matches.sight.size)[first].float().numpy()
    spots = matches.spots.flatten(0, 1)[first].numpy()
    turned = []
    for turn in range(8):
        there = np.zeros_like(seen)
        there[seen_to[turn]] = seen
        turned.append((there.tobytes(), np.where(spots >= 0, spot_to[turn][spots], -1).tolist()))
    got, where, policy, value = matches.lessons(torch.full((64,), first))
    found = {turned.index((row.numpy().tobytes(), spot.tolist())) for row, spot in zip(got, where, strict=True)}
    assert len(found) > 3
    assert torch.allclose(policy.sum(1), torch.ones(64), atol=1e-2) and value.abs().max() <= 1


def test_a_net_learns_what_it_is_taught(tmp_path):
    """The same lessons again and again are known in the end."""
    school = taught(tmp_path, 40, replace(TINY, batch=10**6, rate=0.01))
    assert school.learnt == 0
    which, losses = school.matches.ready()[:16], []
    for _ in range(200):
        school.losses.zero_()
        school.learn(which)
        losses.append(float(school.losses[:2].sum()))
    assert np.mean(losses[-10:]) < 0.7 * np.mean(losses[:10])


def test_the_same_seed_learns_the_same(tmp_path):
    one, other = (taught(tmp_path / name, 30) for name in "ab")
    for name, found in one.net.state_dict().items():
        assert torch.allclose(found.float(), other.net.state_dict()[name].float(), atol=1e-4), name


def test_the_command_learns_and_ctrl_c_keeps_what_was_learnt(tmp_path, monkeypatch):
    folder, steps = tmp_path / "nets", []
    words = ["--matches=8", "--simulations=4", "--channels=4", "--blocks=1", "--batch=16", "--set=turn_limit=8"]
    step = School.step

    def stopped(school):
        steps.append(1)
        if len(steps) == 40:
            raise KeyboardInterrupt
        step(school)

    monkeypatch.setattr(School, "step", stopped)
    done = CliRunner().invoke(main, ["learn", "splut", "--folder", str(folder), *words])
    assert done.exit_code == 0, done.output
    assert "the same command goes on" in done.output
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    assert lines[-1]["played"] == 39 and lines[-1]["learnt"] > 0
    assert {path.suffix for path in folder.iterdir()} == {".pt", ".npz", ".jsonl"}
    monkeypatch.undo()
    done = CliRunner().invoke(main, ["learn", "splut", "--folder", str(folder), *words, "--minutes", "0.0001"])
    assert done.exit_code == 0 and f"{lines[-1]['learnt']} steps of learning" in done.output
    done = CliRunner().invoke(main, ["learn", "splut", "--folder", str(folder), "--minutes", "1"])
    assert done.exit_code == 1 and "other settings" in done.output


def test_a_device_that_is_not_there_is_told_in_a_sentence():
    assert isinstance(engine("cpu"), Cores)
    with pytest.raises(BadOption, match="The device is cpu or cuda, not 'abacus'"):
        engine("abacus")


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU here")
def test_without_a_gpu_that_is_said():
    with pytest.raises(BadOption, match="There is no GPU here that PyTorch can use"):
        engine("cuda")
