"""Importing does nothing, and needs nothing. Needs no library."""

import os
import subprocess
import sys

import mcfuser

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(mcfuser.__file__)))


def run(code, **environment):
    env = {**os.environ, "PYTHONPATH": ROOT, **environment}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)


def test_import_loads_neither_torch_nor_numpy_nor_the_library():
    done = run("import sys, mcfuser; assert 'torch' not in sys.modules; assert 'numpy' not in sys.modules;"
               "assert 'MCFuserC' not in open('/proc/self/maps').read()")
    assert done.returncode == 0, done.stderr


def test_a_library_that_there_is_not():
    done = run("import mcfuser; mcfuser.devices()", MCFUSER_LIBRARY="/nowhere/lib.so")
    assert "LibraryNotFound: MCFUSER_LIBRARY: expected the path of libMCFuserC.so" in done.stderr


def test_a_library_that_is_another():
    path = next(line.split()[-1] for line in open("/proc/self/maps") if "/libc.so" in line)
    done = run("import mcfuser; mcfuser.devices()", MCFUSER_LIBRARY=path)
    assert "LibraryNotFound: expected mcf_abi_version in" in done.stderr


def test_without_torch_explain_says_so():
    done = run("import sys; sys.modules['torch'] = None\nimport mcfuser\nmcfuser.explain(None)")
    assert "ModuleNotFoundError" in done.stderr or "ImportError" in done.stderr
