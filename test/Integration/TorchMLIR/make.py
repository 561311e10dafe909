"""Writes the programs of Inputs anew: PyTorch models, exported by torch-mlir to linalg on tensors.

    python make.py [--out FOLDER] [--check] [NAME...]

The README says with which packages. Weights are arguments of the function, so that files stay small. Without names
it writes what is recorded; `all` is every case. With --check each program is also compiled with the package mcfuser,
run, and compared with PyTorch.
"""
import argparse
import copy
import pathlib
import sys

import torch
from torch import nn
from torch.nn import functional as F
from torch_mlir import fx, ir
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch_mlir.compiler_utils import OutputType, lower_mlir_module
from torch_mlir.extras.fx_decomp_util import get_decomposition_table

WIDTH, HEADS, INNER, WORDS, POSITIONS = 32, 2, 48, 30, 24
BATCH, ROWS = 2, 13
MODELS = ("bert", "gpt2", "llama", "vit")


class Attention(nn.Module):
    """F.scaled_dot_product_attention alone; `fixed` are its keywords."""

    def __init__(self, **fixed):
        super().__init__()
        self.fixed = fixed

    def forward(self, q, k, v, mask=None):
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, **self.fixed)


class SpelledAttention(nn.Module):
    def forward(self, q, k, v):
        scores = torch.matmul(q, k.transpose(-1, -2)) / q.shape[-1] ** 0.5
        return torch.matmul(torch.softmax(scores.float(), -1).to(q.dtype), v)


class MLP(nn.Module):
    def __init__(self, approximate="none"):
        super().__init__()
        self.up, self.down = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.approximate = approximate

    def forward(self, x):
        return self.down(F.gelu(self.up(x), approximate=self.approximate))


class GatedMLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate, self.up = (nn.Linear(WIDTH, INNER, bias=False) for _ in range(2))
        self.down = nn.Linear(INNER, WIDTH, bias=False)

    def forward(self, x):
        return self.down(F.silu(self.gate(x)) * self.up(x))


class TwoProducts(nn.Module):
    def forward(self, a, b, d):
        return (a @ b) @ d


def hugging_face(name, attention):
    import transformers as t
    common = {"hidden_size": WIDTH, "num_hidden_layers": 1, "num_attention_heads": HEADS, "intermediate_size": INNER,
              "attn_implementation": attention}
    if name == "bert":
        return t.BertModel(t.BertConfig(vocab_size=WORDS, max_position_embeddings=POSITIONS, **common))
    if name == "gpt2":
        return t.GPT2Model(t.GPT2Config(n_embd=WIDTH, n_layer=1, n_head=HEADS, n_inner=INNER, vocab_size=WORDS,
                                        n_positions=POSITIONS, use_cache=False, attn_implementation=attention))
    if name == "llama":
        return t.LlamaModel(t.LlamaConfig(num_key_value_heads=1, vocab_size=WORDS, use_cache=False,
                                          max_position_embeddings=POSITIONS, **common))
    return t.ViTModel(t.ViTConfig(image_size=12, patch_size=4, **common))


def model_inputs(name, dtype):
    if name == "vit":
        return (torch.randn(BATCH, 3, 12, 12, dtype=dtype),)
    ids = torch.randint(0, WORDS, (BATCH, ROWS))
    if name != "bert":
        return (ids,)
    mask = torch.ones(BATCH, ROWS, dtype=torch.long)
    mask[1, 9:] = 0
    return ids, mask


