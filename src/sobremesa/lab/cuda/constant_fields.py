"""A position without what is settled before it is dealt: the number of seats, the options, the tiles.

All matches of a batch agree on these, and no rule ever changes them. So they need not be kept in each position, where
they would take the room of what does change, and the compiler may know them: it leaves out whatever they rule out.
"""

from __future__ import annotations

import hashlib
from types import ModuleType

import numpy as np
from numba import from_dtype

from sobremesa import kernel
from sobremesa.lab.cuda.compiling import SIMULATED
from sobremesa.lab.cuda.copying import LOAD

if not SIMULATED:
    from sobremesa.lab.cuda.record import Settled

WORD = 4


class Lean:
    """Positions of one game with the same options, without what these settle."""

    def __init__(self, rules: ModuleType, start: np.ndarray, names: tuple[str, ...], odd: bool = False) -> None:
        """With `odd` a position fills an odd number of words: side by side in shared memory no two threads then wait
        for each other. Else it can be carried: see `copying`."""
        if SIMULATED:
            names = ()
        self.full = rules.State
        fields = [(name, rules.State.fields[name][0]) for name in rules.State.names if name not in (*names, "filler")]
        layout = np.dtype(fields, align=True)
        whole = 2 * WORD if odd else LOAD
        size = -(-(layout.itemsize + odd * WORD) // whole) * whole - odd * WORD
        if fill := size - np.dtype(fields).itemsize:
            fields.append(("filler", np.dtype(("u1", fill))))
        self.layout = np.dtype(fields, align=True)
        values = {name: np.array(start[name][0], order="C") for name in names}
        said = hashlib.sha256(repr([rules.__name__, self.layout.descr, names]).encode())
        for value in values.values():
            said.update(value.tobytes())
        self._values = values
        if SIMULATED:
            self.type = self.layout = rules.State
        else:
            self.type = Settled(from_dtype(self.layout), values, f"settled_{said.hexdigest()[:24]}")
            kernel._games[self.type] = rules
        self.start = self.of(start)

    def of(self, positions: np.ndarray) -> np.ndarray:
        """Full positions, made lean."""
        lean = np.zeros(positions.shape, self.layout)
        for name in self.layout.names or ():
            if name != "filler":
                lean[name] = positions[name]
        return lean

    def whole(self, lean: np.ndarray) -> np.ndarray:
        """Lean positions, made full again."""
        full = np.zeros(lean.shape, self.full)
        for name in self.full.names or ():
            if name in self._values:
                full[name] = self._values[name]
            elif name != "filler":
                full[name] = lean[name]
        return full
