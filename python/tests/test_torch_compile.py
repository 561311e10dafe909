"""The backend of torch.compile: what is fused, that it is right, and what is left alone."""

import logging
import operator

import pytest
import torch
from torch.nn import functional as F

import mcfuser
from mcfuser.torch import backend as backend_module
from mcfuser.torch import explain, mcfuser as backend
from mcfuser.torch import lowered, region_op
from torch_helpers import MODELS, close, compiled, count_runs, fresh, regions  # noqa: F401
from torch_models import BertLayer, GPT2Layer, LlamaLayer, SpelledAttention


@pytest.mark.parametrize("make, chains", MODELS, ids=[m.__name__ for m, _ in MODELS])
@pytest.mark.parametrize("shape", [(2, 13, 32), (1, 1, 32), (3, 77, 32)])
def test_models(make, chains, shape, monkeypatch):
    counts = count_runs(monkeypatch)
    model, x = make().eval(), torch.randn(shape)
    with torch.no_grad():
        exact = model.double()(x.double())
        model.float()
        result = compiled(model)(x)
    close(result, exact)
    assert counts == {"fused": chains, "unfused": 0}


@pytest.mark.parametrize("make, chains", MODELS, ids=[m.__name__ for m, _ in MODELS])
def test_programs_for_a_gpu(make, chains, monkeypatch):
    """They take strides, and are one launch each; on the CPU they are as right."""
    monkeypatch.setattr(lowered, "_takes_strides", lambda value: True)
    counts = count_runs(monkeypatch)
    model, x = make().eval(), torch.randn(2, 13, 32)
    before = regions()
    with torch.no_grad():
        options = {"rest": "eager", "up_to": "ptx"}
        close(torch.compile(model, backend=backend, options=options)(x), model(x))
    assert counts == {"fused": chains, "unfused": 0}
    for region in (r for r in regions() if r not in before):
        for entry in region._compiled._entries.values():
            program = entry.value[1]
            assert "memref" in program.text and program.function().is_launchable
            assert program.number_of_kernels == 1


def test_masks(monkeypatch):
    counts = count_runs(monkeypatch)
    model, x = SpelledAttention().eval(), torch.randn(2, 13, 32)
    mask = torch.zeros(2, 1, 1, 13)
    mask[1, ..., 9:] = float("-inf")
    with torch.no_grad():
        close(compiled(model)(x, mask), model(x, mask))
    assert counts["fused"] == 1


SDPA = {
    "plain": {}, "causal": {"is_causal": True}, "scale": {"scale": 0.3},
    "boolean mask": {"attn_mask": torch.tensor([[True] * 5 + [False] * 2])},
    "float mask": {"attn_mask": torch.linspace(-1, 1, 13 * 7).view(1, 1, 13, 7)},
    "row masked whole": {"attn_mask": (torch.arange(13) != 4)[:, None].expand(13, 7)},
    "grouped": {"enable_gqa": True}, "grouped and causal": {"enable_gqa": True, "is_causal": True},
    "grouped and masked": {"enable_gqa": True, "attn_mask": torch.rand(2, 4, 13, 7) > 0.3},
}


@pytest.mark.parametrize("form", SDPA)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_sdpa(form, dtype, monkeypatch):
    counts = count_runs(monkeypatch)
    keywords = dict(SDPA[form])
    heads = 2 if keywords.get("enable_gqa") else 4
    q, k, v = torch.randn(2, 4, 13, 8), torch.randn(2, heads, 7, 8), torch.randn(2, heads, 7, 5)
    mask = keywords.get("attn_mask")
    if mask is not None and mask.is_floating_point():
        keywords["attn_mask"] = mask.to(dtype)
    q, k, v = (t.to(dtype) for t in (q, k, v))
    f = compiled(lambda q, k, v: F.scaled_dot_product_attention(q, k, v, **keywords))
    wide = dict(keywords)
    if mask is not None and mask.is_floating_point():
        wide["attn_mask"] = keywords["attn_mask"].double()
    exact = F.scaled_dot_product_attention(q.double(), k.double(), v.double(), **wide)
    close(f(q, k, v), exact, 1e-5 if dtype == torch.float32 else 1e-2)
    assert counts == {"fused": 1, "unfused": 0}


def test_einsum_baddbmm_and_friends(monkeypatch):
    counts = count_runs(monkeypatch)

    def f(a, b, d, start):
        c = torch.relu(torch.einsum("bmk,bkn->bmn", a, b)) * 2 - 1
        return torch.baddbmm(start, c, d, beta=0.5, alpha=2)

    a, b, d = torch.randn(2, 13, 7), torch.randn(2, 7, 19), torch.randn(2, 19, 5)
    start = torch.randn(2, 13, 5)
    close(compiled(f)(a, b, d, start), f(a.double(), b.double(), d.double(), start.double()))
    assert counts["fused"] == 1


