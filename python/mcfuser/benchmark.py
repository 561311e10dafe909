"""Times launches on a GPU."""

from __future__ import annotations

import statistics
from ctypes import byref, c_double, c_uint64, c_void_p
from typing import TYPE_CHECKING, List

from . import arrays, library
from .arrays import View, dense_strides

if TYPE_CHECKING:
    from .program import Function, Program


def benchmark(program: "Program", function: "Function", gpu: int, repeat: int) -> float:
    """Median seconds of a launch, on arrays of zeros."""
    if repeat < 1:
        raise ValueError(f"repeat: expected at least 1, but got {repeat}")
    operands = [*function.inputs, *function.outputs]
    for operand in operands:
        if None in operand.shape:
            raise ValueError(f"expected a program whose sizes are known, but got {operand.text}")
    executable = program.executable(gpu).handle
    device = c_void_p()
    library.call("mcf_executable_get_runtime", executable, byref(device), None, None)
    lib = library.get()
    memory: List[int] = []
    start, stop = c_void_p(), c_void_p()
    try:
        views = [_allocate(device, o, gpu, memory) for o in operands]
        inputs, outputs = views[: len(function.inputs)], views[len(function.inputs):]
        packed = arrays.pack(inputs), len(inputs), arrays.pack(outputs), len(outputs)

        def launch() -> None:
            library.call("mcf_launch", executable, function.index, *packed, None)

        library.call("mcfrt_event_create", device, byref(start))
        library.call("mcfrt_event_create", device, byref(stop))
        launch()
        library.call("mcf_synchronize", executable)
        times = []
        for _ in range(repeat):
            library.call("mcfrt_event_record", start, None)
            launch()
            library.call("mcfrt_event_record", stop, None)
            elapsed = c_double()
            library.call("mcfrt_event_elapsed", start, stop, byref(elapsed))
            times.append(elapsed.value * 1e-9)
        return statistics.median(times)
    finally:
        for event in (start, stop):
            lib.mcfrt_event_destroy(event)
        for address in memory:
            lib.mcfrt_memory_free(device, address)


def _allocate(device: c_void_p, operand, gpu: int, memory: List[int]) -> View:
    size = max(arrays.number_of_elements(operand.shape) * operand.element.bytes, 1)
    pointer = c_uint64()
    library.call("mcfrt_memory_alloc", device, size, byref(pointer))
    memory.append(pointer.value)
    library.call("mcfrt_memory_fill", device, pointer, size, 0)
    return View(pointer.value, operand.element, operand.shape, dense_strides(operand.shape),
                ("cuda", gpu), None)
