"""Launches in C (python/hot): a call like one that was seen before needs its addresses and a stream.

The extension `_hot` is in a wheel; in a checkout CMake builds it beside the library. Where there is none,
and for arrays without DLPack's C functions, launches go through ctypes.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
import threading
from typing import Any, Callable, Dict, Hashable, List, Sequence, Set, Tuple

from . import arrays, library
from .arrays import View
from .elements import BY_NAME

ENVIRONMENT = "MCFUSER_LAUNCH"
"""`ctypes`: no extension is used."""

SINGLE, TUPLE, LIST = 0, 1, 2
"""How results are given: the only one, or all of them as a tuple or a list."""

_lock = threading.Lock()
_module: Any = None
_was_sought = False
_types: Dict[type, bool] = {}
_kept: Set[Any] = set()


def module() -> Any:
    """The extension, or None."""
    global _module, _was_sought
    if not _was_sought:
        with _lock:
            if not _was_sought:
                _module, _was_sought = _find(), True
    return _module


def _find() -> Any:
    if os.environ.get(ENVIRONMENT) == "ctypes":
        return None
    try:
        from . import _hot  # type: ignore[attr-defined]

        return _hot
    except ImportError:
        pass
    try:
        path = os.path.join(os.path.dirname(library.find_library()), "_hot.abi3.so")
    except library.LibraryNotFound:
        return None
    if not os.path.isfile(path):
        return None
    name = f"{__package__}._hot"
    loader = importlib.machinery.ExtensionFileLoader(name, path)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    try:
        found = importlib.util.module_from_spec(spec)
        loader.exec_module(found)
        return found
    except ImportError:
        return None


class Calls:
    """The newest launches of a function, by what it was called with."""

    def __init__(self, limit: int, refuses_gradients: bool):
        hot = module()
        self._calls = hot and hot.Calls(limit, refuses_gradients, library.fail)
        self.run: Callable[[Hashable, Sequence[Any]], Any] = (
            self._calls.run if hot else lambda key, tensors: NotImplemented)
        """What the launch gives that `remember` had for this key and for arrays like these; else
        NotImplemented."""

    def __len__(self) -> int:
        return len(self._calls) if self._calls else 0

    def remember(self, key: Hashable, given: Sequence[Any], function: Any,
                 inputs: Sequence["Part"], outputs: Sequence["Part"],
                 makers: Sequence[Callable[[], Any]], form: int) -> None:
        """Launches the next call with this key, on arrays like these, at once. `makers` make the
        results."""
        if self._calls is None or not inputs or not all(a is None or _is_known(a) for a in given):
            return
        device = inputs[0][2].device
        if device[0] == "cpu":
            return
        executable = function.program.executable(device[1])
        codes = library.type_codes()
        operands = tuple((source, offset, codes[v.element.name], v.element.bytes, v.shape, v.strides)
                         for source, offset, v in [*inputs, *outputs])
        launch = module().Launch(library.address("mcf_launch"), executable.handle.value, function.index,
                                 len(given), len(inputs), operands, tuple(makers), form, executable,
                                 keep_if_captured)
        self._calls.add(key, given, launch)


Part = Tuple[int, int, View]
"""Of an operand: the number of the array that it is a part of, where it begins there in bytes, and itself."""


def parts(views: Sequence[View], numbers: Sequence[int], sources: Sequence[Any]) -> List[Part]:
    """Each view as a part of the array of `sources` that has its number. Equal arrays do not tell whose
    part it is: the next call may give two where this one gave one twice."""
    return [(n, v.address - arrays.view(sources[n], "array").address, v) for n, v in zip(numbers, views)]


def _is_known(array: Any) -> bool:
    """True if the extension reads arrays of this class."""
    kind = type(array)
    known = _types.get(kind)
    if known is None:
        known = _types[kind] = _add_type(kind)
    return known


def _add_type(kind: type) -> bool:
    capsule = getattr(kind, "__dlpack_c_exchange_api__", None)
    torch = sys.modules.get("torch")
    if torch is None or not issubclass(kind, torch.Tensor):
        return capsule is not None and module().add_type(kind, capsule)
    # Subclasses of tensors may hold anything.
    if kind not in (torch.Tensor, torch.nn.Parameter):
        return False
    stream = getattr(torch._C, "_cuda_getCurrentRawStream", None)
    if stream is None:
        return capsule is not None and module().add_type(kind, capsule, torch.is_grad_enabled)
    codes = {getattr(torch, e.long_name): e.dlpack[0] << 8 | e.dlpack[1]
             for e in BY_NAME.values() if e.dlpack}
    return module().add_type(kind, capsule, torch.is_grad_enabled, stream, codes)


def keep_if_captured(executable: Any) -> bool:
    """Whether the current stream is captured in a CUDA graph, whose kernels must then stay loaded."""
    torch = sys.modules.get("torch")
    if executable in _kept:
        return True
    if torch is None or not torch.cuda.is_initialized() or not torch.cuda.is_current_stream_capturing():
        return False
    _kept.add(executable)
    return True
