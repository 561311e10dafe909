"""Models of transformers with random weights, unchanged."""

import pytest
import torch

from mcfuser.torch import explain, mcfuser as backend

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


@pytest.mark.parametrize("attention", ["sdpa", "eager"])
@pytest.mark.parametrize("name", ["bert", "gpt2", "llama", "vit"])
def test_model(name, attention):
    torch.manual_seed(0)
    torch._dynamo.reset()
    model, arguments = make(name, attention).eval(), inputs(name)
    with torch.no_grad():
        exact = model(*arguments).last_hidden_state
        result = torch.compile(model, backend=backend, options={"rest": "eager"})(*arguments).last_hidden_state
        assert (result - exact).norm() <= 1e-5 * exact.norm()
        # Attention and the feed-forward part of both layers.
        assert explain(model, *arguments, show=False).number_of_chains == 4
