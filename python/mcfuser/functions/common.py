"""From arrays to a program that is compiled once for their shapes, and run."""

from __future__ import annotations

from typing import Any, Callable, Dict, Hashable, List, NamedTuple, Optional, Sequence, Tuple

from .. import arrays, hot
from ..arrays import View
from ..builder import Builder, Value
from ..memo import Memo
from ..program import compile

FLOATS = ("float64", "float32", "float16", "bfloat16")
_programs = Memo(512)
_calls: Optional[hot.Calls] = None


class Call(NamedTuple):
    """A call of a function: its name with all that is no array, and its arrays, `out` the last."""

    key: Hashable
    given: Tuple[Any, ...]


def key(name: str, options: Dict[str, Any], *settings: Hashable) -> Hashable:
    """`settings` are equal only where the function does the same for them."""
    return (name, settings, *((k, str(v)) for k, v in sorted(options.items()))) if options else (
        name, settings)


def repeat(key: Hashable, given: Tuple[Any, ...]) -> Any:
    """What a call gives, if one like it was remembered; else NotImplemented."""
    global _calls
    if _calls is None:
        _calls = hot.Calls(512, refuses_gradients=True)
    result = _calls.run(key, given)
    return given[-1] if result is None else result


def expect_floats(views: Dict[str, View]) -> None:
    """Raises ValueError where arrays are not floats, or not all of the type of the first."""
    first_name, first = next(iter(views.items()))
    for name, v in views.items():
        if v.element.long_name not in FLOATS:
            raise ValueError(f"{name}: expected an element type of {', '.join(FLOATS)}, "
                             f"but got {v.element.long_name}")
        if v.element != first.element:
            raise ValueError(f"{name}: expected the element type of {first_name}, "
                             f"{first.element.long_name}, but got {v.element.long_name}")


def expect_one_device(views: Dict[str, View]) -> None:
    first_name, first = next(iter(views.items()))
    for name, v in views.items():
        if v.device != first.device:
            raise ValueError(f"{name}: expected an array on the device of {first_name}, "
                             f"{first.device[0]}:{first.device[1]}, "
                             f"but got {v.device[0]}:{v.device[1]}")


def expect_shape(view: View, argument: str, expected: Sequence[Any], meaning: str) -> None:
    """Sizes that are texts may be anything."""
    fits = len(expected) == len(view.shape) and all(
        isinstance(e, str) or e == s for e, s in zip(expected, view.shape))
    if not fits:
        text = ", ".join(map(str, expected))
        raise ValueError(f"{argument}: expected shape ({text}){meaning}, but got {view.shape}")


def run(name: str, key: Hashable, views: Dict[str, View],
        build: Callable[[Builder, Dict[str, Value]], Value], call: Call, shape: Sequence[int],
        options: Dict[str, Any], as_written: Callable[[View], View] = lambda view: view) -> Any:
    """Runs the program that `build` writes, and remembers how. The result has the sizes of `shape` and
    the element type of the first view; `as_written` makes of its view what the program writes to. `key`
    is all that `build` depends on besides shapes and types."""
    expect_one_device(views)
    first = next(iter(views.values()))
    like, out = call.given[0], call.given[-1]
    makers = [] if out is not None else [
        arrays.maker_like(like, shape, first.element, next(iter(views)))]
    result = out if out is not None else makers[0]()
    out_view = arrays.view_output(result, "out")
    if out_view.element != first.element:
        raise ValueError(f"out: expected element type {first.element.long_name}, "
                         f"but got {out_view.element.long_name}")
    expect_shape(out_view, "out", shape, "")
    expect_one_device({next(iter(views)): first, "out": out_view})
    arrays.expect_apart(list(views.items()), [("out", out_view)])
    out_view = as_written(out_view)
    is_gpu = first.device[0] != "cpu"
    if is_gpu and arrays.number_of_elements(shape) == 0:
        return result
    for n, v in views.items() if is_gpu else ():
        # There is no kernel for it.
        if arrays.number_of_elements(v.shape) == 0:
            raise ValueError(f"{n}: expected elements, but got none for a result that has some: {v.shape}")
    if is_gpu and "device" not in options:
        options = {"device": "native", "gpu": first.device[1], **options}
    elif not is_gpu:
        # The CPU needs no kernels.
        options = {"up_to": "tile-program", **options}
    takes_strides = _takes_strides(first)
    orders = {n: arrays.rows_last(v.shape, v.strides) if takes_strides else tuple(range(len(v.shape)))
              for n, v in views.items()}
    views = {n: v.permuted(orders[n]) for n, v in views.items()}
    strides = {n: arrays.known_strides(v.shape, v.strides, v.element) if takes_strides else None
               for n, v in [*views.items(), ("out", out_view)]}
    signature = tuple((n, v.shape, orders[n], v.element.name, strides[n]) for n, v in views.items())

    def make():
        builder = Builder(name)
        values = {n: builder.transpose(builder.input(n, v.shape, v.element, strides[n]), arrays.inverse(orders[n]))
                  for n, v in views.items()}
        builder.output(build(builder, values), strides["out"])
        return compile(builder.text(), name=name, **options)

    known = tuple(sorted((k, str(v)) for k, v in options.items()))
    program = _programs.get((name, key, signature, strides["out"], known), make)
    function = program.function()
    function.run(list(views.values()), [out_view])
    if is_gpu and _calls is not None:
        # A result that is made stands behind the arrays that are given, of which `out` is None.
        sources = (*call.given[:-1], out, *([result] if makers else []))
        numbers = [i for i, array in enumerate(call.given[:-1]) if array is not None]
        _calls.remember(call.key, call.given, function,
                        hot.parts(list(views.values()), numbers, sources),
                        hot.parts([out_view], [len(sources) - 1], sources), makers, hot.SINGLE)
    return result


def _takes_strides(view: View) -> bool:
    """Programs on tensors take dense arrays on a GPU, and any on the CPU."""
    return view.device[0] != "cpu"


def letters(count: int, taken: str) -> str:
    """Names for so many axes that are not among `taken`."""
    free: List[str] = [c for c in "abcdefgijlopqrstuvwxyz" if c not in taken]
    if count > len(free):
        raise ValueError(f"expected at most {len(free)} leading axes, but got {count}")
    return "".join(free[:count])
