"""Builds the wheel: the package with libMCFuserC.so in it, and launches in C (hot/).

The library is the file that MCFUSER_LIBRARY names. It must need nothing that manylinux does not have
(so libLLVM is linked into it), or the wheel would work on this machine only. Without a C compiler and
Python's headers the wheel has no launches in C.
"""

import glob
import os
import re
import shutil
import subprocess

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

# What every Linux of manylinux has (PEP 600), of what a C++ library needs.
SYSTEM = re.compile(r"(libc|libm|libdl|librt|libpthread|libgcc_s|libstdc\+\+|ld-linux-x86-64)\.so(\.\d+)?$")


def find_library():
    path = os.environ.get("MCFUSER_LIBRARY", "")
    if not os.path.isfile(path):
        raise SystemExit("error: MCFUSER_LIBRARY: expected the path of libMCFuserC.so, but got "
                         f"'{path}' (scripts/wheel builds it)")
    return path


def read_elf(path, what):
    """What readelf says; None where there is none."""
    tools = [t for t in ("readelf", "llvm-readelf-22", "llvm-readelf") if shutil.which(t)]
    if not tools:
        return None
    return subprocess.run([tools[0], "-W", what, path], check=True, capture_output=True,
                          text=True).stdout


def check_self_contained(path):
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", read_elf(path, "-d") or "")
    others = [n for n in needed if not SYSTEM.match(n)]
    if others:
        raise SystemExit(f"error: expected a library that needs nothing but the system's, but "
                         f"{os.path.basename(path)} needs {', '.join(others)} (build the release preset)")


def platform_tag(paths):
    """manylinux of the glibc that the libraries need; linux where that cannot be said."""
    texts = [read_elf(path, "-V") for path in paths]
    if None in texts:
        return "linux_x86_64"
    versions = [tuple(map(int, v)) for v in re.findall(r"GLIBC_(\d+)\.(\d+)", "".join(texts))]
    major, minor = max([*versions, (2, 17)])
    return f"manylinux_{major}_{minor}_x86_64"


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        if self.editable_mode:
            return
        source = find_library()
        check_self_contained(source)
        folder = os.path.join(self.build_lib, "mcfuser", "lib")
        os.makedirs(folder, exist_ok=True)
        shutil.copyfile(source, os.path.join(folder, "libMCFuserC.so"))


class WheelForAnyPython(bdist_wheel):
    """One wheel for all versions of Python, but for one kind of machine."""

    def get_tag(self):
        built = glob.glob(os.path.join(self.bdist_dir, "mcfuser", "_hot*.so"))
        python, abi = ("cp39", "abi3") if built else ("py3", "none")
        return python, abi, platform_tag([find_library(), *built])


HOT = Extension("mcfuser._hot", sorted(glob.glob("hot/*.c")), depends=glob.glob("hot/*.h"),
                py_limited_api=True, optional=True, extra_compile_args=["-std=c11", "-O2"])

setup(ext_modules=[HOT], cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": WheelForAnyPython})
