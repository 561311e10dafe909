"""The wheel: what is in it, its tag, and that torch finds the backend of an installed package."""

import glob
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile

import pytest

import mcfuser.library
from conftest import has_torch

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(HERE)


def can_build():
    code = "import setuptools.command.bdist_wheel"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
    return found and os.path.exists(os.path.join(SOURCE, "setup.py"))


def can_build_extensions():
    header = os.path.join(sysconfig.get_paths()["include"], "Python.h")
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    return os.path.exists(header) and shutil.which(compiler) is not None


pytestmark = pytest.mark.skipif(not can_build(), reason="no setuptools 70.1 or later, or not in a checkout")


def build(folder, library):
    work = folder / "python"
    shutil.copytree(SOURCE, work, ignore=shutil.ignore_patterns("__pycache__", ".*", "tests"))
    command = [sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index",
               "--wheel-dir", str(folder), str(work)]
    return subprocess.run(command, env={**os.environ, "MCFUSER_LIBRARY": library}, capture_output=True, text=True)


def system_library(name):
    return next(line.split()[-1] for line in open("/proc/self/maps") if f"/{name}" in line)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """With a library of the system in place of ours, which in a development build is not self-contained."""
    folder = tmp_path_factory.mktemp("wheel")
    done = build(folder, system_library("libm"))
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = glob.glob(str(folder / "*.whl"))
    return path


def test_wheel(wheel):
    name = os.path.basename(wheel)
    kind = "cp39-abi3" if can_build_extensions() else "py3-none"
    assert name.startswith(f"mcfuser-0.1.0-{kind}-") and (name.endswith("linux_x86_64.whl") or "manylinux" in name)
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
        entry_points = file.read("mcfuser-0.1.0.dist-info/entry_points.txt").decode()
    modules = {os.path.relpath(p, SOURCE) for p in glob.glob(os.path.join(SOURCE, "mcfuser", "**", "*.py"), recursive=True)}
    assert modules <= set(names)
    assert ("mcfuser/_hot.abi3.so" in names) == can_build_extensions()
    assert "mcfuser/lib/libMCFuserC.so" in names and "mcfuser/py.typed" in names
    assert "[torch_dynamo_backends]\nmcfuser = mcfuser.torch:mcfuser" in entry_points


@pytest.mark.skipif(not can_build_extensions(), reason="no C compiler, or no headers of Python")
def test_launches_in_c_are_found(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as file:
        file.extractall(tmp_path)
    code = "from mcfuser import hot; print(hot.module().__file__)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert done.stdout.strip() == str(tmp_path / "mcfuser" / "_hot.abi3.so"), done.stderr


def test_a_library_that_is_not_self_contained_is_refused(tmp_path):
    # One that needs another of no manylinux.
    path = mcfuser.library.find_library()
    needed = subprocess.run(["readelf", "-d", path], capture_output=True, text=True).stdout if shutil.which(
        "readelf") else ""
    if "libLLVM" not in needed:
        pytest.skip("the library is self-contained")
    done = build(tmp_path, path)
    assert done.returncode != 0 and "expected a library that needs nothing but the system's" in done.stdout + done.stderr


def test_no_library_is_refused(tmp_path):
    done = build(tmp_path, "/nowhere.so")
    assert done.returncode != 0
    assert "MCFUSER_LIBRARY: expected the path of libMCFuserC.so, but got '/nowhere.so'" in done.stdout + done.stderr


@pytest.mark.skipif(not has_torch(), reason="torch is not installed")
def test_torch_finds_the_backend_by_its_name(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as file:
        file.extractall(tmp_path)
    code = """if True:
        import torch
        f = torch.compile(lambda a, b, d: (a @ b) @ d, backend="mcfuser", options={"rest": "eager"})
        tensors = [torch.randn(s) for s in [(5, 7), (7, 6), (6, 3)]]
        assert torch.allclose(f(*tensors), tensors[0] @ tensors[1] @ tensors[2], atol=1e-4)
        from mcfuser.torch import region_op
        assert len(region_op.keys()) == 1
    """
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(tmp_path),
                               "MCFUSER_LIBRARY": mcfuser.library.find_library()})
    assert done.returncode == 0, done.stderr