@pytest.mark.parametrize("dim", [-1, 1, 0])
def test_softmax_along_any_dim(dim, monkeypatch):
    counts = count_runs(monkeypatch)

    def f(a, b, d):
        return torch.softmax(a @ b, dim) @ d

    tensors = torch.randn(2, 13, 7), torch.randn(2, 7, 19), torch.randn(2, 19, 5)
    close(compiled(f)(*tensors), f(*(t.double() for t in tensors)))
    assert counts["fused"] == 1


def test_strided_and_shared_inputs(monkeypatch):
    counts = count_runs(monkeypatch)

    def f(x, w):
        packed = x.view(2, 13, 3, 4, 8).permute(2, 0, 3, 1, 4)
        q, k, v = packed[0], packed[1], packed[2]
        return torch.softmax(q @ k.mT, -1) @ v, (x @ w) @ w.T

    x, w = torch.randn(2, 13, 96), torch.randn(96, 11)
    for mine, exact in zip(compiled(f)(x, w), f(x.double(), w.double())):
        close(mine, exact)
    assert counts["fused"] == 2


def test_an_intermediate_that_is_used_elsewhere():
    def f(a, b, d):
        c = a @ b
        before = torch.cumsum(c, 0)
        return torch.tanh(c) @ d, c + 1, before

    tensors = torch.randn(5, 7), torch.randn(7, 6), torch.randn(6, 3)
    for mine, exact in zip(compiled(f)(*tensors), f(*tensors)):
        close(mine, exact)


def test_in_place_is_left_alone(monkeypatch):
    counts = count_runs(monkeypatch)

    def f(a, b, d):
        c = a @ b
        c.add_(1)
        e = c @ d
        return e.mul_(2), c

    tensors = torch.randn(5, 7), torch.randn(7, 6), torch.randn(6, 3)
    for mine, exact in zip(compiled(f)(*tensors), f(*tensors)):
        close(mine, exact)
    assert counts["fused"] == 0


def test_two_results_that_are_views_of_one(monkeypatch):
    counts = count_runs(monkeypatch)

    def f(a, b, d):
        c = a @ b
        v = c.view(1, 5, 6)
        return torch.cumsum(c, 0), torch.tanh(v) @ d, v

    tensors = torch.randn(5, 7), torch.randn(7, 6), torch.randn(1, 6, 3)
    for mine, exact in zip(compiled(f)(*tensors), f(*tensors)):
        close(mine, exact)
    assert counts["fused"] == 1


def test_an_input_that_is_changed_before_and_after(monkeypatch):
    counts = count_runs(monkeypatch)

    def f(a, b, d):
        mask = torch.zeros(5, 6)
        mask[1:3] = 1
        first = torch.relu(a @ b + mask) @ d
        mask.mul_(-1)
        return first, torch.relu(a @ b + mask[:, :]) @ d

    tensors = torch.randn(5, 7), torch.randn(7, 6), torch.randn(6, 3)
    for mine, exact in zip(compiled(f)(*tensors), f(*tensors)):
        close(mine, exact)
    assert counts == {"fused": 1, "unfused": 0}
    # Gradients of the first need the mask as it was.
    a = torch.randn(5, 7, requires_grad=True)
    mine, exact = (torch.autograd.grad(g(a, *tensors[1:])[0].sum(), a)[0] for g in (compiled(f), f))
    close(mine, exact)


def test_a_view_of_what_is_changed_later(caplog):
    def f(a, b, d):
        c = a @ b
        v = c.view(1, 5, 6)
        e = torch.tanh(v) @ d
        c.add_(1)
        return v, e

    tensors = torch.randn(5, 7), torch.randn(7, 6), torch.randn(1, 6, 3)
    for mine, exact in zip(compiled(f)(*tensors), f(*tensors)):
        close(mine, exact)
    assert "cannot be traced" not in caplog.text


def test_a_result_with_its_axes_in_another_order(monkeypatch):
    counts = count_runs(monkeypatch)

    def f(a, b, d):
        return (torch.tanh(a @ b) @ d).permute(2, 0, 1)

    tensors = torch.randn(2, 5, 7), torch.randn(2, 7, 6), torch.randn(2, 6, 3)
    close(compiled(f)(*tensors), f(*tensors))
    assert counts["fused"] == 1


def test_explain_prints_a_table(capsys):
    explanation = mcfuser.explain(BertLayer().eval(), torch.randn(2, 13, 32))
    printed = capsys.readouterr().out
    assert printed.splitlines()[0].split() == ["graph", "node", "became", "why"]
    assert explanation.number_of_chains == 2 and len(explanation.programs) == 2
    assert "chain 0" in printed and "chain 1" in printed
    rows = [row for row in explanation.rows if row[2] == "not fused"]
    assert len(rows) == 4 and all(why for *_, why in rows)
    # The output projection: why.
    assert "layer_norm" in rows[3][3]


def test_explain_names_what_is_not_supported(capsys):
    def f(a, b, d):
        return torch.cumsum(a @ b, 0) @ d

    explanation = explain(f, torch.randn(5, 7), torch.randn(7, 6), torch.randn(6, 3))
    assert explanation.number_of_chains == 0
    assert "aten.cumsum.default has no lowering" in explanation.rows[0][3]


