"""Finds the fastest configuration of the Triton kernels for a case: two lists, each measured whole."""

import concurrent.futures
import contextlib
import itertools
import math
import os
import time

import torch
import triton

from . import timing, triton_kernels

# Rows and columns of a tile, then (warps, stages). The first list is what one would try first; the
# second has small tiles for problems that do not fill the card, and wide ones.
LISTS = {
    "plain": ((32, 64, 128), (32, 64, 128), ((4, 2), (4, 3), (8, 3))),
    "wide": ((16, 32, 64), (64, 128, 256), ((2, 2), (4, 1), (4, 2), (4, 4), (8, 2))),
}
# A configuration that takes so many times the best one, and so many microseconds, is not measured further.
HOPELESS, HOPELESS_US = 4, 200
# A call of so many seconds needs no graph to be timed.
LONG_SECONDS = 3e-4


def power_of_2(value):
    return max(16, 1 << (value - 1).bit_length())


def get_configurations(case, lists):
    """Every configuration of the lists once: name -> constants and options of the kernel."""
    found = {}
    for name in lists:
        rows, columns, shapes = LISTS[name]
        for tm, tn, (warps, stages) in itertools.product(rows, columns, shapes):
            # A tile beyond the problem is the next smaller one with padding.
            if tm > power_of_2(case["m"]) or tn > power_of_2(case["n"]):
                continue
            for constants in add_constants(case, {"TM": tm, "TN": tn}):
                config = {**constants, "num_warps": warps, "num_stages": stages}
                found[" ".join(f"{key}={value}" for key, value in config.items())] = config
    return found


def add_constants(case, tile):
    m, n, k, h = (case[d] for d in "mnkh")
    even = m % tile["TM"] == 0 and n % tile["TN"] == 0
    if case["kind"] == "attention":
        padded = power_of_2(k)
        return [{**tile, "D": k, "PADDED": padded, "CAUSAL": bool(case.get("causal")),
                 "WINDOW": bool(case.get("window")), "EVEN": even and k == padded}]
    result = []
    for th in sorted({min(size, power_of_2(h)) for size in (64, 128)}):
        tk = power_of_2(k) if k <= 128 else 64
        result.append({**tile, "TK": tk, "TH": th, "WHOLE_K": k <= tk,
                       "EVEN": even and k % tk == 0 and h % th == 0})
    return result


def get_launch(case, config, inputs, output):
    """(kernel, grid, arguments) of one launch."""
    b, m, n, k, h = (case[d] for d in ("batch", "m", "n", "k", "h"))
    if case["kind"] == "attention":
        scale = math.log2(math.e) * k**-0.5
        arguments = (*inputs, output, scale, m, n, n - m, case.get("window") or 0)
        return triton_kernels.attention, (triton.cdiv(m, config["TM"]), b), arguments
    grid = (triton.cdiv(m, config["TM"]), triton.cdiv(h, config["TH"]), b)
    return triton_kernels.gemm_chain, grid, (*inputs, output, m, n, k, h)


def make_calls(case, config, sets, shape):
    def call(inputs):
        output = torch.empty(shape, device=inputs[0].device, dtype=inputs[0].dtype)
        kernel, grid, arguments = get_launch(case, config, inputs, output)
        kernel[grid](*arguments, **config)
        return output

    return [lambda inputs=inputs: call(inputs) for inputs in sets]


def compile_all(case, configurations, inputs, shape):
    """Compiles in threads; what does not compile fails again where it is launched."""
    mode = getattr(triton, "AsyncCompileMode", None)
    pool = concurrent.futures.ThreadPoolExecutor(min(16, os.cpu_count() or 1))
    with mode(pool, ignore_errors=True) if mode else contextlib.nullcontext():
        for config in configurations.values():
            output = torch.empty(shape, device=inputs[0].device, dtype=inputs[0].dtype)
            kernel, grid, arguments = get_launch(case, config, inputs, output)
            with contextlib.suppress(Exception):
                kernel.warmup(*arguments, grid=grid, **config)
    pool.shutdown()


def time_quickly(calls, seconds):
    """Microseconds of a call that took about so many seconds."""
    if seconds > LONG_SECONDS:
        return 1e6 * min(seconds, timing.Graph.try_once(calls))
    graph = timing.Graph(calls)
    return min(graph.replay() for _ in range(5))


def search(case, lists, sets, shape, deadline, report):
    """The calls of the fastest configuration, its name, and how many ran. Raises if none did."""
    configurations = get_configurations(case, lists)
    report(f"compiling {len(configurations)} configurations")
    compile_all(case, configurations, sets[0], shape)
    report(f"measuring {len(configurations)} configurations")
    best, errors, ran = None, [], 0
    for name, config in configurations.items():
        if time.time() > deadline and best:
            break
        calls = make_calls(case, config, sets, shape)
        try:
            seconds = timing.Graph.try_once(calls)
            ran += 1
            if best and seconds * 1e6 > max(HOPELESS * best[0], HOPELESS_US):
                continue
            took = time_quickly(calls, seconds)
        except Exception as error:  # such as more shared memory than there is
            errors.append(f"{type(error).__name__}: {error}")
            continue
        if not best or took < best[0]:
            best = (took, name, calls)
    if not best:
        raise RuntimeError(f"none of {len(configurations)} configurations ran: {errors[-1] if errors else ''}")
    return best[2], best[1], ran
