"""The driver for a GPU: what is done to one match is done to all of them, each in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from operator import mul
from typing import Any

import numpy as np
import torch
from numba import cuda
from numba.cuda.cudadrv.devicearray import DeviceNDArray

from sobremesa.lab.cuda.each import bind
from sobremesa.learning.engine import Held, seen_as, views_of


class Card:
    """The GPU of this machine."""

    device = torch.device("cuda")

    def make(self, kind: Any, *shape: int) -> Held:
        kind = np.dtype(kind)
        bare = np.dtype(seen_as(kind))
        like = torch.from_numpy(np.zeros(0, bare)).dtype
        wide = shape[-1] * kind.itemsize // bare.itemsize
        tensor = torch.zeros(*shape[:-1], wide, dtype=like, device=self.device)
        memory = cuda.as_cuda_array(tensor)
        view = DeviceNDArray(shape, strides(shape, kind.itemsize), kind, gpu_data=memory.gpu_data)
        view.kept = memory
        return Held(tensor, view)

    def bind(self, function: Any, count: int, *groups: Any) -> Callable[[], None]:
        run: Callable[[], None] = bind(function, count, *map(views_of, groups))
        return run


def strides(shape: tuple[int, ...], width: int) -> tuple[int, ...]:
    """How many bytes lie between neighbours along each side."""
    return tuple(accumulate((width, *shape[:0:-1]), mul))[::-1]
