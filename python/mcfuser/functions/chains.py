"""Chains of products, and feed-forward parts."""

from __future__ import annotations

from typing import Any, Dict, Optional

from ..arrays import View, view_input, view_output
from ..builder import Builder, Value
from ..program import Option
from . import common

ACTIVATIONS = ("gelu", "gelu_tanh", "relu", "sigmoid", "silu", "tanh")
"""`gelu` is the one by erf."""


def gemm_chain(a: Any, b: Any, *more: Any, out: Any = None, **options: Option) -> Any:
    """`((a b) d) ...` as one kernel: products of matrices, from left to right.

    a: [..., m, k], b: [..., k, n], and each further array [..., n, h] with the columns before it as
    rows. All have the same leading axes, or none. Any strides, one element type of f16, bf16, f32,
    f64. Sums are in f32 (f64), and each product is rounded to the element type. The result is
    [..., m, h].

    out: an array to write to. options: those of `mcfuser.compile`.

    Raises TypeError for what is no array, ValueError for shapes, types and devices that do not fit.
    """
    key, given = common.key("gemm_chain", options), (a, b, *more, out)
    result = common.repeat(key, given)
    if result is not NotImplemented:
        return result
    call = common.Call(key, given)
    names = ["a", "b", *(f"more[{i}]" for i in range(len(more)))]
    named = {n: view_input(x, n) for n, x in zip(names, (a, b, *more))}
    common.expect_floats(named)
    first = named["a"]
    _expect_rank(first, "a")
    lead = first.shape[:-2]
    columns = first.shape[-1]
    for name in names[1:]:
        v = named[name]
        has_lead = len(v.shape) > 2
        expected = (*(lead if has_lead else ()), columns, "columns")
        common.expect_shape(v, name, expected, " to fit what is before it")
        columns = v.shape[-1]
    # Names in programs are identifiers.
    views = {f"x{i}": v for i, v in enumerate(named.values())}
    common.expect_one_device(named)
    axes = common.letters(len(lead), "mnk")

    def build(builder: Builder, values: Dict[str, Value]) -> Value:
        result, *rest = values.values()
        for value in rest:
            dims = (axes if value.rank > 2 else "") + "kn"
            product = builder.contract(f"{axes}mk,{dims}->{axes}mn", result, value)
            result = builder.cast(product, value.element)
        return result

    shape = (*lead, first.shape[-2], columns)
    return common.run("gemm_chain", None, views, build, call, shape, options)


def mlp(x: Any, w1: Any, w2: Any, *, b1: Any = None, b2: Any = None, activation: str = "gelu",
        out: Any = None, **options: Option) -> Any:
    """`activation(x w1^T + b1) w2^T + b2` as one kernel.

    x: [..., k], w1: [n, k], w2: [h, n], as torch.nn.Linear has them; b1: [n], b2: [h]. Any strides,
    one element type of f16, bf16, f32, f64. Sums, biases and the activation (gelu, gelu_tanh, relu,
    sigmoid, silu, tanh) are in f32 (f64); the result [..., h] has the element type.

    out: an array to write to. options: those of `mcfuser.compile`.

    Raises TypeError for what is no array, ValueError for shapes, types and devices that do not fit.
    """
    key, given = common.key("mlp", options, activation), (x, w1, w2, b1, b2, out)
    result = common.repeat(key, given)
    if result is not NotImplemented:
        return result
    call = common.Call(key, given)
    biases = {name: b for name, b in (("b1", b1), ("b2", b2)) if b is not None}
    views = _view_all({"x": x, "w1": w1, "w2": w2, **biases})
    n, k = _check_weight(views["w1"], "w1", views["x"].shape[-1])
    h, _ = _check_weight(views["w2"], "w2", n)
    _check_bias(views.get("b1"), "b1", n)
    _check_bias(views.get("b2"), "b2", h)
    _check_activation(activation)

    def build(b: Builder, values: Dict[str, Value]) -> Value:
        rows = common.letters(values["x"].rank - 1, "nkh")
        hidden = b.contract(f"{rows}k,nk->{rows}n", values["x"], values["w1"])
        hidden = b.map(activation, _add_bias(b, hidden, values.get("b1")))
        hidden = b.cast(hidden, values["x"].element)
        result = b.contract(f"{rows}n,hn->{rows}h", hidden, values["w2"])
        return b.cast(_add_bias(b, result, values.get("b2")), values["x"].element)

    return _run_rows("mlp", activation, views, build, call, h, options)


