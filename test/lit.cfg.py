"""lit configuration: tools on PATH, features for what the machine has."""

import os
import shutil

import lit.formats

config.name = "MCFuser"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "unit", "lib", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)

bin_dir = config.mcfuser_bin_dir
path = [os.path.join(bin_dir, "tools", t) for t in ("mcf-opt", "mcfc", "mcf-compare", "mcf-fuzz", "mcf-rank")]
path += [config.llvm_tools_dir, os.environ["PATH"]]
config.environment["PATH"] = os.pathsep.join(path)
config.substitutions += [
    ("%mcf_src", config.mcfuser_src_dir),
    ("%mcf_build", bin_dir),
    # A CUDA driver without a GPU (test/unit/FakeCuda.cpp).
    ("%mcf_fake_cuda", os.path.join(bin_dir, "test", "unit", "libFakeCuda.so")),
    ("%mcf_bin", bin_dir),
    ("%mcf_plugin", os.path.join(bin_dir, "tools", "mcf-plugin", "MCFuserPlugin.so")),
]

# Tests see no cache of tuning results but their own.
config.environment["MCFUSER_CACHE"] = "off"
for name in ("MCF_REQUIRE_GPU", "ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
if config.mcfuser_sanitize == "ON":
    # LLVM frees nothing at exit on purpose, and the half of LLVM's allocators that lies in
    # its libraries does not know what the half inlined into our code has poisoned.
    config.environment.setdefault("ASAN_OPTIONS", "detect_leaks=0:allow_user_poisoning=0")
    config.available_features.add("sanitize")
if config.mcfuser_dylib == "ON" and config.mcfuser_sanitize != "ON":
    config.available_features.add("plugin")


def has_gpu():
    import ctypes

    try:
        cuda = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int(0)
    return cuda.cuInit(0) == 0 and cuda.cuDeviceGetCount(ctypes.byref(count)) == 0 and count.value > 0


# MCF_REQUIRE_GPU=1 runs the GPU tests even where no GPU is found, so that they fail.
if os.environ.get("MCF_REQUIRE_GPU") == "1" or has_gpu():
    config.available_features.add("gpu")
else:
    config.available_features.add("no-gpu")
ptxas = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
if os.path.exists(ptxas):
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))
