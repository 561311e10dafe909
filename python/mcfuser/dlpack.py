"""Reads DLPack capsules of others (version 0, which all producers give when not asked otherwise)."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, Structure, c_int32, c_int64, c_uint8, c_uint16, c_uint64, c_void_p
from typing import Any, Optional, Tuple

DEVICES = {1: "cpu", 2: "cuda", 3: "cpu", 13: "cuda"}
"""Names of device types: host, CUDA, pinned host, managed CUDA memory."""


class Tensor(Structure):
    """DLTensor."""

    _fields_ = [("data", c_void_p), ("device_type", c_int32), ("device_id", c_int32), ("ndim", c_int32),
                ("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16), ("shape", POINTER(c_int64)),
                ("strides", POINTER(c_int64)), ("byte_offset", c_uint64)]


def export(array: Any, device: str) -> Tuple[Any, Tensor]:
    """The capsule of an array, which must outlive all use, and what it says."""
    # Work of the producer on its own stream is to be seen by CUDA's default stream.
    capsule = array.__dlpack__(stream=1) if device == "cuda" else array.__dlpack__()
    get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
    get_pointer.restype, get_pointer.argtypes = c_void_p, [ctypes.py_object, ctypes.c_char_p]
    address = get_pointer(capsule, b"dltensor")
    return capsule, Tensor.from_address(address)


def strides_of(tensor: Tensor) -> Optional[Tuple[int, ...]]:
    """In elements; None: dense and row-major."""
    return tuple(tensor.strides[: tensor.ndim]) if tensor.strides else None
