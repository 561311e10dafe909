"""Launches through the shared library on a driver without a GPU: compare_runtime.py SOURCES LIBRARY."""

import ctypes
import os
import sys

sys.path.insert(0, sys.argv[1] + "/benchmarks")
from comparison import runtime  # noqa: E402

PLAN = b"""{"version": 1, "chip": "sm_90a", "kernels": [
 {"name": "copy", "grid": [7, 1, 1], "block": [32, 1, 1], "dynamic_workgroup_bytes": 1024, "operands": [
  {"element_type": "f16", "shape": [2, 4], "access": "read"},
  {"element_type": "f16", "shape": [2, 4], "access": "write"}]}]}"""


def expect_failure(call):
    try:
        call()
    except runtime.RuntimeFailure as error:
        print("failure:", error)


opened = runtime.Runtime(sys.argv[2])
kernel = opened.load(b".version 8.0", PLAN)
print("operands:", kernel.operands)
print("resources:", kernel.get_resources())

# The fake driver's memory is that of the host, and a stream an int that counts launches.
source, target, stream = (ctypes.c_char * 16)(*b"what is copied.."), (ctypes.c_char * 16)(), ctypes.c_int(0)
arrays = [(ctypes.addressof(x), (2, 4), "f16") for x in (source, target)]
launch = kernel.bind(arrays)
for _ in range(3):
    launch(ctypes.addressof(stream))
print("copied:", target.raw.decode(), "launches:", stream.value)

# How many launches might start before the ones before them ended.
driver = ctypes.CDLL(os.environ["MCF_CUDA_DRIVER"])
early = opened.load(b".version 8.0", PLAN.replace(b'"version": 1', b'"version": 4').replace(
    b'"operands"', b'"programmatic": true, "operands"'))
counts = [driver.fakeCudaGetNumProgrammatic()]
for prepare in (lambda: None, early.launch_plainly):
    prepare()
    early.bind(arrays)(ctypes.addressof(stream))
    counts.append(driver.fakeCudaGetNumProgrammatic())
print("early launches:", counts, "launches:", stream.value)
early.close()

expect_failure(lambda: kernel.bind(arrays[:1])(ctypes.addressof(stream)))
expect_failure(lambda: kernel.bind([(a, (2, 5), e) for a, _, e in arrays])(ctypes.addressof(stream)))
expect_failure(lambda: kernel.bind([(a, s, "bf16") for a, s, _ in arrays])(ctypes.addressof(stream)))
expect_failure(lambda: opened.load(b"nonsense", PLAN))
expect_failure(lambda: opened.load(b".version 8.0", b"{}"))
expect_failure(lambda: runtime.Runtime("/nonexistent.so"))
kernel.close()
opened.close()
print("after closing:", stream.value)
