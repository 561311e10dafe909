"""Inputs of a case, its exact result in float64, and whether a result is right."""

import torch

DTYPES = {"f16": torch.float16, "bf16": torch.bfloat16}
# Half a unit in the last place, relative to the number.
ROUNDOFF = {"f16": 2.0**-11, "bf16": 2.0**-8}
# All sets of inputs and outputs together, and the scores that the reference has at one time.
SET_BYTES, SCORE_BYTES = 6 << 30, 1 << 30


def get_shapes(case):
    """Of the inputs in the order of the program, and of the result."""
    b, m, n, k, h = (case[d] for d in ("batch", "m", "n", "k", "h"))
    middle = (b, n, k) if case["kind"] == "attention" else (b, k, n)
    return [(b, m, k), middle, (b, n, h)], (b, m, h)


def make_inputs(case, sets, device, seed=1):
    """Sets of random inputs. Scores of attention then have the variance 1."""
    generator = torch.Generator(device=device).manual_seed(seed)
    scale = 1.0 if case["kind"] == "attention" else 0.5
    dtype, (shapes, _) = DTYPES[case["element"]], get_shapes(case)
    return [[(torch.randn(s, device=device, generator=generator) * scale).to(dtype) for s in shapes]
            for _ in range(sets)]


def get_mask(case, device, rows=None):
    """True where an element of the scores counts (for some rows), or None without a mask."""
    if not case.get("causal"):
        return None
    m, n = case["m"], case["n"]
    row = torch.arange(m, device=device)[rows or slice(None), None] + (n - m)
    column = torch.arange(n, device=device)[None]
    mask = column <= row
    return mask & (column + case["window"] > row) if case.get("window") else mask


def compute_exact(case, inputs):
    """The result in float64, a part of the rows at a time."""
    x, y, z = inputs
    m, n = case["m"], case["n"]
    rows = max(1, min(m, SCORE_BYTES // (8 * n)))
    parts = max(1, SCORE_BYTES // (8 * n * rows))
    result = torch.empty(get_shapes(case)[1], device=x.device, dtype=torch.float64)
    for start in range(0, case["batch"], parts):
        batch = slice(start, start + parts)
        right, last = y[batch].double(), z[batch].double()
        if case["kind"] == "attention":
            right = right.transpose(1, 2)
        for begin in range(0, m, rows):
            part = slice(begin, begin + rows)
            middle = x[batch, part].double() @ right
            if case["kind"] == "attention":
                middle *= case["k"] ** -0.5
                mask = get_mask(case, x.device, part)
                if mask is not None:
                    middle.masked_fill_(~mask, float("-inf"))
                middle = torch.softmax(middle, -1)
            torch.matmul(middle, last, out=result[batch, part])
    return result


def get_bound(case, rounds_more):
    """Of the norm of the error over the norm of the result. On random numbers, rounding the intermediate and
    the result costs 0.3 of two units, in whatever order sums are taken. A program that stores scores rounds
    them before and after it scales them, too."""
    return (4 if rounds_more else 2) * ROUNDOFF[case["element"]]


def judge(case, result, exact, rounds_more=False):
    """The error, how far the worst element is off in units of what it may be, and whether that is right.
    An element may be off by 8 times the bound, of its own size and the size of its row: a norm
    over all does not see a few wrong ones."""
    bound = get_bound(case, rounds_more)
    # Heads may be an axis of their own.
    result = result.reshape(exact.shape)
    square = worst = 0.0
    for got, want in zip(result, exact):
        off = got.double() - want
        square += off.square().sum().item()
        allowed = 8 * bound * (want.abs() + want.square().mean(-1, keepdim=True).sqrt())
        worst = max(worst, nan_is_large((off.abs() / allowed.clamp_min(1e-30)).max().item()))
    error = nan_is_large((square / exact.square().sum().item()) ** 0.5)
    return {"error": error, "bound": bound, "worst": worst, "right": error <= bound and worst <= 1}


def nan_is_large(value):
    return value if value < 1e30 else 1e30


def count_sets(case, wanted=8):
    """How many sets of inputs fit; rotating over them, no input is the one that was just read."""
    return max(2, min(wanted, SET_BYTES // max(1, 2 * sum(
        s[0] * s[1] * s[2] for s in get_shapes(case)[0] + [get_shapes(case)[1]]))))
