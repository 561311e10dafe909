"""A transformer layer through torch.compile: what is fused, results and gradients."""

import torch
from torch import nn

import mcfuser
from mcfuser.torch import mcfuser as backend

torch.manual_seed(0)


class Layer(nn.Module):
    def __init__(self, width=64, heads=4):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        batch, rows, width = x.shape
        q, k, v = (t.view(batch, rows, self.heads, -1).transpose(1, 2) for t in self.qkv(x).chunk(3, -1))
        o = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = self.norm(x + self.out(o.transpose(1, 2).reshape(batch, rows, width)))
        return x + self.down(nn.functional.gelu(self.up(x)))


model, x = Layer(), torch.randn(2, 50, 64)
mcfuser.explain(model, x)
# backend="mcfuser" where the package is installed.
compiled = torch.compile(model, backend=backend)
torch.testing.assert_close(compiled(x), model(x))
(mine,) = torch.autograd.grad(compiled(x).pow(2).sum(), [model.down.weight])
(exact,) = torch.autograd.grad(model(x).pow(2).sum(), [model.down.weight])
torch.testing.assert_close(mine, exact, rtol=1e-4, atol=1e-4)
print("results and gradients agree with eager")
