"""Models that torch.export captured."""

import pytest
import torch

from torch_helpers import MODELS, close, compiled, count_runs, fresh  # noqa: F401


@pytest.mark.parametrize("make, chains", MODELS, ids=[m.__name__ for m, _ in MODELS])
def test_exported_models(make, chains, monkeypatch):
    counts = count_runs(monkeypatch)
    model, x = make().eval(), torch.randn(2, 13, 32)
    exported = torch.export.export(model, (x,)).module()
    with torch.no_grad():
        close(compiled(exported)(x), model(x))
    assert counts == {"fused": chains, "unfused": 0}


@pytest.mark.parametrize("rest", ["eager", "inductor"])
def test_exported_with_open_sizes(rest, monkeypatch):
    counts = count_runs(monkeypatch)
    make, chains = MODELS[1]
    model = make().eval()
    sizes = {0: torch.export.Dim("batch", min=2, max=64), 1: torch.export.Dim("rows", min=2, max=64)}
    exported = torch.export.export(model, (torch.randn(3, 13, 32),), dynamic_shapes=(sizes,)).module()
    fused = compiled(exported, rest, dynamic=True)
    with torch.no_grad():
        for shape in [(3, 13, 32), (2, 7, 32), (4, 21, 32)]:
            x = torch.randn(shape)
            close(fused(x), model(x))
    assert counts == {"fused": 3 * chains, "unfused": 0}


def test_decomposed(monkeypatch):
    """To ATen ops, as for runtimes that know only these."""
    counts = count_runs(monkeypatch)
    make, chains = MODELS[0]
    model, x = make().eval(), torch.randn(2, 13, 32)
    exported = torch.export.export(model, (x,)).run_decompositions().module()
    with torch.no_grad():
        close(compiled(exported)(x), model(x))
    assert counts["fused"] >= chains and counts["unfused"] == 0
