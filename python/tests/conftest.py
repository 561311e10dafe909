"""All tests need the library: MCFUSER_LIBRARY, or the one of an installed wheel. Without it they are
skipped, or fail if MCF_REQUIRE_LIBRARY=1. MCF_REQUIRE_TORCH=1 does so for torch."""

import importlib.util
import os
import sys

import hypothesis
import pytest

# The same cases in every run, and no folder of them beside the sources.
hypothesis.settings.register_profile("mcfuser", database=None, deadline=None, derandomize=True)
hypothesis.settings.load_profile("mcfuser")

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
if importlib.util.find_spec("mcfuser") is None:
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

NEEDS_NO_LIBRARY = ("test_builder_text.py", "test_import.py")


def has_torch():
    return importlib.util.find_spec("torch") is not None


def pytest_ignore_collect(collection_path):
    if collection_path.name.startswith("test_torch") and not has_torch():
        if os.environ.get("MCF_REQUIRE_TORCH") == "1":
            pytest.exit("MCF_REQUIRE_TORCH=1, but there is no torch", returncode=1)
        return True
    return None


def pytest_report_header():
    return None if has_torch() else "torch: not installed, its tests are left out"


def pytest_collection_modifyitems(items):
    import mcfuser

    try:
        mcfuser.devices()
    except mcfuser.LibraryNotFound as error:
        if os.environ.get("MCF_REQUIRE_LIBRARY") == "1":
            pytest.exit(f"MCF_REQUIRE_LIBRARY=1, but: {error}", returncode=1)
        skip = pytest.mark.skip(reason=str(error))
        for item in items:
            if item.path.name not in NEEDS_NO_LIBRARY:
                item.add_marker(skip)
