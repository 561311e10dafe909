#!/usr/bin/env python3
"""What a launch costs on the host, from the driver's call up to a call from Python.

Usage: launch_overhead.py [--json FILE] [--batches N] [--launches N]

On a machine without a GPU, MCFUSER_FAKE_CUDA names the driver of the tests
(libFakeCuda.so): tensors of the host pass for ones on a GPU, and what is shown is all but the driver.
Numbers are microseconds of a launch: medians over batches, between which the device is waited for.
"""

import argparse
import ctypes
import dataclasses
import json
import os
import statistics
import sys
import time

FAKE = os.environ.get("MCFUSER_FAKE_CUDA")
if FAKE:
    os.environ.update(MCF_CUDA_DRIVER=FAKE, FAKE_CUDA_ANY_KERNEL="1")

import torch  # noqa: E402

import mcfuser  # noqa: E402
from mcfuser import arrays, hot, library  # noqa: E402

DEVICE = "cpu" if FAKE else "cuda"
OPTIONS = {"device": "H200"} if FAKE else {}

# Takes four pointers and does nothing.
EMPTY = """.version 8.0
.target sm_80
.address_size 64
.visible .entry kernel(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d) { ret; }
\0"""

CHAIN = """
func.func @chain(%x: tensor<128x64xf16>, %y: tensor<64x128xf16>, %z: tensor<128x64xf16>) -> tensor<128x64xf16> {
  %0 = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<128x128xf16>
  %f = linalg.fill ins(%0 : f16) outs(%e : tensor<128x128xf16>) -> tensor<128x128xf16>
  %a = linalg.matmul ins(%x, %y : tensor<128x64xf16>, tensor<64x128xf16>) outs(%f : tensor<128x128xf16>) -> tensor<128x128xf16>
  %g = tensor.empty() : tensor<128x64xf16>
  %h = linalg.fill ins(%0 : f16) outs(%g : tensor<128x64xf16>) -> tensor<128x64xf16>
  %b = linalg.matmul ins(%a, %z : tensor<128x128xf16>, tensor<128x64xf16>) outs(%h : tensor<128x64xf16>) -> tensor<128x64xf16>
  return %b : tensor<128x64xf16>
}
"""


def pretend_a_gpu():
    """Tensors of the host are on GPU 0, for us."""
    fake = ctypes.CDLL(FAKE)
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    make = ctypes.pythonapi.PyCapsule_New
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    fake.fakeCudaGetExchangeAPI.restype = ctypes.c_void_p
    fake.fakeCudaGetExchangeAPI.argtypes = [ctypes.c_void_p]
    name = b"dlpack_exchange_api"
    capsule = make(fake.fakeCudaGetExchangeAPI(get(torch.Tensor.__dlpack_c_exchange_api__, name)), name, None)
    view_torch = arrays._view_torch
    arrays._view_torch = lambda *a: dataclasses.replace(view_torch(*a), device=("cuda", 0))
    mcfuser.program._current_stream = lambda gpu: 0
    if hot.module():
        hot.module().add_type(torch.Tensor, capsule, torch.is_grad_enabled)
        hot._types[torch.Tensor] = True


def raw_launch(count):
    """Seconds of cuLaunchKernel, called from C; None without the extension."""
    module = hot.module()
    if module is None:
        return None
    driver = ctypes.CDLL(FAKE or "libcuda.so.1")
    handle, function = ctypes.c_void_p(), ctypes.c_void_p()
    # The function of a fake kernel is null.
    options, values = (ctypes.c_int * 1)(), (ctypes.c_void_p * 1)()
    if driver.cuModuleLoadDataEx(ctypes.byref(handle), EMPTY.encode(), 0, options, values) or \
            driver.cuModuleGetFunction(ctypes.byref(function), handle, b"kernel"):
        return None
    numbers = (ctypes.c_uint64 * 4)()
    parameters = (ctypes.c_void_p * 4)(*(ctypes.addressof(numbers) + 8 * i for i in range(4)))
    address = ctypes.cast(driver.cuLaunchKernel, ctypes.c_void_p).value
    stream = 0 if FAKE else torch.cuda.current_stream().cuda_stream
    return lambda: module.time_raw(address, function.value or 0, 128, ctypes.addressof(parameters), stream, count)


def in_python(call, count):
    def timed():
        start = time.perf_counter()
        for _ in range(count):
            call()
        return (time.perf_counter() - start) / count

    return timed


