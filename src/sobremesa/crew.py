"""The former name of `sobremesa.parallel`."""

from sobremesa.parallel import *  # noqa: F403
