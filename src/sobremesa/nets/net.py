"""A net that has learnt, in a file, and what it says: with NumPy alone, on the cells of the board and no others."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sobremesa.mistakes import BadWeights
from sobremesa.nets.encoding import Sight

FORMAT = 1
NARROW, HIDDEN = 8, 64
"""How wide the layers of the value are."""


@dataclass(frozen=True)
class About:
    """Whose net it is."""

    game: str
    rules: int
    """Their version."""
    seats: int
    channels: int
    blocks: int
    steps: int = 0
    """After how many steps of learning."""
    seconds: float = 0.0
    """After how long."""
    format: int = FORMAT


def save(path: Path, about: About, weights: Mapping[str, np.ndarray]) -> None:
    """Write a net into a file, in half precision; the file is there whole or not at all."""
    halves: dict[str, Any] = {name: np.asarray(array, np.float16) for name, array in weights.items()}
    new = path.with_name(f".{path.name}.new")
    with new.open("wb") as file:
        np.savez_compressed(file, about=np.array(json.dumps(asdict(about))), **halves)
    os.replace(new, path)


def load(path: Path) -> tuple[About, dict[str, np.ndarray]]:
    """A net from a file."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as found:
            about = About(**json.loads(str(found["about"])))
            weights = {key: np.asarray(found[key], np.float32) for key in found.files if key != "about"}
    except OSError as trouble:
        raise BadWeights(f"{path} cannot be read: {trouble.strerror}.") from None
    except (KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile):
        raise BadWeights(f"{path} is not a net that learnt a game.") from None
    if about.format != FORMAT:
        raise BadWeights(f"{path} has a net of format {about.format}, and this reads format {FORMAT}.")
    return about, weights


class Net:
    """Says of what seats see how good each action looks, as logits, and what those seats can expect."""

    def __init__(self, sight: Sight, about: About, weights: Mapping[str, np.ndarray], name: str = "the net") -> None:
        self.sight, self.blocks, self.channels = sight, about.blocks, about.channels
        wanted = shapes(sight, about)
        if {key: array.shape for key, array in weights.items()} != wanted:
            raise BadWeights(f"{name} does not fit what is seen of {about.game} with {about.seats} seats.")
        self.weights = {key: _ready(array) for key, array in weights.items()}
        cells = np.array(sight.cells)
        hidden = weights["hidden"].reshape(HIDDEN, NARROW, sight.area)[:, :, cells]
        self.weights["hidden"] = np.ascontiguousarray(hidden.transpose(2, 1, 0).reshape(-1, HIDDEN))
        self.cells = cells
        self.around = around(sight).T.ravel()
        self.index = np.zeros(sight.area, np.int64)
        self.index[cells] = np.arange(len(cells))

    def answer(self, seen: np.ndarray, spots: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """To each observation the logits of its actions, which are at these spots, and the value."""
        sight, w, count, cells = self.sight, self.weights, len(seen), len(self.cells)
        area = sight.planes * sight.area
        x = np.zeros((count, cells + 1, self.channels), np.float32)  # the last is what lies beyond the border
        y = x.copy()
        if sight.planes:
            planes = np.zeros((count, cells + 1, sight.planes), np.float32)
            planes[:, :-1] = seen[:, :area].reshape(count, sight.planes, sight.area)[:, :, self.cells].swapaxes(1, 2)
            self._convolve(planes, "first", x)
        if sight.numbers:
            x[:, :-1] += (seen[:, area:] @ w["numbers"] + w["numbers_bias"])[:, None]
        np.maximum(x, 0, out=x)
        for n in range(self.blocks):
            self._convolve(x, f"one{n}", y)
            np.maximum(y, 0, out=y)
            self._convolve(y, f"other{n}", x, add=True)
            np.maximum(x, 0, out=x)
        x = x[:, :-1]
        planes_said = x @ w["policy"] + w["policy_bias"]
        safe = np.maximum(spots, 0)
        logits = planes_said[np.arange(count)[:, None], self.index[safe % sight.area], safe // sight.area]
        small = np.maximum(x @ w["narrow"] + w["narrow_bias"], 0).reshape(count, -1)
        hidden = np.maximum(small @ w["hidden"] + w["hidden_bias"], 0)
        return logits, np.tanh(hidden @ w["value"] + w["value_bias"])[:, 0]

    def _convolve(self, x: np.ndarray, name: str, out: np.ndarray, add: bool = False) -> None:
        """Every cell with those around it, one of the nine at a time: products so small that BLAS starts no threads."""
        count, cells = len(x), len(self.cells)
        near = x.take(self.around, axis=1, mode="clip").reshape(count, 9, cells, -1)
        found = (near @ self.weights[name]).sum(1)
        found += self.weights[f"{name}_bias"]
        if add:
            out[:, :-1] += found
        else:
            out[:, :-1] = found


def around(sight: Sight) -> np.ndarray:
    """Of each cell of the board the nine around it, row by row; what is beyond is the one after the last."""
    index = {cell: n for n, cell in enumerate(sight.cells)}
    found = np.full((len(index), 9), len(index), np.int64)
    for cell, n in index.items():
        for k in range(9):
            row, column = cell // sight.columns + k // 3 - 1, cell % sight.columns + k % 3 - 1
            if sight.wraps:
                row, column = row % sight.rows, column % sight.columns
            if 0 <= row < sight.rows and 0 <= column < sight.columns:
                found[n, k] = index.get(row * sight.columns + column, len(index))
    return found


def shapes(sight: Sight, about: About) -> dict[str, tuple[int, ...]]:
    """The measures of all that a net has."""
    wide = about.channels
    found: dict[str, tuple[int, ...]] = {}
    if sight.planes:
        found |= {"first": (wide, sight.planes, 3, 3), "first_bias": (wide,)}
    if sight.numbers:
        found |= {"numbers": (wide, sight.numbers), "numbers_bias": (wide,)}
    for n in range(about.blocks):
        for name in f"one{n}", f"other{n}":
            found |= {name: (wide, wide, 3, 3), f"{name}_bias": (wide,)}
    found |= {"policy": (sight.answers, wide, 1, 1), "policy_bias": (sight.answers,)}
    found |= {"narrow": (NARROW, wide, 1, 1), "narrow_bias": (NARROW,)}
    found |= {"hidden": (HIDDEN, NARROW * sight.area), "hidden_bias": (HIDDEN,)}
    return found | {"value": (1, HIDDEN), "value_bias": (1,)}


def _ready(array: np.ndarray) -> np.ndarray:
    """A layer as it is multiplied with: what comes in by rows, what goes out by columns."""
    if array.ndim == 4:
        array = array.transpose(2, 3, 1, 0).reshape(-1, *array.shape[1::-1]).squeeze(0 if array.shape[2] == 1 else ())
    elif array.ndim == 2:
        array = array.T
    return np.ascontiguousarray(array, np.float32)
