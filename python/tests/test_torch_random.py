"""Random models through the backend, against eager torch in f64, with gradients."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn import functional as F

from mcfuser.torch import mcfuser as backend
from mcfuser.torch import region_op

SIZES = st.sampled_from([1, 2, 5, 13, 16])


class Program:
    """Draws steps; each takes a list of tensors of rank 3, and adds one."""

    def __init__(self, draw, batch, rows, width):
        self.draw, self.weights, self.steps = draw, [], []
        self.shapes = [(batch, rows, width)]
        for _ in range(draw(st.integers(3, 9))):
            kind = draw(st.sampled_from(["linear", "linear", "scores", "map", "map", "softmax", "bias", "residual",
                                         "transpose", "heads", "norm"]))
            getattr(self, kind)()

    def weight(self, *shape):
        self.weights.append(shape)
        return len(self.weights) - 1

    def add(self, shape, f):
        self.shapes.append(shape)
        self.steps.append(f)

    def linear(self):
        b, m, k = self.shapes[-1]
        n = self.draw(SIZES)
        w = self.weight(n, k)
        if self.draw(st.booleans()):
            c = self.weight(n)
            self.add((b, m, n), lambda t, ws: F.linear(t[-1], ws[w], ws[c]))
        else:
            self.add((b, m, n), lambda t, ws: torch.einsum("bmk,nk->bmn", t[-1], ws[w]))

    def scores(self):
        b, m, k = self.shapes[-1]
        n = self.draw(SIZES)
        w = self.weight(b, k, n)
        self.add((b, m, n), lambda t, ws: t[-1] @ ws[w])

    def map(self):
        name = self.draw(st.sampled_from(["relu", "tanh", "gelu", "silu", "sigmoid", "scale", "square", "exp"]))
        f = {"scale": lambda x: x * 0.5 - 1, "square": lambda x: x.pow(2), "exp": lambda x: torch.exp(-x.abs()),
             "tanh": torch.tanh, "sigmoid": torch.sigmoid}.get(name) or getattr(F, name)
        self.add(self.shapes[-1], lambda t, ws: f(t[-1]))

    def softmax(self):
        dim = self.draw(st.sampled_from([1, 2]))
        self.add(self.shapes[-1], lambda t, ws: torch.softmax(t[-1], dim))

    def bias(self):
        b, m, n = self.shapes[-1]
        w = self.weight(*self.draw(st.sampled_from([(n,), (m, n), (1, m, 1), (b, 1, n)])))
        self.add((b, m, n), lambda t, ws: t[-1] + ws[w])

    def residual(self):
        same = [i for i, s in enumerate(self.shapes) if s == self.shapes[-1]]
        i = self.draw(st.sampled_from(same))
        self.add(self.shapes[-1], lambda t, ws: t[-1] * 0.5 + t[i])

    def transpose(self):
        b, m, n = self.shapes[-1]
        self.add((b, n, m), lambda t, ws: t[-1].transpose(1, 2))

    def heads(self):
        b, m, n = self.shapes[-1]
        if n % 2 == 0:
            self.add((b * 2, m, n // 2),
                     lambda t, ws: t[-1].reshape(b, m, 2, n // 2).transpose(1, 2).reshape(b * 2, m, n // 2))

    def norm(self):
        self.add(self.shapes[-1], lambda t, ws: t[-1] * torch.rsqrt(t[-1].pow(2).mean(-1, keepdim=True) + 1e-3))

    def run(self, x, weights, results):
        tensors = [x]
        for step in self.steps:
            tensors.append(step(tensors, weights))
        return [tensors[i] for i in results]


fused = []


@settings(max_examples=120)
@given(st.data())
def test_random_models(data):
    batch, rows, width = (data.draw(s) for s in (st.sampled_from([1, 2, 3]), SIZES, SIZES))
    program = Program(data.draw, batch, rows, width)
    last = len(program.shapes) - 1
    results = sorted({last, data.draw(st.integers(0, last))})
    torch.manual_seed(data.draw(st.integers(0, 100)))
    tensors = [torch.randn(s, dtype=torch.float64, requires_grad=True)
               for s in [(batch, rows, width), *program.weights]]

    def f(x, *weights):
        return program.run(x, weights, results)

    def total(values):
        return sum((v * torch.linspace(-1, 1, v.numel(), dtype=v.dtype).view(v.shape)).sum() for v in values)

    torch._dynamo.reset()
    # Those of cases before this one, of which some may do the same.
    region_op._regions.clear()
    mine = torch.compile(f, backend=backend, options={"rest": "eager", "fuse": "all"})(*tensors)
    fused.append(len(region_op.keys()))
    exact = f(*tensors)
    scale = max(e.abs().max() for e in exact) + 1
    for m, e in zip(mine, exact):
        assert m.shape == e.shape and (m - e).abs().max() <= 1e-6 * scale
    # Functions of the CPU path are good to f32 in places (erf).
    gradients = [torch.autograd.grad(total(r), tensors, allow_unused=True) for r in (mine, exact)]
    scale = max([g.abs().max() for g in gradients[1] if g is not None] + [torch.ones(())])
    for m, e in zip(*gradients):
        assert (m is None) == (e is None)
        if e is not None:
            assert (m - e).abs().max() <= 1e-6 * scale


def test_that_random_models_are_fused():
    """Runs behind the other one: most of the cases have to be of use."""
    assert sum(n > 0 for n in fused) >= len(fused) // 4
