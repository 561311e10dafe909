"""What the package raises besides TypeError and ValueError."""

from __future__ import annotations


class Error(RuntimeError):
    """Base of the errors below."""


class LibraryNotFound(Error, ImportError):
    """There is no libMCFuserC.so, or it does not open."""


class CompileError(Error, ValueError):
    """The compiler refused a program. The text holds its diagnostics."""


class NothingFused(CompileError):
    """A kernel was asked for, but no chain was fused. The text holds the remarks that say why."""


class ExecutionError(Error):
    """A compiled program could not run on these arguments."""


class NoDevice(Error):
    """There is no GPU, or no driver, where one is needed."""
