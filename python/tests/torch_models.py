"""Small models as people write them, with random weights."""

import torch
from torch import nn
from torch.nn import functional as F


class SpelledAttention(nn.Module):
    """Attention by matmul and softmax, with a mask that is added."""

    def __init__(self, width=32, heads=4):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))

    def forward(self, x, mask=None):
        batch, rows, width = x.shape
        q, k, v = (f(x).view(batch, rows, self.heads, -1).transpose(1, 2) for f in (self.q, self.k, self.v))
        scores = torch.matmul(q, k.transpose(-1, -2)) / q.shape[-1] ** 0.5
        if mask is not None:
            scores = scores + mask
        p = F.softmax(scores, dim=-1, dtype=torch.float32).to(q.dtype)
        return self.o(torch.matmul(p, v).transpose(1, 2).reshape(batch, rows, width))


class BertLayer(nn.Module):
    def __init__(self, width=32, inner=48):
        super().__init__()
        self.attention = SpelledAttention(width)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)

    def forward(self, x, mask=None):
        x = self.norm1(x + self.attention(x, mask))
        return self.norm2(x + self.down(F.gelu(self.up(x))))


class GPT2Layer(nn.Module):
    def __init__(self, width=32, heads=4):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        batch, rows, width = x.shape
        q, k, v = (t.view(batch, rows, self.heads, -1).transpose(1, 2)
                   for t in self.qkv(self.norm1(x)).split(width, dim=-1))
        o = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(o.transpose(1, 2).reshape(batch, rows, width))
        return x + self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh"))


class RMSNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5) * self.weight


class LlamaLayer(nn.Module):
    def __init__(self, width=32, heads=4, groups=2, inner=40):
        super().__init__()
        self.heads, self.groups, self.size = heads, groups, width // heads
        self.norm1, self.norm2 = RMSNorm(width), RMSNorm(width)
        self.q, self.o = nn.Linear(width, width, bias=False), nn.Linear(width, width, bias=False)
        self.k, self.v = (nn.Linear(width, groups * self.size, bias=False) for _ in range(2))
        self.gate, self.up = (nn.Linear(width, inner, bias=False) for _ in range(2))
        self.down = nn.Linear(inner, width, bias=False)

    def rotate(self, x):
        rows, half = x.shape[-2], self.size // 2
        angle = torch.arange(rows, device=x.device)[:, None] * torch.arange(1, half + 1, device=x.device) * 0.1
        angle = torch.cat([angle, angle], -1).to(x.dtype)
        turned = torch.cat([-x[..., half:], x[..., :half]], -1)
        return x * angle.cos() + turned * angle.sin()

    def forward(self, x):
        batch, rows, width = x.shape
        y = self.norm1(x)
        q = self.rotate(self.q(y).view(batch, rows, self.heads, -1).transpose(1, 2))
        k = self.rotate(self.k(y).view(batch, rows, self.groups, -1).transpose(1, 2))
        v = self.v(y).view(batch, rows, self.groups, -1).transpose(1, 2)
        o = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        x = x + self.o(o.transpose(1, 2).reshape(batch, rows, width))
        y = self.norm2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))
