"""Launches of torch's tensors in C: those of the host pass for ones on GPU 0 (test/unit/FakeTensors.cpp)."""

import ctypes
import dataclasses
import gc
import os

import pytest
import torch

import mcfuser
from fake_gpu import FAKE, in_child
from mcfuser import arrays, hot, program
from mcfuser.torch import mcfuser as backend
from mcfuser.torch import lowered, region_op
from test_hot import launches  # noqa: F401
from torch_helpers import fresh, regions  # noqa: F401

pytestmark = pytest.mark.skipif(
    not FAKE or hot.module() is None or not hasattr(torch.Tensor, "__dlpack_c_exchange_api__"),
    reason="no MCFUSER_FAKE_CUDA, no extension, or a torch without DLPack's C functions")


@pytest.fixture(autouse=True)
def gpu(monkeypatch):
    """Tensors are on a GPU, for us."""
    if not os.environ.get("MCFUSER_TEST_CHILD"):
        yield None
        return
    driver = ctypes.CDLL(FAKE)
    get, make = ctypes.pythonapi.PyCapsule_GetPointer, ctypes.pythonapi.PyCapsule_New
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    driver.fakeCudaGetExchangeAPI.restype = ctypes.c_void_p
    driver.fakeCudaGetExchangeAPI.argtypes = [ctypes.c_void_p]
    name = b"dlpack_exchange_api"
    capsule = make(driver.fakeCudaGetExchangeAPI(get(torch.Tensor.__dlpack_c_exchange_api__, name)), name, None)
    for kind in (torch.Tensor, torch.nn.Parameter):
        hot.module().add_type(kind, capsule, torch.is_grad_enabled)
        monkeypatch.setitem(hot._types, kind, True)
    view_torch = arrays._view_torch
    monkeypatch.setattr(arrays, "_view_torch",
                        lambda *a: dataclasses.replace(view_torch(*a), device=("cuda", 0)))
    monkeypatch.setattr(lowered, "_takes_strides", lambda value: True)
    monkeypatch.setattr(program, "_current_stream", lambda gpu: 0)
    yield driver


def t(*shape, **keywords):
    return torch.zeros(shape, dtype=torch.float16, **keywords)


def attention(*arguments, **keywords):
    return mcfuser.attention(*arguments, device="H200", **keywords)


def refuse(monkeypatch):
    """What is not remembered fails from here on."""

    def fail(*_, **__):
        raise AssertionError("not remembered")

    monkeypatch.setattr(arrays, "_view_torch", fail)


def test_attention(request, monkeypatch):
    if not in_child(request):
        return
    q, k, v = t(2, 13, 16), t(2, 77, 16), t(2, 77, 24)
    attention(q, k, v)
    refuse(monkeypatch)
    result = attention(q, k, v)
    assert result.shape == (2, 13, 24) and result.dtype == torch.float16
    with torch.no_grad():
        attention(torch.nn.Parameter(q), k, v)
    with pytest.raises(AssertionError):
        attention(t(2, 13, 32)[..., :16], k, v)


def test_what_is_asked_again(request, monkeypatch):
    """Whether a tensor has a gradient, or is negated, is no part of its shape."""
    if not in_child(request):
        return
    q, k, v = t(2, 13, 16), t(2, 77, 16), t(2, 77, 24)
    attention(q, k, v)
    needs = q.clone().requires_grad_()
    with pytest.raises(ValueError, match="q: expected a tensor that needs no gradient"):
        attention(needs, k, v)
    with torch.no_grad():
        attention(needs, k, v)
    with pytest.raises(ValueError, match="k: expected a plain tensor"):
        attention(q, torch._neg_view(k), v)
    with pytest.raises(ValueError, match="v: expected a tensor with memory of its own"):
        torch.vmap(lambda v: attention(q, k, v))(t(3, 2, 77, 24))


