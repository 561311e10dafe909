"""What stands in the bodies of elementwise ops."""

from __future__ import annotations

from typing import Callable, Dict, List, Optional, Sequence, Tuple, Union

from .elements import BY_NAME, Element

Constant = Callable[[str, str], str]

# Elementwise ops by name: the op on floats and the op on integers (None: there is none). `{p}`
# stands for the operands.
_DIRECT: Dict[str, Tuple[Optional[str], Optional[str]]] = {
    "add": ("arith.addf", "arith.addi"),
    "sub": ("arith.subf", "arith.subi"),
    "mul": ("arith.mulf", "arith.muli"),
    "div": ("arith.divf", "arith.divsi"),
    "floordiv": (None, "arith.floordivsi"),
    "maximum": ("arith.maximumf", "arith.maxsi"),
    "minimum": ("arith.minimumf", "arith.minsi"),
    "pow": ("math.powf", None),
    "neg": ("arith.negf", None),
    "abs": ("math.absf", "math.absi"),
    "exp": ("math.exp", None),
    "exp2": ("math.exp2", None),
    "log": ("math.log", None),
    "sqrt": ("math.sqrt", None),
    "rsqrt": ("math.rsqrt", None),
    "tanh": ("math.tanh", None),
    "erf": ("math.erf", None),
    "sin": ("math.sin", None),
    "cos": ("math.cos", None),
    "logical_and": (None, "arith.andi"),
    "logical_or": (None, "arith.ori"),
    "logical_xor": (None, "arith.xori"),
}
# Comparisons: as floats and as signed integers.
_COMPARISONS = {
    "eq": ("oeq", "eq"),
    "ne": ("une", "ne"),
    "lt": ("olt", "slt"),
    "le": ("ole", "sle"),
    "gt": ("ogt", "sgt"),
    "ge": ("oge", "sge"),
}
# Of several ops: a list of (op, operands), where `$i` is line i, `x` the operand, and a number a
# constant. Computed in f32 where the value is narrower.
_COMPOSED: Dict[str, List[Tuple[str, List[Union[str, float]]]]] = {
    "relu": [("maximum", ["x", 0.0])],
    "sigmoid": [("neg", ["x"]), ("exp", ["$0"]), ("add", ["$1", 1.0]), ("div", [1.0, "$2"])],
    "silu": [("neg", ["x"]), ("exp", ["$0"]), ("add", ["$1", 1.0]), ("div", ["x", "$2"])],
    "gelu": [("mul", ["x", 0.7071067811865476]), ("erf", ["$0"]), ("add", ["$1", 1.0]),
             ("mul", ["x", 0.5]), ("mul", ["$3", "$2"])],
    "gelu_tanh": [("mul", ["x", "x"]), ("mul", ["$0", "x"]), ("mul", ["$1", 0.044715]),
                  ("add", ["x", "$2"]), ("mul", ["$3", 0.7978845608028654]), ("tanh", ["$4"]),
                  ("add", ["$5", 1.0]), ("mul", ["x", 0.5]), ("mul", ["$7", "$6"])],
    "reciprocal": [("div", [1.0, "x"])],
}
OPS = sorted([*_DIRECT, *_COMPARISONS, *_COMPOSED, "select", "logical_not"])
"""Names of elementwise ops; each is a method of Builder too."""
_UNARY = {"neg", "abs", "exp", "exp2", "log", "sqrt", "rsqrt", "tanh", "erf", "sin", "cos",
          "logical_not", *_COMPOSED}


def arity(op: str) -> int:
    return 3 if op == "select" else 1 if op in _UNARY else 2


def emit(op: str, names: Sequence[str], element: Element,
         constant: Constant) -> Tuple[List[str], str, Element]:
    """Lines of a body, the name of its result, and the result's type."""
    if op not in OPS:
        raise ValueError(f"op: expected one of {', '.join(OPS)}, but got {op!r}")
    if len(names) != arity(op):
        raise ValueError(f"operands: expected {arity(op)} for '{op}', but got {len(names)}")
    boolean = BY_NAME["i1"]
    if op == "select":
        return [f"%r = arith.select {', '.join(names)} : {element}"], "%r", element
    if op == "logical_not":
        _expect(element.name == "i1", op, "i1", element)
        return [f"%r = arith.xori {names[0]}, {constant('true', 'i1')} : i1"], "%r", element
    if op in _COMPARISONS:
        on_floats, on_integers = _COMPARISONS[op]
        name, predicate = (("arith.cmpf", on_floats) if element.is_float
                           else ("arith.cmpi", on_integers))
        return [f"%r = {name} {predicate}, {names[0]}, {names[1]} : {element}"], "%r", boolean
    if op in _COMPOSED:
        _expect(element.is_float, op, "floats", element)
        return _emit_composed(_COMPOSED[op], names[0], element, constant)
    on_floats, on_integers = _DIRECT[op]
    name = on_floats if element.is_float else on_integers
    kind = "floats" if on_floats and not on_integers else "integers"
    _expect(name is not None, op, kind, element)
    return [f"%r = {name} {', '.join(names)} : {element}"], "%r", element


def _expect(fits: bool, op: str, expected: str, element: Element) -> None:
    if not fits:
        raise ValueError(f"operands: expected {expected} for '{op}', but got {element}")


def _emit_composed(steps: List[Tuple[str, List[Union[str, float]]]], x: str, element: Element,
                   constant: Constant) -> Tuple[List[str], str, Element]:
    inner = BY_NAME["f32"] if element.is_narrow else element
    lines: List[str] = []
    if inner != element:
        lines.append(f"%wide = arith.extf {x} : {element} to {inner}")
        x = "%wide"
    for number, (op, operands) in enumerate(steps):
        names = []
        for operand in operands:
            if isinstance(operand, float):
                names.append(constant(inner.constant(operand), inner.name))
            else:
                names.append(x if operand == "x" else f"%s{operand[1:]}")
        lines.append(f"%s{number} = {_DIRECT[op][0]} {', '.join(names)} : {inner}")
    result = f"%s{len(steps) - 1}"
    if inner != element:
        lines.append(f"%r = arith.truncf {result} : {inner} to {element}")
        result = "%r"
    return lines, result, element


def cast(source: Element, target: Element) -> str:
    """The op that casts; of floats to integers it rounds towards zero."""
    if source.is_float and target.is_float:
        if source.bits == target.bits:
            raise ValueError(f"element: expected a wider or narrower type than {source}, "
                             f"but got {target}")
        return "arith.extf" if target.bits > source.bits else "arith.truncf"
    if source.is_float:
        if target.name == "i1":
            raise ValueError(f"element: expected no i1 for {source}, but got it (compare instead)")
        return "arith.fptosi"
    if target.is_float:
        return "arith.uitofp" if source.name == "i1" else "arith.sitofp"
    if target.bits < source.bits:
        return "arith.trunci"
    return "arith.extui" if source.name == "i1" else "arith.extsi"


def reduction(kind: str, element: Element) -> Tuple[str, Union[int, float]]:
    """The op that combines, and its neutral element."""
    lowest = float("-inf") if element.is_float else -(1 << (element.bits - 1))
    highest = float("inf") if element.is_float else (1 << (element.bits - 1)) - 1
    kinds = {"sum": ("add", 0), "prod": ("mul", 1), "max": ("maximum", lowest),
             "min": ("minimum", highest)}
    if kind not in kinds:
        raise ValueError(f"kind: expected one of {', '.join(kinds)}, but got {kind!r}")
    op, start = kinds[kind]
    on_floats, on_integers = _DIRECT[op]
    return (on_floats if element.is_float else on_integers), start
