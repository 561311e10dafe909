"""The backend of torch.compile under autocast and bf16, with gradients, and with dynamic sizes."""

import gc
import logging

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from mcfuser.torch import backend as backend_module
from mcfuser.torch import mcfuser as backend
from mcfuser.torch import region_op
from torch_helpers import MODELS, close, compiled, count_runs, fresh, regions  # noqa: F401
from torch_models import BertLayer, GPT2Layer, LlamaLayer


@pytest.mark.parametrize("make, chains", MODELS, ids=[m.__name__ for m, _ in MODELS])
def test_bf16(make, chains, monkeypatch):
    counts = count_runs(monkeypatch)
    model, x = make().eval().bfloat16(), torch.randn(2, 13, 32).bfloat16()
    with torch.no_grad():
        exact = model.double()(x.double())
        model.bfloat16()
        close(compiled(model)(x), exact, 2 * (model(x).double() - exact).norm() / exact.norm() + 1e-3)
    assert counts["fused"] == chains


@pytest.mark.parametrize("rest", ["eager", "aot_eager", "inductor"])
@pytest.mark.parametrize("make", [BertLayer, LlamaLayer], ids=["BertLayer", "LlamaLayer"])
def test_autocast(make, rest, monkeypatch):
    counts = count_runs(monkeypatch)
    model, x = make().eval(), torch.randn(2, 13, 32)
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        exact = model(x)
        result = compiled(model, rest)(x)
    assert result.dtype == exact.dtype
    close(result, exact, 3e-2)
    assert counts["fused"] == 2 and counts["unfused"] == 0


@pytest.mark.parametrize("rest", ["eager", "aot_eager", "inductor"])
def test_autocast_gives_its_type(rest, monkeypatch):
    """Also where what compiled the rest has switched autocast off by the time that a region runs."""
    counts = count_runs(monkeypatch)
    q, k, v = (torch.randn(2, 13, 8) for _ in range(3))
    with torch.autocast("cpu", torch.bfloat16):
        result = compiled(lambda q, k, v: torch.softmax(q @ k.mT, -1) @ v, rest)(q, k, v)
    assert result.dtype == torch.bfloat16 and counts["fused"] == 1
    types = {r.dtype for lowered, _ in [e.value for e in regions()[-1]._compiled._entries.values()]
             for r in lowered.results}
    assert types == {torch.bfloat16}


def test_autocast_inside(monkeypatch):
    counts = count_runs(monkeypatch)

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.ModuleList([BertLayer(), BertLayer()])

        def forward(self, x):
            with torch.autocast("cpu", torch.bfloat16):
                x = self.layers[0](x)
            return self.layers[1](x.float())

    model, x = Model().eval(), torch.randn(2, 13, 32)
    with torch.no_grad():
        close(compiled(model)(x), model(x), 3e-2)
    assert counts == {"fused": 4, "unfused": 0}


@pytest.mark.parametrize("rest", ["eager", "aot_eager", "inductor"])
@pytest.mark.parametrize("make", [BertLayer, LlamaLayer], ids=["BertLayer", "LlamaLayer"])
def test_gradients(make, rest, monkeypatch):
    counts = count_runs(monkeypatch)
    model = make().double()
    x = torch.randn(2, 13, 32, dtype=torch.float64, requires_grad=True)
    weights = [x, *model.parameters()]
    exact = torch.autograd.grad(model(x).pow(2).sum(), weights)
    result = torch.autograd.grad(compiled(model, rest)(x).pow(2).sum(), weights)
    # Some are 0 but for roundings (of the bias of keys); the softmax of BertLayer is in f32.
    scale = max(g.norm() for g in exact)
    for mine, theirs in zip(result, exact):
        assert (mine - theirs).norm() <= (1e-7 if make is BertLayer else 1e-12) * scale
    assert counts["fused"] == 2


def test_gradients_under_autocast():
    model, x = BertLayer(), torch.randn(2, 13, 32)

    def gradients(f):
        with torch.autocast("cpu", torch.bfloat16):
            loss = f(x).float().pow(2).sum()
        return torch.autograd.grad(loss, list(model.parameters()))

    for mine, theirs in zip(gradients(compiled(model)), gradients(model)):
        if theirs.norm() > 1e-2:
            close(mine, theirs, 8e-2)


def test_training_a_step_with_dropout_leaves_it_alone(monkeypatch):
    counts = count_runs(monkeypatch)

    class Model(nn.Module):
        def forward(self, q, k, v):
            return F.dropout(F.softmax(q @ k.mT, -1), 0.5, self.training) @ v

    model = Model()
    q, k, v = (torch.randn(2, 13, 8) for _ in range(3))
    compiled(model)(q, k, v)
    assert counts["fused"] == 0
    compiled(model.eval())(q, k, v)
    assert counts["fused"] == 1