@pytest.mark.parametrize("rest", ["eager", "inductor"])
def test_regions(request, monkeypatch, rest):
    if not in_child(request):
        return
    # What Dynamo traces is on the CPU.
    options = {"rest": rest, "fuse": "all", "device": "H200", "up_to": "ptx"}
    compiled = torch.compile(lambda x, y, z: (x @ y) @ z, backend=backend, options=options)
    tensors = t(13, 16), t(16, 32), t(32, 24)
    with torch.no_grad():
        compiled(*tensors)
        refuse(monkeypatch)
        for _ in range(3):
            assert compiled(*tensors).shape == (13, 24)
    (region,) = regions()
    assert len(region._calls) == 1


def test_operands_that_are_views(request, monkeypatch, launches):
    """A product of more than 3 axes takes views of its operands. Of which argument one is a view does not
    hang on where that lies."""
    if not in_child(request):
        return
    options = {"rest": "eager", "fuse": "all", "device": "H200", "up_to": "ptx"}
    compiled = torch.compile(lambda q, k, v: torch.softmax(q @ k.mT, -1) @ v, backend=backend, options=options)
    q, k, both = t(2, 3, 13, 16), t(2, 3, 77, 16), t(2, 3, 77, 32)
    with torch.no_grad():
        compiled(q, both[..., :16], both[..., 16:])
        refuse(monkeypatch)
        for k, v in ((both[..., 16:], both[..., :16]), (t(2, 3, 77, 32)[..., :16], both[..., :16])):
            result = compiled(q, k, v)
            addresses = [address for address, _, _ in launches[-1][1]]
            assert sorted(addresses) == sorted(a.data_ptr() for a in (q, k, v, result))
            assert addresses[-1] == result.data_ptr() and addresses.index(k.data_ptr()) < addresses.index(v.data_ptr())


def test_regions_go_with_their_graphs(request):
    if not in_child(request):
        return
    for width in (8, 16, 24):
        compiled = torch.compile(lambda x, y, z: (x @ y) @ z, backend=backend, dynamic=False,
                                 options={"rest": "eager", "fuse": "all", "device": "H200", "up_to": "ptx"})
        with torch.no_grad():
            compiled(t(13, width), t(width, 32), t(32, 24))
        assert region_op.keys()
        del compiled
        torch._dynamo.reset()
        gc.collect()
        assert not region_op.keys()


def test_the_benchmark_runs(tmp_path):
    import json
    import subprocess
    import sys

    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "benchmarks", "launch_overhead.py")
    record = tmp_path / "record.json"
    command = [sys.executable, script, "--batches", "1", "--launches", "2", "--json", str(record)]
    package = os.path.dirname(os.path.dirname(os.path.abspath(mcfuser.__file__)))
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": package})
    assert done.returncode == 0, done.stdout + done.stderr
    with open(record) as file:
        times = json.load(file)["microseconds"]
    assert all(time >= 0 for time in times.values()) and {"mcf_launch, from C", "attention(q, k, v)"} <= set(times)


@pytest.mark.parametrize("attention", ["sdpa", "eager"])
@pytest.mark.parametrize("name", ["bert", "gpt2", "llama", "vit"])
def test_models_are_launched(name, attention, request, monkeypatch):
    """Each region, with a batch of one and of two, takes its tensors as they lie."""
    pytest.importorskip("transformers")
    if not in_child(request):
        return
    from test_torch_hugging_face import inputs, make
    from torch_helpers import count_runs

    counts = count_runs(monkeypatch)
    for batch in (1, 2):
        torch._dynamo.reset()
        model = make(name, attention).eval()
        with torch.no_grad():
            torch.compile(model, backend=backend, options={"rest": "eager", "device": "H200", "up_to": "ptx"})(
                *[x[:batch] for x in inputs(name)])
    # Attention of both batches; the rest where it gains.
    assert counts["fused"] >= 2 and counts["unfused"] == 0, counts
