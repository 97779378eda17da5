"""Who owns the arrays of many matches and does to all of them what is done to one: all cores of this machine, or a GPU.

An array is a tensor of PyTorch's, for the net, and for compiled code the same memory as it likes it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import torch

from sobremesa.mistakes import BadOption
from sobremesa.nets.batch import SOME


@dataclass(frozen=True)
class Held:
    """One array."""

    tensor: torch.Tensor
    """For PyTorch; positions and wide numbers as bytes."""
    view: Any
    """For compiled code."""

    def fill(self, array: Any) -> None:
        """Put what is in an array of NumPy's into it."""
        whole = np.broadcast_to(np.asarray(array, self.view.dtype), self.view.shape)
        bare = np.ascontiguousarray(whole).view(_seen_as(whole.dtype)).reshape(self.tensor.shape)
        self.tensor.copy_(torch.from_numpy(bare.copy()))


class Engine(Protocol):
    """What a driver offers."""

    device: torch.device

    def make(self, kind: Any, *shape: int) -> Held:
        """An array of zeros."""
        ...

    def bind(self, function: Any, count: int, *groups: Any) -> Callable[[], None]:
        """What does a function of `tree` or `selfplay` to so many matches, with these arrays or tuples of arrays."""
        ...


class Cores:
    """All cores of this machine: each does it to its share of the matches."""

    device = torch.device("cpu")

    def __init__(self) -> None:
        self.cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self.threads = ThreadPoolExecutor(self.cores)

    def make(self, kind: Any, *shape: int) -> Held:
        view = np.zeros(shape, kind)
        return Held(torch.from_numpy(view.view(_seen_as(view.dtype))), view)

    def bind(self, function: Any, count: int, *groups: Any) -> Callable[[], None]:
        some, views = SOME[function], [views_of(group) for group in groups]
        ends = [count * core // self.cores for core in range(self.cores + 1)]

        def run() -> None:
            for _ in self.threads.map(lambda first, last: some(first, last, *views), ends[:-1], ends[1:]):
                pass

        return run


class Card:
    """A GPU: each match has a thread of its own."""

    def __init__(self) -> None:
        from sobremesa.lab.cuda import memory

        memory.arrays()  # says what is missing
        self.device = torch.device("cuda")

    def make(self, kind: Any, *shape: int) -> Held:
        from sobremesa.lab.cuda.memory import shaped

        kind = np.dtype(kind)
        bare = np.zeros(shape, kind).view(_seen_as(kind))
        tensor = torch.zeros(bare.shape, dtype=torch.from_numpy(bare[:0]).dtype, device=self.device)
        return Held(tensor, shaped(tensor, shape, kind))

    def bind(self, function: Any, count: int, *groups: Any) -> Callable[[], None]:
        from sobremesa.lab.cuda.foreach import bind

        return bind(function, count, *map(views_of, groups))


def _seen_as(kind: np.dtype) -> Any:
    """How PyTorch is shown numbers of a kind: as they are, or as bytes."""
    return kind if kind.names is None and kind != np.uint64 else np.uint8


def views_of(group: Any) -> Any:
    """What compiled code gets of an array, or of a tuple of them."""
    return group.view if isinstance(group, Held) else type(group)(*(held.view for held in group))


def engine(device: str) -> Engine:
    """The driver for a device."""
    if device not in ("cpu", "cuda"):
        raise BadOption(f"The device is cpu or cuda, not {device!r}.")
    if device == "cuda" and not torch.cuda.is_available():
        raise BadOption("There is no GPU here that PyTorch can use: leave --device out.")
    return Card() if device == "cuda" else Cores()
