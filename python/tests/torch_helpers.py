"""What tests of the backend share."""

import pytest
import torch

from mcfuser.torch import mcfuser as backend
from mcfuser.torch import region_op
from torch_models import BertLayer, GPT2Layer, LlamaLayer, SpelledAttention

MODELS = [(SpelledAttention, 1), (BertLayer, 2), (GPT2Layer, 2), (LlamaLayer, 2)]
"""Models, and the chains that are found in each."""


@pytest.fixture(autouse=True)
def fresh():
    torch.manual_seed(0)
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def compiled(model, rest="eager", **keywords):
    return torch.compile(model, backend=backend, options={"rest": rest}, **keywords)


def count_runs(monkeypatch):
    """Counts how often regions ran fused, and unfused."""
    counts = {"fused": 0, "unfused": 0}
    run, unfused = region_op.Lowered.run, region_op.Region.unfused

    def counted_run(self, *arguments):
        counts["fused"] += 1
        return run(self, *arguments)

    def counted_unfused(self, tensors, sizes):
        if not any(isinstance(t, torch._subclasses.FakeTensor) for t in tensors):
            counts["unfused"] += 1
        return unfused(self, tensors, sizes)

    monkeypatch.setattr(region_op.Lowered, "run", counted_run)
    monkeypatch.setattr(region_op.Region, "unfused", counted_unfused)
    return counts


def regions():
    """Those that live, the newest last."""
    return [region_op.find(key) for key in region_op.keys()]


def close(result, exact, tolerance=1e-5):
    error = (result.double() - exact.double()).norm() / exact.double().norm()
    assert error <= tolerance, error
