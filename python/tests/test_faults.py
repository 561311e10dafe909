"""What is said where there is no driver, an old one, too little memory, or no place to write to."""

import os

import numpy as np
import pytest

import mcfuser
from fake_gpu import FAKE, Fast, in_child

pytestmark = pytest.mark.skipif(not FAKE, reason="MCFUSER_FAKE_CUDA names no driver")


def arrays(*shapes):
    return [Fast(np.ones(s, np.float16)) for s in shapes]


def launch():
    q, k, v, out = arrays((13, 16), (77, 16), (77, 24), (13, 24))
    return mcfuser.attention(q, k, v, out=out, device="H200") is out


FAULTS = [
    ({"MCF_CUDA_DRIVER": "/nowhere/libcuda.so.1"}, mcfuser.NoDevice, "no CUDA driver on this machine: /nowhere"),
    ({"FAKE_CUDA_VERSION": "11080"}, mcfuser.NoDevice,
     "the CUDA driver is too old: expected CUDA 12.0 or later, but got 11.8"),
    ({"FAKE_CUDA_INIT": "100"}, mcfuser.NoDevice, "cannot initialize the CUDA driver"),
    ({"FAKE_CUDA_DEVICES": "0"}, mcfuser.NoDevice, "expected a device number below 0"),
    ({"FAKE_CUDA_LOAD": "2"}, MemoryError, "CUDA_ERROR_OUT_OF_MEMORY"),
    ({"FAKE_CUDA_LOAD": "222"}, mcfuser.NoDevice, "the driver refused the PTX or cubin"),
    ({"FAKE_CUDA_LAUNCH": "2"}, MemoryError, "CUDA_ERROR_OUT_OF_MEMORY"),
    ({"FAKE_CUDA_LAUNCH": "719"}, mcfuser.ExecutionError, "cannot launch kernel 'attention"),
]


# Those of a launch, on both ways to launch.
CASES = [(*f, "c") for f in FAULTS] + [(*f, "ctypes") for f in FAULTS if "FAKE_CUDA_LAUNCH" in f[0]]


@pytest.mark.parametrize("environment, error, text, way", CASES, ids=[f"{c[0]}-{c[3]}" for c in CASES])
def test_fault(request, environment, error, text, way):
    """It is said each time; once the fault is gone, where that can be, the same call works."""
    if not in_child(request, MCFUSER_LAUNCH=way, **environment):
        return
    for _ in range(2):
        with pytest.raises(error) as caught:
            launch()
        assert text in str(caught.value)
    for name in environment:
        os.environ.pop(name)
    os.environ["MCF_CUDA_DRIVER"] = FAKE
    assert launch()


def test_the_cpu_needs_no_driver(request):
    if not in_child(request, MCF_CUDA_DRIVER="/nowhere/libcuda.so.1"):
        return
    q, k, v = (np.ones(s, np.float16) for s in ((13, 16), (77, 16), (77, 24)))
    assert mcfuser.attention(q, k, v).shape == (13, 24)


def test_without_a_home_and_tools(request):
    """Nothing has to be written, and nothing is needed on PATH."""
    nowhere = "/proc/nowhere"
    tools = dict.fromkeys(("PATH", "CUDA_HOME", "CUDA_PATH"), nowhere)
    if not in_child(request, HOME=nowhere, XDG_CACHE_HOME=nowhere, **tools):
        return
    assert launch()
    q, k, v = (np.ones(s, np.float16) for s in ((13, 16), (77, 16), (77, 24)))
    assert mcfuser.attention(q, k, v).shape == (13, 24)
    from test_program import CHAIN

    if not os.path.exists("/usr/local/cuda/bin/ptxas"):
        with pytest.raises(mcfuser.Error, match="no ptxas on PATH"):
            mcfuser.compile(CHAIN, device="H200").read("cubin")
