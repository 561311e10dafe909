"""Scaled dot-product attention."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Union

from ..arrays import View, view_input
from ..builder import Builder, Value
from ..shapes import Size
from ..program import Option
from . import common

Causal = Union[bool, str]
_CAUSAL = (False, True, "top-left", "bottom-right")


def attention(q: Any, k: Any, v: Any, *, mask: Any = None, causal: Causal = False,
              scale: Optional[float] = None, out: Any = None, **options: Option) -> Any:
    """`softmax(scale * q k^T + mask) v` as one kernel.

    q: [..., heads, rows, head size], k: [..., kv heads, columns, head size],
    v: [..., kv heads, columns, value size]; also without heads. Any strides, one element type of
    f16, bf16, f32, f64. `heads` is a multiple of `kv heads` (grouped heads). The result is
    [..., heads, rows, value size] in that type; scores, softmax and sums are in f32 (f64).

    mask: broadcasts to [..., heads, rows, columns]. Booleans: True takes part. Floats (of q's type or
    f32) are added to the scores. A row that is masked whole gives 0.
    causal: row i takes part in columns up to i (True, "top-left", as in torch), or up to
    i + columns - rows ("bottom-right").
    scale: by default 1 / sqrt(head size).
    out: an array to write to. options: those of `mcfuser.compile`.

    Raises TypeError for what is no array, ValueError for shapes, types and devices that do not fit;
    both name the argument.
    """
    key, given = common.key("attention", options, causal, scale, type(scale)), (q, k, v, mask, out)
    result = common.repeat(key, given)
    if result is not NotImplemented:
        return result
    call = common.Call(key, given)
    views: Dict[str, View] = {n: view_input(x, n) for n, x in (("q", q), ("k", k), ("v", v))}
    common.expect_floats(views)
    group = _check_shapes(views)
    if causal not in _CAUSAL:
        raise ValueError(f"causal: expected one of {', '.join(map(str, _CAUSAL))}, but got {causal!r}")
    if causal is True:
        causal = "top-left"
    if scale is not None and (isinstance(scale, bool) or not isinstance(scale, (int, float))):
        raise TypeError(f"scale: expected a number, but got {type(scale).__name__}")
    shape = (*views["q"].shape[:-1], views["v"].shape[-1])
    size = views["q"].shape[-1]
    factor = float(scale) if scale is not None else 1.0 / max(size, 1) ** 0.5
    if mask is not None:
        views["mask"] = view_input(mask, "mask")
        _check_mask(views["mask"], views["q"], (*views["q"].shape[:-1], views["k"].shape[-2]))
    common.expect_one_device(views)

    # Heads of a group are an axis of their own: a view, which no kernel has to know of.
    def split(view: View) -> View:
        return view.split(-3, group) if group > 1 else view

    views["q"] = split(views["q"])
    if mask is not None and len(views["mask"].shape) > 2:
        views["mask"] = split(views["mask"])

    def build(b: Builder, values: Dict[str, Value]) -> Value:
        return build_attention(b, values["q"], values["k"], values["v"], values.get("mask"), causal,
                               factor, grouped=group > 1)

    return common.run("attention", (causal, factor, group), views, build, call, shape, options,
                      as_written=split)


def _check_shapes(views: Dict[str, View]) -> int:
    """Query heads to each head of k and v."""
    q, k, v = (views[n] for n in "qkv")
    if not 2 <= len(q.shape) <= 6:
        raise ValueError(f"q: expected 2 to 6 axes, but got {len(q.shape)}: {q.shape}")
    lead = q.shape[:-2]
    if len(k.shape) != len(q.shape):
        raise ValueError(f"k: expected {len(q.shape)} axes as q has, but got shape {k.shape}")
    group = 1
    if lead and k.shape[-3] != lead[-1]:
        if k.shape[-3] == 0 or lead[-1] % k.shape[-3]:
            raise ValueError(f"k: expected a number of heads that divides the {lead[-1]} of q, "
                             f"but got {k.shape[-3]}")
        group = lead[-1] // k.shape[-3]
        lead = (*lead[:-1], k.shape[-3])
    common.expect_shape(k, "k", (*lead, "columns", q.shape[-1]), " to fit q")
    common.expect_shape(v, "v", (*lead, k.shape[-2], "value size"), " to fit q and k")
    return group


def _check_mask(mask: View, q: View, scores: Sequence[int]) -> None:
    allowed = ["bool", q.element.long_name, "float32"]
    if mask.element.long_name not in allowed:
        raise ValueError(f"mask: expected element type {' or '.join(dict.fromkeys(allowed))}, "
                         f"but got {mask.element.long_name}")
    fits = len(mask.shape) <= len(scores) and all(
        m in (1, s) for m, s in zip(reversed(mask.shape), reversed(scores)))
    if not fits:
        raise ValueError(f"mask: expected a shape that broadcasts to {tuple(scores)}, "
                         f"but got {mask.shape}")


def build_attention(b: Builder, q: Value, k: Value, v: Value, mask: Optional[Value],
                    causal: Causal, scale: float, grouped: bool = False) -> Value:
    """Writes attention. `grouped`: q, mask and result have an axis more than k and v, the heads of a
    group, before the rows. The result has q's element type."""
    element = q.element
    lead = common.letters(k.rank - 2, "mnkh")
    rows = "Gm" if grouped else "m"
    s = b.contract(f"{lead}{rows}k,{lead}nk->{lead}{rows}n", q, k)
    s = b.mul(s, scale)
    minus_infinity = float("-inf")
    if causal:
        offset = _offset(s.sizes) if causal == "bottom-right" else 0
        positions = [b.position(s.sizes[-2:], axis) for axis in (0, 1)]
        last = b.add(positions[0], offset) if offset else positions[0]
        s = b.select(b.le(positions[1], last), s, minus_infinity)
    if mask is not None:
        if mask.element.name == "i1":
            s = b.select(mask, s, minus_infinity)
        else:
            s = b.add(s, b.cast(mask, s.element))
    # Rows that are masked whole give 0: their maximum says so once all columns were seen.
    may_be_masked = mask is not None or causal == "bottom-right"
    if may_be_masked:
        highest = b.reduce("max", s, -1, keep=True)
        p = b.exp(b.sub(s, highest))
        p = b.div(p, b.reduce("sum", p, -1, keep=True))
    else:
        p = b.softmax(s, -1)
    o = b.contract(f"{lead}{rows}n,{lead}nh->{lead}{rows}h", b.cast(p, element), v)
    if may_be_masked:
        o = b.select(b.eq(highest, minus_infinity), 0.0, o)
    return b.cast(o, element)


def _offset(sizes: Sequence[Size]) -> int:
    rows, columns = sizes[-2:]
    if not (isinstance(rows, int) and isinstance(columns, int)):
        raise ValueError("causal: expected rows and columns of known size for 'bottom-right', "
                         "but got open ones")
    return columns - rows
