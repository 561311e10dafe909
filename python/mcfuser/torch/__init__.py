"""PyTorch: the backend "mcfuser" of torch.compile, and what it does to a model."""

from .backend import mcfuser
from .explain import Explanation, explain

__all__ = ["Explanation", "explain", "mcfuser"]
