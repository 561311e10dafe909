"""Torch tensors in attention, gemm_chain, mlp and gated_mlp."""

import pytest
import torch
from torch._subclasses import FakeTensorMode
from torch.nn import functional as F
from torch.testing._internal.two_tensor import TwoTensor

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


def nested(layout):
    return torch.nested.nested_tensor([torch.zeros(2, 4), torch.zeros(3, 4)], layout=layout)


def quantized():
    return torch.quantize_per_tensor(torch.zeros(5, 4), 0.1, 0, torch.qint8)


def fake(*shape):
    with FakeTensorMode():
        return torch.zeros(shape)


def freed(*shape):
    tensor = torch.zeros(shape)
    tensor.untyped_storage().resize_(0)
    return tensor


BAD = [
    ((t(5, 4, requires_grad=True), t(5, 4), t(5, 3)), ValueError, "q: expected a tensor that needs no gradient"),
    ((t(5, 4), t(5, 4).to_sparse(), t(5, 3)), ValueError, "k: expected a strided tensor, but got layout torch.sparse_coo"),
    ((t(5, 4), t(5, 4, device="meta"), t(5, 3)), ValueError, "k: expected a tensor on cpu or cuda, but got meta"),
    ((t(5, 4), t(5, 4), t(5, 3, dtype=torch.bfloat16)), ValueError, "v: expected the element type of q, float32, but got bfloat16"),
    ((t(5, 4), t(5, 4), t(5, 3, dtype=torch.complex64)), ValueError, "v: expected an element type of"),
    ((t(5, 4), t(5, 4), 3), TypeError, "v: expected an array"),
    ((torch._neg_view(t(5, 4)), t(5, 4), t(5, 3)), ValueError, "q: expected a plain tensor, but got a lazily conjugated or negated one"),
    ((t(5, 4, dtype=torch.complex64).conj().imag, t(5, 4), t(5, 3)), ValueError, "q: expected a plain tensor"),
    ((t(5, 4).to(torch.float8_e4m3fn), t(5, 4), t(5, 3)), ValueError, "q: expected an element type of float64, float32, float16, bfloat16, but got float8_e4m3fn"),
    ((t(5, 4).to_sparse_csr(), t(5, 4), t(5, 3)), ValueError, "q: expected a strided tensor, but got layout torch.sparse_csr"),
    ((t(5, 4).to_mkldnn(), t(5, 4), t(5, 3)), ValueError, "q: expected a strided tensor, but got layout torch._mkldnn"),
    ((nested(torch.strided), t(5, 4), t(5, 3)), ValueError, "q: expected a strided tensor, but got a nested one"),
    ((nested(torch.jagged), t(5, 4), t(5, 3)), ValueError, "q: expected a strided tensor, but got a nested one"),
    ((quantized(), t(5, 4), t(5, 3)), ValueError, "q: expected an element type of"),
    ((fake(5, 4), t(5, 4), t(5, 3)), ValueError, "q: expected a tensor with memory of its own, but got FakeTensor"),
    ((t(5, 4), TwoTensor(t(5, 4), t(5, 4)), t(5, 3)), ValueError, "k: expected a tensor with memory of its own, but got TwoTensor"),
    ((t(5, 4), t(5, 4), torch._to_functional_tensor(t(5, 3))), ValueError, "v: expected a tensor with memory of its own"),
    ((t(5, 4), t(5, 4), freed(5, 3)), ValueError, "v: expected a tensor with memory of its own, but got one of a transformation, or a freed one"),
    ((torch.nn.Linear(4, 5), t(5, 4), t(5, 3)), TypeError, "q: expected an array"),
]
BAD_OUTPUTS = [
    (t(5, 3, requires_grad=True), "out: expected a tensor that needs no gradient, but got requires_grad=True"),
    (t(1, 3).expand(5, 3), "out: expected strides that keep elements apart, but got (0, 1) for shape (5, 3)"),
    (torch._neg_view(t(5, 3)), "out: expected a plain tensor"),
    (t(5, 3, device="meta"), "out: expected a tensor on cpu or cuda, but got meta"),
    (fake(5, 3), "out: expected a tensor with memory of its own, but got FakeTensor"),
    (t(5, 3).to_sparse(), "out: expected a strided tensor"),
    (t(5, 3, dtype=torch.float64), "out: expected element type float32, but got float64"),
]


@pytest.mark.parametrize("arguments, error, text", BAD, ids=[b[2][:40] for b in BAD])
def test_bad_input(arguments, error, text):
    with pytest.raises(error) as caught:
        mcfuser.attention(*arguments)
    assert text in str(caught.value)


@pytest.mark.parametrize("out, text", BAD_OUTPUTS, ids=[b[1][:40] for b in BAD_OUTPUTS])
def test_bad_outputs(out, text):
    with pytest.raises(ValueError) as caught:
        mcfuser.attention(t(5, 4), t(5, 4), t(5, 3), out=out)
    assert text in str(caught.value)


def test_out_is_no_input():
    q, k, v = t(5, 4), t(5, 4), t(5, 4)
    for out, name in ((q, "q"), (k, "k"), (v, "v"), (q.view(20)[:20].view(5, 4), "q")):
        with pytest.raises(ValueError, match=f"out: expected memory of its own, but got some of {name}"):
            mcfuser.attention(q, k, v, out=out)
    # Interleaved rows are apart.
    both = torch.randn(5, 8)
    expected = mcfuser.attention(both[:, :4], k, k)
    mcfuser.attention(both[:, :4], k, k, out=both[:, 4:])
    assert torch.equal(both[:, 4:], expected)


def test_outputs_of_programs():
    b = mcfuser.Builder("f")
    x = b.input("x", (5, 4), "f32")
    b.output(b.add(x, x))
    b.output(b.mul(x, x))
    program, x, out = mcfuser.compile(b.text()), t(5, 4), t(5, 4)
    with pytest.raises(ValueError, match="output 1: expected memory of its own, but got some of output 0"):
        program(x, out=[out, out])
    with pytest.raises(ValueError, match="output 0: expected memory of its own, but got some of input 0"):
        program(x, out=[x, out])
    with pytest.raises(ValueError, match="output 1: expected strides that keep elements apart"):
        program(x, out=[out, t(5, 1).expand(5, 4)])


def test_transformations_are_refused():
    k, v = t(5, 4), t(5, 3)
    with pytest.raises(ValueError, match="q: expected a tensor with memory of its own"):
        torch.vmap(lambda q: mcfuser.attention(q, k, v))(t(2, 5, 4))
    with pytest.raises(ValueError, match="q: expected a tensor that needs no gradient"):
        torch.func.grad(lambda q: mcfuser.attention(q, k, v).sum())(t(5, 4))


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
