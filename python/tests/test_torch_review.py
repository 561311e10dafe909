"""What a reviewer found wrong: each is what eager does."""

import pytest
import torch
from torch.nn import functional as F

from torch_helpers import backend, fresh  # noqa: F401


def run(f, *tensors, rest="eager", **options):
    return torch.compile(f, backend=backend, options={"rest": rest, "fuse": "all", **options})(*tensors)


def r(*shape, dtype=torch.float32):
    return torch.randn(shape).to(dtype)


def same(f, *tensors, tolerance=1e-5, **options):
    exact, result = f(*(t.clone() for t in tensors)), run(f, *(t.clone() for t in tensors), **options)
    for e, m in zip(*([x] if isinstance(x, torch.Tensor) else x for x in (exact, result))):
        assert e.dtype == m.dtype and e.shape == m.shape and e.stride() == m.stride()
        torch.testing.assert_close(m.double(), e.double(), rtol=tolerance, atol=tolerance * e.double().abs().max().item(),
                                   equal_nan=True)


@pytest.mark.parametrize("rest", ["eager", "aot_eager"])
def test_writes_to_tensors_in_lists(rest):
    def f(a, b, c):
        h = a @ b
        torch._foreach_mul_([a, c], 2.0)
        return h @ c

    def g(a, b, c):
        h = a @ b
        torch._foreach_zero_([h.chunk(3)[1]])
        return h @ c

    same(f, r(3, 5, 16), r(3, 16, 24), r(3, 24, 8), rest=rest)
    same(g, r(3, 5, 16), r(3, 16, 24), r(3, 24, 8), rest=rest)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
@pytest.mark.parametrize("f", [lambda a, b, c: ((a @ b) / 1e5) @ c,
                               lambda a, b, c: ((a @ b) * 0.3) @ c, lambda a, b, c: (0.3 - (a @ b)) @ c,
                               lambda a, b, c: torch.add(a @ b, 1.0, alpha=0.3) @ c], ids=range(4))
def test_numbers_are_not_rounded(f, dtype):
    same(f, *(r(*s).to(dtype) for s in ((32, 48), (48, 64), (64, 16))), tolerance=1e-2)


def test_strides_of_results():
    def f(a, b, c):
        y = ((a @ b) @ c).transpose(1, 2)
        return y, y.transpose(1, 2).reshape(-1)

    def g(a, b, c):
        y = ((a @ b) @ c).transpose(1, 2)
        return y, y.transpose(1, 2).view(-1), y.sort().values

    for rest in ("eager", "aot_eager"):
        same(f, r(3, 5, 16), r(3, 16, 24), r(3, 24, 8), rest=rest)
        same(g, r(3, 5, 16), r(3, 16, 24), r(3, 24, 8), rest=rest)
    same(lambda q, k, v: F.scaled_dot_product_attention(q, k, v).transpose(1, 2), r(2, 4, 13, 16), r(2, 4, 13, 16),
         r(2, 4, 13, 16))


def test_terms_with_a_factor_of_zero():
    nan = torch.full((5, 24), float("nan"))
    same(lambda s, a, b, c: torch.addmm(s, a, b, beta=0) @ c, nan, r(5, 16), r(16, 24), r(24, 8))
    same(lambda s, a, b, c: torch.addmm(s, a, b, alpha=0) @ c, r(5, 24), torch.full((5, 16), float("nan")), r(16, 24), r(24, 8))


def test_autocast_leaves_doubles():
    a, b, c = (torch.randn(s, dtype=torch.float64) for s in ((3, 5, 16), (3, 16, 24), (3, 24, 8)))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        same(lambda a, b, c: (a @ b) @ c, a, b, c)
        same(F.scaled_dot_product_attention, a.expand(2, 3, 5, 16), a.expand(2, 3, 5, 16), a.expand(2, 3, 5, 16))


@pytest.mark.parametrize("rest", ["eager", "aot_eager"])
def test_a_number_is_no_tensor(rest):
    a, b, c = r(5, 16), r(16, 24), r(24, 8)
    options = {"rest": rest, "fuse": "all"}
    sizes = torch.compile(lambda x, a, b, c: ((a @ b) * x.shape[0]) @ c, dynamic=True, backend=backend, options=options)
    tensor = torch.compile(lambda x, a, b, c: ((a @ b) * x) @ c, dynamic=True, backend=backend, options=options)
    with torch.no_grad():
        torch.testing.assert_close(sizes(r(11), a, b, c), (a @ b) * 11 @ c, rtol=1e-4, atol=1e-3)
        torch.testing.assert_close(tensor(torch.tensor(2.5), a, b, c), (a @ b) * 2.5 @ c, rtol=1e-4, atol=1e-3)
