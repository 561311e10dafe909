"""What a part of a graph would take unfused: each contraction a kernel of its own, or an attention
kernel for scaled_dot_product_attention, and one kernel for the elementwise ops and reductions between.

Fixed times and shares are round figures, chosen to be no more than what PyTorch's kernels take in a CUDA
graph on an H200: eager and its attention kernels in benchmarks/results/2026-12-01c-h200-comparison.md, and
under a mask scaled_dot_product_attention in 2026-12-01d-h200-models.md. Rates are those of the device.
"""

from __future__ import annotations

import ctypes
import json
from ctypes import byref, c_char_p
from typing import Any, Dict, Iterable, List, Set

import torch
from torch import fx

from .. import library
from .lowering import CONTRACTIONS, VIEWS
from .trace import attention_op

KERNEL_SECONDS = 2.0e-6
"""Of a small kernel of one op: launch, loads, stores."""
ATTENTION_SECONDS, MASKED_ATTENTION_SECONDS = 6.0e-6, 10.0e-6
CONTRACTION_SHARE, ATTENTION_SHARE, MASKED_ATTENTION_SHARE, BANDWIDTH_SHARE = 0.8, 0.65, 0.05, 0.8
"""Of the rate of tensor cores, or of the bandwidth, what large kernels reach."""


def describe_device(device: str, gpu: int) -> Dict[str, Any]:
    """All numbers of a device (docs/CostModel.md)."""
    text = ctypes.c_void_p()
    library.call("mcf_describe_device", device.encode(), gpu, byref(text))
    try:
        return json.loads(ctypes.string_at(text))
    finally:
        library.get().mcf_string_free(ctypes.cast(text, c_char_p))


def unfused_seconds(ops: Iterable[fx.Node], device: Dict[str, Any]) -> float:
    """An estimate for ATen ops that were traced, in the order of their graph."""
    ops = list(ops)
    within = set(ops)
    total = 0.0
    between: List[fx.Node] = []
    for op in ops:
        if op.target is attention_op:
            total += _attention(op, device)
        elif op.target in CONTRACTIONS:
            total += KERNEL_SECONDS + max(_flops(op) / (CONTRACTION_SHARE * _rate(op, device)),
                                          _seconds_to_move(_bytes([op]), device))
        elif op.target not in VIEWS:
            between.append(op)
    for group in _connected(between, within):
        total += KERNEL_SECONDS + _seconds_to_move(_bytes(group), device)
    return total


def _attention(op: fx.Node, device: Dict[str, Any]) -> float:
    q, k, v, mask = op.args[:4]
    rows, size = q.meta["val"].shape[-2:]
    columns, value_size = v.meta["val"].shape[-2:]
    flops = 2 * q.meta["val"].numel() // max(size, 1) * columns * (size + value_size)
    if op.args[4]:
        flops //= 2
    fixed, share = ((ATTENTION_SECONDS, ATTENTION_SHARE) if mask is None else
                    (MASKED_ATTENTION_SECONDS, MASKED_ATTENTION_SHARE))
    return fixed + max(flops / (share * _rate(op, device)), _seconds_to_move(_bytes([op]), device))


def _flops(op: fx.Node) -> int:
    """Twice the elements of the result for each that is summed: that of the left operand's last axis."""
    left = [a for a in op.args if isinstance(a, fx.Node)][-2]
    return 2 * op.meta["val"].numel() * left.meta["val"].shape[-1]


def _rate(op: fx.Node, device: Dict[str, Any]) -> float:
    name = {torch.float16: "tensor_f16_flop_per_sec", torch.bfloat16: "tensor_bf16_flop_per_sec",
            torch.float64: "f64_flop_per_sec"}.get(op.meta["val"].dtype, "f32_flop_per_sec")
    return float(device.get(name) or device["f32_flop_per_sec"])


def _seconds_to_move(number_of_bytes: int, device: Dict[str, Any]) -> float:
    return number_of_bytes / (BANDWIDTH_SHARE * float(device["bandwidth_bytes_per_sec"]))


def _bytes(group: List[fx.Node]) -> int:
    """What enters a group of ops and what leaves it, each once."""
    within = set(group)
    moved: Set[fx.Node] = {i for op in group for i in op.all_input_nodes if i not in within}
    moved |= {op for op in group if not op.users or any(u not in within for u in op.users)}
    # What is broadcast is there once.
    return sum(min(value.numel() * value.element_size(), value.untyped_storage().nbytes())
               for value in (n.meta["val"] for n in moved) if isinstance(value, torch.Tensor))


def _connected(ops: List[fx.Node], within: Set[fx.Node]) -> List[List[fx.Node]]:
    """Ops that hang together by what they take and give, also through views."""
    group_of: Dict[fx.Node, int] = {}
    groups: Dict[int, List[fx.Node]] = {}
    for number, op in enumerate(ops):
        sources = {group_of[s] for i in op.all_input_nodes for s in _behind_views(i, within) if s in group_of}
        merged = [m for s in sorted(sources) for m in groups.pop(s)] + [op]
        for member in merged:
            group_of[member] = number
        groups[number] = merged
    return list(groups.values())


def _behind_views(node: fx.Node, within: Set[fx.Node]) -> List[fx.Node]:
    while node in within and node.target in VIEWS:
        (node, *_) = node.all_input_nodes
    return [node]