class WeightsAsArguments(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.hidden = [model]
        self.names = [name for name, _ in model.named_parameters()]

    def forward(self, inputs, weights):
        result = torch.func.functional_call(self.hidden[0], dict(zip(self.names, weights)), inputs)
        return result.last_hidden_state if hasattr(result, "last_hidden_state") else result


def heads(rows, dtype, columns=None, groups=HEADS):
    q = torch.randn(BATCH, HEADS, rows, 8, dtype=dtype)
    k, v = (torch.randn(BATCH, groups, columns or rows, 8, dtype=dtype) for _ in range(2))
    return q, k, v


def cases():
    """name -> (model, inputs, keywords of torch.export)"""
    f16, f32 = torch.float16, torch.float32
    for label, dtype in (("f32", f32), ("f16", f16)):
        x = torch.randn(BATCH, ROWS, WIDTH, dtype=dtype)
        allowed = torch.rand(BATCH, 1, ROWS, ROWS) < 0.7
        allowed[0, 0, 3] = False
        mask = torch.zeros(BATCH, 1, ROWS, ROWS, dtype=dtype).masked_fill(~allowed, -torch.inf)
        yield f"sdpa-{label}", Attention(), heads(ROWS, dtype, 21), {}
        yield f"sdpa-causal-{label}", Attention(is_causal=True), heads(ROWS, dtype), {}
        yield f"sdpa-mask-{label}", Attention(), (*heads(ROWS, dtype), mask), {}
        yield f"sdpa-boolean-mask-{label}", Attention(), (*heads(ROWS, dtype), allowed), {}
        yield f"sdpa-grouped-{label}", Attention(enable_gqa=True), heads(ROWS, dtype, groups=1), {}
        yield f"spelled-attention-{label}", SpelledAttention(), heads(ROWS, dtype, 21), {}
        yield f"mlp-gelu-{label}", MLP(), (x,), {}
        yield f"mlp-gelu-tanh-{label}", MLP("tanh"), (x,), {}
        yield f"gated-mlp-{label}", GatedMLP(), (x,), {}
        products = tuple(torch.randn(s, dtype=dtype) for s in [(37, 16), (16, 29), (29, 12)])
        yield f"two-products-{label}", TwoProducts(), products, {}
        for name in MODELS:
            for attention in ("sdpa", "eager"):
                yield f"{name}-{attention}-{label}", hugging_face(name, attention), model_inputs(name, dtype), {}
    rows, columns = (torch.export.Dim(n, min=2, max=POSITIONS) for n in ("rows", "columns"))
    yield "sdpa-dynamic-f32", Attention(), heads(ROWS, f32, 21), {
        "dynamic_shapes": (({2: rows}, {2: columns}, {2: columns}), ())}
    yield "gated-mlp-dynamic-f32", GatedMLP(), (torch.randn(BATCH, ROWS, WIDTH),), {
        "dynamic_shapes": (({1: rows},), (None,) * 3)}
    for name in ("bert", "gpt2", "llama"):
        model, inputs = hugging_face(name, "sdpa"), model_inputs(name, f32)
        yield f"{name}-dynamic-f32", model, inputs, {
            "dynamic_shapes": (({1: rows},) * len(inputs), (None,) * len(list(model.parameters())))}


RECORDED = [
    *(f"{name}-{kind}" for name in MODELS for kind in ("sdpa-f32", "eager-f16")), "llama-dynamic-f32",
    "sdpa-f16", "sdpa-causal-f32", "sdpa-mask-f16", "sdpa-boolean-mask-f32", "sdpa-grouped-f16", "sdpa-dynamic-f32",
    "spelled-attention-f16", "mlp-gelu-f16", "mlp-gelu-tanh-f32", "gated-mlp-f16", "gated-mlp-dynamic-f32", "two-products-f16"]


def export(name, model, inputs, weights, options):
    """The program as text."""
    with sdpa_kernel(SDPBackend.MATH):
        program = torch.export.export(WeightsAsArguments(model), (inputs, weights), strict=False, **options)
        program = program.run_decompositions(get_decomposition_table())
    module = fx.export_and_import(program, decomposition_table={}, output_type="torch",
                                  func_name=name.replace("-", "_"))
    with module.context:
        for function in module.body.operations:
            # Sizes are those that the program says: no branches for axes that are 1 after all.
            function.operation.attributes["torch.assume_strict_symbolic_shapes"] = ir.UnitAttr.get()
    return lower_mlir_module(False, OutputType.LINALG_ON_TENSORS, module).operation.get_asm()


def check(name, text, model, inputs, weights):
    import mcfuser
    exact_model = WeightsAsArguments(copy.deepcopy(model).double())
    wide = [t.double() if t.is_floating_point() else t for t in (*inputs, *weights)]
    exact = exact_model(tuple(wide[: len(inputs)]), tuple(wide[len(inputs):]))
    eager = WeightsAsArguments(model)(inputs, weights)
    program = mcfuser.compile(text, tiling="default")
    mine = program(*(t.contiguous() for t in (*inputs, *weights)))
    off, eager_off = (((t.double() - exact).norm() / exact.norm()).item() for t in (mine, eager))
    # torch-mlir has sqrt(2 / pi) as 0.797724.
    limit = 1e-4 if name == "mlp-gelu-tanh-f32" else 2 * eager_off + torch.finfo(mine.dtype).eps
    print(f"{name}: {program.number_of_chains} chains, error {off:.2e}, of PyTorch itself {eager_off:.2e}")
    return off <= limit


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent / "Inputs")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    names = options.names or RECORDED
    torch.manual_seed(0)
    options.out.mkdir(parents=True, exist_ok=True)
    wrong = []
    for name, model, inputs, keywords in cases():
        if name not in names and names != ["all"]:
            continue
        model = model.eval().to(torch.float16 if name.endswith("f16") else torch.float32)
        weights = tuple(p.detach() for p in model.parameters())
        text = export(name, model, inputs, weights, keywords)
        (options.out / f"{name}.mlir").write_text(text)
        if options.check and not check(name, text, model, inputs, weights):
            wrong.append(name)
    if wrong:
        sys.exit("wrong: " + ", ".join(wrong))


if __name__ == "__main__":
    with torch.no_grad():
        main()
