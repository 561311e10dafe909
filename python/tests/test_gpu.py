"""On a real GPU with torch: what kernels compute, called by name, as programs, and from torch.compile.

Skipped where there is none; MCF_REQUIRE_GPU=1 makes that a failure.
"""

import copy
import importlib.util
import os
import threading

import pytest

import mcfuser

HAS_TORCH = importlib.util.find_spec("torch") is not None
REQUIRED = os.environ.get("MCF_REQUIRE_GPU") == "1"


def has_gpu():
    if not HAS_TORCH:
        return False
    import torch

    return torch.cuda.is_available()


pytestmark = pytest.mark.skipif(not REQUIRED and not has_gpu(), reason="no GPU, or no torch")

if has_gpu():
    import torch
    from torch.nn import functional as F
    from torch_helpers import compiled
    from torch_models import BertLayer, GPT2Layer, LlamaLayer, SpelledAttention

    TYPES = {torch.float32: 1e-4, torch.float16: 4e-3, torch.bfloat16: 3e-2}


def test_there_is_a_gpu():
    assert has_gpu(), "MCF_REQUIRE_GPU=1, but torch sees no GPU"


def randn(*shape, dtype="float16"):
    return torch.randn(*shape, device="cuda", dtype=getattr(torch, dtype))


def poisoned(*shape, dtype="float16"):
    return torch.full(shape, float("nan"), device="cuda", dtype=getattr(torch, dtype))


def close(result, exact, dtype=None):
    dtype = dtype or result.dtype
    assert result.dtype == dtype and result.shape == exact.shape and result.is_cuda
    error = (result.double() - exact.double()).norm() / exact.double().norm()
    assert error <= TYPES[dtype], error


def exact_attention(q, k, v, **keywords):
    return F.scaled_dot_product_attention(q.double(), k.double(), v.double(), **keywords)


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("shape", [(2, 4, 2, 128, 128, 64, 64), (1, 3, 1, 77, 131, 40, 24), (1, 1, 1, 1, 7, 8, 8),
                                   (2, 8, 8, 512, 512, 64, 64)], ids=str)
def test_attention(dtype, shape):
    batch, heads, kv_heads, rows, columns, size, value_size = shape
    q = randn(batch, heads, rows, size, dtype=dtype)
    k, v = (randn(batch, kv_heads, columns, s, dtype=dtype) for s in (size, value_size))
    exact = exact_attention(q, k, v, enable_gqa=True)
    close(mcfuser.attention(q, k, v), exact, q.dtype)
    out = poisoned(batch, rows, heads, value_size, dtype=dtype).transpose(1, 2)
    assert mcfuser.attention(q, k, v, out=out) is out
    close(out, exact)
    if rows <= columns:
        close(mcfuser.attention(q, k, v, causal=True), exact_attention(q, k, v, enable_gqa=True, is_causal=True))


def test_masks():
    q, k, v = (randn(2, 4, 100, 64) for _ in range(3))
    keep = torch.rand(2, 1, 100, 100, device="cuda") > 0.3
    keep[0, 0, 4] = False
    exact = torch.nan_to_num(exact_attention(q, k, v, attn_mask=keep), 0)
    close(mcfuser.attention(q, k, v, mask=keep), exact)
    bias = randn(2, 4, 100, 100)
    close(mcfuser.attention(q, k, v, mask=bias), exact_attention(q, k, v, attn_mask=bias.double()))


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("sizes", [(256, 64, 128, 64), (13, 40, 72, 24), (1, 8, 16, 8)], ids=str)
def test_chains(dtype, sizes):
    m, k, n, h = sizes
    x, w1, w2, w3 = (randn(*s, dtype=dtype) for s in ((m, k), (n, k), (n, k), (h, n)))
    wide = [t.double() for t in (x, w1, w2, w3)]
    close(mcfuser.mlp(x, w1, w3), F.gelu(wide[0] @ wide[1].T) @ wide[3].T, x.dtype)
    close(mcfuser.gated_mlp(x, w1, w2, w3), (F.silu(wide[0] @ wide[1].T) * (wide[0] @ wide[2].T)) @ wide[3].T)
    close(mcfuser.gemm_chain(x, w1.T, w3.T), wide[0] @ wide[1].T @ wide[3].T)


