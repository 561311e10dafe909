"""A part of a traced graph as a program: what torch does before, the text, and what its results are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Callable, Dict, Hashable, List, Optional, Sequence, Tuple

import torch
from torch import fx

from .. import arrays, hot
from ..builder import Builder
from ..program import Program, compile
from .lowering import VIEWS, Lowering, Unsupported, element_of
from .trace import Trace, hint

aten = torch.ops.aten
# What torch does with inputs of a region: views, and casts, which a kernel would do again for each of
# its blocks.
_BEFORE = VIEWS | {aten._to_copy.default, torch.ops.prims.convert_element_type.default}
_IDENTITIES = {aten.clone.default, aten.alias.default, aten.detach.default, aten.contiguous.default}
_RESHAPES = {aten.view.default, aten._unsafe_view.default, aten.reshape.default,
             aten.unsqueeze.default, aten.squeeze.default, aten.squeeze.dim, aten.squeeze.dims}


@dataclass
class Result:
    """A result of the region: what is allocated, and through which views the program writes it."""

    shape: Tuple[int, ...]
    strides: Tuple[int, ...]
    dtype: torch.dtype
    views: List[Any]

    def maker(self, device: torch.device) -> Callable[[], torch.Tensor]:
        return partial(torch.empty_strided, self.shape, self.strides, dtype=self.dtype, device=device)

    def target(self, result: torch.Tensor) -> torch.Tensor:
        """What the program writes to."""
        for view in self.views:
            result = view(result)
        return result


class Lowered:
    """A program for some nodes of Dynamo's graph, for tensors of certain sizes and strides.

    `like` are what eager gives for the outputs: the results have their strides (`torch.empty_like`)."""

    def __init__(self, trace: Trace, nodes: Sequence[str], inputs: Sequence[str],
                 outputs: Sequence[str], name: str, like: Sequence[torch.Tensor]):
        self._trace = trace
        ops = [op for n in nodes for op in trace.ops[n]]
        self._externals = [trace.results[i] for i in inputs]
        results = [trace.results[o] for o in outputs]
        needed = _needed(ops, results)
        self.before: List[fx.Node] = []
        known = set(self._externals)
        for op in ops:
            if op in needed and op.target in _BEFORE and all(i in known for i in op.all_input_nodes):
                self.before.append(op)
                known.add(op)
        compute = [op for op in ops if op in needed and op not in known]
        self.results: List[Result] = []
        bases = []
        for result, eager in zip(results, like):
            if result in known:
                raise Unsupported(f"{result.name}, a result, is computed from no contraction")
            strides = result_strides(eager)
            base, views = _peel(result, strides, set(compute))
            bases.append(base)
            value = result.meta["val"]
            self.results.append(Result(tuple(value.shape), strides, value.dtype, views))
        # Two results may be views of one value, but are arrays of their own: the second is a copy.
        self._first = [bases.index(base) for base in bases]
        needed = _needed(compute, bases)
        compute = [op for op in compute if op in needed]
        self.operands = _unique(i for op in compute for i in op.all_input_nodes if i in known)
        # Of each operand, how its axes are given to the program.
        self._orders: List[Tuple[int, ...]] = []
        self.builder = self._write(compute, bases, name)
        self.text = self.builder.text()

    def _write(self, compute: List[fx.Node], bases: List[fx.Node], name: str) -> Builder:
        b = Builder(name)
        lowering = Lowering(b)
        takes_strides = any(_takes_strides(n.meta["val"]) for n in self.operands)
        for i, node in enumerate(self.operands):
            value = node.meta["val"]
            order = arrays.rows_last(value.shape, value.stride()) if takes_strides else tuple(range(value.dim()))
            self._orders.append(order)
            value = value.permute(order)
            element = element_of(value.dtype)
            strides = arrays.known_strides(value.shape, value.stride(), element) if takes_strides else None
            lowering.values[node] = b.transpose(b.input(f"x{i}", tuple(value.shape), element, strides),
                                                arrays.inverse(order))
        for op in compute:
            b.origin = op
            lowering.add(op)
        b.origin = None
        for i, (base, result) in enumerate(zip(bases, self.results)):
            if self._first[i] != i:
                continue
            strides = None
            if takes_strides:
                target = result.target(result.maker(torch.device("meta"))())
                strides = arrays.known_strides(target.shape, target.stride(), element_of(result.dtype))
            b.output(lowering.values[base], strides)
        return b

    def compile(self, options: Dict[str, Any]) -> Program:
        return compile(self.text, name=self.builder.name, **options)

    def run(self, program: Program, tensors: Sequence[torch.Tensor], calls: Optional[hot.Calls] = None,
            key: Hashable = None) -> List[torch.Tensor]:
        """The results for tensors of the sizes and strides that this was lowered for. `calls` remember it
        by the key."""
        values: Dict[fx.Node, Any] = dict(zip(self._externals, tensors))
        for op in self.before:
            arguments, keywords = fx.map_arg((op.args, op.kwargs), values.__getitem__)
            values[op] = op.target(*arguments, **keywords)
        operands = [values[n] for n in self.operands]
        makers = [r.maker(operands[0].device) for r in self.results]
        results = [make() for make in makers]
        targets = [r.target(t) for r, t in zip(self.results, results)]
        written = [t for i, t in enumerate(targets) if self._first[i] == i]
        inputs = [arrays.view(t.detach(), f"x{i}").permuted(order)
                  for i, (t, order) in enumerate(zip(operands, self._orders))]
        outputs = [arrays.view(t, f"result {i}") for i, t in enumerate(written)]
        function = program.function()
        function.run(inputs, outputs)
        for target, first in zip(targets, self._first):
            if target is not targets[first]:
                target.copy_(targets[first])
        if calls is not None and len(written) == len(targets):
            parts = self._parts(inputs, operands, tensors)
            made = [(len(tensors) + i, v.address - results[i].data_ptr(), v) for i, v in enumerate(outputs)]
            if parts is not None:
                calls.remember(key, tensors, function, parts, made, makers, hot.LIST)
        return results

    def _parts(self, views: Sequence[arrays.View], operands: Sequence[torch.Tensor],
               tensors: Sequence[torch.Tensor]) -> Optional[List[hot.Part]]:
        """Each operand as a part of the tensor that it is a view of; None if one is computed."""
        parts = []
        for view, node, operand in zip(views, self.operands, operands):
            while node not in self._externals:
                (node,) = node.all_input_nodes
            number = self._externals.index(node)
            source = tensors[number]
            if operand.untyped_storage().data_ptr() != source.untyped_storage().data_ptr():
                return None
            parts.append((number, view.address - source.data_ptr(), view))
        return parts


def _takes_strides(value: torch.Tensor) -> bool:
    """Programs on tensors take dense arrays on a GPU, and any on the CPU."""
    return value.device.type == "cuda"


def _unique(nodes: Any) -> List[fx.Node]:
    return list(dict.fromkeys(nodes))


def _needed(ops: Sequence[fx.Node], results: Sequence[fx.Node]) -> set:
    """Those of the ops that the results depend on, and the results."""
    within, needed = set(ops), set()
    stack = list(results)
    while stack:
        node = stack.pop()
        if node in needed:
            continue
        needed.add(node)
        if node in within:
            stack.extend(node.all_input_nodes)
    return needed


def result_strides(eager: torch.Tensor) -> Tuple[int, ...]:
    """Those of a result of its own, where eager gives a tensor like this."""
    sizes, strides = ([hint(s) for s in numbers] for numbers in (eager.shape, eager.stride()))
    return tuple(torch.empty_like(torch.empty_strided(sizes, strides, device="meta")).stride())


def _peel(node: fx.Node, strides: Sequence[int], compute: set) -> Tuple[fx.Node, List[Any]]:
    """What a result is a view of, and the views of the result through which that can be written."""
    views: List[Any] = []
    probe = torch.empty_strided(tuple(node.meta["val"].shape), strides, device="meta")
    while node.all_input_nodes and node.all_input_nodes[0] in compute:
        inverse = _inverse(node)
        if inverse is None:
            break
        try:
            probe = inverse(probe)
        except RuntimeError:
            # The strides do not allow it: the program moves the elements.
            break
        views.append(inverse)
        node = node.all_input_nodes[0]
    return node, views


def _inverse(node: fx.Node) -> Optional[Any]:
    shape = tuple(node.all_input_nodes[0].meta["val"].shape)
    if node.target in _IDENTITIES:
        return lambda t: t
    if node.target in _RESHAPES:
        return lambda t: t.view(shape)
    if node.target == aten.t.default:
        return lambda t: t.t()
    if node.target == aten.transpose.int:
        first, second = node.args[1:]
        return lambda t: t.transpose(first, second)
    if node.target == aten.permute.default:
        order = [a % len(shape) for a in node.args[1]]
        return lambda t: t.permute([order.index(i) for i in range(len(order))])
    return None
