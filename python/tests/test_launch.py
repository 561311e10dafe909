"""Launches, on a driver without a GPU (test/unit/FakeCuda.cpp): its memory is that of the host, and our
kernels do nothing on it. So what is shown is that operands, streams and errors arrive."""

import ctypes
import os

import numpy as np
import pytest

import mcfuser

FAKE = os.environ.get("MCFUSER_FAKE_CUDA")
pytestmark = pytest.mark.skipif(not FAKE, reason="MCFUSER_FAKE_CUDA names no driver")

CHILD = "MCFUSER_TEST_CHILD"


def in_child(request):
    """Runs this test again in a process with the driver; true there."""
    import subprocess
    import sys

    if os.environ.get(CHILD):
        return True
    environment = {**os.environ, CHILD: "1", "MCF_CUDA_DRIVER": FAKE, "FAKE_CUDA_ANY_KERNEL": "1"}
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", request.node.nodeid]
    done = subprocess.run(command, env=environment, cwd=request.config.rootpath, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return False


class OnDevice:
    """A numpy array that says that it is on GPU 0."""

    def __init__(self, array, number=0):
        self.array, self.number = array, number
        self.shape, self.dtype = array.shape, array.dtype

    def __dlpack__(self, stream=None):
        from mcfuser import dlpack

        assert stream == 1
        capsule = self.array.__dlpack__()
        get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
        get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        tensor = dlpack.Tensor.from_address(get_pointer(capsule, b"dltensor"))
        tensor.device_type, tensor.device_id = 2, self.number
        return capsule

    def __dlpack_device__(self):
        return (2, self.number)


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
