"""What docs/Python.md shows, and python/examples."""

import glob
import os
import re
import subprocess
import sys

import pytest

import mcfuser
from conftest import has_torch

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(mcfuser.__file__)))
DOCS = os.path.join(HERE, "..", "..", "docs", "Python.md")


def run(code_or_file):
    arguments = [code_or_file] if os.path.exists(code_or_file) else ["-c", code_or_file]
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": PACKAGE})
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(not os.path.exists(DOCS), reason="not in a checkout")
def test_docs():
    with open(DOCS, encoding="utf-8") as file:
        blocks = re.findall(r"^```python\n(.*?)^```", file.read(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 3
    run("\n".join(blocks))


@pytest.mark.skipif(not os.path.exists(DOCS), reason="not in a checkout")
def test_docs_say_what_there_is():
    with open(DOCS, encoding="utf-8") as file:
        text = file.read()
    for name in mcfuser.functions.__all__:
        assert name in text
    from mcfuser.library import ENVIRONMENT

    assert ENVIRONMENT in text


@pytest.mark.parametrize("path", sorted(glob.glob(os.path.join(HERE, "..", "examples", "*.py"))),
                         ids=os.path.basename)
def test_example(path):
    if "torch" in os.path.basename(path) and not has_torch():
        pytest.skip("torch is not installed")
    run(path)
