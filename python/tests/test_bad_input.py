"""What is refused, and that the text names argument, expected and actual."""

import numpy as np
import pytest

import mcfuser

f32 = np.float32


def z(*shape, dtype=f32):
    return np.zeros(shape, dtype)


class NoWayOut:
    """Has __dlpack__ and nothing else."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **keywords):
        return self._array.__dlpack__(**keywords)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


READ_ONLY = z(5, 3)
READ_ONLY.flags.writeable = False

ATTENTION = [
    # arguments, keywords, error, text
    (([[1.0]], z(5, 4), z(5, 3)), {}, TypeError, "q: expected an array (numpy, torch, or anything with __dlpack__), but got list"),
    ((z(5, 4), None, z(5, 3)), {}, TypeError, "k: expected an array"),
    ((z(4), z(4), z(4)), {}, ValueError, "q: expected 2 to 6 axes, but got 1: (4,)"),
    ((z(5, 4), z(1, 5, 4), z(5, 3)), {}, ValueError, "k: expected 2 axes as q has, but got shape (1, 5, 4)"),
    ((z(5, 4), z(6, 3), z(6, 3)), {}, ValueError, "k: expected shape (columns, 4) to fit q, but got (6, 3)"),
    ((z(5, 4), z(6, 4), z(5, 3)), {}, ValueError, "v: expected shape (6, value size) to fit q and k, but got (5, 3)"),
    ((z(5, 2, 4), z(3, 6, 4), z(3, 6, 3)), {}, ValueError, "k: expected a number of heads that divides the 5 of q, but got 3"),
    ((z(2, 4, 5, 4), z(3, 2, 5, 4), z(3, 2, 5, 3)), {}, ValueError, "k: expected shape (2, 2, columns, 4) to fit q, but got (3, 2, 5, 4)"),
    ((z(5, 4), z(5, 4, dtype=np.float16), z(5, 3)), {}, ValueError, "k: expected the element type of q, float32, but got float16"),
    ((z(5, 4, dtype=np.int32), z(5, 4), z(5, 3)), {}, ValueError, "q: expected an element type of float64, float32, float16, bfloat16, but got int32"),
    ((z(5, 4, dtype=complex), z(5, 4), z(5, 3)), {}, ValueError, "q: expected an element type of"),
    ((z(5, 4).astype(">f4"), z(5, 4), z(5, 3)), {}, ValueError, "q: expected the byte order of this machine, but got >f4"),
    ((z(5, 4), z(5, 4), z(5, 3)), {"mask": z(5, 6, dtype=bool)}, ValueError, "mask: expected a shape that broadcasts to (5, 5), but got (5, 6)"),
    ((z(5, 4), z(5, 4), z(5, 3)), {"mask": z(5, 5, dtype=np.int8)}, ValueError, "mask: expected element type bool or float32, but got int8"),
    ((z(5, 4), z(5, 4), z(5, 3)), {"mask": True}, TypeError, "mask: expected an array"),
    ((z(5, 4), z(5, 4), z(5, 3)), {"causal": "lower"}, ValueError, "causal: expected one of False, True, top-left, bottom-right, but got 'lower'"),
    ((z(5, 4), z(5, 4), z(5, 3)), {"scale": "2"}, TypeError, "scale: expected a number, but got str"),
    ((z(5, 4), z(5, 4), z(5, 3)), {"out": z(5, 4)}, ValueError, "out: expected shape (5, 3), but got (5, 4)"),
    ((z(5, 4), z(5, 4), z(5, 3)), {"out": z(5, 3, dtype=np.float16)}, ValueError, "out: expected element type float32, but got float16"),
    ((z(5, 4), z(5, 4), z(5, 3)), {"out": READ_ONLY}, ValueError, "out: expected an array to write to, but got a read-only one"),
    ((z(5, 4), z(5, 4), z(5, 3)), {"out": np.broadcast_to(z(3), (5, 3)).copy()[:1].repeat(5, 0).tolist()}, TypeError, "out: expected an array"),
    ((z(5, 4), z(5, 4), z(5, 3)), {"device": "TPU"}, ValueError, "TPU"),
    ((z(5, 4), z(5, 4), z(5, 3)), {"speed": "high"}, ValueError, "speed"),
    ((NoWayOut(z(5, 4)), z(5, 4), z(5, 3)), {}, TypeError, "out: expected an array for the result, since NoWayOut"),
]


@pytest.mark.parametrize("arguments, keywords, error, text", ATTENTION, ids=[a[3][:50] for a in ATTENTION])
def test_attention(arguments, keywords, error, text):
    with pytest.raises(error) as caught:
        mcfuser.attention(*arguments, **keywords)
    assert text in str(caught.value)


CHAINS = [
    (lambda: mcfuser.gemm_chain(z(2, 3), z(4, 5)), ValueError, "b: expected shape (3, columns) to fit what is before it, but got (4, 5)"),
    (lambda: mcfuser.gemm_chain(z(2, 3), z(3, 5), z(4, 1)), ValueError, "more[0]: expected shape (5, columns)"),
    (lambda: mcfuser.gemm_chain(z(3), z(3, 5)), ValueError, "a: expected 2 to 6 axes, but got 1"),
    (lambda: mcfuser.gemm_chain(z(2, 2, 3), z(3, 3, 5)), ValueError, "b: expected shape (2, 3, columns)"),
    (lambda: mcfuser.gemm_chain(z(2, 3), 5), TypeError, "b: expected an array"),
    (lambda: mcfuser.mlp(z(2, 3), z(4, 4), z(5, 4)), ValueError, "w1: expected shape (rows, 3) to fit what it is multiplied with, but got (4, 4)"),
    (lambda: mcfuser.mlp(z(2, 3), z(4, 3), z(4, 5)), ValueError, "w2: expected shape (rows, 4)"),
    (lambda: mcfuser.mlp(z(2, 3), z(4, 3), z(5, 4), b1=z(5)), ValueError, "b1: expected shape (4), but got (5,)"),
    (lambda: mcfuser.mlp(z(2, 3), z(4, 3), z(5, 4), b2=z(5, dtype=np.float16)), ValueError, "b2: expected the element type of x, float32, but got float16"),
    (lambda: mcfuser.mlp(z(2, 3), z(4, 3), z(5, 4), activation="swish"), ValueError, "activation: expected one of gelu"),
    (lambda: mcfuser.mlp(z(2, 3), None, z(5, 4)), TypeError, "w1: expected an array"),
    (lambda: mcfuser.mlp(f32(3), z(4, 3), z(5, 4)), ValueError, "x: expected at least 1 axis"),
    (lambda: mcfuser.gated_mlp(z(2, 3), z(4, 3), z(5, 3), z(5, 4)), ValueError, "w_up: expected shape (4, 3) as w_gate has, but got (5, 3)"),
    (lambda: mcfuser.gated_mlp(z(2, 3), z(4, 3), z(4, 3), None), TypeError, "w_down: expected an array"),
]


@pytest.mark.parametrize("call, error, text", CHAINS, ids=[c[2][:50] for c in CHAINS])
def test_chains(call, error, text):
    with pytest.raises(error) as caught:
        call()
    assert text in str(caught.value)


TEXT = "func.func @f(%a: tensor<2x3xf32>, %b: tensor<?x3xf32>) -> tensor<2x3xf32> {\n  return %a : tensor<2x3xf32>\n}\n"

PROGRAMS = [
    (lambda: mcfuser.compile(7), TypeError, "text: expected MLIR text (str), but got int"),
    (lambda: mcfuser.compile("func.func @f("), mcfuser.CompileError, "input:1:"),
    (lambda: mcfuser.compile(TEXT, speed="high"), ValueError, "speed"),
    (lambda: mcfuser.compile(TEXT, device="TPU"), ValueError, "TPU"),
    (lambda: mcfuser.compile(TEXT)(z(2, 3)), TypeError, "inputs: expected 2 arrays for f(tensor<2x3xf32>, tensor<?x3xf32>)"),
    (lambda: mcfuser.compile(TEXT)(z(2, 4), z(1, 3)), ValueError, "input 0 of 'f': expected size 3 along axis 1"),
    (lambda: mcfuser.compile(TEXT)(z(2, 3, dtype=np.float16), z(1, 3)), ValueError, "input 0 of 'f': expected elements of f32, but got f16"),
    (lambda: mcfuser.compile(TEXT)(z(2, 3), "x"), TypeError, "input 1: expected an array"),
    (lambda: mcfuser.compile(TEXT)(z(2, 3), z(1, 3), out=[z(2, 3), z(2, 3)]), TypeError, "outputs: expected 1 arrays"),
    (lambda: mcfuser.compile(TEXT)(z(2, 3), z(1, 3), function="g"), ValueError, "function: expected one of f, but got 'g'"),
    (lambda: mcfuser.compile(TEXT).ir("asm"), ValueError, "asm"),
    (lambda: mcfuser.compile(TEXT).ptx, mcfuser.NothingFused, ""),
    (lambda: mcfuser.compile(TEXT).kernel, ValueError, "expected a program of one kernel, but got 0"),
]


@pytest.mark.parametrize("call, error, text", PROGRAMS, ids=[str(i) for i in range(len(PROGRAMS))])
def test_programs(call, error, text):
    with pytest.raises(error) as caught:
        call()
    assert text in str(caught.value)
