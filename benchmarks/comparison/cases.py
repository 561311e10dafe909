"""The cases that can be compared, their groups, and what each must compute and move."""

import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import emit_case  # noqa: E402

# Group -> file with its cases, from here.
GROUPS = {
    "G": "../cases/gemm_chains.json",
    "S": "../cases/attention.json",
    "X": "shapes/ffn_chains.json",
    "T": "shapes/narrow_mlps.json",
    "long": "shapes/long_attention.json",
    "other": "shapes/other_shapes.json",
}
# Name -> the group that it is a part of, and what its cases have.
PARTS = {
    "long64": ("long", lambda case: case["k"] == 64),
    "long128": ("long", lambda case: case["k"] == 128),
    "heads": ("other", lambda case: case["kind"] == "attention" and case["k"] not in (64, 128)),
    "lengths": ("other", lambda case: case["kind"] == "attention" and case["m"] % 16 != 0),
    "bf16": ("other", lambda case: case["element"] == "bf16"),
}
ELEMENT_BYTES = {"f16": 2, "bf16": 2}
# What an H200 reached: a large copy, and a large product in 16 bits. Then what is left of a launch in a
# graph around a kernel that does nothing else.
BYTES_PER_SECOND, FLOPS_PER_SECOND, LAUNCH_US = 4.3e12, 790e12, 0.93


def get_groups():
    """Group -> its cases, in order. Each case has all of its fields."""
    groups = {}
    for group, path in GROUPS.items():
        cases = emit_case.load_cases(os.path.join(HERE, path))
        groups[group] = [complete({**case, "group": group}) for case in cases]
    return groups


def complete(case):
    """The case with the fields that it left out."""
    case = {key: value for key, value in case.items() if key != "tilings"}
    case.setdefault("batch", 1)
    if case["kind"] == "attention":
        case.setdefault("n", case.get("m"))
        case.setdefault("heads", case["batch"])
        case.setdefault("causal", False)
    case.setdefault("h", case.get("k"))
    case.setdefault("element", "f16")
    check(case)
    return case


def check(case):
    def expect(condition, what, found):
        if not condition:
            raise ValueError(f"case '{case.get('name', '?')}': expected {what}, but got {found}")

    expect(case["kind"] in ("attention", "gemm_chain"), "attention or gemm_chain", f"'{case['kind']}'")
    for field in ("batch", "m", "n", "k", "h"):
        value = case.get(field)
        expect(isinstance(value, int) and value > 0, f"a positive number for '{field}'", value)
    expect(case["kind"] == "gemm_chain" or not case.get("constant_weights"), "weights only in a gemm_chain", "an attention")
    expect(case["element"] in ELEMENT_BYTES, "element f16 or bf16", f"'{case['element']}'")
    if case["kind"] == "attention":
        expect(case["batch"] % case["heads"] == 0, f"a batch divisible by {case['heads']} heads", case["batch"])
        expect(case["m"] <= case["n"] or not case["causal"], "no more rows than columns under a causal mask",
               f"{case['m']} and {case['n']}")
    # A window without the causal mask is not what emit_case writes.
    expect(case.get("causal") or not case.get("window"), "a causal mask with a window", "none")


def parse_shape(text):
    """A case from `attention:heads=16,batch=64,m=4096,k=128,causal`; what is not given is as in `complete`.
    The batch is that of the program, heads included."""
    kind, _, rest = text.partition(":")
    case = {"kind": kind, "group": "given"}
    for field in filter(None, rest.split(",")):
        key, equals, value = field.partition("=")
        if key not in ("name", "element", "causal", "window", "batch", "heads", "m", "n", "k", "h"):
            raise ValueError(f"expected a field of a shape, but got '{key}' in '{text}'")
        if not equals:
            value = True
        elif key not in ("name", "element"):
            if not value.isdigit():
                raise ValueError(f"expected a number for '{key}', but got '{value}' in '{text}'")
            value = int(value)
        case[key] = value
    if "window" in case:
        case.setdefault("causal", True)
    name = "-".join([kind] + [f.replace("=", "") for f in rest.split(",") if f])
    case.setdefault("name", name)
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]*", case["name"]):
        raise ValueError(f"expected a letter, then letters, digits and -_. as a name, but got '{case['name']}'")
    return complete(case)


def select(names, shapes=()):
    """The cases of a list of names, groups and parts of groups, without repetition, and those of shapes."""
    groups = get_groups()
    parts = {name: [case for case in groups[group] if has(case)] for name, (group, has) in PARTS.items()}
    known = {case["name"]: case for cases in groups.values() for case in cases}
    chosen = []
    for name in names:
        found = {**groups, **parts}.get(name, [known[name]] if name in known else None)
        if found is None:
            raise ValueError(f"expected a group ({', '.join(groups)}), a part of one ({', '.join(parts)}) or the name of "
                             f"a case, but got '{name}'")
        chosen += found
    chosen += [parse_shape(shape) for shape in shapes]
    return list({case["name"]: case for case in chosen}.values())


def count_scores(case):
    """Elements of the intermediate that a mask leaves, of one batch entry."""
    m, n = case["m"], case["n"]
    if not case.get("causal"):
        return m * n
    window = case.get("window") or n
    return sum(min(row + n - m + 1, window) for row in range(m))


def get_flops(case):
    return 2 * case["batch"] * count_scores(case) * (case["k"] + case["h"])


def get_bytes(case):
    """Each input read once, the result written once."""
    m, n, k, h = (case[d] for d in "mnkh")
    return ELEMENT_BYTES[case["element"]] * case["batch"] * (m * k + k * n + n * h + m * h)


def get_floor_us(case):
    """What no kernel can be faster than, by a simple model: the larger of bytes and flops at the rates
    that the card reached, and a launch."""
    return 1e6 * max(get_bytes(case) / BYTES_PER_SECOND, get_flops(case) / FLOPS_PER_SECOND) + LAUNCH_US


def describe(case):
    sizes = "x".join(str(case[d]) for d in ("batch", "m", "n", "k", "h"))
    marks = [case["element"]] + (["causal"] if case.get("causal") else [])
    if case.get("constant_weights"):
        marks.append("weights constant")
    if case.get("window"):
        marks.append(f"window {case['window']}")
    return f"{case['kind']} {sizes} {' '.join(marks)}"
