"""Attention with grouped heads and padding, on numpy arrays, against the formula."""

import numpy as np

import mcfuser

rng = np.random.default_rng(0)
batch, heads, kv_heads, rows, size = 2, 4, 2, 77, 32
q = rng.standard_normal((batch, heads, rows, size), np.float32)
k, v = (rng.standard_normal((batch, kv_heads, rows, size), np.float32) for _ in range(2))
lengths = np.array([77, 50])
mask = (np.arange(rows) < lengths[:, None])[:, None, None, :]

out = mcfuser.attention(q, k, v, mask=mask, causal=True)

k, v = (np.repeat(x, heads // kv_heads, axis=1).astype(np.float64) for x in (k, v))
scores = np.where(mask & np.tri(rows, dtype=bool), q @ k.swapaxes(-1, -2) / size**0.5, -np.inf)
p = np.exp(scores - scores.max(-1, keepdims=True))
exact = p / p.sum(-1, keepdims=True) @ v
error = np.linalg.norm(out - exact) / np.linalg.norm(exact)
print(f"relative error {error:.1e}")
assert error < 1e-5
