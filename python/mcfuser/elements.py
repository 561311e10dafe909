"""Element types: how MLIR, numpy, torch and DLPack spell them."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import Dict, Optional, Tuple, Union

# Type codes of DLPack.
DL_INT, DL_UINT, DL_FLOAT, DL_BFLOAT, DL_BOOL = 0, 1, 2, 4, 6


@dataclass(frozen=True)
class Element:
    """An element type. `name` is MLIR's; an `i1` takes a byte in arrays."""

    name: str
    long_name: str
    bits: int
    is_float: bool
    dlpack: Optional[Tuple[int, int]]

    @property
    def bytes(self) -> int:
        return max(self.bits // 8, 1)

    @property
    def is_narrow(self) -> bool:
        """A float whose sums are in f32."""
        return self.is_float and self.bits < 32

    def constant(self, value: Union[int, float, bool]) -> str:
        """The value as MLIR spells it in an attribute of this type."""
        if self.name == "i1":
            return "true" if value else "false"
        if not self.is_float:
            if isinstance(value, float) and not value.is_integer():
                raise ValueError(f"expected a whole number for {self.name}, but got {value!r}")
            return str(int(value))
        value = float(value)
        if math.isfinite(value):
            return f"{value:.17e}"
        return f"0x{_BITS_OF[self.name](value):0{self.bits // 4}X}"

    def __str__(self) -> str:
        return self.name


def _bits_as(float_format: str, integer_format: str, shift: int = 0):
    def bits(value: float) -> int:
        return struct.unpack(integer_format, struct.pack(float_format, value))[0] >> shift

    return bits


_BITS_OF = {
    "f64": _bits_as("<d", "<Q"),
    "f32": _bits_as("<f", "<I"),
    "bf16": _bits_as("<f", "<I", 16),
    "f16": _bits_as("<e", "<H"),
}

_ALL = [
    Element("f64", "float64", 64, True, (DL_FLOAT, 64)),
    Element("f32", "float32", 32, True, (DL_FLOAT, 32)),
    Element("f16", "float16", 16, True, (DL_FLOAT, 16)),
    Element("bf16", "bfloat16", 16, True, (DL_BFLOAT, 16)),
    Element("f8E4M3FN", "float8_e4m3fn", 8, True, None),
    Element("f8E5M2", "float8_e5m2", 8, True, None),
    Element("i1", "bool", 1, False, (DL_BOOL, 8)),
    Element("i8", "int8", 8, False, (DL_INT, 8)),
    Element("i16", "int16", 16, False, (DL_INT, 16)),
    Element("i32", "int32", 32, False, (DL_INT, 32)),
    Element("i64", "int64", 64, False, (DL_INT, 64)),
]
BY_NAME: Dict[str, Element] = {e.name: e for e in _ALL}
BY_NAME.update({e.long_name: e for e in _ALL})
BY_DLPACK: Dict[Tuple[int, int], Element] = {e.dlpack: e for e in _ALL if e.dlpack}


def get_element(name: Union[str, Element], argument: str = "element") -> Element:
    """The element type of a name, MLIR's (`f16`) or numpy's (`float16`).

    Raises ValueError for a name that is none, TypeError for what is no name.
    """
    if isinstance(name, Element):
        return name
    # torch.float16 and numpy.dtype('float16') print as their names.
    text = name if isinstance(name, str) else getattr(name, "name", None) or str(name)
    text = str(text).replace("torch.", "")
    if text in BY_NAME:
        return BY_NAME[text]
    known = ", ".join(e.name for e in _ALL)
    error = ValueError if isinstance(name, str) else TypeError
    raise error(f"{argument}: expected an element type ({known}), but got {name!r}")
