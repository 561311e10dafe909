"""Chains by name, on arrays of numpy, torch and others."""

from .attention import attention
from .chains import gated_mlp, gemm_chain, mlp

__all__ = ["attention", "gated_mlp", "gemm_chain", "mlp"]
