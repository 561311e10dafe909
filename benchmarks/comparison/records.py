"""The record of a run: what stands in it, what is derived from measurements, and its check."""

import json
import math
import os
import subprocess
import sys

from . import cases

CASE_FIELDS = ("name", "group", "kind", "batch", "m", "n", "k", "h", "element", "flops", "bytes", "floor_us", "entries")
RUN_FIELDS = ("version", "date", "commit", "command", "device", "driver", "software", "method", "cases")
TIME_FIELDS = ("us", "p10_us", "p90_us", "replays", "launches", "error", "bound", "worst", "right")

# Ours, each launch behind the end of the one before.
PLAIN = "ours-plain"


def get_commit(folder):
    """Of the sources in a folder, or of those a bundle was made from."""
    path = os.path.join(folder, "commit")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            return file.read().strip()
    done = subprocess.run(["git", "-C", folder, "describe", "--always", "--dirty"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout.strip()


def get_command(program):
    """The command without the folders of this machine."""
    words = []
    for word in sys.argv[1:]:
        name, equals, value = word.partition("=")
        words.append(name + equals + os.path.basename(value) if equals and os.sep in value
                     else os.path.basename(word) if os.sep in word else word)
    return " ".join([program] + words)


def new_case(case):
    known = {key: value for key, value in case.items() if key != "tilings"}
    return {**known, "flops": cases.get_flops(case), "bytes": cases.get_bytes(case),
            "floor_us": round(cases.get_floor_us(case), 3), "entries": {}}


def is_ours(name):
    return name.startswith("ours")


def get_right(row, wanted):
    """Name -> time of the entries that have one and are right; `wanted` chooses by name."""
    return {name: entry["us"] for name, entry in row["entries"].items()
            if wanted(name) and entry.get("right") and "us" in entry}


def conclude(row):
    """Adds what follows from the times: the best alternative, and how we stand."""
    others = get_right(row, lambda name: not is_ours(name))
    mine = row["entries"].get("ours", {})
    best = min(others, key=others.get) if others else None
    row["best"] = best
    row["ratio"] = row["floor_fraction"] = row["tflops"] = None
    if "us" in mine and mine["right"]:
        row["ratio"] = round(others[best] / mine["us"], 4) if best else None
        row["floor_fraction"] = round(row["floor_us"] / mine["us"], 4)
        row["tflops"] = round(row["flops"] / mine["us"] / 1e6, 1)
    return row


def summarize(rows):
    """Group -> how many cases have a ratio, how many are at least as fast, worst and geometric mean."""
    groups = {}
    for row in rows:
        groups.setdefault(row["group"], []).append(row)
    result = {}
    for group, members in groups.items():
        ratios = [row["ratio"] for row in members if row["ratio"]]
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None
        result[group] = {"cases": len(members), "compared": len(ratios), "geometric_mean": mean,
                         "worst": min(ratios, default=None), "as_fast": sum(r >= 1 for r in ratios)}
    return result


def describe_repeats(entry):
    count = f"{entry['repeats']:,} launches"
    return f"{entry['differing']:,} of {count} wrote other bits" if entry["differing"] else f"{count} wrote the same bits"


def list_faults(record):
    """What speaks against kernels of ours, as texts: wrong results, and launches that did not repeat."""
    wanted = record["method"].get("repeat", 0)
    faults = []
    for row in record["cases"]:
        for name, entry in row["entries"].items():
            if not is_ours(name):
                continue
            if not entry.get("right"):
                faults.append(f"{row['name']} ({name}): wrong or without a time")
            elif entry.get("differing"):
                faults.append(f"{row['name']} ({name}): {describe_repeats(entry)}")
            elif entry.get("repeats", 0) < wanted:
                faults.append(f"{row['name']} ({name}): expected {wanted:,} launches, but got {entry.get('repeats', 0):,}")
    return faults


def check(record):
    """What is wrong with a record, as texts; none if it can be trusted as far as its form goes."""
    problems = [f"expected a field '{field}'" for field in RUN_FIELDS if field not in record]
    if any(os.sep in word for word in record.get("command", "").split()):
        problems.append(f"expected a command without folders, but got '{record['command']}'")
    names = [row.get("name") for row in record.get("cases", [])]
    problems += [f"case '{name}' stands twice" for name in sorted(set(names)) if names.count(name) > 1]
    for row in record.get("cases", []):
        problems += [f"case '{row.get('name')}': {problem}" for problem in check_case(row)]
    return problems


def check_case(row):
    problems = [f"expected a field '{field}'" for field in CASE_FIELDS if field not in row]
    if problems:
        return problems
    for name, entry in row["entries"].items():
        if "failed" in entry:
            continue
        missing = [field for field in TIME_FIELDS if field not in entry]
        if missing:
            problems.append(f"{name}: expected a time or why there is none, but got no {', '.join(missing)}")
            continue
        if not entry["p10_us"] <= entry["us"] <= entry["p90_us"]:
            problems.append(f"{name}: expected the median between the quantiles, but got {entry['us']}")
        if not 0 <= entry.get("differing", 0) <= entry.get("repeats", 0):
            problems.append(f"{name}: expected at most {entry.get('repeats', 0)} launches that differ, "
                            f"but got {entry['differing']}")
        if entry["right"] != (entry["error"] <= entry["bound"] and entry["worst"] <= 1):
            problems.append(f"{name}: expected a verdict that follows from the errors, but got {entry['right']}")
    if not problems:
        again = conclude(json.loads(json.dumps(row)))
        problems += [f"expected {field} {again[field]}, but got {row.get(field)}"
                     for field in ("best", "ratio", "floor_fraction", "tflops") if again[field] != row.get(field)]
    return problems


def write(record, path):
    """One line for each entry: small, and differences show. A reader never sees a part of it."""
    head = {key: value for key, value in record.items() if key != "cases"}
    lines = [json.dumps(head, indent=1)[:-2] + ',\n "cases": [']
    for i, row in enumerate(record["cases"]):
        fields = json.dumps({key: value for key, value in row.items() if key != "entries"})
        entries = ",\n    ".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in row["entries"].items())
        comma = "," if i + 1 < len(record["cases"]) else ""
        lines.append(f'  {fields[:-1]}, "entries": {{\n    {entries}\n  }}}}{comma}')
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write("\n".join(lines + [" ]\n}\n"]))
    os.replace(path + ".new", path)


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)
