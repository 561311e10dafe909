"""Models of transformers with random weights, unchanged."""

import pytest
import torch

from mcfuser.torch import mcfuser as backend
from mcfuser.torch.lowered import Lowered

transformers = pytest.importorskip("transformers")


def make(name, attention):
    common = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "attn_implementation": attention}
    t = transformers
    if name == "bert":
        config = t.BertConfig(intermediate_size=96, vocab_size=50, max_position_embeddings=64, **common)
        return t.BertModel(config)
    if name == "gpt2":
        return t.GPT2Model(t.GPT2Config(n_embd=64, n_layer=2, n_head=4, vocab_size=50, n_positions=64,
                                        use_cache=False, attn_implementation=attention))
    if name == "llama":
        return t.LlamaModel(t.LlamaConfig(intermediate_size=96, num_key_value_heads=2, vocab_size=50,
                                          max_position_embeddings=64, use_cache=False, **common))
    return t.ViTModel(t.ViTConfig(intermediate_size=96, image_size=28, patch_size=4, **common))


def inputs(name):
    if name == "vit":
        return (torch.randn(2, 3, 28, 28),)
    ids = torch.randint(0, 50, (2, 13))
    if name != "bert":
        return (ids,)
    mask = torch.ones(2, 13, dtype=torch.long)
    mask[1, 9:] = 0
    return ids, mask


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
@pytest.mark.parametrize("attention", ["sdpa", "eager"])
@pytest.mark.parametrize("name", ["bert", "gpt2", "llama", "vit"])
def test_model(name, attention, dynamic, monkeypatch):
    torch.manual_seed(0)
    torch._dynamo.reset()
    model, arguments = make(name, attention).eval(), inputs(name)
    with torch.no_grad():
        runs = []
        run = Lowered.run
        monkeypatch.setattr(Lowered, "run", lambda *a: runs.append(0) or run(*a))
        exact = model(*arguments).last_hidden_state
        f = torch.compile(model, backend=backend, options={"rest": "eager"}, dynamic=dynamic)
        result = f(*arguments).last_hidden_state
        assert (result - exact).norm() <= 1e-5 * exact.norm()
        # Attention and the feed-forward part of both layers.
        assert len(runs) == 4
        if dynamic and name != "vit":
            longer = [torch.cat([a, a[:, :5]], 1) for a in arguments]
            exact = model(*longer).last_hidden_state
            assert (f(*longer).last_hidden_state - exact).norm() <= 1e-5 * exact.norm()
            assert len(runs) == 8


@pytest.mark.parametrize("name", ["bert", "gpt2", "llama", "vit"])
def test_gradients(name):
    torch.manual_seed(0)
    torch._dynamo.reset()
    model, arguments = make(name, "sdpa").eval(), inputs(name)
    weights = list(model.parameters())
    f = torch.compile(model, backend=backend, options={"rest": "eager"})
    exact, mine = (torch.autograd.grad(g(*arguments).last_hidden_state.pow(2).sum(), weights, allow_unused=True)
                   for g in (model, f))
    scale = max(g.norm() for g in exact if g is not None)
    for m, e in zip(mine, exact):
        assert (m is None) == (e is None) and (e is None or (m - e).norm() <= 1e-5 * scale)
