"""libMCFuserC.so: where it is, and its functions (include/MCFuser-c/MCFuser.h) for ctypes."""

from __future__ import annotations

import ctypes
import os
import threading
from ctypes import POINTER, Structure, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint32, c_void_p
from typing import Dict, NoReturn, Optional

from .errors import CompileError, Error, ExecutionError, LibraryNotFound, NoDevice, NothingFused

ABI_MAJOR, ABI_MINOR = 1, 0
ENVIRONMENT = "MCFUSER_LIBRARY"
"""Path of the library to open instead of the one in the package."""


class Array(Structure):
    """mcf_array."""

    _fields_ = [("data", c_void_p), ("type", c_int), ("rank", c_size_t), ("sizes", POINTER(c_int64)),
                ("strides", POINTER(c_int64))]


class ProgramInfo(Structure):
    """mcf_program_info."""

    _fields_ = [("function_count", c_size_t), ("chain_count", c_size_t), ("kernel_count", c_size_t),
                ("search_seconds", c_double), ("stopped_early", c_int), ("device", c_char_p),
                ("arch", c_char_p)]


class FunctionInfo(Structure):
    """mcf_function_info."""

    _fields_ = [("name", c_char_p), ("input_count", c_size_t), ("output_count", c_size_t),
                ("kernel_count", c_size_t), ("is_launchable", c_int),
                ("not_launchable_because", c_char_p)]


class ValueInfo(Structure):
    """mcf_value_info."""

    _fields_ = [("type", c_int), ("is_scalar", c_int), ("rank", c_size_t), ("sizes", POINTER(c_int64)),
                ("strides", POINTER(c_int64)), ("text", c_char_p)]


class OptionInfo(Structure):
    """mcf_option_info."""

    _fields_ = [("name", c_char_p), ("type", c_char_p), ("default_value", c_char_p), ("help", c_char_p)]


# Values of mcf_where.
FUSED_ON_CPU, UNFUSED_ON_CPU, FUSED_ON_GPU = 0, 1, 2
DYNAMIC_SIZE = -1

_STATUS = c_int
_HANDLE = c_void_p
_ARRAYS = POINTER(Array)
# Name: result type, argument types.
_FUNCTIONS = {
    "mcf_abi_version": (c_uint32, []),
    "mcf_version": (c_char_p, []),
    "mcf_llvm_version": (c_char_p, []),
    "mcf_status_text": (c_char_p, [c_int]),
    "mcf_last_error": (c_char_p, []),
    "mcf_option_count": (c_size_t, []),
    "mcf_option_get_info": (_STATUS, [c_size_t, POINTER(OptionInfo)]),
    "mcf_options_create": (_STATUS, [POINTER(_HANDLE)]),
    "mcf_options_destroy": (None, [_HANDLE]),
    "mcf_options_set": (_STATUS, [_HANDLE, c_char_p, c_char_p]),
    "mcf_known_device_count": (c_size_t, []),
    "mcf_known_device_name": (c_char_p, [c_size_t]),
    "mcf_compile": (_STATUS, [_HANDLE, c_char_p, c_size_t, c_char_p, POINTER(_HANDLE)]),
    "mcf_program_destroy": (None, [_HANDLE]),
    "mcf_program_get_info": (_STATUS, [_HANDLE, POINTER(ProgramInfo)]),
    "mcf_text_count": (c_size_t, []),
    "mcf_text_name": (c_char_p, [c_size_t]),
    "mcf_program_get_text": (_STATUS, [_HANDLE, c_char_p, POINTER(c_void_p), POINTER(c_size_t)]),
    "mcf_program_get_kernel": (_STATUS, [_HANDLE, c_size_t, POINTER(c_char_p), POINTER(c_char_p)]),
    "mcf_type_name": (c_char_p, [c_int]),
    "mcf_program_get_function": (_STATUS, [_HANDLE, c_size_t, POINTER(FunctionInfo)]),
    "mcf_program_get_input": (_STATUS, [_HANDLE, c_size_t, c_size_t, POINTER(ValueInfo)]),
    "mcf_program_get_output": (_STATUS, [_HANDLE, c_size_t, c_size_t, POINTER(ValueInfo)]),
    "mcf_program_get_output_sizes": (_STATUS, [_HANDLE, c_size_t, _ARRAYS, c_size_t, c_size_t,
                                               POINTER(c_int64), c_size_t]),
    "mcf_program_run": (_STATUS, [_HANDLE, c_size_t, c_int, _ARRAYS, c_size_t, _ARRAYS, c_size_t]),
    "mcf_load": (_STATUS, [_HANDLE, c_int, POINTER(_HANDLE)]),
    "mcf_executable_destroy": (None, [_HANDLE]),
    "mcf_launch": (_STATUS, [_HANDLE, c_size_t, _ARRAYS, c_size_t, _ARRAYS, c_size_t, c_void_p]),
    "mcf_synchronize": (_STATUS, [_HANDLE]),
    "mcf_executable_get_runtime": (_STATUS, [_HANDLE, POINTER(_HANDLE), POINTER(_HANDLE),
                                             POINTER(_HANDLE)]),
    "mcfrt_last_error": (c_char_p, []),
    "mcfrt_memory_alloc": (_STATUS, [_HANDLE, c_size_t, POINTER(ctypes.c_uint64)]),
    "mcfrt_memory_free": (_STATUS, [_HANDLE, ctypes.c_uint64]),
    "mcfrt_memory_fill": (_STATUS, [_HANDLE, ctypes.c_uint64, c_size_t, ctypes.c_uint8]),
    "mcfrt_event_create": (_STATUS, [_HANDLE, POINTER(_HANDLE)]),
    "mcfrt_event_destroy": (None, [_HANDLE]),
    "mcfrt_event_record": (_STATUS, [_HANDLE, _HANDLE]),
    "mcfrt_event_elapsed": (_STATUS, [_HANDLE, _HANDLE, POINTER(c_double)]),
}

