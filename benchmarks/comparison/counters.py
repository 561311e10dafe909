"""Reads what Nsight Compute counted (`ncu --csv --page raw`), says what bounds a kernel, and writes a table."""

import csv
import re

from . import cases
from .table import number

# Sections stand for metrics that each version of ncu has for a chip; the tensor pipe is in none of these.
SECTIONS = ("SpeedOfLight", "LaunchStats", "Occupancy", "WarpStateStats")
TENSOR = "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed"
# Fact -> its metric, or several that versions of ncu have for it.
METRICS = {
    "sm": ("sm__throughput.avg.pct_of_peak_sustained_elapsed",),
    "tensor": (TENSOR,),
    "dram": ("gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", "dram__throughput.avg.pct_of_peak_sustained_elapsed"),
    "l2": ("lts__throughput.avg.pct_of_peak_sustained_elapsed",),
    "l1": ("l1tex__throughput.avg.pct_of_peak_sustained_elapsed", "l1tex__throughput.avg.pct_of_peak_sustained_active"),
    "occupancy": ("sm__warps_active.avg.pct_of_peak_sustained_active",),
    "waves": ("launch__waves_per_multiprocessor",),
    "registers": ("launch__registers_per_thread",),
    "dynamic_shared": ("launch__shared_mem_per_block_dynamic",),
    "static_shared": ("launch__shared_mem_per_block_static",),
}
STALL = re.compile(r"smsp__average_warps_issue_stalled_(\w+?)_per_issue_active\.ratio")
TO_MICROSECONDS = {"nsecond": 1e-3, "ns": 1e-3, "usecond": 1.0, "us": 1.0, "msecond": 1e3, "ms": 1e3, "second": 1e6, "s": 1e6}
TO_BYTES = {"byte": 1, "byte/block": 1, "Kbyte": 1e3, "Kbyte/block": 1e3}
# From here on a unit counts as what bounds a kernel: ncu takes the same share.
BUSY = 60
UNITS = {"tensor": "tensor cores", "dram": "DRAM", "l2": "L2 cache", "l1": "shared memory and L1", "sm": "issue on the SM"}


def parse_number(text):
    try:
        return float(text.replace(",", ""))
    except ValueError:  # n/a
        return None


def read_launches(text):
    """A dictionary metric -> (value, unit) for each launch. What ncu says of itself stands between the rows."""
    rows = list(csv.reader(line for line in text.splitlines() if line.startswith('"')))
    if len(rows) < 3 or "Kernel Name" not in rows[0]:
        raise ValueError("expected a row of names, one of units and one for each launch, but got "
                         f"{len(rows)} rows")
    names, units = rows[0], rows[1]
    wrong = next((row for row in rows if len(row) != len(names)), None)
    if wrong:
        raise ValueError(f"expected {len(names)} columns, but got {len(wrong)}")
    return [{name: (value, unit) for name, unit, value in zip(names, units, row)} for row in rows[2:]]


def get_stalls(launch):
    """Reason -> share of the time of warps, the largest first. What waits for nothing is no stall."""
    cycles = {match[1]: parse_number(value) or 0 for name, (value, _) in launch.items()
              if (match := STALL.fullmatch(name))}
    total = sum(cycles.values())
    return {reason: round(count / total, 3) for reason, count in sorted(cycles.items(), key=lambda item: -item[1])
            if total and count > 0 and reason != "selected"}


def scale(launch, name, factors):
    """In the unit of the factors, or None."""
    value, unit = launch.get(name, ("", ""))
    value = parse_number(value)
    if value is None:
        return None
    if unit not in factors:
        raise ValueError(f"expected a unit of {', '.join(factors)} for {name}, but got '{unit}'")
    return value * factors[unit]


def get_facts(launch):
    """What we ask of a launch; None where it was not counted."""
    facts = {}
    for fact, names in METRICS.items():
        value = next((launch[name][0] for name in names if name in launch), "")
        facts[fact] = parse_number(value)
    shared = [scale(launch, METRICS[name][0], TO_BYTES) for name in ("dynamic_shared", "static_shared")]
    del facts["dynamic_shared"], facts["static_shared"]
    facts["shared_bytes"] = None if None in shared else int(sum(shared))
    facts["us"] = scale(launch, "gpu__time_duration.sum", TO_MICROSECONDS)
    if facts["us"] is None:
        raise ValueError("expected gpu__time_duration.sum, but got no time")
    facts["stalls"] = get_stalls(launch)
    return {"kernel": launch["Kernel Name"][0], "grid": launch["Grid Size"][0], "block": launch["Block Size"][0], **facts}


def get_bound(us, facts):
    """What bounds a kernel, as far as counters tell: the launch, the unit that is busy most, or waiting."""
    if cases.LAUNCH_US >= us / 2:
        return "launch"
    shares = {unit: facts[unit] for unit in UNITS if facts[unit] is not None}
    busiest = max(shares, key=shares.get, default=None)
    if busiest and shares[busiest] >= BUSY:
        return f"{UNITS[busiest]} ({shares[busiest]:.0f}%)"
    few = facts["waves"] is not None and facts["waves"] < 1
    return "latency" + (f", {facts['waves']:.2f} of a wave" if few else "")


def conclude(case, facts, us=None):
    """A row: the facts of a launch, and its time beside the least that it can take. Another time than that under the
    profiler may be given."""
    us = us or facts["us"]
    roof = cases.get_floor_us(case) - cases.LAUNCH_US
    return {"name": case["name"], "case": cases.describe(case), "time_us": round(us, 3),
            "flops": cases.get_flops(case), "bytes": cases.get_bytes(case), "roof_us": round(roof, 3),
            "roof_fraction": round(roof / us, 4), "floor_fraction": round((roof + cases.LAUNCH_US) / us, 4),
            "bound": get_bound(us, facts), **facts}


def write_table(record):
    head = ("case", "time, us", "of the roof", "of the floor", "bound by", "SM %", "tensor %", "DRAM %", "L2 %", "L1 %",
            "occupancy %", "waves", "registers", "shared bytes", "stalls")
    lines = ["# Counters of our kernels", "", f"{record['date']}, commit {record['commit']}, {record['ncu']}. "
             f"`{record['command']}`", "", "The roof is the larger of bytes / 4.3 TB/s and flops / 790 TFLOP/s, the floor that "
             f"and {cases.LAUNCH_US} us for a launch. Percents are of what the card can sustain, stalls shares of the time of warps. "
             f"{record['times']}", "", "| " + " | ".join(head) + " |", "| --- " * len(head) + "|"]
    for row in record["cases"]:
        if "failed" in row:
            continue
        stalls = ", ".join(f"{reason} {share:.0%}" for reason, share in list(row["stalls"].items())[:3])
        counts = [f"{row[name]:.0f}" if row[name] is not None else "-" for name in ("registers", "shared_bytes")]
        cells = [row["name"], number(row["time_us"]), f"{row['roof_fraction']:.0%}", f"{row['floor_fraction']:.0%}", row["bound"]]
        cells += [number(row[name]) for name in ("sm", "tensor", "dram", "l2", "l1", "occupancy", "waves")]
        lines.append("| " + " | ".join(cells + counts + [stalls or "-"]) + " |")
    failed = [f"- {row['name']}: {row['failed']}" for row in record["cases"] if "failed" in row]
    return "\n".join(lines + (["", "Without counters:", ""] + failed if failed else [])) + "\n"
