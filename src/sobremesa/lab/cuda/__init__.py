"""The rules on an NVIDIA GPU."""

from sobremesa.mistakes import missing

try:
    import numba_cuda  # noqa: F401  the numba.cuda that comes with Numba itself is older, and lacks what is used here
except ImportError:
    raise missing("numba-cuda", "cuda") from None
