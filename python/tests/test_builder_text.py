"""The text that the builder writes, and what it refuses. Needs no library."""

import pytest

from mcfuser import Builder


def simple():
    b = Builder("f")
    return b, b.input("x", (2, 3), "f32"), b.input("y", (3, 4), "f16")


def test_text_has_the_function_and_its_types():
    b, x, _ = simple()
    b.output(b.cast(b.exp(x), "f16"))
    text = b.text()
    assert text.startswith("func.func @f(%in_x: tensor<2x3xf32>, %in_y: tensor<3x4xf16>) -> (tensor<2x3xf16>) {")
    assert "math.exp %x0 : f32" in text and "arith.truncf %x0 : f32 to f16" in text


def test_infinity_and_nan_are_bits():
    b, x, _ = simple()
    b.output(b.maximum(x, float("-inf")))
    b.output(b.add(x, float("nan")))
    assert "0xFF800000 : f32" in b.text() and "0x7FC00000 : f32" in b.text()


def test_open_sizes_have_one_name_each():
    b = Builder("f")
    x, y = b.input("x", ("m", 4), "f32"), b.input("y", ("m", None), "f32")
    assert x.shape == (None, 4) and x.sizes[0] == y.sizes[0] != y.sizes[1]
    b.output(b.add(x, 1))
    assert b.text().count("tensor.dim") == 2


def test_origins_tell_lines():
    b, x, _ = simple()
    b.origin = "here"
    b.output(b.exp(x))
    lines = b.text().split("\n")
    numbers = [n for n, origin in b.origins().items() if origin == "here"]
    assert numbers and all("tensor.empty" in lines[n - 1] or "exp" in lines[n - 1] or "linalg" in lines[n - 1]
                           or "bb0" in lines[n - 1] or "->" in lines[n - 1] for n in numbers)


def test_strides_make_arrays_of_the_caller():
    b = Builder("f")
    x = b.input("x", (2, 3), "f32", strides=(None, 1))
    b.output(b.exp(x), strides=(None, 1))
    text = b.text()
    assert "memref<2x3xf32, strided<[?, 1], offset: ?>>" in text
    assert "bufferization.materialize_in_destination" in text


BAD = [
    (lambda b, x, y: b.contract("mk,kn", x, y), ValueError, "a form such as 'mk,kn->mn'"),
    (lambda b, x, y: b.contract("mk,nk->mn", x, y), ValueError, "one size for 'k' in 'mk,nk->mn', but got 3 and 4"),
    (lambda b, x, y: b.contract("mkz,kn->mn", x, y), ValueError, "expected 2 different letters"),
    (lambda b, x, y: b.contract("mk,kn->mz", x, y), ValueError, "letters of the operands"),
    (lambda b, x, y: b.contract("mk,kn->mn", x, 3), TypeError, "expected a Value of this builder, but got int"),
    (lambda b, x, y: b.add(x, y), ValueError, "one element type for 'add', but got f32 and f16"),
    (lambda b, x, y: b.add(x, b.cast(y, "f32")), ValueError, "shapes that broadcast"),
    (lambda b, x, y: b.add(1, 2), TypeError, "expected a Value among them"),
    (lambda b, x, y: b.exp(x, x), ValueError, "expected 1 for 'exp', but got 2"),
    (lambda b, x, y: b.logical_not(x), ValueError, "expected i1 for 'logical_not', but got f32"),
    (lambda b, x, y: b.map("cosh", x), ValueError, "op: expected one of"),
    (lambda b, x, y: b.softmax(x, 2), ValueError, "axis: expected one of 2 axes, but got 2"),
    (lambda b, x, y: b.reduce("median", x, 0), ValueError, "kind: expected one of sum, prod, max, min"),
    (lambda b, x, y: b.reshape(x, [4, 2]), ValueError, "as many elements"),
    (lambda b, x, y: b.reshape(x, [2, 3, 2]), ValueError, "as many elements"),
    (lambda b, x, y: b.reshape(x, [2]), ValueError, "as many elements"),
    (lambda b, x, y: b.transpose(x, [0, 0]), ValueError, "each axis"),
    (lambda b, x, y: b.broadcast(x, [5, 3]), ValueError, "sizes that"),
    (lambda b, x, y: b.slice(x, 1, 2, 2), ValueError, "rows of 3, but got 2 and 2"),
    (lambda b, x, y: b.cast(x, "f31"), ValueError, "expected an element type"),
    (lambda b, x, y: b.cast(x, "i1"), ValueError, "expected no i1"),
    (lambda b, x, y: b.input("x", (1,), "f32"), ValueError, "an input that is new"),
    (lambda b, x, y: b.input("z", (-1,), "f32"), ValueError, "sizes from 0"),
    (lambda b, x, y: b.input("a b", (1,), "f32"), ValueError, "an identifier"),
    (lambda b, x, y: b.output(7), TypeError, "a Value of this builder, but got int"),
    (lambda b, x, y: b.text(), ValueError, "a program with a result, but got none"),
    (lambda b, x, y: Builder("other").exp(x), ValueError, "one of another"),
    (lambda b, x, y: Builder("7"), ValueError, "an identifier"),
    (lambda b, x, y: b.cosh(x), AttributeError, "no attribute 'cosh'"),
    (lambda b, x, y: b.add(b.position([2, 3], 1), 0.5), ValueError, "a whole number for i64"),
]


@pytest.mark.parametrize("call, error, text", BAD, ids=[str(i) for i in range(len(BAD))])
def test_bad_input(call, error, text):
    b, x, y = simple()
    with pytest.raises(error) as caught:
        call(b, x, y)
    assert text in str(caught.value)
