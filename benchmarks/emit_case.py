#!/usr/bin/env python3
"""Prints the MLIR program of a case of benchmarks/cases.

Usage: emit_case.py CASES.json NAME
       emit_case.py CASES.json --list
"""

import json
import sys


def shape(case, dims, element):
    sizes = ([case["batch"]] if case["batch"] > 1 else []) + [case[d] for d in dims]
    return "tensor<" + "x".join(map(str, sizes)) + "x" + element + ">"


class Emitter:
    """Writes one function on tensors; sums are in f32, arrays in the case's element type."""

    def __init__(self, case):
        self.case = case
        self.batch = case["batch"] > 1
        self.element = case.get("element", "f16")
        self.lines = []

    def type(self, dims, element=None):
        return shape(self.case, dims, element or self.element)

    def zeros(self, name, dims):
        type = self.type(dims, "f32")
        self.lines += [
            f"  %{name}_empty = tensor.empty() : {type}",
            f"  %{name}_zero = linalg.fill ins(%zero : f32) outs(%{name}_empty : {type}) -> {type}",
        ]

    def contract(self, name, left, left_dims, right, right_dims, dims, right_transposed=False):
        self.zeros(name, dims)
        op = "linalg.batch_matmul" if self.batch else "linalg.matmul"
        maps = " indexing_maps = [#left, #right, #out]" if right_transposed else ""
        self.lines += [
            f"  %{name} = {op}{maps}",
            f"      ins(%{left}, %{right} : {self.type(left_dims)}, {self.type(right_dims)})",
            f"      outs(%{name}_zero : {self.type(dims, 'f32')}) -> {self.type(dims, 'f32')}",
        ]

    def round(self, value, dims):
        """The value in the element type of the arrays."""
        if self.element == "f32":
            return value
        name = value + "_rounded"
        self.lines.append(
            f"  %{name} = arith.truncf %{value} : {self.type(dims, 'f32')} to {self.type(dims)}"
        )
        return name

    def function(self, arguments, result, result_dims):
        # All but the first are the weights of a chain, which do not change from launch to launch.
        said = " {mcf.constant}" if self.case.get("constant_weights") else ""
        header = ", ".join(f"%{name}: {self.type(dims)}{said if i else ''}" for i, (name, dims) in enumerate(arguments))
        body = ["  %zero = arith.constant 0.0 : f32"] + self.lines
        name = self.case["name"].replace("-", "_")
        return "\n".join(
            [f"func.func @{name}({header}) -> {self.type(result_dims)} {{"]
            + body
            + [f"  return %{result} : {self.type(result_dims)}", "}", ""]
        )


def emit_gemm_chain(case):
    e = Emitter(case)
    e.contract("c", "a", "mk", "b", "kn", "mn")
    c = e.round("c", "mn")
    e.contract("e", c, "mn", "d", "nh", "mh")
    return e.function([("a", "mk"), ("b", "kn"), ("d", "nh")], e.round("e", "mh"), "mh")


def emit_gemm_chain3(case):
    e = Emitter(case)
    e.contract("c", "a", "mk", "b", "kn", "mn")
    c = e.round("c", "mn")
    e.contract("e", c, "mn", "d", "nh", "mh")
    rounded = e.round("e", "mh")
    e.contract("g", rounded, "mh", "f", "hp", "mp")
    arguments = [("a", "mk"), ("b", "kn"), ("d", "nh"), ("f", "hp")]
    return e.function(arguments, e.round("g", "mp"), "mp")


def mask_scores(e, case, scores):
    """Scores with -inf where the mask of the case takes them out: `causal` (bottom-right), or a sliding `window`
    of so many columns below that diagonal."""
    if not case.get("causal") and not case.get("window"):
        return "scaled"
    dims = "b, m, n" if e.batch else "m, n"
    identity = f"affine_map<({dims}) -> ({dims})>"
    iterators = ", ".join(['"parallel"'] * (2 + int(e.batch)))
    row, column = 0 + int(e.batch), 1 + int(e.batch)
    e.lines += [
        "  %inf = arith.constant 0xFF800000 : f32",
        f"  %masked = linalg.generic {{indexing_maps = [{identity}, {identity}], iterator_types = [{iterators}]}}",
        f"      ins(%scaled : {scores}) outs(%s_empty : {scores}) {{",
        "  ^bb0(%x: f32, %out: f32):",
        f"    %row = linalg.index {row} : index",
        f"    %column = linalg.index {column} : index",
        f"    %offset = arith.constant {case['n'] - case['m']} : index",
        "    %last = arith.addi %row, %offset : index",
        "    %later = arith.cmpi sgt, %column, %last : index",
        "    %causal = arith.select %later, %inf, %x : f32",
    ]
    result = "causal"
    if case.get("window"):
        e.lines += [
            f"    %width = arith.constant {case['window']} : index",
            "    %end = arith.addi %column, %width : index",
            "    %earlier = arith.cmpi sle, %end, %last : index",
            "    %windowed = arith.select %earlier, %inf, %causal : f32",
        ]
        result = "windowed"
    e.lines += [f"    linalg.yield %{result} : f32", f"  }} -> {scores}"]
    return "masked"


def emit_attention(case):
    e = Emitter(case)
    e.contract("s", "q", "mk", "k", "nk", "mn", right_transposed=True)
    scores = e.type("mn", "f32")
    e.lines += [
        f"  %scale = arith.constant dense<{case['k'] ** -0.5:.9e}> : {scores}",
        f"  %scaled = arith.mulf %s, %scale : {scores}",
    ]
    masked = mask_scores(e, case, scores)
    e.lines += [
        f"  %p = linalg.softmax dimension({int(e.batch) + 1}) ins(%{masked} : {scores})",
        f"      outs(%s_empty : {scores}) -> {scores}",
    ]
    e.contract("o", e.round("p", "mn"), "mn", "v", "nh", "mh")
    dims = "b, m, n, k" if e.batch else "m, n, k"
    prefix = "b, " if e.batch else ""
    maps = "".join(
        f"#{name} = affine_map<({dims}) -> ({prefix}{to})>\n"
        for name, to in (("left", "m, k"), ("right", "n, k"), ("out", "m, n"))
    )
    return maps + e.function([("q", "mk"), ("k", "nk"), ("v", "nh")], e.round("o", "mh"), "mh")


EMITTERS = {"gemm_chain": emit_gemm_chain, "gemm_chain3": emit_gemm_chain3, "attention": emit_attention}


def load_cases(path):
    """The cases of a file, each with its kind and the tilings to force on it."""
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    return [
        {"kind": data["kind"], "tilings": data.get("tilings", []), **case} for case in data["cases"]
    ]


def emit(case):
    return EMITTERS[case["kind"]](case)


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    cases = load_cases(arguments[0])
    if arguments[1] == "--list":
        print("\n".join(case["name"] for case in cases))
        return
    for case in cases:
        if case["name"] == arguments[1]:
            print(emit(case), end="")
            return
    sys.exit(f"no case '{arguments[1]}' in {arguments[0]}")


if __name__ == "__main__":
    main(sys.argv[1:])
