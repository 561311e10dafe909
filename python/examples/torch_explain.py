"""What torch.compile would fuse of a model, and why not the rest."""

import torch
from torch import nn

import mcfuser


class Block(nn.Module):
    """A contraction whose result is sorted, which has no lowering, and two that are joined."""

    def __init__(self, width=32):
        super().__init__()
        self.up, self.down, self.other = nn.Linear(width, 2 * width), nn.Linear(2 * width, width), nn.Linear(width, 8)

    def forward(self, x):
        y = self.down(nn.functional.silu(self.up(x)))
        return y, torch.sort(self.other(x)).values


explanation = mcfuser.explain(Block(), torch.randn(13, 32))
assert explanation.number_of_chains == 1
assert any("sort" in why for _, _, became, why in explanation.rows if became == "not fused")
print(explanation.programs[0].report())
