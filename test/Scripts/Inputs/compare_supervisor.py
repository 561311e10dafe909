"""Ends and restarts a process that measures: compare_supervisor.py SOURCES WORK."""

import json
import os
import sys
import time

sys.path.insert(0, sys.argv[1] + "/benchmarks")
from comparison import supervisor  # noqa: E402

# In place of the worker: hangs at the first case, crashes at the second, loses the device at the third, then ends.
WORKER = """
import json, os, sys, time
settings = json.load(open(sys.argv[1]))
path = os.path.join(settings["work"], "failed.json")
failed = json.load(open(path)) if os.path.exists(path) else {}
print("started, failed so far:", sorted(failed), flush=True)
def announce(case, what, limit):
    with open(os.path.join(settings["work"], "state.json"), "w") as file:
        json.dump({"case": case, "what": what, "since": time.time(), "limit": limit}, file)
for case in settings["cases"]:
    if case + " ours" in failed:
        continue
    announce(case, "ours", 1 if case == "hangs" else 60)
    if case == "hangs":
        time.sleep(60)
    if case == "crashes":
        print("why it crashed", file=sys.stderr, flush=True)
        os._exit(3)
    if case == "loses":
        with open(path, "w") as file:
            json.dump({**failed, "loses ours": "the device failed"}, file)
        os._exit(75)
    if case == "endless":
        time.sleep(60)
    if case == "stubborn":
        announce(case, "measuring", 60)
        os._exit(4)
"""


def run(name, cases, seconds, grace=0):
    work = os.path.join(sys.argv[2], name)
    os.makedirs(os.path.join(work, "comparison"))
    for file, text in (("__init__.py", ""), ("__main__.py", WORKER)):
        with open(os.path.join(work, "comparison", file), "w", encoding="utf-8") as out:
            out.write(text)
    settings = {"work": work, "cases": cases, "deadline": time.time() + seconds, "grace": grace,
                "log": os.path.join(work, "log.txt")}
    print(name, "all measured:", supervisor.run(settings, work, 75), flush=True)
    with open(os.path.join(work, "failed.json"), encoding="utf-8") as file:
        print(json.dumps(json.load(file), sort_keys=True), flush=True)


run("each", ["fine", "hangs", "crashes", "loses", "fine too"], 60)
run("limit", ["endless"], 2, 1)
# What cannot be left out ends it instead of running for ever.
run("again", ["stubborn"], 60)