def test_strides():
    base = randn(2, 128, 3, 4, 64)
    q, k, v = base.permute(2, 0, 3, 1, 4)
    close(mcfuser.attention(q, k, v), exact_attention(q, k, v))
    # Rows that do not start at 16 bytes, and columns before rows.
    odd = randn(2, 4, 128, 67)[..., 1:65]
    close(mcfuser.attention(odd, k, v), exact_attention(odd, k, v))
    turned = randn(2, 4, 64, 128).transpose(-1, -2)
    close(mcfuser.attention(q, turned, turned), exact_attention(q, turned, turned))


def test_streams_and_graphs():
    q, k, v = (randn(2, 4, 256, 64) for _ in range(3))
    out = poisoned(2, 4, 256, 64)
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(20_000_000)
        q.normal_()
        mcfuser.attention(q, k, v, out=out)
    stream.synchronize()
    close(out, exact_attention(q, k, v))
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        mcfuser.attention(q, k, v, out=out)
    for _ in range(3):
        q.normal_()
        out.fill_(float("nan"))
        graph.replay()
        close(out, exact_attention(q, k, v))


def test_threads():
    failures = []

    def work(seed):
        try:
            with torch.cuda.stream(torch.cuda.Stream()):
                q, k, v = (randn(2, 4, 64 + seed, 64) for _ in range(3))
                for _ in range(20):
                    close(mcfuser.attention(q, k, v), exact_attention(q, k, v))
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work, args=(i % 3,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_a_program_with_open_sizes():
    b = mcfuser.Builder("chain")
    x = b.input("x", ("m", 64), "f16")
    w1, w2 = b.input("w1", (128, 64), "f16"), b.input("w2", (32, 128), "f16")
    h = b.cast(b.relu(b.contract("mk,nk->mn", x, w1)), "f16")
    b.output(b.cast(b.contract("mn,hn->mh", h, w2), "f16"))
    program = mcfuser.compile(b.text(), device="native")
    w1, w2 = randn(128, 64), randn(32, 128)
    for m in (1, 13, 64, 1000):
        x = randn(m, 64)
        close(program(x, w1, w2), F.relu(x.double() @ w1.double().T) @ w2.double().T)
    with pytest.raises(ValueError):
        program.benchmark()


def test_benchmark():
    b = mcfuser.Builder("chain")
    x, w1, w2 = (b.input(n, s, "f16") for n, s in (("x", (512, 64)), ("w1", (256, 64)), ("w2", (64, 256))))
    b.output(b.cast(b.contract("mn,hn->mh", b.cast(b.contract("mk,nk->mn", x, w1), "f16"), w2), "f16"))
    seconds = mcfuser.compile(b.text(), device="native").benchmark(repeat=20)
    assert 0 < seconds < 1e-3


def test_other_devices_are_refused():
    q = randn(4, 16, 16)
    with pytest.raises(ValueError, match="k: expected an array on the device of q, cuda:0, but got cpu:0"):
        mcfuser.attention(q, q.cpu(), q)


def test_models():
    """Fused, in f16, against the same model in f64: no further off than eager is, nearly."""
    for model in (SpelledAttention, BertLayer, GPT2Layer, LlamaLayer):
        torch._dynamo.reset()
        net = model().cuda().half().eval()
        wide = copy.deepcopy(net).double()
        fast = compiled(net, rest="inductor")
        for rows in (16, 40, 33):
            x = randn(3, rows, 32)
            with torch.no_grad():
                result, exact, eager = fast(x), wide(x.double()), net(x)
            close(result, exact)
            assert (result.double() - exact).norm() <= 2 * (eager.double() - exact).norm() + 1e-3 * exact.norm()


def test_gradients():
    torch._dynamo.reset()
    net = SpelledAttention().cuda().eval()
    wide = copy.deepcopy(net).double()
    x = randn(2, 24, 32, dtype="float32").requires_grad_()
    y = x.detach().double().requires_grad_()
    compiled(net)(x).square().sum().backward()
    wide(y).square().sum().backward()
    close(x.grad, y.grad)
    largest = max(p.grad.norm() for p in wide.parameters())
    for a, b in zip(net.parameters(), wide.parameters()):
        # A bias of k moves all scores of a row alike: its gradient is 0.
        if b.grad.norm() > 1e-6 * largest:
            close(a.grad, b.grad)


def test_a_model_in_a_graph():
    torch._dynamo.reset()
    net = BertLayer().cuda().half().eval()
    fast = compiled(net, rest="inductor")
    x = randn(2, 32, 32)
    with torch.no_grad():
        for _ in range(3):
            fast(x)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            out = fast(x)
        for _ in range(3):
            x.normal_()
            graph.replay()
            close(out, net(x))
