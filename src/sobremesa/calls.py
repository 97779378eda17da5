"""The former name of `sobremesa.kernel.calls`."""

from sobremesa.kernel.calls import *  # noqa: F403