_ERRORS = {
    1: ValueError, 2: ValueError, 3: CompileError, 4: NothingFused, 5: ValueError,
    6: ExecutionError, 7: MemoryError, 8: NoDevice, 9: NoDevice, 10: NoDevice, 11: ExecutionError,
    12: Error, 13: Error,
}

_lock = threading.Lock()
_library: Optional[ctypes.CDLL] = None


def find_library() -> str:
    """The file to open. Raises LibraryNotFound with the places that were looked at."""
    given = os.environ.get(ENVIRONMENT)
    if given:
        if not os.path.isfile(given):
            raise LibraryNotFound(f"{ENVIRONMENT}: expected the path of libMCFuserC.so, "
                                  f"but got {given!r}, which is no file")
        return given
    packaged = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib", "libMCFuserC.so")
    if not os.path.isfile(packaged):
        raise LibraryNotFound(f"expected libMCFuserC.so in the package ({packaged}) or its path in "
                              f"{ENVIRONMENT}, but found neither")
    return packaged


def get() -> ctypes.CDLL:
    """The library, opened at the first call. Raises LibraryNotFound."""
    global _library
    if _library is None:
        with _lock:
            if _library is None:
                _library = _open(find_library())
    return _library


def _open(path: str) -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise LibraryNotFound(f"cannot open {path}: {error}") from error
    for name, (result, arguments) in _FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise LibraryNotFound(f"expected {name} in {path}, but it has none") from None
        function.restype, function.argtypes = result, arguments
    version = library.mcf_abi_version()
    major, minor = version >> 16, version & 0xFFFF
    if major != ABI_MAJOR or minor < ABI_MINOR:
        raise LibraryNotFound(f"expected a library of ABI {ABI_MAJOR}.{ABI_MINOR} or a later "
                              f"{ABI_MAJOR}.*, but {path} has {major}.{minor}")
    return library


def call(name: str, *arguments: object) -> None:
    """Calls a function that returns a status, and raises what the status stands for."""
    library = get()
    status = getattr(library, name)(*arguments)
    if status == 0:
        return
    if name.startswith("mcfrt_"):
        raise ExecutionError(library.mcfrt_last_error().decode())
    fail(status)


def fail(status: int) -> NoReturn:
    """Raises what a status of this thread's last call stands for."""
    library = get()
    text = library.mcf_last_error().decode(errors="replace")
    raise _ERRORS.get(status, Error)(text or library.mcf_status_text(status).decode())


def address(name: str) -> int:
    """Of a function."""
    return ctypes.cast(getattr(get(), name), c_void_p).value


_type_codes: Dict[str, int] = {}


def type_codes() -> Dict[str, int]:
    """Names of element types, as MLIR spells them, and their numbers in the ABI."""
    if not _type_codes:
        names = ((code, get().mcf_type_name(code)) for code in range(1, 32))
        _type_codes.update({name.decode(): code for code, name in names if name})
    return _type_codes
