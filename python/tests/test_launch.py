"""Launches, on a driver without a GPU (test/unit/FakeCuda.cpp): its memory is that of the host, and our
kernels do nothing on it. So what is shown is that operands, streams and errors arrive."""

import ctypes

import numpy as np
import pytest

import fake_gpu
import mcfuser
from fake_gpu import FAKE, OnDevice

pytestmark = pytest.mark.skipif(not FAKE, reason="MCFUSER_FAKE_CUDA names no driver")


@pytest.fixture(params=["c", "ctypes"], autouse=True)
def way(request):
    """Launches in C, where they are built, and through ctypes."""
    return request.param


def in_child(request):
    return fake_gpu.in_child(request, MCFUSER_LAUNCH=request.getfixturevalue("way"))


def arrays(*shapes):
    return [OnDevice(np.ones(s, np.float16)) for s in shapes]


def test_functions_launch(request):
    if not in_child(request):
        return
    q, k, v, out = arrays((2, 13, 16), (2, 77, 16), (2, 77, 24), (2, 13, 24))
    assert mcfuser.attention(q, k, v, out=out, causal=True, device="H200") is out
    # Rows that are not dense: kernels take strides.
    wide = OnDevice(np.ones((2, 13, 32), np.float16)[..., :16])
    mcfuser.attention(wide, k, v, out=out, device="H200")
    x, w1, w2, out = arrays((2, 13, 16), (32, 16), (16, 32), (2, 13, 16))
    mcfuser.mlp(x, w1, w2, out=out, device="H200")
    mcfuser.gated_mlp(x, w1, w1, w2, out=out, device="H200")


def test_empty_arrays(request):
    if not in_child(request):
        return
    q, k, v, out = arrays((0, 16), (77, 16), (77, 24), (0, 24))
    assert mcfuser.attention(q, k, v, out=out, device="H200") is out
    q, k, v, out = arrays((13, 16), (0, 16), (0, 24), (13, 24))
    with pytest.raises(ValueError, match=r"k: expected elements, but got none for a result that has some: \(0, 16\)"):
        mcfuser.attention(q, k, v, out=out, device="H200")


def test_one_row_and_column(request):
    if not in_child(request):
        return
    q, k, v, out = arrays((1, 16), (1, 16), (1, 24), (1, 24))
    assert mcfuser.attention(q, k, v, out=out, device="H200") is out


def test_streams_count_launches(request):
    if not in_child(request):
        return
    from mcfuser.arrays import view

    b = mcfuser.Builder("chain")
    x, y, z = (b.input(n, s, "f16") for n, s in [("x", (16, 16)), ("y", (16, 16)), ("z", (16, 16))])
    b.output(b.cast(b.contract("mn,nh->mh", b.cast(b.contract("mk,kn->mn", x, y), "f16"), z), "f16"))
    program = mcfuser.compile(b.text())
    operands = arrays(*[(16, 16)] * 4)
    stream = ctypes.c_int(0)
    views = [view(a, "x") for a in operands]
    for _ in range(3):
        program.function().run(views[:3], views[3:], ctypes.addressof(stream))
    assert stream.value == 3


def test_benchmark(request):
    if not in_child(request):
        return
    from test_program import CHAIN

    assert mcfuser.compile(CHAIN).benchmark(repeat=3) >= 0
    with pytest.raises(ValueError, match="repeat: expected at least 1, but got 0"):
        mcfuser.compile(CHAIN).benchmark(repeat=0)


def test_mixed_devices(request):
    if not in_child(request):
        return
    q, k, v = arrays((13, 16), (13, 16), (13, 16))
    with pytest.raises(ValueError, match="k: expected an array on the device of q, cuda:0, but got cpu:0"):
        mcfuser.attention(q, k.array, v)
    k.number = 1
    with pytest.raises(ValueError, match="k: expected an array on the device of q, cuda:0, but got cuda:1"):
        mcfuser.attention(q, k, v)
    b = mcfuser.Builder("f")
    b.output(b.add(b.input("x", (13, 16), "f16"), b.input("y", (13, 16), "f16")))
    with pytest.raises(ValueError, match="expected all arrays on one device, but got cpu:0, cuda:0"):
        mcfuser.compile(b.text())(q, v.array, out=q)


def test_no_such_device(request):
    if not in_child(request):
        return
    operands = [OnDevice(np.ones((13, 16), np.float16), 7) for _ in range(4)]
    with pytest.raises(mcfuser.NoDevice):
        mcfuser.attention(*operands[:3], out=operands[3], device="H200")
