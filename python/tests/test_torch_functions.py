"""Torch tensors in attention, gemm_chain, mlp and gated_mlp."""

import pytest
import torch
from torch.nn import functional as F

import mcfuser

TYPES = {torch.float64: 1e-12, torch.float32: 1e-5, torch.float16: 4e-3, torch.bfloat16: 3e-2}


def close(result, exact, dtype):
    assert result.dtype == dtype and result.shape == exact.shape
    error = (result.double() - exact).norm() / exact.norm()
    assert error <= TYPES[dtype], error


@pytest.mark.parametrize("dtype", list(TYPES), ids=str)
def test_attention(dtype):
    torch.manual_seed(0)
    q, k, v = torch.randn(2, 4, 13, 16), torch.randn(2, 2, 77, 16), torch.randn(2, 2, 77, 24)
    q, k, v = (t.to(dtype) for t in (q, k, v))
    exact = F.scaled_dot_product_attention(q.double(), k.double(), v.double(), enable_gqa=True)
    close(mcfuser.attention(q, k, v), exact, dtype)
    # Heads in the middle, as projections give them.
    strided = [t.transpose(1, 2).contiguous().transpose(1, 2) for t in (q, k, v)]
    assert not strided[0].is_contiguous()
    out = torch.full((2, 13, 4, 24), float("nan"), dtype=dtype).transpose(1, 2)
    assert mcfuser.attention(*strided, out=out) is out
    close(out, exact, dtype)


def test_mask_and_causal_as_in_torch():
    q, k, v = (torch.randn(2, 3, 13, 8, dtype=torch.float64) for _ in range(3))
    mask = torch.rand(2, 1, 13, 13) > 0.3
    mask[0, 0, 4] = False
    exact = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    close(mcfuser.attention(q, k, v, mask=mask), exact, torch.float64)
    exact = F.scaled_dot_product_attention(q, k[:, :, :7], v[:, :, :7], is_causal=True)
    close(mcfuser.attention(q, k[:, :, :7], v[:, :, :7], causal=True), exact, torch.float64)


def test_chains():
    torch.manual_seed(0)
    x, w1, w2, w3 = torch.randn(3, 5, 16), torch.randn(32, 16), torch.randn(32, 16), torch.randn(8, 32)
    wide = [t.double() for t in (x, w1, w2, w3)]
    with torch.no_grad():
        close(mcfuser.mlp(x, w1, w3), F.gelu(wide[0] @ wide[1].T) @ wide[3].T, torch.float32)
        close(mcfuser.gated_mlp(x, w1, w2, w3), (F.silu(wide[0] @ wide[1].T) * (wide[0] @ wide[2].T)) @ wide[3].T,
              torch.float32)
        close(mcfuser.gemm_chain(x, w1.T, w3.T), wide[0] @ wide[1].T @ wide[3].T, torch.float32)


def t(*shape, **keywords):
    return torch.zeros(*shape, **keywords)


BAD = [
    ((t(5, 4, requires_grad=True), t(5, 4), t(5, 3)), ValueError, "q: expected a tensor that needs no gradient"),
    ((t(5, 4), t(5, 4).to_sparse(), t(5, 3)), ValueError, "k: expected a strided tensor, but got layout torch.sparse_coo"),
    ((t(5, 4), t(5, 4, device="meta"), t(5, 3)), ValueError, "k: expected a tensor on cpu or cuda, but got meta"),
    ((t(5, 4), t(5, 4), t(5, 3, dtype=torch.bfloat16)), ValueError, "v: expected the element type of q, float32, but got bfloat16"),
    ((t(5, 4), t(5, 4), t(5, 3, dtype=torch.complex64)), ValueError, "v: expected an element type of"),
    ((t(5, 4), t(5, 4), 3), TypeError, "v: expected an array"),
]


@pytest.mark.parametrize("arguments, error, text", BAD, ids=[b[2][:40] for b in BAD])
def test_bad_input(arguments, error, text):
    with pytest.raises(error) as caught:
        mcfuser.attention(*arguments)
    assert text in str(caught.value)


def test_programs_refuse_to_lose_a_gradient():
    b = mcfuser.Builder("f")
    b.output(b.exp(b.input("x", (5, 4), "f32")))
    program = mcfuser.compile(b.text())
    with pytest.raises(ValueError, match="input 0: expected a tensor that needs no gradient"):
        program(t(5, 4, requires_grad=True))
    assert (program(t(5, 4)) == 1).all()


def test_a_gradient_that_nobody_wants_is_no_error():
    with torch.no_grad():
        mcfuser.attention(t(5, 4, requires_grad=True), t(5, 4), t(5, 3))


def test_devices_are_named():
    from mcfuser.functions.common import expect_one_device
    from mcfuser.arrays import view
    from dataclasses import replace

    here = view(t(5, 4), "q")
    with pytest.raises(ValueError, match="k: expected an array on the device of q, cpu:0, but got cuda:1"):
        expect_one_device({"q": here, "k": replace(here, device=("cuda", 1))})
