#!/usr/bin/env python3
"""Runs the tests of python/, or says what is missing to do so.

Usage: run.py [--skipped-is-no-failure] [arguments of pytest]

Exit code 77 where something is missing, which ctest counts as skipped.
"""

import importlib.util
import os
import subprocess
import sys
import tempfile

NEEDED = ("pytest", "numpy", "hypothesis")
# The one that Debian's packages of these are for, where another Python comes first on PATH.
SYSTEM_PYTHON = "/usr/bin/python3"


def has_all(python):
    code = "import " + ", ".join(NEEDED)
    return subprocess.run([python, "-c", code], stderr=subprocess.DEVNULL).returncode == 0


def main(arguments):
    skipped = 77
    if "--skipped-is-no-failure" in arguments:
        arguments.remove("--skipped-is-no-failure")
        skipped = 0
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing and os.path.exists(SYSTEM_PYTHON) and has_all(SYSTEM_PYTHON):
        skip = ["--skipped-is-no-failure"] if skipped == 0 else []
        return subprocess.run([SYSTEM_PYTHON, os.path.abspath(__file__), *skip, *arguments]).returncode
    if missing:
        print(f"skipped: the tests of python/ need {', '.join(missing)} for {sys.executable}")
        return skipped
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python")
    # Nothing is written into the source tree.
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    with tempfile.TemporaryDirectory() as storage:
        environment = {**os.environ, "PYTHONPATH": os.path.abspath(folder),
                       "HYPOTHESIS_STORAGE_DIRECTORY": storage,
                       # No cache of tuning results but a test's own.
                       "MCFUSER_CACHE": "off"}
        return subprocess.run(command, cwd=folder, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
