"""Writes programs: linalg on tensors, as MLIR text."""

from __future__ import annotations

import re
from typing import Dict, List, Optional, Sequence, Union

from . import scalars
from .assembly import Assembly, Number, Value
from .elements import Element, get_element
from .shapes import Size, affine_map, match_groups, memref_type, product, tensor_type


class Builder(Assembly):
    """Writes one function on tensors.

    Ops are those of linalg, one for each call; which of them become one kernel is up to the
    compiler. Shapes broadcast as in numpy. A size of None is known at run time only.

        b = Builder("attention")
        q, k, v = (b.input(n, (2, 77, 64), "f16") for n in "qkv")
        s = b.mul(b.contract("bmk,bnk->bmn", q, k), 0.125)
        p = b.cast(b.softmax(s, -1), "f16")
        b.output(b.cast(b.contract("bmn,bnh->bmh", p, v), "f16"))
        kernel = mcfuser.compile(b.text())
    """

    # --- the function -------------------------------------------------------------------------

    def input(self, name: str, shape: Sequence[Union[int, str, None]], element: Union[str, Element],
              strides: Optional[Sequence[Optional[int]]] = None) -> Value:
        """An argument: an array of this shape and element type.

        A size that is a text is known at run time only, and the same wherever that text stands;
        None is such a size without a name. With `strides` (in elements, None: given at launch) a
        kernel takes arrays that are not dense and row-major, and so must all inputs and outputs.
        """
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
            raise ValueError(f"name: expected an identifier, but got {name!r}")
        ssa = f"%in_{name}"
        if any(v.name == ssa for v in self._inputs):
            raise ValueError(f"name: expected an input that is new, but got a second {name!r}")
        element = get_element(element)
        sizes: List[Size] = []
        for axis, size in enumerate(shape):
            if size is None:
                sizes.append(f"%size_{name}_{axis}")
            elif isinstance(size, str) and re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", size):
                sizes.append(f"%size_{size}")
            elif isinstance(size, int) and not isinstance(size, bool) and size >= 0:
                sizes.append(size)
            else:
                raise ValueError(f"shape: expected sizes from 0, names, or None, but got {size!r}")
        value = Value(self, ssa, tuple(sizes), element)
        if strides is None:
            self._arguments.append(f"{ssa}: {value.type}")
        else:
            type = memref_type(sizes, element, strides)
            self._arguments.append(f"%array_{name}: {type}")
            self._add(f"{ssa} = bufferization.to_tensor %array_{name} restrict : {type} "
                      f"to {value.type}")
        for axis, size in enumerate(sizes):
            if isinstance(size, str) and size not in self._open_sizes:
                self._open_sizes.add(size)
                self._add(f"{size} = tensor.dim {ssa}, {self._index(axis)} : {value.type}")
        self._inputs.append(value)
        return value

    def output(self, value: Value, strides: Optional[Sequence[Optional[int]]] = None) -> None:
        """Makes the value a result of the function; with `strides`, an array that it writes to."""
        self._check(value)
        self._outputs.append(value)
        if strides is None:
            self._results.append(value)
            return
        type = memref_type(value.sizes, value.element, strides)
        array = f"%out_{len(self._outputs) - 1}"
        self._arguments.append(f"{array}: {type}")
        self._add(f"bufferization.materialize_in_destination {value.name} in restrict writable "
                  f"{array} : ({value.type}, {type}) -> ()")

    # --- contractions and reductions ------------------------------------------------------------

    def contract(self, dims: str, left: Value, right: Value,
                 accumulate: Union[str, Element, None] = None) -> Value:
        """A product summed as an einsum says: `bmk,bnk->bmn`.

        The result has the type that is summed in: `accumulate`, or f32 for floats of 16 and 8 bits,
        i32 for i8, else the operands' type.
        """
        self._check(left, right)
        match = re.fullmatch(r"([A-Za-z]*),([A-Za-z]*)->([A-Za-z]*)", dims.replace(" ", ""))
        if not match:
            raise ValueError(f"dims: expected a form such as 'mk,kn->mn', but got {dims!r}")
        left_dims, right_dims, out = match.groups()
        sizes: Dict[str, Size] = {}
        for value, letters in ((left, left_dims), (right, right_dims)):
            if len(letters) != value.rank or len(set(letters)) != len(letters):
                raise ValueError(f"dims: expected {value.rank} different letters for {value!r}, "
                                 f"but got {letters!r}")
            for letter, size in zip(letters, value.sizes):
                known = sizes.setdefault(letter, size)
                if isinstance(known, int) and isinstance(size, int) and known != size:
                    raise ValueError(f"dims: expected one size for {letter!r} in {dims!r}, "
                                     f"but got {known} and {size}")
                if isinstance(size, int):
                    sizes[letter] = size
        if len(set(out)) != len(out) or not set(out) <= set(sizes):
            raise ValueError(f"dims: expected a result of letters of the operands, but got {dims!r}")
        default = left.element if left.element.bits > right.element.bits else right.element
        if default.is_float and default.bits < 32:
            default = get_element("f32")
        elif default.name == "i8":
            default = get_element("i32")
        element = get_element(accumulate or default, "accumulate")
        order = list(out) + [d for d in sizes if d not in out]
        maps = [affine_map(len(order), [f"d{order.index(d)}" for d in letters])
                for letters in (left_dims, right_dims, out)]
        zero = self._fill(0, [sizes[d] for d in out], element)
        return self._op(
            [sizes[d] for d in out], element,
            f"linalg.contract indexing_maps = [{', '.join(maps)}] "
            f"ins({left.name}, {right.name} : {left.type}, {right.type}) "
            f"outs({zero.name} : {zero.type}) -> {zero.type}")

    def reduce(self, kind: str, value: Value, axes: Union[int, Sequence[int]],
               keep: bool = False) -> Value:
        """`sum`, `max`, `min` or `prod` over axes; with `keep` these stay, with size 1."""
        self._check(value)
        axes = [axes] if isinstance(axes, int) else list(axes)
        axes = sorted({self._axis(value, a) for a in axes})
        op, start = scalars.reduction(kind, value.element)
        kept = [i for i in range(value.rank) if i not in axes]
        sizes = [value.sizes[i] for i in kept]
        begin = self._fill(start, sizes, value.element)
        maps = [affine_map(value.rank, [f"d{i}" for i in range(value.rank)]),
                affine_map(value.rank, [f"d{i}" for i in kept])]
        e = value.element.name
        result = self._generic(
            maps, ["reduction" if i in axes else "parallel" for i in range(value.rank)], [value], begin,
            [f"%r = {op} %x0, %out : {e}"], "%r", element=value.element, sizes=sizes)
        if not keep:
            return result
        return self.unsqueeze(result, axes)

    def softmax(self, value: Value, axis: int) -> Value:
        """Softmax of floats along an axis, in the value's type."""
        self._check(value)
        axis = self._axis(value, axis)
        if not value.element.is_float:
            raise ValueError(f"value: expected floats, but got {value.element}")
        out = self._empty(value.sizes, value.element)
        return self._op(value.sizes, value.element,
                        f"linalg.softmax dimension({axis}) ins({value.name} : {value.type}) "
                        f"outs({out.name} : {value.type}) -> {value.type}")

    # --- elementwise ------------------------------------------------------------------------------

    def map(self, op: str, *operands: Union[Value, Number]) -> Value:
        """An elementwise op of `scalars.OPS` on values that broadcast, and numbers.

        All values have one element type; numbers take it.
        """
        values = [o for o in operands if isinstance(o, Value)]
        self._check(*values)
        if not values:
            raise TypeError(f"operands: expected a Value among them, but got {operands!r}")
        # The condition of a select has a type of its own.
        typed = values[1:] if op == "select" and isinstance(operands[0], Value) else values
        element = typed[0].element if typed else get_element("f32")
        for value in typed:
            if value.element != element:
                raise ValueError(f"operands: expected one element type for '{op}', but got "
                                 f"{element} and {value.element}")
        names = []
        for operand in operands:
            if isinstance(operand, Value):
                names.append(f"%x{values.index(operand)}")
            else:
                names.append(self._constant(element.constant(operand), element.name))
        body, result, result_element = scalars.emit(op, names, element, self._constant)
        return self._elementwise(values, body, result, result_element)

    def cast(self, value: Value, element: Union[str, Element]) -> Value:
        """The value in another element type: floats round to nearest even, `i1` is 0 or 1."""
        self._check(value)
        target = get_element(element)
        if target == value.element:
            return value
        return self._elementwise([value], [f"%r = {scalars.cast(value.element, target)} %x0 : "
                                           f"{value.element} to {target}"], "%r", target)

    def position(self, sizes: Sequence[Size], axis: int, element: Union[str, Element] = "i64") -> Value:
        """An array of these sizes that holds its own positions along an axis. Masks of positions are
        built from it; it takes no memory, and tiles that such a mask takes out are not computed."""
        element = get_element(element)
        if not -len(sizes) <= axis < len(sizes):
            raise ValueError(f"axis: expected one of {len(sizes)} axes, but got {axis!r}")
        rank = len(sizes)
        body = [f"%i = linalg.index {axis % rank} : index",
                f"%r = arith.index_cast %i : index to {element}"]
        identity = affine_map(rank, [f"d{i}" for i in range(rank)])
        return self._generic([identity], ["parallel"] * rank, [], self._empty(sizes, element), body,
                             "%r", element=element, sizes=sizes)

    def full(self, sizes: Sequence[Size], number: Number, element: Union[str, Element]) -> Value:
        """An array of one number."""
        return self._fill(number, sizes, get_element(element))

    # --- views ------------------------------------------------------------------------------------

    def transpose(self, value: Value, order: Sequence[int]) -> Value:
        """Axes in another order: axis `i` of the result is axis `order[i]` of the value."""
        self._check(value)
        order = [self._axis(value, a) for a in order]
        if sorted(order) != list(range(value.rank)):
            raise ValueError(f"order: expected each axis of {value!r} once, but got {order}")
        if order == list(range(value.rank)):
            return value
        sizes = [value.sizes[a] for a in order]
        out = self._empty(sizes, value.element)
        return self._op(sizes, value.element,
                        f"linalg.transpose ins({value.name} : {value.type}) "
                        f"outs({out.name} : {out.type}) permutation = {order}")

    def broadcast(self, value: Value, sizes: Sequence[Size]) -> Value:
        """The value repeated along new leading axes and axes of size 1."""
        self._check(value)
        if len(sizes) < value.rank:
            raise ValueError(f"sizes: expected at least {value.rank}, but got {len(sizes)}")
        if tuple(sizes) == value.sizes:
            return value
        for mine, theirs in zip(value.sizes, sizes[len(sizes) - value.rank:]):
            if mine != 1 and mine != theirs:
                raise ValueError(f"sizes: expected sizes that {value!r} broadcasts to, "
                                 f"but got {tuple(sizes)}")
        return self._elementwise([value], [], "%x0", value.element, sizes=list(sizes))

    def unsqueeze(self, value: Value, axes: Sequence[int]) -> Value:
        """New axes of size 1 at these positions of the result."""
        sizes = list(value.sizes)
        for axis in sorted(axes):
            sizes.insert(axis, 1)
        return self.reshape(value, sizes)

    def reshape(self, value: Value, sizes: Sequence[Size]) -> Value:
        """The same elements in row-major order: axes are split and merged."""
        self._check(value)
        sizes = list(sizes)
        if tuple(sizes) == value.sizes:
            return value
        groups = match_groups(value.sizes, sizes)
        if groups is None:
            raise ValueError(f"sizes: expected as many elements as {value!r} has, but got {sizes}")
        merged = [product([value.sizes[i] for i in old]) for old, _ in groups]
        if any(m is None for m in merged):
            raise ValueError(f"sizes: expected at most one open size in axes that are merged, "
                             f"but got {value!r} to {sizes}")
        if any(len(old) != 1 for old, _ in groups):
            value = self._collapse(value, [old for old, _ in groups], merged)
        if any(len(new) != 1 for _, new in groups):
            value = self._expand(value, [new for _, new in groups], sizes)
        return value

    def slice(self, value: Value, axis: int, start: int, size: int, step: int = 1) -> Value:
        """`size` rows along an axis, from `start`, every `step`-th."""
        self._check(value)
        axis = self._axis(value, axis)
        whole = value.sizes[axis]
        if isinstance(whole, int) and (start < 0 or (size > 0 and start + (size - 1) * step >= whole)):
            raise ValueError(f"start, size: expected rows of {whole}, but got {start} and {size}")
        sizes = list(value.sizes)
        sizes[axis] = size
        offsets = [start if i == axis else 0 for i in range(value.rank)]
        steps = [step if i == axis else 1 for i in range(value.rank)]
        result = tensor_type(sizes, value.element)
        return self._op(sizes, value.element,
                        f"tensor.extract_slice {value.name}{offsets} [{', '.join(map(str, sizes))}] "
                        f"{steps} : {value.type} to {result}")

    # --- short forms ------------------------------------------------------------------------------

    def __getattr__(self, name: str):
        if name.startswith("_") or name not in scalars.OPS:
            raise AttributeError(f"'Builder' has no attribute '{name}'")

        def short(*operands: Union[Value, Number]) -> Value:
            return self.map(name, *operands)

        short.__name__ = name
        return short
