"""MCFuser: chains of matrix products as one kernel.

    import mcfuser

    out = mcfuser.attention(q, k, v, causal=True)      # numpy, torch, anything with __dlpack__
    program = mcfuser.compile(mlir_text)               # linalg on tensors
    model = torch.compile(model, backend="mcfuser")    # PyTorch

Importing does nothing else: the library is opened at the first call that needs it, and torch is
imported by `explain` and the backend only.
"""

from __future__ import annotations

from typing import Any

from .builder import Builder, Value
from .elements import Element
from .errors import CompileError, Error, ExecutionError, LibraryNotFound, NoDevice, NothingFused
from .functions import attention, gated_mlp, gemm_chain, mlp
from .program import Function, Kernel, Program, compile, devices, options

__version__ = "0.1.0"
__all__ = [
    "Builder", "CompileError", "Element", "Error", "ExecutionError", "Function", "Kernel",
    "LibraryNotFound", "NoDevice", "NothingFused", "Program", "Value", "attention", "compile",
    "devices", "explain", "gated_mlp", "gemm_chain", "mlp", "options",
]


def explain(model: Any, *inputs: Any, **keywords: Any) -> Any:
    """Prints what `torch.compile(model, backend="mcfuser")` makes one kernel on these inputs, and why
    not the rest. Gives the same as an object (`mcfuser.torch.Explanation`). Needs torch."""
    from .torch import explain as explain_model

    return explain_model(model, *inputs, **keywords)
