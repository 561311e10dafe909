"""What one would use instead of our kernels. Each gives a call for each set of inputs, or raises."""

import torch
import torch.nn.functional as functional
from torch.nn.attention import SDPBackend, sdpa_kernel

from . import cases, reference

# Beyond this, scores that are written to memory are not an alternative.
MAX_SCORE_BYTES = 2 << 30
BACKENDS = {"flash": SDPBackend.FLASH_ATTENTION, "cudnn": SDPBackend.CUDNN_ATTENTION,
            "efficient": SDPBackend.EFFICIENT_ATTENTION}
COMPILE_MODES = {"compile": "default", "autotune": "max-autotune-no-cudagraphs"}
# In the order in which they are tried, quick ones first.
NAMES = ("torch", "flash", "cudnn", "efficient", "triton", "flex", "compile", "autotune")


class NotApplicable(Exception):
    pass


def get_names(case):
    """The alternatives that there are for a case."""
    if case["kind"] == "gemm_chain":
        return [name for name in NAMES if name in ("torch", "triton", *COMPILE_MODES)]
    return [name for name in NAMES if name != "flex" or case.get("causal")]


def make(name, case, sets, context):
    """The calls of an alternative; `context` has what a search needs: triton lists, a deadline, a report."""
    if name in BACKENDS:
        return make_sdpa(BACKENDS[name], case, sets)
    if name == "flex":
        return make_flex(case, sets)
    if name == "triton":
        try:
            from . import triton_search
        except ImportError as error:
            raise NotApplicable(f"no Triton: {error}") from error
        shape = reference.get_shapes(case)[1]
        calls, context.note, _ = triton_search.search(case, context.triton, sets, shape, context.deadline,
                                                      context.report)
        return calls
    function = make_unfused(case, sets[0][0].device)
    if name in COMPILE_MODES:
        torch._dynamo.reset()
        function = torch.compile(function, mode=COMPILE_MODES[name], dynamic=False)
    return [lambda inputs=inputs: function(*inputs) for inputs in sets]


def make_unfused(case, device):
    """The program as it is written, one operation after the other."""
    if case["kind"] == "gemm_chain":
        return lambda a, b, d: torch.bmm(torch.bmm(a, b), d)
    scores = cases.ELEMENT_BYTES[case["element"]] * case["batch"] * case["m"] * case["n"]
    if scores > MAX_SCORE_BYTES:
        raise NotApplicable(f"the scores take {scores / 1e9:.1f} GB")
    scale, mask = case["k"] ** -0.5, reference.get_mask(case, device)

    def attention(q, k, v):
        s = torch.bmm(q, k.transpose(1, 2)) * scale
        if mask is not None:
            s = s.masked_fill(~mask, float("-inf"))
        return torch.bmm(torch.softmax(s, -1), v)

    return attention


def split_heads(case, inputs):
    return [x.view(-1, case["heads"], *x.shape[1:]) for x in inputs]


def make_sdpa(backend, case, sets):
    # is_causal is the mask from the top left corner; where that is another one, the mask is an array.
    plain_causal = bool(case.get("causal")) and case["m"] == case["n"] and not case.get("window")
    mask = None if plain_causal else reference.get_mask(case, sets[0][0].device)

    def attention(inputs):
        q, k, v = split_heads(case, inputs)
        with sdpa_kernel(backend):
            return functional.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=plain_causal)

    return [lambda inputs=inputs: attention(inputs) for inputs in sets]


def make_flex(case, sets):
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention

    shift, window = case["n"] - case["m"], case.get("window") or 0

    def counts(b, h, row, column):
        seen = column <= row + shift
        return seen & (column + window > row + shift) if window else seen

    torch._dynamo.reset()
    mask = create_block_mask(counts, None, None, case["m"], case["n"], device=sets[0][0].device)
    compiled = torch.compile(flex_attention, dynamic=False)

    def attention(inputs):
        q, k, v = split_heads(case, inputs)
        return compiled(q, k, v, block_mask=mask)

    return [lambda inputs=inputs: attention(inputs) for inputs in sets]
