"""A record as Markdown."""

from . import cases, records

# Columns, in this order, where some case has them.
ALTERNATIVES = (("torch", "eager"), ("compile", "compile"), ("autotune", "max-autotune"), ("flash", "Flash (SDPA)"),
                ("cudnn", "cuDNN (SDPA)"), ("efficient", "mem-efficient (SDPA)"), ("flex", "FlexAttention"),
                ("triton", "Triton"))


def number(value):
    """Three digits, more only before the point."""
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def show(entry, best=False):
    if not entry or "us" not in entry:
        return "-"
    text = number(entry["us"]) if entry["right"] else f"WRONG ({number(entry['us'])})"
    return f"**{text}**" if best else text


def get_given(row):
    """The fastest of the tilings that were given, or nothing."""
    times = records.get_right(row, lambda name: name.startswith("ours "))
    return row["entries"][min(times, key=times.get)] if times else None


def table_of(rows):
    used = [(name, title) for name, title in ALTERNATIVES if any("us" in row["entries"].get(name, {}) for row in rows)]
    given = any(get_given(row) for row in rows)
    plain = any("us" in row["entries"].get(records.PLAIN, {}) for row in rows)
    flops = any(row["flops"] > 1e10 for row in rows)
    head = ["case", "ours, us", "p10..p90"] + (["plain launch"] if plain else []) + (["given tiling"] if given else [])
    head += [title for _, title in used] + ["ratio", "floor", "of the floor"] + (["TFLOP/s"] if flops else [])
    head += ["error"]
    lines = ["| " + " | ".join(head) + " |", "| --- " * len(head) + "|"]
    for row in rows:
        mine = row["entries"].get("ours", {})
        spread = f"{number(mine['p10_us'])}..{number(mine['p90_us'])}" if "us" in mine else "-"
        cells = [row["name"], show(mine), spread]
        cells += [show(row["entries"].get(records.PLAIN))] if plain else []
        cells += [show(get_given(row))] if given else []
        cells += [show(row["entries"].get(name), name == row["best"]) for name, _ in used]
        cells += [f"{row['ratio']:.2f}" if row["ratio"] else "-", number(row["floor_us"]),
                  f"{row['floor_fraction']:.0%}" if row["floor_fraction"] else "-"]
        cells += [number(row["tflops"])] if flops else []
        cells += [f"{mine['error']:.1e}" if mine.get("error") is not None else "-"]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def list_kernels(rows):
    repeated = any("repeats" in entry for row in rows for entry in row["entries"].values())
    head = ["case", "loops", "tiles", "registers", "spilled", "shared bytes", "blocks x threads"]
    head += ["launched again"] if repeated else []
    lines = ["| " + " | ".join(head) + " |", "| --- " * len(head) + "|"]
    for row in rows:
        for name, entry in row["entries"].items():
            if not records.is_ours(name) or name == records.PLAIN or "resources" not in entry:
                continue
            it, tiling = entry["resources"], entry["tiling"]
            blocks = it["grid"][0] * it["grid"][1] * it["grid"][2]
            threads = it["block"][0] * it["block"][1] * it["block"][2]
            lines.append(f"| {row['name']}{name[4:]} | {', '.join(tiling['loops'])} | {tiling['sizes']} | "
                         f"{it['registers']} | {it['spilled_bytes']} | {it['shared_bytes']} | {blocks} x {threads} |"
                         + (f" {records.describe_repeats(entry) if 'repeats' in entry else '-'} |" if repeated else ""))
    return lines if len(lines) > 2 else []


def list_failures(rows):
    found = {}
    for row in rows:
        for name, entry in row["entries"].items():
            if "failed" in entry:
                found.setdefault((name, entry["failed"]), []).append(row["name"])
            elif not entry["right"]:
                text = f"WRONG: error {entry['error']:.1e}, bound {entry['bound']:.1e}, worst element {entry['worst']:.2g}"
                found.setdefault((name, text), []).append(row["name"])
            elif entry.get("differing"):
                found.setdefault((name, "DIFFERS: " + records.describe_repeats(entry)), []).append(row["name"])
    return [f"- {name}, {', '.join(who)}: {text}" for (name, text), who in found.items()]


def write(record):
    rows, software = record["cases"], record["software"]
    versions = ", ".join(f"{name} {version}" for name, version in software.items() if version)
    lines = ["# Our kernels and their alternatives", "",
             f"{record['date']}, {record['device']}, driver {record['driver']}, {versions}, commit {record['commit']}. "
             f"`{record['command']}`", "",
             "Microseconds of a call, median: " + record["method"]["text"] + " The ratio is the best alternative (bold) "
             "over ours. The floor is the larger of bytes / 4.3 TB/s and flops / 790 TFLOP/s, and "
             f"{cases.LAUNCH_US} us for a launch."]
    tiny = record["method"].get("tiny_kernel_us")
    if tiny:
        lines[-1] += f" A one-element `add_` took {number(tiny)} us."
    for group in dict.fromkeys(row["group"] for row in rows):
        lines += ["", f"## {group}", ""] + table_of([row for row in rows if row["group"] == group])
    lines += ["", "| group | cases | compared | at least as fast | worst ratio | geometric mean |", "| --- " * 6 + "|"]
    for group, found in records.summarize(rows).items():
        lines.append(f"| {group} | {found['cases']} | {found['compared']} | {found['as_fast']} | "
                     f"{number(found['worst'])} | {number(found['geometric_mean'])} |")
    kernels, failures = list_kernels(rows), list_failures(rows)
    if kernels:
        lines += ["", "## Our kernels", ""] + kernels
    if failures:
        lines += ["", "## Without a time, or wrong", ""] + failures
    return "\n".join(lines) + "\n"
