"""Runs the process that measures, and another when it is lost or silent for too long."""

import json
import os
import subprocess
import sys
import time

# A device that is lost more often is not worth the time.
MAX_STARTS = 25


def read(path, otherwise):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return otherwise


def mark(work, why):
    """What ran last has failed: the next process leaves it out. False if nothing had begun."""
    state = read(os.path.join(work, "state.json"), None)
    if not state or state["case"] == "-":
        return False
    path = os.path.join(work, "failed.json")
    failed = read(path, {})
    what = f"{state['case']} {state['what']}"
    if what in failed:
        return False
    failed[what] = why
    with open(path, "w", encoding="utf-8") as file:
        json.dump(failed, file)
    print(f"  {what}: {why}", flush=True)
    return True


def show_end(log, lines=8):
    """The last lines of what the process said of itself."""
    with open(log, encoding="utf-8", errors="replace") as file:
        for line in file.read().splitlines()[-lines:]:
            print(f"    | {line[:200]}", flush=True)


def watch(process, work, deadline):
    """Waits for the process: its exit code, or why it was ended."""
    while True:
        try:
            return process.wait(1)
        except subprocess.TimeoutExpired:
            pass
        state = read(os.path.join(work, "state.json"), None)
        silent = time.time() - state["since"] if state else 0
        if state and silent > state["limit"]:
            why = f"no answer within {state['limit']} s"
        elif time.time() > deadline:
            why = "ended at the time limit"
        else:
            continue
        process.kill()
        process.wait()
        return why


def run(settings, package_root, lost_device):
    """True if all was measured that the time allowed."""
    work = settings["work"]
    path = os.path.join(work, "settings.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(settings, file)
    for _ in range(MAX_STARTS):
        # What PyTorch says while it tunes is long.
        with open(settings["log"], "ab") as log:
            process = subprocess.Popen([sys.executable, "-m", "comparison", path], cwd=package_root, stderr=log)
            ended = watch(process, work, settings["deadline"] + settings["grace"])
        if ended == 0:
            return True
        if time.time() > settings["deadline"]:
            mark(work, str(ended))
            return False
        if ended != lost_device:
            show_end(settings["log"])
        if ended != lost_device and not mark(work, ended if isinstance(ended, str) else
                                             f"the process ended with code {ended}"):
            return False
    return False