def test_options():
    f = torch.compile(lambda a, b, d: (a @ b) @ d, backend=backend, options={"rest": "eager", "seed": 7})
    f(torch.randn(5, 7), torch.randn(7, 6), torch.randn(6, 3))
    assert regions()[-1]._options == {"seed": 7, "up_to": "tile-program"}
    for options, text in [({"rest": "later"}, "rest: expected one of auto"), ({"fuse": "some"}, "fuse: expected")]:
        with pytest.raises(Exception, match=text):
            torch.compile(lambda a: a + 1, backend=backend, options=options)(torch.zeros(1))


def test_what_does_not_gain_is_left_to_others():
    def f(a, b, d):
        return (a @ b) @ d

    def explained(m, k, n, h, **options):
        return explain(f, *(torch.zeros(s, dtype=torch.float16) for s in ((m, k), (k, n), (n, h))), options=options,
                       show=False)

    assert explained(512, 64, 256, 64).number_of_chains == 1
    found = explained(1024, 1024, 1024, 1024)
    assert found.number_of_chains == 0 and "is estimated at" in found.rows[0][3], found
    found = explained(1024, 1024, 1024, 1024, fuse="memory-bound")
    assert found.number_of_chains == 0 and "compute-bound" in found.rows[0][3], found
    assert explained(1024, 1024, 1024, 1024, fuse="all").number_of_chains == 1


def test_the_chain_that_gains_most():
    """V's projection is before the scores in the graph, but the scores belong to their softmax."""
    def f(x, w, q, k):
        v = (x @ w).view(2, 128, 4, 64).transpose(1, 2)
        return torch.softmax(q @ k.transpose(-1, -2), -1) @ v

    x, w = torch.randn(2, 128, 256, dtype=torch.float16), torch.randn(256, 256, dtype=torch.float16)
    q, k = (torch.randn(2, 4, 128, 64, dtype=torch.float16) for _ in range(2))
    found = explain(f, x, w, q, k, show=False)
    chain = [name for _, name, became, _ in found.rows if became == "chain 0"]
    assert found.number_of_chains == 1 and "softmax" in chain and len([n for n in chain if n.startswith("matmul")]) == 2, found


def test_max_contractions():
    def f(x, a, b, c):
        return ((x @ a) @ b) @ c

    tensors = [torch.randn(8, 8) for _ in range(4)]
    found = {n: explain(f, *tensors, options={"max_contractions": n}, show=False) for n in (2, 3)}
    assert [p.remarks.count("fused 2") for p in found[2].programs] == [1]
    assert [p.remarks.count("fused 3") for p in found[3].programs] == [1]


def test_without_a_library_the_model_runs(monkeypatch, caplog):
    def missing(*_):
        raise mcfuser.LibraryNotFound("no library")

    monkeypatch.setattr(backend_module, "find_chains", missing)
    f = compiled(lambda a: a @ a @ a)
    a = torch.randn(4, 4)
    with caplog.at_level(logging.WARNING, "mcfuser"):
        close(f(a), a @ a @ a)
    assert "nothing is fused: no library" in caplog.text


def test_a_program_that_does_not_compile_at_new_sizes_runs_unfused(monkeypatch, caplog):
    counts = count_runs(monkeypatch)

    def refused(self, options):
        raise mcfuser.CompileError("too large")

    f = compiled(lambda a, b, d: (a @ b) @ d)
    tensors = torch.randn(5, 7), torch.randn(7, 6), torch.randn(6, 3)
    f(*tensors)
    regions()[-1]._compiled.clear()
    monkeypatch.setattr(region_op.Lowered, "compile", refused)
    with caplog.at_level(logging.WARNING, "mcfuser"):
        close(f(*tensors), tensors[0] @ tensors[1] @ tensors[2])
    assert counts == {"fused": 1, "unfused": 1} and "unfused at these sizes: too large" in caplog.text


def test_empty_tensors(monkeypatch):
    counts = count_runs(monkeypatch)

    def f(a, b, d):
        return torch.relu(a @ b) @ d

    tensors = torch.randn(5, 0), torch.randn(0, 6), torch.randn(6, 3)
    assert torch.equal(compiled(f)(*tensors), f(*tensors))
    tensors = torch.randn(0, 7), torch.randn(7, 6), torch.randn(6, 3)
    assert compiled(f)(*tensors).shape == (0, 3)
    assert counts["fused"] == 0


def test_sort_keeps_an_order_that_is_right():
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    a = graph.call_function(operator.neg, (x,))
    b = graph.call_function(operator.neg, (a,))
    graph.output(b)
    names = [n.name for n in graph.nodes]
    backend_module._sort(graph)
    assert [n.name for n in graph.nodes] == names
    x.append(b)
    backend_module._sort(graph)
    assert [n.name for n in graph.nodes] == names
    graph.lint()
