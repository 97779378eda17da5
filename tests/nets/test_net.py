"""What a net says with NumPy is what its layers mean, and a file that is no net is told in a sentence."""

import math
from dataclasses import replace

import numpy as np
import pytest

from sobremesa import games
from sobremesa.mistakes import BadWeights
from sobremesa.nets.encoding import sight
from sobremesa.nets.net import HIDDEN, NARROW, About, Net, load, save
from tests.support.nets import about, file, net, weights


def convolved(x, w, b, wraps, cells):
    """By hand: every cell of the board with the cells around it."""
    after, (_, rows, columns), around = np.zeros((len(w), *x.shape[1:])), x.shape, w.shape[2] // 2
    for cell in cells:
        row, column = divmod(cell, columns)
        for k in range(-around, around + 1):
            for m in range(-around, around + 1):
                there = (row + k, column + m)
                if wraps:
                    there = there[0] % rows, there[1] % columns
                if 0 <= there[0] < rows and 0 <= there[1] < columns:
                    after[:, row, column] += w[:, :, k + around, m + around] @ x[:, there[0], there[1]]
        after[:, row, column] += b
    return after


def by_hand(made, w, seen, spots):
    """The same net, cell by cell."""
    s = sight(games.find(made.game), 2)
    x = np.zeros((made.channels, s.rows, s.columns))
    area = s.planes * s.area
    if s.planes:
        planes = seen[:area].reshape(s.planes, s.rows, s.columns)
        x += convolved(planes, w["first"], w["first_bias"], s.wraps, s.cells)
    if s.numbers:
        for cell in s.cells:
            x[:, cell // s.columns, cell % s.columns] += w["numbers"] @ seen[area:] + w["numbers_bias"]
    x = np.maximum(x, 0)
    for n in range(made.blocks):
        y = np.maximum(convolved(x, w[f"one{n}"], w[f"one{n}_bias"], s.wraps, s.cells), 0)
        x = np.maximum(x + convolved(y, w[f"other{n}"], w[f"other{n}_bias"], s.wraps, s.cells), 0)
    logits = convolved(x, w["policy"], w["policy_bias"], s.wraps, s.cells).reshape(-1)[spots]
    small = np.maximum(convolved(x, w["narrow"], w["narrow_bias"], s.wraps, s.cells), 0).reshape(-1)
    hidden = np.maximum(w["hidden"] @ small + w["hidden_bias"], 0)
    return logits, math.tanh((w["value"] @ hidden + w["value_bias"])[0])


@pytest.mark.parametrize("name", ["splut", "end-of-line", "shut-the-lines"])
def test_a_net_says_what_its_layers_mean(name):
    made, rng = about(name), np.random.default_rng(1)
    w, s = weights(made, 2, 0.3), sight(games.find(name), 2)
    w["value"] /= 30
    seen = rng.random((3, s.size), np.float32)
    if s.planes:
        board = np.zeros(s.area, np.float32)
        board[list(s.cells)] = 1  # nothing is ever seen beyond the board
        seen[:, : s.planes * s.area] *= np.tile(board, s.planes)
    spots = rng.choice(s.cells, (3, 9)) + s.area * rng.integers(s.answers, size=(3, 9))
    logits, values = Net(s, made, w).answer(seen, spots)
    for n in range(3):
        expected, value = by_hand(made, w, seen[n].astype(float), spots[n])
        assert np.allclose(logits[n], expected, rtol=1e-3, atol=1e-4)
        assert abs(values[n] - value) < 1e-3
    assert len(set(values.tolist())) == 3 and np.abs(values).max() < 1


def test_a_net_is_the_same_after_it_was_kept(tmp_path):
    path = file(tmp_path)
    made, kept = load(path)
    assert made == about() and all(array.dtype == np.float32 for array in kept.values())
    again = weights(made)
    assert all(np.allclose(kept[name], again[name], atol=1e-3) for name in again)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_file_that_is_no_net_is_told_in_a_sentence(tmp_path):
    path = tmp_path / "net.npz"
    with pytest.raises(BadWeights, match=r"cannot be read: No such file or directory\.$"):
        load(path)
    for content in b"", b"nothing of the kind", b"PK\x03\x04 and then nothing":
        path.write_bytes(content)
        with pytest.raises(BadWeights, match=r"is not a net that learnt a game\.$"):
            load(path)
    np.savez(path, other=np.zeros(3))
    with pytest.raises(BadWeights, match="is not a net"):
        load(path)
    whole = file(tmp_path).read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadWeights, match="is not a net"):
        load(path)
    save(path, replace(about(), format=9), {})
    with pytest.raises(BadWeights, match="format 9, and this reads format 1"):
        load(path)


def test_weights_that_do_not_fit_are_refused():
    made = about()
    for wrong in replace(made, channels=7), replace(made, blocks=3):
        with pytest.raises(BadWeights, match="does not fit what is seen of splut with 2 seats"):
            Net(sight(games.find("splut"), 2), wrong, weights(made))
    assert net(made).weights["hidden"].shape == (41 * NARROW, HIDDEN)
    assert isinstance(made, About)
