"""How rules run: as machine code that Numba compiles, as WebAssembly that ships with the package, or as Python.

`SOBREMESA_ENGINE` names one way for everything:

- `native`: Numba compiles what is called, and keeps it on the disk (see `cache`);
- `wasm`: the modules in `modules/`, built ahead by `make engine`; Numba compiles only what no module has;
- `interpreted`: the rules run as the Python that they are.

Without it (`auto`), a game runs natively once `sobremesa warm` has compiled it, and until then like `wasm`. A module
that was built from other sources than those installed is not used: then Numba compiles, or, where Numba is not
installed, the rules are interpreted. The log says so.
"""

import importlib.util
import os
from types import ModuleType

from sobremesa.mistakes import missing

WAYS = "auto", "native", "wasm", "interpreted"


HAS_NUMBA = importlib.util.find_spec("numba") is not None


def _chosen() -> str:
    way = os.environ.get("SOBREMESA_ENGINE", "auto").strip().lower() or "auto"
    if way not in WAYS:
        raise SystemExit(f"SOBREMESA_ENGINE is one of {', '.join(WAYS)}, not {way!r}.")
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return "interpreted"
    if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0"):  # only what Numba compiles has them
        way = "native"
    if way == "native" and not HAS_NUMBA:
        raise SystemExit(f"SOBREMESA_ENGINE=native: {missing('Numba', 'lab')}")
    return way


WAY = _chosen()
"""How rules run in this process."""


def use_native() -> None:
    """Run rules as machine code in this process from now on."""
    global WAY
    if not HAS_NUMBA:
        raise missing("Numba", "lab")
    WAY = "native"


def has_engine(rules: ModuleType) -> bool:
    """Return whether the rules of a game run in this process without being compiled first."""
    if WAY == "interpreted":
        return True
    from sobremesa.engine import host, rule

    return rule.uses_engine(rules) and host.engine_of(rules) is not None
