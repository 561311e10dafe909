"""What the builder writes, compiled and run, against numpy."""

import numpy as np
import pytest

import mcfuser
from mcfuser import scalars
from reference import ACTIVATIONS, check, erf, random

FUNCTIONS = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "maximum": np.maximum,
    "minimum": np.minimum, "pow": np.power, "neg": np.negative, "abs": np.abs, "exp": np.exp,
    "exp2": np.exp2, "log": np.log, "sqrt": np.sqrt, "rsqrt": lambda x: 1 / np.sqrt(x), "tanh": np.tanh,
    "erf": erf, "sin": np.sin, "cos": np.cos, "reciprocal": lambda x: 1 / x, **ACTIVATIONS,
}
INTEGERS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "floordiv": np.floor_divide,
            "maximum": np.maximum, "minimum": np.minimum, "abs": np.abs}
COMPARISONS = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater,
               "ge": np.greater_equal}
BOOLEANS = {"logical_and": np.logical_and, "logical_or": np.logical_or, "logical_xor": np.logical_xor}


def run(write, *arrays):
    b = mcfuser.Builder("f")
    names = {"float32": "f32", "float64": "f64", "float16": "f16", "int32": "i32", "int64": "i64", "bool": "i1"}
    values = [b.input(f"x{i}", a.shape, names[a.dtype.name]) for i, a in enumerate(arrays)]
    b.output(write(b, *values))
    return mcfuser.compile(b.text())(*arrays)


@pytest.mark.parametrize("op", sorted(FUNCTIONS))
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_functions(op, dtype):
    arrays = [np.abs(random(i, (5, 7), dtype)) + np.array(0.1, dtype) for i in range(scalars.arity(op))]
    if op in ACTIVATIONS or op in ("neg", "abs", "sin", "tanh", "erf"):
        arrays = [random(0, (5, 7), dtype) * 2]
    exact = FUNCTIONS[op](*(a.astype(np.float64) for a in arrays))
    # exp, tanh and erf of the CPU path are good to f32 or better.
    check(run(lambda b, *v: b.map(op, *v), *arrays), exact, 1e-6 if dtype == "float32" else 1e-12)


@pytest.mark.parametrize("op", sorted(INTEGERS))
def test_integers(op):
    arrays = [np.arange(-6, 6, dtype=np.int32).reshape(3, 4), np.array([3, -2, 5, 1], np.int32)]
    arrays = arrays[:scalars.arity(op)]
    assert np.array_equal(run(lambda b, *v: b.map(op, *v), *arrays), INTEGERS[op](*arrays))


@pytest.mark.parametrize("op", sorted(COMPARISONS))
@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_comparisons(op, dtype):
    x, y = np.array([1, 2, 3, 2], dtype), np.array([2, 2, 2, 1], dtype)
    result = run(lambda b, *v: b.map(op, *v), x, y)
    assert result.dtype == bool and np.array_equal(result, COMPARISONS[op](x, y))


@pytest.mark.parametrize("op", sorted(BOOLEANS))
def test_booleans(op):
    x, y = np.array([0, 0, 1, 1], bool), np.array([0, 1, 0, 1], bool)
    assert np.array_equal(run(lambda b, *v: b.map(op, *v), x, y), BOOLEANS[op](x, y))
    assert np.array_equal(run(lambda b, v: b.logical_not(v), x), ~x)


def test_every_op_has_a_test():
    tested = {*FUNCTIONS, *INTEGERS, *COMPARISONS, *BOOLEANS, "logical_not", "select"}
    assert tested == set(scalars.OPS)


def test_select_positions_and_full():
    x = random(0, (4, 6))
    result = run(lambda b, v: b.select(b.le(b.position([4, 6], 1), b.position([4, 6], 0)), v, b.full([1], 9.0, "f32")), x)
    assert np.array_equal(result, np.where(np.tri(4, 6, dtype=bool), x, np.float32(9)))


def test_broadcasting():
    x, y, z = random(0, (2, 1, 5)), random(1, (3, 1)), random(2, (5,))
    check(run(lambda b, x, y, z: b.add(b.mul(x, y), z), x, y, z), x.astype(np.float64) * y + z)


@pytest.mark.parametrize("kind, numpy", [("sum", np.sum), ("max", np.max), ("min", np.min), ("prod", np.prod)])
@pytest.mark.parametrize("axes, keep", [(0, False), ([0, 2], True), (-1, True)])
def test_reductions(kind, numpy, axes, keep):
    x = random(0, (3, 4, 5))
    exact = numpy(x.astype(np.float64), axis=tuple(np.atleast_1d(axes)), keepdims=keep)
    check(run(lambda b, v: b.reduce(kind, v, axes, keep), x), exact)


@pytest.mark.parametrize("source, target", [("float32", "f16"), ("float16", "f64"), ("float32", "i32"),
                                            ("int32", "f32"), ("bool", "f32"), ("bool", "i32"), ("int64", "i32")])
def test_casts(source, target):
    x = (random(0, (9,)) * 5).astype(source)
    result = run(lambda b, v: b.cast(v, target), x)
    assert np.array_equal(result, x.astype(result.dtype))


def test_views():
    x = random(0, (4, 6, 5))
    pairs = [
        (lambda b, v: b.transpose(v, [2, 0, 1]), x.transpose(2, 0, 1)),
        (lambda b, v: b.reshape(v, [2, 2, 6, 5]), x.reshape(2, 2, 6, 5)),
        (lambda b, v: b.reshape(v, [24, 5]), x.reshape(24, 5)),
        (lambda b, v: b.reshape(v, [3, 8, 5]), x.reshape(3, 8, 5)),
        (lambda b, v: b.reshape(v, [120]), x.reshape(120)),
        (lambda b, v: b.reshape(v, [1, 4, 6, 1, 5, 1]), x.reshape(1, 4, 6, 1, 5, 1)),
        (lambda b, v: b.slice(v, 1, 1, 2, 3), x[:, 1:7:3]),
        (lambda b, v: b.broadcast(v, [2, 4, 6, 5]), np.broadcast_to(x, (2, 4, 6, 5))),
        (lambda b, v: b.unsqueeze(v, [1]), x[:, None]),
    ]
    for write, exact in pairs:
        assert np.array_equal(run(write, x), exact)


def test_softmax():
    x = random(0, (3, 7), "float64")
    e = np.exp(x - x.max(0))
    check(run(lambda b, v: b.softmax(v, 0), x), e / e.sum(0))


@pytest.mark.parametrize("dims", ["mk,kn->mn", "mk,nk->nm", "bmk,bkn->bmn", "bmk,kn->bmn", "abk,bk->ab", "mk,nk->mn"])
def test_contractions(dims):
    sizes = dict(a=2, b=3, m=5, n=7, k=11)
    left, right = (random(i, [sizes[d] for d in part]) for i, part in enumerate(dims.split("->")[0].split(",")))
    exact = np.einsum(dims, left.astype(np.float64), right.astype(np.float64))
    check(run(lambda b, x, y: b.contract(dims, x, y), left, right), exact)


def test_sums_of_narrow_floats_are_in_f32():
    x, y = random(0, (3, 200), "float16"), random(1, (200, 4), "float16")
    result = run(lambda b, x, y: b.contract("mk,kn->mn", x, y), x, y)
    assert result.dtype == np.float32
    check(result, x.astype(np.float64) @ y.astype(np.float64))
