"""The type of a position without what is settled, for Numba."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype
from numba.core import types
from numba.core.datamodel import models, register_default
from numba.cuda.cudadecl import registry as typing
from numba.cuda.cudaimpl import registry as lowering
from numba.cuda.np.arrayobj import record_getattr
from numba.cuda.typing.templates import AttributeTemplate


class Settled(types.Record):
    """The type of such a position. What is settled is there to be read, and cannot be written."""

    def __init__(self, record: types.Record, values: dict[str, np.ndarray], name: str) -> None:
        self.values = values
        fields: Any = [(each, {"type": field.type, "offset": field.offset}) for each, field in record.fields.items()]
        super().__init__(fields, record.size, record.aligned)
        self.name = name


register_default(Settled)(models.RecordModel)


@typing.register_attr
class _Attribute(AttributeTemplate):
    key = Settled

    def generic_resolve(self, record: Settled, name: str) -> Any:
        if name not in record.values:
            return record.typeof(name)
        value = record.values[name]
        kind = from_dtype(value.dtype)
        return types.Array(kind, value.ndim, "C", readonly=True) if value.ndim else kind


@lowering.lower_getattr_generic(Settled)
def _read(context: Any, builder: Any, record: Settled, value: Any, name: str) -> Any:
    if name not in record.values:
        return record_getattr(context, builder, record, value, name)
    settled = record.values[name]
    kind = from_dtype(settled.dtype)
    if settled.ndim:
        return context.make_constant_array(builder, types.Array(kind, settled.ndim, "C", readonly=True), settled)
    return context.get_constant(kind, settled.item())
