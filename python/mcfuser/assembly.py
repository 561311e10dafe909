"""The text of a program, line by line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Dict, List, Optional, Sequence, Set, Tuple, Union

from .elements import Element
from .shapes import Size, affine_map, broadcast_sizes, tensor_type

Number = Union[int, float, bool]


@dataclass(frozen=True)
class Value:
    """A tensor in a program. `sizes` holds a number, or the SSA name of an index, for each axis."""

    builder: "Assembly"
    name: str
    sizes: Tuple[Size, ...]
    element: Element

    @property
    def shape(self) -> Tuple[Optional[int], ...]:
        """Sizes of the axes; None where they are known at run time only."""
        return tuple(s if isinstance(s, int) else None for s in self.sizes)

    @property
    def rank(self) -> int:
        return len(self.sizes)

    @property
    def type(self) -> str:
        return tensor_type(self.sizes, self.element)

    def __repr__(self) -> str:
        return f"<Value {self.name} : {self.type}>"


class Assembly:
    """A function that grows: its arguments, ops and results as text, and names for values."""

    def __init__(self, name: str = "main"):
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_$.]*", name):
            raise ValueError(f"name: expected an identifier, but got {name!r}")
        self.name = name
        self._inputs: List[Value] = []
        self._outputs: List[Value] = []
        self._results: List[Value] = []
        self._arguments: List[str] = []
        self._lines: List[str] = []
        self._origins: Dict[int, object] = {}
        self._constants: Dict[Tuple[str, str], str] = {}
        self._open_sizes: Set[str] = set()
        self._count = 0
        self.origin: object = None
        """Whatever the caller wants to know again of the ops it adds from here on (`origins`)."""

    def text(self) -> str:
        """The program. Raises ValueError if it has no result."""
        return "\n".join(self._all_lines()) + "\n"

    def origins(self) -> Dict[int, object]:
        """For each line of `text` (from 1) the `origin` that was set when it was added."""
        first = 2 + len(self._constants)
        return {first + i: origin for i, origin in self._origins.items()}

    @property
    def inputs(self) -> Tuple[Value, ...]:
        return tuple(self._inputs)

    @property
    def outputs(self) -> Tuple[Value, ...]:
        return tuple(self._outputs)

    def _all_lines(self) -> List[str]:
        if not self._outputs:
            raise ValueError("expected a program with a result, but got none (Builder.output)")
        types = ", ".join(v.type for v in self._results)
        names = ", ".join(v.name for v in self._results)
        constants = [f"  {name} = arith.constant {value}" + ("" if type == "i1" else f" : {type}")
                     for (type, value), name in self._constants.items()]
        header = f"func.func @{self.name}({', '.join(self._arguments)})"
        return ([header + (f" -> ({types}) {{" if types else " {")] + constants
                + ["  " + line for line in self._lines]
                + [f"  return {names} : {types}" if types else "  return", "}"])

    def _check(self, *values: object) -> None:
        for value in values:
            if not isinstance(value, Value):
                raise TypeError(f"expected a Value of this builder, but got {type(value).__name__}")
            if value.builder is not self:
                raise ValueError(f"expected a Value of this builder, but got one of another: {value!r}")

    @staticmethod
    def _axis(value: Value, axis: int) -> int:
        if not isinstance(axis, int) or not -value.rank <= axis < value.rank:
            raise ValueError(f"axis: expected one of {value.rank} axes, but got {axis!r}")
        return axis % value.rank

    def _add(self, line: str) -> None:
        if self.origin is not None:
            self._origins[len(self._lines)] = self.origin
        self._lines.append(line)

    def _fresh(self) -> str:
        self._count += 1
        return f"%{self._count}"

    def _constant(self, value: str, type: str) -> str:
        return self._constants.setdefault((type, value), f"%c{len(self._constants)}")

    def _index(self, value: int) -> str:
        return self._constant(str(value), "index")

    def _op(self, sizes: Sequence[Size], element: Element, text: str) -> Value:
        name = self._fresh()
        self._add(f"{name} = {text}")
        return Value(self, name, tuple(sizes), element)

    def _empty(self, sizes: Sequence[Size], element: Element) -> Value:
        dynamic = ", ".join(s for s in sizes if isinstance(s, str))
        return self._op(sizes, element, f"tensor.empty({dynamic}) : {tensor_type(sizes, element)}")

    def _fill(self, number: Number, sizes: Sequence[Size], element: Element) -> Value:
        out = self._empty(sizes, element)
        constant = self._constant(element.constant(number), element.name)
        return self._op(sizes, element, f"linalg.fill ins({constant} : {element}) "
                                        f"outs({out.name} : {out.type}) -> {out.type}")

    def _elementwise(self, values: Sequence[Value], body: List[str], result: str, element: Element,
                     sizes: Optional[List[Size]] = None) -> Value:
        if sizes is None:
            sizes = broadcast_sizes([v.sizes for v in values])
        rank = len(sizes)
        maps = []
        for value in values:
            lead = rank - value.rank
            maps.append(affine_map(rank, [
                "0" if size == 1 and sizes[lead + i] != 1 else f"d{lead + i}"
                for i, size in enumerate(value.sizes)]))
        maps.append(affine_map(rank, [f"d{i}" for i in range(rank)]))
        out = self._empty(sizes, element)
        return self._generic(maps, ["parallel"] * rank, values, out, body, result, element=element,
                             sizes=sizes)

    def _generic(self, maps: List[str], iterators: List[str], ins: Sequence[Value], out: Value,
                 body: List[str], result: str, *, element: Element, sizes: Sequence[Size]) -> Value:
        kinds = ", ".join(f'"{i}"' for i in iterators)
        operands = ""
        if ins:
            operands = (f"ins({', '.join(v.name for v in ins)} : "
                        f"{', '.join(v.type for v in ins)}) ")
        arguments = ", ".join([f"%x{i}: {v.element}" for i, v in enumerate(ins)]
                              + [f"%out: {element}"])
        name = self._fresh()
        self._add(f"{name} = linalg.generic {{indexing_maps = [{', '.join(maps)}], "
                  f"iterator_types = [{kinds}]}} {operands}outs({out.name} : {out.type}) {{")
        self._add(f"^bb0({arguments}):")
        for line in body:
            self._add("  " + line)
        self._add(f"  linalg.yield {result} : {element}")
        self._add(f"}} -> {out.type}")
        return Value(self, name, tuple(sizes), element)

    def _collapse(self, value: Value, groups: List[List[int]], merged: Sequence) -> Value:
        sizes: List[Size] = []
        for group in groups:
            sizes.append(self._product([value.sizes[i] for i in group]))
        result = tensor_type(sizes, value.element)
        return self._op(sizes, value.element,
                        f"tensor.collapse_shape {value.name} {groups} : {value.type} into {result}")

    def _expand(self, value: Value, groups: List[List[int]], sizes: List[Size]) -> Value:
        result = tensor_type(sizes, value.element)
        shape = ", ".join(map(str, sizes))
        return self._op(sizes, value.element,
                        f"tensor.expand_shape {value.name} {groups} output_shape [{shape}] : "
                        f"{value.type} into {result}")

    def _product(self, sizes: Sequence[Size]) -> Size:
        known = 1
        open_sizes = [s for s in sizes if isinstance(s, str)]
        for size in sizes:
            if isinstance(size, int):
                known *= size
        if not open_sizes:
            return known
        result = open_sizes[0]
        for factor in open_sizes[1:] + ([self._index(known)] if known != 1 else []):
            name = self._fresh()
            self._add(f"{name} = arith.muli {result}, {factor} : index")
            result = name
        return result