@pytest.mark.parametrize("rest", ["eager", "inductor"])
def test_dynamic_sizes(rest, monkeypatch):
    counts = count_runs(monkeypatch)
    graphs = 0
    find = backend_module.find_chains

    def counted(*arguments):
        nonlocal graphs
        graphs += 1
        return find(*arguments)

    monkeypatch.setattr(backend_module, "find_chains", counted)
    model = BertLayer().eval()
    f = compiled(model, rest, dynamic=True)
    with torch.no_grad():
        f(torch.randn(2, 13, 32))
        # Dynamo may have started over.
        first = graphs
        for batch, rows in [(3, 13), (3, 29), (5, 77)]:
            x = torch.randn(batch, rows, 32)
            close(f(x), model(x))
    # One graph; a program for each set of sizes.
    assert graphs == first and counts == {"fused": 8, "unfused": 0}


def test_a_bound_on_sets_of_sizes(monkeypatch, caplog):
    """The first ones stay fused."""
    counts = count_runs(monkeypatch)
    f = torch.compile(lambda a, b, d: (a @ b) @ d, backend=backend, dynamic=True,
                      options={"rest": "eager", "max_sizes": 2})
    b, d = torch.randn(7, 6), torch.randn(6, 3)
    with torch.no_grad(), caplog.at_level(logging.WARNING, "mcfuser"):
        for rows in (5, 6, 8, 9, 5, 6):
            a = torch.randn(rows, 7)
            close(f(a, b, d), a @ b @ d)
    assert counts == {"fused": 4, "unfused": 2}
    assert caplog.text.count("unfused at all other sizes: it is compiled for 2 sets of them") == 1
    for wrong in (0, "2"):
        with pytest.raises(Exception, match="max_sizes: expected a number of at least 1"):
            torch.compile(lambda a: a + 1, backend=backend, options={"max_sizes": wrong})(b)


@pytest.mark.parametrize("needs", [False, True])
def test_the_op_is_as_torch_wants_ops(needs):
    f = compiled(lambda a, b, d: (a @ b) @ d, "aot_eager")
    tensors = [torch.randn(s, requires_grad=needs) for s in [(5, 7), (7, 6), (6, 3)]]
    f(*tensors)
    torch.library.opcheck(region_op.region_op, (tensors, [], regions()[-1].key))


def test_what_does_the_same_is_one_region():
    """Layers of a model are compiled once, and a region goes with the last graph that names it."""
    model = nn.Sequential(*(BertLayer() for _ in range(3))).eval()
    x = torch.randn(2, 13, 32)
    with torch.no_grad():
        close(compiled(model)(x), model(x))
    assert len(regions()) == 2
    # Nor do they differ from those of another process, whose graphs are on disk.
    assert not any(" 0x" in line for r in regions() for line in region_op._lines(r.module.graph))
    torch._dynamo.reset()
    gc.collect()
    assert not regions()


@pytest.mark.parametrize("rest", ["eager", "inductor"])
def test_sizes_and_floats_that_dynamo_leaves_open(rest, monkeypatch):
    """A scale that is an attribute, and tuples of sizes that are cut and joined."""
    counts = count_runs(monkeypatch)

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.scale = 0.25
            self.w1, self.w2 = nn.Parameter(torch.randn(8, 24)), nn.Parameter(torch.randn(24, 6))

        def forward(self, x):
            shape = x.size()[:-1] + (24,)
            h = torch.mm(x.view(-1, x.size(-1)), self.w1).view(shape) * self.scale
            h = torch.relu(h)
            flat = h.view(-1, h.size(-1))
            return torch.mm(flat, self.w2).view(flat.size()[:-1] + (2, 3))

    model = Model()
    f = compiled(model, rest, dynamic=True)
    with torch.no_grad():
        for scale, rows in [(0.25, 13), (0.25, 29), (0.5, 29), (3.0, 7)]:
            model.scale = scale
            x = torch.randn(3, rows, 8)
            close(f(x), model(x))
    assert counts == {"fused": 4, "unfused": 0}


def test_dynamic_sizes_with_gradients():
    model = GPT2Layer().double()
    f = compiled(model, dynamic=True)
    for rows in (13, 29):
        x = torch.randn(2, rows, 32, dtype=torch.float64)
        exact = torch.autograd.grad(model(x).sum(), list(model.parameters()))
        for mine, theirs in zip(torch.autograd.grad(f(x).sum(), list(model.parameters())), exact):
            close(mine, theirs, 1e-9)


def test_no_grad_inside_keeps_its_meaning():
    def f(a, b, d):
        with torch.no_grad():
            left = (a @ b) @ d
        return left + (a @ b).tanh() @ d

    tensors = [torch.randn(s, dtype=torch.float64, requires_grad=True) for s in [(5, 7), (7, 6), (6, 3)]]
    exact = torch.autograd.grad(f(*tensors).sum(), tensors)
    for mine, theirs in zip(torch.autograd.grad(compiled(f)(*tensors).sum(), tensors), exact):
        close(mine, theirs, 1e-9)


def test_a_chain_does_not_leave_no_grad():
    def f(a, b, d):
        with torch.no_grad():
            c = a @ b
        return torch.tanh(c) @ d

    tensors = [torch.randn(s, dtype=torch.float64, requires_grad=True) for s in [(5, 7), (7, 6), (6, 3)]]
    gradients = torch.autograd.grad(compiled(f)(*tensors).sum(), tensors, allow_unused=True)
    assert gradients[0] is None and gradients[1] is None and gradients[2] is not None
