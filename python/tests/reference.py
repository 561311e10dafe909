"""What is right: plain numpy in f64, and how far off a result may be."""

import numpy as np

TYPES = {"float64": 1e-13, "float32": 1e-5, "float16": 4e-3}
"""Of each element type the relative error that is allowed, in the Frobenius norm."""


def check(result, exact, tolerance=None):
    """The norm of the error, and its largest element, are small; shapes are equal."""
    result, exact = np.asarray(result), np.asarray(exact, np.float64)
    tolerance = tolerance or TYPES[result.dtype.name]
    assert result.shape == exact.shape
    got = result.astype(np.float64)
    assert np.array_equal(np.isfinite(got), np.isfinite(exact)), "nan or infinity at other places"
    if not exact.size:
        return
    finite = np.isfinite(exact)
    error, norm = np.where(finite, got - exact, 0), np.where(finite, exact, 0)
    scale = np.sqrt(np.mean(norm**2))
    assert np.sqrt(np.mean(error**2)) <= tolerance * scale + 1e-30
    # The norm alone would not see a few wrong elements.
    assert np.max(np.abs(error)) <= 16 * tolerance * max(scale, np.max(np.abs(norm)) / 4) + 1e-30


def attention(q, k, v, mask=None, causal=False, scale=None):
    """In f64; masked rows give 0. Heads of k and v are repeated for q's."""
    q, k, v = (np.asarray(x, np.float64) for x in (q, k, v))
    if q.ndim > 2 and q.shape[-3] != k.shape[-3]:
        k, v = (np.repeat(x, q.shape[-3] // x.shape[-3], axis=-3) for x in (k, v))
    scores = q @ np.swapaxes(k, -1, -2) * (q.shape[-1] ** -0.5 if scale is None else scale)
    rows, columns = scores.shape[-2:]
    if causal:
        offset = columns - rows if causal == "bottom-right" else 0
        keep = np.arange(columns)[None] <= np.arange(rows)[:, None] + offset
        scores = np.where(keep, scores, -np.inf)
    if mask is not None:
        mask = np.asarray(mask)
        scores = np.where(mask, scores, -np.inf) if mask.dtype == bool else scores + mask
    highest = np.max(scores, -1, keepdims=True, initial=-np.inf)
    p = np.exp(scores - np.where(np.isfinite(highest), highest, 0))
    total = p.sum(-1, keepdims=True)
    return np.divide(p, total, out=np.zeros_like(p), where=total > 0) @ v


def erf(x):
    import math

    return np.vectorize(math.erf, otypes=[np.float64])(x)


ACTIVATIONS = {
    "gelu": lambda x: x * 0.5 * (1 + erf(x * 0.5**0.5)),
    "gelu_tanh": lambda x: x * 0.5 * (1 + np.tanh(0.7978845608028654 * (x + 0.044715 * x**3))),
    "relu": lambda x: np.maximum(x, 0),
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "silu": lambda x: x / (1 + np.exp(-x)),
    "tanh": np.tanh,
}


def random(seed, shape, dtype="float32"):
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


def strided(array, kind):
    """The same values in an array that is not dense and row-major."""
    if kind == "dense":
        return np.ascontiguousarray(array)
    if kind == "transposed":
        return np.ascontiguousarray(np.swapaxes(array, -1, -2)).swapaxes(-1, -2)
    if kind == "every second":
        big = np.full([s * 2 for s in array.shape], 7, array.dtype)
        big[tuple(slice(None, None, 2) for _ in array.shape)] = array
        return big[tuple(slice(None, None, 2) for _ in array.shape)]
    if kind == "reversed":
        return np.ascontiguousarray(array[..., ::-1])[..., ::-1]
    raise ValueError(kind)


STRIDES = ["dense", "transposed", "every second", "reversed"]


class Poisoned:
    """An array for a result: NaN, with a margin of NaN around it that nobody may write to."""

    def __init__(self, shape, dtype="float32", kind="dense"):
        margin = [s + 2 for s in shape]
        self._big = np.full(margin, np.nan, dtype)
        if kind == "transposed":
            self._big = np.full(margin[:-2] + margin[:-3:-1], np.nan, dtype).swapaxes(-1, -2)
        self._inner = tuple(slice(1, -1) for _ in shape)
        self.array = self._big[self._inner]

    def check_margin(self):
        rest = self._big.copy()
        rest[self._inner] = np.nan
        assert np.isnan(rest).all(), "written outside of the result"
