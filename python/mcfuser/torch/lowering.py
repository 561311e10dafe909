"""From ATen ops, as make_fx traces them, to ops of the builder."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence

import torch
from torch import fx

from ..builder import Builder, Value
from ..elements import BY_NAME, Element
from ..functions.attention import build_attention
from .trace import attention_op, matmul_op

aten = torch.ops.aten


class Unsupported(Exception):
    """An op, or a form of one, that has no lowering; the text says which and why."""


def element_of(dtype: torch.dtype) -> Element:
    name = str(dtype).replace("torch.", "")
    if name not in BY_NAME:
        raise Unsupported(f"element type {name}")
    return BY_NAME[name]


class Lowering:
    """Adds ops to a builder; holds the value of each node of the traced graph."""

    def __init__(self, builder: Builder):
        self.b = builder
        self.values: Dict[fx.Node, Value] = {}

    def add(self, node: fx.Node) -> None:
        """The ops of a node. Raises Unsupported."""
        handler = HANDLERS.get(node.target)
        if handler is None:
            raise Unsupported(f"{_name(node)} has no lowering")
        arguments = fx.map_arg(node.args, self.value)
        keywords = fx.map_arg(node.kwargs, self.value)
        try:
            result = handler(self, node, *arguments, **keywords)
        except (ValueError, TypeError) as error:
            raise Unsupported(f"{_name(node)}: {error}") from error
        expected = tuple(node.meta["val"].shape)
        if result.shape != expected:
            raise Unsupported(f"{_name(node)}: expected shape {expected}, but got {result.shape}")
        self.values[node] = self.b.cast(result, element_of(node.meta["val"].dtype))

    def value(self, node: fx.Node) -> Value:
        if node not in self.values:
            raise Unsupported(f"{_name(node)} is no tensor of the region")
        return self.values[node]

    def widen(self, value: Value) -> Value:
        """In f32 if it is narrower: functions are computed so, and rounded once."""
        return self.b.cast(value, "f32") if value.element.is_narrow else value


def _name(node: fx.Node) -> str:
    return str(node.target) if node.op == "call_function" else node.name


def why_not(node: fx.Node) -> Optional[str]:
    """Why a node of a traced graph has no lowering; None if it has one."""
    if node.op != "call_function" or node.target not in HANDLERS:
        return f"{_name(node)} has no lowering"
    for v in [node, *node.all_input_nodes]:
        value = v.meta.get("val")
        if not isinstance(value, torch.Tensor):
            return f"{_name(node)} takes or gives what is no tensor"
        if value.layout != torch.strided or value.is_complex():
            return f"{_name(node)} is of layout {value.layout} and type {value.dtype}"
        try:
            element_of(value.dtype)
        except Unsupported as error:
            return str(error)
    return None


Handler = Callable[..., Value]
HANDLERS: Dict[Any, Handler] = {}
CONTRACTIONS: Dict[Any, int] = {
    aten.mm.default: 1, aten.bmm.default: 1, aten.addmm.default: 1, aten.baddbmm.default: 1,
    attention_op: 2, matmul_op: 1,
}
"""Contractions in each op that has some."""
VIEWS = {
    aten.view.default, aten._unsafe_view.default, aten.reshape.default, aten.t.default,
    aten.transpose.int, aten.permute.default, aten.unsqueeze.default, aten.squeeze.default,
    aten.squeeze.dim, aten.squeeze.dims, aten.alias.default, aten.detach.default,
    aten.slice.Tensor, aten.select.int,
}
"""Ops that only say otherwise how elements lie: done by torch on what enters and leaves a region."""
REDUCTIONS = {aten.sum.dim_IntList, aten.mean.dim, aten.amax.default, aten.amin.default,
              aten._softmax.default}


def lowers(*targets: Any) -> Callable[[Handler], Handler]:
    def register(handler: Handler) -> Handler:
        for target in targets:
            HANDLERS[target] = handler
        return handler

    return register


# --- contractions ---------------------------------------------------------------------------------


@lowers(aten.mm.default)
def _mm(to: Lowering, node: fx.Node, a: Value, b: Value) -> Value:
    return to.b.contract("mk,kn->mn", a, b)


@lowers(aten.bmm.default)
def _bmm(to: Lowering, node: fx.Node, a: Value, b: Value) -> Value:
    return to.b.contract("bmk,bkn->bmn", a, b)


@lowers(matmul_op)
def _matmul(to: Lowering, node: fx.Node, a: Value, b: Value) -> Value:
    batch = "abcdefgh"[:max(a.rank, b.rank) - 2]
    sizes = node.meta["val"].shape

    def letters(value: Value, own: str) -> str:
        lead = batch[len(batch) - (value.rank - 2):]
        return "".join(c for c, s in zip(lead, value.shape) if s == sizes[batch.index(c)]) + own

    def without_broadcast_axes(value: Value, dims: str) -> Value:
        kept = len(dims) - 2
        lead = [s for s, whole in zip(value.shape[:-2], sizes[len(batch) - (value.rank - 2):]) if s == whole]
        return value if kept == value.rank - 2 else to.b.reshape(value, [*lead, *value.shape[-2:]])

    left, right = letters(a, "mk"), letters(b, "kn")
    a, b = without_broadcast_axes(a, left), without_broadcast_axes(b, right)
    return to.b.contract(f"{left},{right}->{batch}mn", a, b)


@lowers(aten.addmm.default, aten.baddbmm.default)
def _addmm(to: Lowering, node: fx.Node, start: Value, a: Value, b: Value, *, beta: float = 1,
           alpha: float = 1) -> Value:
    if alpha == 0:
        # What is not finite in the product is no part of the result.
        raise Unsupported(f"{_name(node)}: expected a factor of the product, but got 0")
    product = to.b.contract("mk,kn->mn" if a.rank == 2 else "bmk,bkn->bmn", a, b)
    if alpha != 1:
        product = to.b.mul(product, alpha)
    if beta == 0:
        return product
    start = to.b.cast(start, product.element)
    return to.b.add(product, start if beta == 1 else to.b.mul(start, beta))


@lowers(attention_op)
def _attention(to: Lowering, node: fx.Node, q: Value, k: Value, v: Value, mask: Optional[Value],
               causal: bool, scale: float, gqa: bool) -> Value:
    alignment = "top-left" if causal else False
    group = q.sizes[-3] // k.sizes[-3] if gqa else 1
    if group == 1:
        return build_attention(to.b, q, k, v, mask, alignment, scale)
    result = build_attention(to.b, _split_heads(to, q, group), k, v,
                             mask if mask is None or mask.rank < 3 else _split_heads(to, mask, group),
                             alignment, scale, grouped=True)
    return to.b.reshape(result, [*q.sizes[:-1], v.sizes[-1]])


def _split_heads(to: Lowering, value: Value, group: int) -> Value:
    heads = value.sizes[-3]
    inner = 1 if heads == 1 else group
    return to.b.reshape(value, [*value.sizes[:-3], heads // inner, inner, *value.sizes[-2:]])


# --- elementwise ----------------------------------------------------------------------------------


def _operands(to: Lowering, node: fx.Node, operands: Sequence[Any], element: Optional[Element] = None):
    """Operands in the type that the op computes in: that of its result."""
    element = element or element_of(node.meta["val"].dtype)
    return [to.b.cast(o, element) if isinstance(o, Value) else o for o in operands]


def _widened(to: Lowering, *operands: Any) -> List[Any]:
    """In f32 if they are narrower: numbers of Python are not rounded to 16 bits."""
    return [to.widen(o) if isinstance(o, Value) else o for o in operands]


def _unary(name: str) -> Handler:
    def handler(to: Lowering, node: fx.Node, x: Value) -> Value:
        (x,) = _operands(to, node, [x])
        return to.b.map(name, to.widen(x))

    return handler


for _op in ("neg", "exp", "exp2", "log", "sqrt", "rsqrt", "tanh", "erf", "sin", "cos", "abs", "relu",
            "sigmoid", "silu", "reciprocal"):
    lowers(getattr(aten, _op).default)(_unary(_op))


@lowers(aten.gelu.default)
def _gelu(to: Lowering, node: fx.Node, x: Value, *, approximate: str = "none") -> Value:
    return to.b.map("gelu" if approximate == "none" else "gelu_tanh", to.widen(x))


def _scaled_binary(name: str) -> Handler:
    def handler(to: Lowering, node: fx.Node, x: Any, y: Any, alpha: float = 1) -> Value:
        x, y = _operands(to, node, [x, y])
        if alpha != 1 or not (isinstance(x, Value) and isinstance(y, Value)):
            x, y = _widened(to, x, y)
        if alpha != 1:
            y = to.b.mul(y, alpha) if isinstance(y, Value) else y * alpha
        return to.b.map(name, x, y)

    return handler


lowers(aten.add.Tensor, aten.add.Scalar)(_scaled_binary("add"))
lowers(aten.sub.Tensor, aten.sub.Scalar)(_scaled_binary("sub"))


def _binary(name: str, swapped: bool = False) -> Handler:
    def handler(to: Lowering, node: fx.Node, x: Any, y: Any) -> Value:
        x, y = _operands(to, node, [y, x] if swapped else [x, y])
        if not (isinstance(x, Value) and isinstance(y, Value)):
            x, y = _widened(to, x, y)
        return to.b.map(name, x, y)

    return handler


lowers(aten.mul.Tensor, aten.mul.Scalar)(_binary("mul"))
lowers(aten.div.Tensor, aten.div.Scalar)(_binary("div"))
lowers(aten.maximum.default)(_binary("maximum"))
lowers(aten.minimum.default)(_binary("minimum"))
lowers(aten.rsub.Scalar)(_binary("sub", swapped=True))
lowers(aten.logical_and.default, aten.bitwise_and.Tensor)(_binary("logical_and"))
lowers(aten.logical_or.default, aten.bitwise_or.Tensor)(_binary("logical_or"))


@lowers(aten.pow.Tensor_Scalar)
def _pow(to: Lowering, node: fx.Node, x: Value, power: float) -> Value:
    x = to.widen(x)
    if isinstance(power, (int, float)) and float(power).is_integer() and 1 <= power <= 4:
        result = x
        for _ in range(int(power) - 1):
            result = to.b.mul(result, x)
        return result
    if power == 0.5:
        return to.b.sqrt(x)
    return to.b.pow(x, power)


@lowers(aten.logical_not.default, aten.bitwise_not.default)
def _not(to: Lowering, node: fx.Node, x: Value) -> Value:
    return to.b.logical_not(x)


def _comparison(name: str) -> Handler:
    def handler(to: Lowering, node: fx.Node, x: Any, y: Any) -> Value:
        originals = [a.meta["val"] if isinstance(a, fx.Node) else a for a in node.args]
        x, y = _operands(to, node, [x, y], element_of(torch.result_type(*originals)))
        return to.b.map(name, x, y)

    return handler


for _op in ("eq", "ne", "lt", "le", "gt", "ge"):
    packet = getattr(aten, _op)
    lowers(packet.Tensor, packet.Scalar)(_comparison(_op))


@lowers(aten.where.self, aten.where.ScalarSelf, aten.where.ScalarOther)
def _where(to: Lowering, node: fx.Node, condition: Value, x: Any, y: Any) -> Value:
    x, y = _operands(to, node, [x, y])
    return to.b.select(condition, x, y)


@lowers(aten.masked_fill.Scalar, aten.masked_fill.Tensor)
def _masked_fill(to: Lowering, node: fx.Node, x: Value, mask: Value, number: Any) -> Value:
    (number,) = _operands(to, node, [number])
    return to.b.select(mask, number, x)


@lowers(aten.clamp.default)
def _clamp(to: Lowering, node: fx.Node, x: Value, low: Any = None, high: Any = None) -> Value:
    if low is not None:
        x = to.b.maximum(x, low)
    return x if high is None else to.b.minimum(x, high)


@lowers(aten._to_copy.default, torch.ops.prims.convert_element_type.default)
def _cast(to: Lowering, node: fx.Node, x: Value, *_: Any, **__: Any) -> Value:
    if node.meta["val"].device != node.args[0].meta["val"].device:
        raise Unsupported("a copy to another device")
    if node.meta["val"].dtype == torch.bool and x.element.name != "i1":
        return to.b.ne(x, 0)
    return x


@lowers(aten.clone.default, aten.alias.default, aten.detach.default, aten.contiguous.default,
        aten.lift_fresh_copy.default)
def _same(to: Lowering, node: fx.Node, x: Value, **_: Any) -> Value:
    return x


# --- reductions -----------------------------------------------------------------------------------


@lowers(aten._softmax.default)
def _softmax(to: Lowering, node: fx.Node, x: Value, dim: int, half_to_float: bool) -> Value:
    return to.b.softmax(to.widen(x), dim)


def _reduction(kind: str) -> Handler:
    def handler(to: Lowering, node: fx.Node, x: Value, dims: Any = (), keep: bool = False,
                dtype: Any = None) -> Value:
        if dtype is not None:
            x = to.b.cast(x, element_of(dtype))
        x = to.widen(x)
        axes = [dims] if isinstance(dims, int) else list(dims or range(x.rank))
        result = to.b.reduce("sum" if kind == "mean" else kind, x, axes, keep)
        if kind == "mean":
            count = 1
            for axis in axes:
                count *= x.shape[axis]
            result = to.b.div(result, float(count))
        return result

    return handler


lowers(aten.sum.dim_IntList)(_reduction("sum"))
lowers(aten.mean.dim)(_reduction("mean"))
lowers(aten.amax.default)(_reduction("max"))
lowers(aten.amin.default)(_reduction("min"))


# --- views ----------------------------------------------------------------------------------------


@lowers(aten.view.default, aten._unsafe_view.default, aten.reshape.default, aten.unsqueeze.default,
        aten.squeeze.default, aten.squeeze.dim, aten.squeeze.dims)
def _reshape(to: Lowering, node: fx.Node, x: Value, *_: Any) -> Value:
    return to.b.reshape(x, list(node.meta["val"].shape))


@lowers(aten.t.default)
def _t(to: Lowering, node: fx.Node, x: Value) -> Value:
    return to.b.transpose(x, list(reversed(range(x.rank))))


@lowers(aten.transpose.int)
def _transpose(to: Lowering, node: fx.Node, x: Value, first: int, second: int) -> Value:
    order = list(range(x.rank))
    order[first], order[second] = order[second], order[first]
    return to.b.transpose(x, order)


@lowers(aten.permute.default)
def _permute(to: Lowering, node: fx.Node, x: Value, order: List[int]) -> Value:
    return to.b.transpose(x, list(order))


@lowers(aten.expand.default)
def _expand(to: Lowering, node: fx.Node, x: Value, *_: Any, **__: Any) -> Value:
    return to.b.broadcast(x, list(node.meta["val"].shape))


@lowers(aten.slice.Tensor)
def _slice(to: Lowering, node: fx.Node, x: Value, dim: int = 0, start: Optional[int] = None,
           end: Optional[int] = None, step: int = 1) -> Value:
    whole = x.shape[dim]
    start = start or 0
    start = max(start + whole, 0) if start < 0 else min(start, whole)
    return to.b.slice(x, dim, start, node.meta["val"].shape[dim], step)


@lowers(aten.select.int)
def _select(to: Lowering, node: fx.Node, x: Value, dim: int, index: int) -> Value:
    row = to.b.slice(x, dim, index % x.shape[dim], 1)
    return to.b.reshape(row, list(node.meta["val"].shape))