def region_call(rest):
    """A chain in a graph; what torch.compile makes of it."""
    from mcfuser.torch import mcfuser as backend

    def chain(x, y, z):
        return (x @ y) @ z

    options = {"rest": rest, "fuse": "all", **OPTIONS}
    return torch.compile(chain, backend=backend, options=options)


def measure(batches, launches):
    def make(*shape):
        return torch.randn(*shape, device=DEVICE, dtype=torch.float16)

    x, y, z, out = make(128, 64), make(64, 128), make(128, 64), make(128, 64)
    q, k, v, o = (make(2, 128, 64) for _ in range(4))
    program = mcfuser.compile(CHAIN, **(OPTIONS or {"device": "native"}))
    function = program.function()
    inputs, outputs = [arrays.view(t, "x") for t in (x, y, z)], [arrays.view(out, "out")]
    address, executable = library.address("mcf_launch"), program.executable(0)
    codes, stream = library.type_codes(), 0 if FAKE else torch.cuda.current_stream().cuda_stream
    module = hot.module()
    cases = {
        "cuLaunchKernel, from C": raw_launch(launches),
        "mcf_launch, from C": module and (lambda: module.time_launch(
            address, executable.handle.value, 0, inputs, outputs, codes, stream, launches)),
        "torch.empty": in_python(lambda: torch.empty((128, 64), dtype=torch.float16, device=DEVICE), launches),
        "Function.run(views)": in_python(lambda: function.run(inputs, outputs), launches),
        "program(x, y, z, out=out)": in_python(lambda: program(x, y, z, out=out), launches),
        "program(x, y, z)": in_python(lambda: program(x, y, z), launches),
        "attention(q, k, v, out=o)": in_python(lambda: mcfuser.attention(q, k, v, out=o, **OPTIONS), launches),
        "attention(q, k, v)": in_python(lambda: mcfuser.attention(q, k, v, **OPTIONS), launches),
        "(x @ y) @ z, by torch": in_python(lambda: (x @ y) @ z, launches),
    }
    if not FAKE:
        sdpa = torch.nn.functional.scaled_dot_product_attention
        cases["scaled_dot_product_attention, by torch"] = in_python(lambda: sdpa(q, k, v), launches)
    cases.update(region_cases(x, y, z, launches))
    result = {}
    with torch.no_grad():
        for name, case in cases.items():
            if not case:
                continue
            times = []
            for _ in range(batches + 1):
                times.append(case() * 1e6)
                if not FAKE:
                    torch.cuda.synchronize()
            # The first one compiles.
            result[name] = round(statistics.median(times[1:]), 3)
    return result


def region_cases(x, y, z, launches):
    cases = {}
    from mcfuser.torch import region_op

    for rest in ("eager",) if FAKE else ("eager", "inductor"):
        compiled = region_call(rest)
        with torch.no_grad():
            compiled(x, y, z)
        cases[f"torch.compile, rest {rest}"] = in_python(lambda f=compiled: f(x, y, z), launches)
    with torch.no_grad():
        nothing = torch.compile(lambda x: x, backend="eager")
        nothing(x)
    cases["torch.compile of nothing"] = in_python(lambda: nothing(x), launches)
    (key, *_), tensors = region_op.keys(), [x, y, z]
    cases["mcfuser::region"] = in_python(lambda: region_op.region_op(tensors, [], key), launches)
    cases["mcfuser::launch"] = in_python(lambda: region_op.launch_op(tensors, [], key), launches)
    region = region_op.find(key)
    cases["a region, without the dispatcher"] = in_python(lambda: region.run(tensors, []), launches)
    return cases


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", help="a file to write the numbers to")
    parser.add_argument("--batches", type=int, default=20)
    parser.add_argument("--launches", type=int, default=100, help="of a batch")
    arguments = parser.parse_args()
    if FAKE:
        pretend_a_gpu()
    elif not torch.cuda.is_available():
        sys.exit("error: expected a GPU, or the driver of the tests in MCFUSER_FAKE_CUDA, but got neither")
    times = measure(arguments.batches, arguments.launches)
    record = {"device": "no GPU (fake driver)" if FAKE else torch.cuda.get_device_name(), "torch": torch.__version__,
              "python": sys.version.split()[0], "extension": hot.module() is not None, "microseconds": times}
    for name, microseconds in times.items():
        print(f"{microseconds:9.2f} us  {name}")
    if not record["extension"]:
        print("without the extension mcfuser._hot: launches go through ctypes")
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(record, file, indent=2)


if __name__ == "__main__":
    main()
