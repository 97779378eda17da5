"""The former name of `sobremesa.kernel.rng`."""

from sobremesa.kernel.rng import *  # noqa: F403
