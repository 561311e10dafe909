"""How launches are repeated, on launches that are none, and what a record of them leads to:
compare_repeats.py SOURCES RECORD FOLDER."""

import argparse
import importlib.machinery
import importlib.util
import json
import sys
import types

SOURCES, RECORD, FOLDER = sys.argv[1:]
# A script has no place for its compiled form.
sys.dont_write_bytecode = True
sys.modules["torch"] = types.ModuleType("torch")
sys.path.insert(0, SOURCES + "/benchmarks")
from comparison import repeats  # noqa: E402


class Launches:
    """Three launches a replay, of which the first one of the second replay differs."""
    count = 3

    def record(self):
        self.replays = 0

    def replay(self):
        self.replays += 1

    def count_differing(self):
        return int(self.replays >= 2)


print("ten:", repeats.repeat(Launches(), 10, lambda: True))
print("three:", repeats.repeat(Launches(), 3, lambda: True))
left = iter([True, True, False])
print("until the time limit:", repeats.repeat(Launches(), 100, lambda: next(left)))

loader = importlib.machinery.SourceFileLoader("compare", SOURCES + "/scripts/compare")
compare = importlib.util.module_from_spec(importlib.util.spec_from_loader("compare", loader))
loader.exec_module(compare)


def finish(what, **facts):
    with open(RECORD, encoding="utf-8") as file:
        record = json.load(file)
    record["method"]["repeat"] = 10000
    entries = record["cases"][0]["entries"]
    if facts:
        entries["ours-plain"].update(repeats=10000, differing=0)
    entries["ours"].update(facts)
    print(f"-- {what}")
    print("exit code", compare.finish(record, FOLDER + "/record.json", argparse.Namespace(out=FOLDER), ["G1"]))


finish("same", repeats=10000, differing=0)
finish("other bits", repeats=10000, differing=3)
finish("not all", repeats=400, differing=0)
finish("none")
finish("more than all", repeats=400, differing=401)
