"""Arrays on the GPU: CuPy's, which PyTorch, JAX and everybody else take by DLPack as they are."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda

from sobremesa.lab.cuda.compiling import SIMULATED
from sobremesa.mistakes import BadOption, missing

WHOLE = Any
"""An array of CuPy's; of NumPy's where the GPU is simulated."""


def arrays() -> Any:
    """The library whose arrays are used."""
    if SIMULATED:
        return np
    if not cuda.is_available():
        raise BadOption("There is no GPU here that CUDA can use; sobremesa.lab.batch runs on any machine.")
    try:
        import cupy
    except ImportError:
        raise missing("CuPy", "cuda") from None
    return cupy


def handed(array: WHOLE) -> Any:
    """An array as a kernel takes it: the same memory."""
    return array if SIMULATED else cuda.as_cuda_array(array)


def records(rows: WHOLE, layout: np.dtype) -> Any:
    """Rows of bytes as positions, as a kernel takes them: the same memory."""
    return rows.view(layout)[:, 0] if SIMULATED else shaped(rows, (len(rows),), layout)


def shaped(array: WHOLE, shape: tuple[int, ...], kind: np.dtype) -> Any:
    """An array on the GPU, whosesoever, as one of another shape and kind, as a kernel takes it: the same memory."""
    from numba.cuda.cudadrv.devicearray import DeviceNDArray

    whole = cuda.as_cuda_array(array)
    strides = np.zeros((0, *shape[1:]), kind).strides
    found = DeviceNDArray(shape, strides, kind, gpu_data=whole.gpu_data)
    found.kept = whole, array
    return found


def laid_down(positions: np.ndarray) -> WHOLE:
    """Positions as rows of bytes, on the GPU."""
    flat = np.ascontiguousarray(positions).view(np.uint8).reshape(len(positions), -1)
    return arrays().asarray(flat)


def picked_up(rows: WHOLE, layout: np.dtype) -> np.ndarray:
    """And back."""
    flat = rows if SIMULATED else rows.get()
    found: np.ndarray = np.ascontiguousarray(flat).view(layout)[:, 0]
    return found


def on_host(array: WHOLE) -> np.ndarray:
    """A copy in the memory of the CPU."""
    return np.array(array) if SIMULATED else np.asarray(array.get())