def gated_mlp(x: Any, w_gate: Any, w_up: Any, w_down: Any, *, activation: str = "silu",
              out: Any = None, **options: Option) -> Any:
    """`(activation(x w_gate^T) * (x w_up^T)) w_down^T` as one kernel.

    x: [..., k], w_gate and w_up: [n, k], w_down: [h, n], as torch.nn.Linear has them. Types,
    activations, `out`, options and errors are those of `mlp`.
    """
    key, given = common.key("gated_mlp", options, activation), (x, w_gate, w_up, w_down, out)
    result = common.repeat(key, given)
    if result is not NotImplemented:
        return result
    call = common.Call(key, given)
    views = _view_all({"x": x, "w_gate": w_gate, "w_up": w_up, "w_down": w_down})
    n, k = _check_weight(views["w_gate"], "w_gate", views["x"].shape[-1])
    common.expect_shape(views["w_up"], "w_up", (n, k), " as w_gate has")
    h, _ = _check_weight(views["w_down"], "w_down", n)
    _check_activation(activation)

    def build(b: Builder, values: Dict[str, Value]) -> Value:
        rows = common.letters(values["x"].rank - 1, "nkh")
        gate, up = (b.contract(f"{rows}k,nk->{rows}n", values["x"], values[name])
                    for name in ("w_gate", "w_up"))
        hidden = b.cast(b.mul(b.map(activation, gate), up), values["x"].element)
        return b.cast(b.contract(f"{rows}n,hn->{rows}h", hidden, values["w_down"]),
                      values["x"].element)

    return _run_rows("gated_mlp", activation, views, build, call, h, options)


def _view_all(arguments: Dict[str, Any]) -> Dict[str, View]:
    views = {n: view_input(a, n) for n, a in arguments.items()}
    common.expect_floats(views)
    if not views["x"].shape:
        raise ValueError("x: expected at least 1 axis, but got ()")
    return views


def _expect_rank(v: View, argument: str) -> None:
    if not 2 <= len(v.shape) <= 6:
        raise ValueError(f"{argument}: expected 2 to 6 axes, but got {len(v.shape)}: {v.shape}")


def _check_weight(weight: View, argument: str, columns: int):
    common.expect_shape(weight, argument, ("rows", columns), " to fit what it is multiplied with")
    return weight.shape


def _check_bias(bias: Optional[View], argument: str, size: int) -> None:
    if bias is not None:
        common.expect_shape(bias, argument, (size,), "")


def _check_activation(activation: str) -> None:
    if activation not in ACTIVATIONS:
        raise ValueError(f"activation: expected one of {', '.join(ACTIVATIONS)}, but got {activation!r}")


def _add_bias(b: Builder, value: Value, bias: Optional[Value]) -> Value:
    return value if bias is None else b.add(value, b.cast(bias, value.element))


def _run_rows(name: str, key: Any, views: Dict[str, View], build: Any, call: common.Call, columns: int,
              options: Dict[str, Any]) -> Any:
    """Runs on rows: leading axes of x and of the result are one axis where their strides allow it."""
    common.expect_one_device(views)
    shape = (*views["x"].shape[:-1], columns)
    out = call.given[-1]
    result_view = None if out is None else view_output(out, "out")
    merged = views["x"].merge_leading(1)
    can_write = result_view is None or len(result_view.shape) != len(shape) or (
        result_view.merge_leading(1) is not None)
    if merged is None or not can_write:
        return common.run(name, key, views, build, call, shape, options)
    return common.run(name, key, {**views, "x": merged}, build, call, shape, options,
                      as_written=lambda view: view.merge_leading(1))
