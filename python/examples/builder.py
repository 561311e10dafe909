"""A chain of your own, a gated feed-forward part with its norm, and what the compiler makes of it."""

import numpy as np

import mcfuser

b = mcfuser.Builder("block")
x = b.input("x", ("rows", 64), "f32")
gate, up = b.input("gate", (96, 64), "f32"), b.input("up", (96, 64), "f32")
down = b.input("down", (64, 96), "f32")
hidden = b.mul(b.silu(b.contract("mk,nk->mn", x, gate)), b.contract("mk,nk->mn", x, up))
result = b.add(b.contract("mn,hn->mh", hidden, down), x)
norm = b.rsqrt(b.add(b.div(b.reduce("sum", b.mul(result, result), -1, keep=True), 64.0), 1e-5))
b.output(b.mul(result, norm))

program = mcfuser.compile(b.text())
print(program)
print(program.report())

rng = np.random.default_rng(0)
for rows in (1, 13, 77):
    x, gate, up, down = (rng.standard_normal(s, np.float32) / 8 for s in [(rows, 64), (96, 64), (96, 64), (64, 96)])
    wide = x.astype(np.float64)
    left = wide @ gate.T
    exact = (left / (1 + np.exp(-left)) * (wide @ up.T)) @ down.T + wide
    exact /= np.sqrt((exact**2).mean(-1, keepdims=True) + 1e-5)
    error = np.linalg.norm(program(x, gate, up, down) - exact) / np.linalg.norm(exact)
    print(f"{rows} rows: relative error {error:.1e}")
    assert error < 1e-5
