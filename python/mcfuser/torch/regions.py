"""Which nodes of Dynamo's graph become one kernel each: grown from contractions, judged by the
compiler."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import Any, Dict, FrozenSet, Iterable, List, Optional, Sequence, Set, Tuple

import torch
from torch import fx

from ..errors import Error
from ..program import Program
from .lowered import Lowered
from .lowering import CONTRACTIONS, REDUCTIONS, Unsupported, why_not
from .profit import describe_device, unfused_seconds
from .trace import Trace, written_arguments


FUSES = ("profitable", "memory-bound", "all")
"""Values of the option `fuse`."""
MAX_CONTRACTIONS = 4
"""In one chain, if the option `max_contractions` does not say otherwise: the compiler would join a
norm, a gated part, and the projections of the next layer."""


@dataclass
class Chain:
    """Nodes that one kernel computes, in the order of the graph."""

    nodes: List[fx.Node]
    inputs: List[fx.Node]
    outputs: List[fx.Node]
    lowered: Lowered
    program: Program
    gain: float = 0.0
    """Seconds that one kernel is estimated to save."""


@dataclass
class Found:
    """Chains of a graph, and of each contraction that is in none, why."""

    chains: List[Chain] = field(default_factory=list)
    alone: Dict[fx.Node, str] = field(default_factory=dict)


class _Refused(Exception):
    """Why some nodes are no kernel."""


class Finder:
    """Looks at a graph of Dynamo that was traced to ATen ops."""

    def __init__(self, module: fx.GraphModule, trace: Trace, options: Dict[str, Any]):
        self._trace = trace
        self._options = dict(options)
        self._limit = int(self._options.pop("max_contractions", MAX_CONTRACTIONS))
        self._fuse = self._options.pop("fuse", FUSES[0])
        self._order = {n: i for i, n in enumerate(module.graph.nodes)}
        self._nodes = list(self._order)
        self._segments = _segments(self._nodes, trace)
        writes = _last_writes(self._nodes, trace)
        self._why = {n: self._why_not(n, writes) for n in self._nodes}
        self._ancestors: Dict[fx.Node, Set[fx.Node]] = {}
        for n in self._nodes:
            above: Set[fx.Node] = set()
            for i in n.all_input_nodes:
                above |= self._ancestors[i]
                above.add(i)
            self._ancestors[n] = above
        self._taken: Set[fx.Node] = set()
        self._judged: Dict[FrozenSet[fx.Node], Tuple[Optional[Chain], str]] = {}
        self._device: Optional[Dict[str, Any]] = None

    def find(self) -> Found:
        """Chains: always the one that gains most of those that are left."""
        found = Found()
        seeds: Dict[fx.Node, Optional[Chain]] = {}
        for node in self._nodes:
            if not self._contractions([node]):
                continue
            if self._why[node] is not None:
                found.alone[node] = self._why[node]
            else:
                seeds[node] = None
                seeds[node], found.alone[node] = self._grow(node)
        while True:
            grown = [c for c in seeds.values() if c is not None]
            if not grown:
                break
            best = max(grown, key=lambda c: c.gain)
            # One chain may have been grown from several of its contractions.
            own = [s for s, c in seeds.items() if c is best]
            seeds.update(dict.fromkeys(own))
            try:
                chain = self._finish(self._with_epilogue(best))
            except (_Refused, Unsupported, Error) as error:
                found.alone.update(dict.fromkeys(own, _first_line(error)))
                continue
            self._taken.update(chain.nodes)
            found.chains.append(chain)
            for node, other in seeds.items():
                if node in self._taken:
                    seeds[node] = None
                elif other is not None and self._taken & set(other.nodes):
                    seeds[node], found.alone[node] = self._grow(node)
        found.chains.sort(key=lambda c: self._order[c.nodes[0]])
        # A contraction that was refused as the first of a chain may have become part of another.
        found.alone = {n: why for n, why in found.alone.items() if n not in self._taken}
        return found

    # --- what a node is -----------------------------------------------------------------------------

    def _contractions(self, nodes: Iterable[fx.Node]) -> int:
        return sum(CONTRACTIONS.get(op.target, 0) for n in nodes for op in self._trace.ops.get(n.name, ()))

    def _why_not(self, node: fx.Node, writes: Dict[Any, int]) -> Optional[str]:
        """Why a node can be in no chain; None if it can."""
        if node.op not in ("call_function", "call_method", "call_module"):
            return f"{node.name} is a {node.op}"
        result = self._trace.results.get(node.name)
        if result is None:
            return f"{node.name} does not give a tensor"
        for i in node.all_input_nodes:
            value = i.meta.get("example_value")
            if i.op != "get_attr" and not isinstance(value, (torch.Tensor, torch.SymInt, int)):
                return f"{node.name} takes {i.name}, which is {type(value).__name__}"
        for op in self._trace.ops[node.name]:
            reason = why_not(op)
            if reason:
                return reason
        # What is only read may have changed before: the region stays behind that. What changes later
        # would not be there any more for gradients.
        if _storage(result.meta["val"]) in writes:
            return f"{node.name} is changed in place"
        for i in node.all_input_nodes:
            value = self._trace.results.get(i.name)
            if value is not None and writes.get(_storage(value.meta["val"]), -1) > self._order[node]:
                return f"{i.name} is changed in place later"
        return None

    def _is_free(self, node: fx.Node) -> bool:
        return self._why[node] is None and node not in self._taken

    # --- growing ------------------------------------------------------------------------------------

    def _grow(self, seed: fx.Node) -> Tuple[Optional[Chain], str]:
        """Of the chains with this as their first contraction the one that gains most, or why there is
        none."""
        nodes, best = {seed}, None
        reason = self._why_nothing_follows(seed)
        if self._contractions(nodes) > 1:
            best, reason = self._try(nodes, reason)
            if best is None:
                return None, reason
        tried: Set[fx.Node] = set()
        while True:
            following = [c for c in self._following(nodes) if c not in tried]
            if not following:
                break
            tried.add(following[0])
            for candidate in self._joined(nodes, following[0]):
                if self._contractions(candidate) > self._limit:
                    continue
                chain, why = self._try(candidate, reason)
                if chain is None:
                    reason = why
                    continue
                nodes = candidate
                if best is None or chain.gain > best.gain:
                    best = chain
                break
        if best is None or best.gain > 0 or self._fuse == "all":
            return best, reason
        return None, self._why_no_gain(best)

    def _why_no_gain(self, chain: Chain) -> str:
        unfused = self._unfused_seconds(chain.nodes)
        return (f"one kernel of {self._contractions(chain.nodes)} contractions is estimated at "
                f"{(unfused - chain.gain) * 1e6:.1f} us, and kernels of their own at {unfused * 1e6:.1f}")

    def _why_nothing_follows(self, seed: fx.Node) -> str:
        """Where ways from a contraction end that no other one follows."""
        seen, stack, ends = set(), [seed], []
        while stack:
            for user in stack.pop().users:
                if user in seen or user.op == "output":
                    continue
                seen.add(user)
                if user in self._taken:
                    ends.append(f"{user.name} is part of another chain")
                elif self._why[user] is not None:
                    ends.append(self._why[user])
                else:
                    stack.append(user)
        text = "no other contraction is connected to it by ops that can be fused"
        return f"{text}; what depends on it ends here: {ends[0]}" if ends else text

    def _following(self, nodes: Set[fx.Node]) -> List[fx.Node]:
        """Contractions that take what the nodes give, through ops without contractions."""
        result, seen, stack = [], set(), list(nodes)
        while stack:
            for user in stack.pop().users:
                if user in seen or user in nodes or not self._is_free(user):
                    continue
                seen.add(user)
                if self._contractions([user]):
                    result.append(user)
                else:
                    stack.append(user)
        return sorted(result, key=self._order.__getitem__)

    def _joined(self, nodes: Set[fx.Node], other: fx.Node) -> List[Set[fx.Node]]:
        """The nodes with another contraction and all between; first with contractions beside them that
        what is between needs (gates), then without."""
        joined = self._closed(nodes | {other})
        if joined is None:
            return []
        beside: Set[fx.Node] = set()
        for node in joined - nodes:
            for i in node.all_input_nodes:
                if i not in joined:
                    beside |= self._way_to_contraction(i)
        with_beside = self._closed(joined | beside) if beside else None
        return [c for c in (with_beside, joined) if c is not None]

    def _way_to_contraction(self, node: fx.Node) -> Set[fx.Node]:
        """The node and those before it up to a contraction, if there is one."""
        way, stack, found = set(), [node], False
        while stack:
            n = stack.pop()
            if n in way or not self._is_free(n):
                continue
            way.add(n)
            if self._contractions([n]):
                found = True
            else:
                stack.extend(n.all_input_nodes)
        return way if found else set()

    def _closed(self, nodes: Set[fx.Node]) -> Optional[Set[fx.Node]]:
        """With all that lies on a way from one to another; None if that cannot be in a chain."""
        between = {n for n in self._nodes if n not in nodes and self._ancestors[n] & nodes
                   and any(n in self._ancestors[m] for m in nodes)}
        closed = nodes | between
        if not all(self._is_free(n) for n in closed):
            return None
        if len({self._segments[n] for n in closed}) > 1:
            return None
        return closed

    def _with_epilogue(self, chain: Chain) -> Chain:
        """With elementwise ops and views behind the results, one after the other."""
        while True:
            nodes = set(chain.nodes)
            for output in chain.outputs:
                users = list(output.users)
                if len(users) != 1 or not self._is_free(users[0]):
                    continue
                ops = self._trace.ops[users[0].name]
                if self._contractions(users) or any(op.target in REDUCTIONS for op in ops):
                    continue
                closed = self._closed(nodes | {users[0]})
                if closed is None or len(closed) != len(nodes) + 1:
                    continue
                longer, _ = self._try(closed, "")
                if longer is not None:
                    chain = longer
                    break
            else:
                return chain

    # --- judging ------------------------------------------------------------------------------------

    def _try(self, nodes: Set[fx.Node], default: str) -> Tuple[Optional[Chain], str]:
        """These nodes as a chain, or why the compiler does not fuse them."""
        key = frozenset(nodes)
        if key not in self._judged:
            try:
                self._judged[key] = self._judge(nodes), ""
            except (_Refused, Unsupported, Error) as error:
                self._judged[key] = None, _first_line(error)
        chain, why = self._judged[key]
        return chain, why or default

    def _judge(self, nodes: Set[fx.Node]) -> Chain:
        order = sorted(nodes, key=self._order.__getitem__)
        inputs = sorted({i for n in order for i in n.all_input_nodes if i not in nodes},
                        key=self._order.__getitem__)
        contractions = [n for n in order if self._contractions([n])]
        outputs = []
        for n in order:
            if all(u in nodes for u in n.users):
                continue
            if n in contractions or self._ancestors[n] & set(contractions):
                outputs.append(n)
            # Else torch computes it again: it needs no contraction.
        tensors = [i for i in inputs if i.name in self._trace.results]
        lowered = Lowered(self._trace, [n.name for n in order], [i.name for i in tensors],
                          [o.name for o in outputs], "region", [o.meta["example_value"] for o in outputs])
        program = lowered.compile({**self._options, "up_to": "chain"})
        if program.number_of_chains != 1:
            raise _Refused(_not_fused(program.remarks) or "expected one chain, but got "
                           f"{program.number_of_chains}")
        fused = sum(map(int, re.findall(r"remark: fused (\d+) contractions", program.remarks)))
        if fused != self._contractions(order):
            raise _Refused(_not_fused(program.remarks) or f"expected {self._contractions(order)} "
                           f"fused contractions, but got {fused}")
        bound = re.search(r"remark: fused \d+ contractions \((.*): compute-bound\)", program.remarks)
        if bound and self._fuse == "memory-bound":
            raise _Refused(f"compute-bound, so that one kernel gains little: {bound.group(1)}")
        return Chain(order, inputs, outputs, lowered, program, self._gain(order, lowered))

    def _gain(self, order: Sequence[fx.Node], lowered: Lowered) -> float:
        """Estimated seconds that a chain saves; of what has no estimate, none."""
        program = lowered.compile({**self._options, "up_to": "schedule"})
        tuning = json.loads(program.read("tuning"))
        best = [c["search"]["best"][0] for c in tuning["chains"] if c.get("search", {}).get("best")]
        if len(best) != 1:
            return 0.0
        return self._unfused_seconds(order) - float(best[0]["estimate_seconds"])

    def _unfused_seconds(self, nodes: Iterable[fx.Node]) -> float:
        if self._device is None:
            self._device = describe_device(str(self._options.get("device", "H200")),
                                           int(self._options.get("gpu", 0)))
        return unfused_seconds([op for n in nodes for op in self._trace.ops[n.name]], self._device)

    def _finish(self, chain: Chain) -> Chain:
        program = chain.lowered.compile(self._options)
        function = program.function()
        if not function.is_launchable:
            raise _Refused(f"not one launch: {function.not_launchable_because}")
        return replace(chain, program=program)


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0]


def _not_fused(remarks: str) -> str:
    """What the first remark about a contraction that stays alone says, with its notes."""
    texts: List[str] = []
    for match in re.finditer(r"^.*?(remark|note|warning): (.*)$", remarks, re.MULTILINE):
        kind, text = match.groups()
        if kind != "note" and texts:
            break
        if kind == "note" and texts or text.startswith("not fused: "):
            texts.append(text.replace("not fused: ", ""))
    return "; ".join(texts)


def _storage(value: torch.Tensor) -> Any:
    return value.untyped_storage()._cdata


def _last_writes(nodes: Sequence[fx.Node], trace: Trace) -> Dict[Any, int]:
    """Storages that are written to in place, and the position of the last node that does."""
    writes: Dict[Any, int] = {}
    for position, node in enumerate(nodes):
        for op in trace.ops.get(node.name, ()):
            for written in written_arguments(op):
                value = written.meta.get("val")
                for tensor in value if isinstance(value, (list, tuple)) else [value]:
                    if isinstance(tensor, torch.Tensor):
                        writes[_storage(tensor)] = position
    return writes


def _segments(nodes: Sequence[fx.Node], trace: Trace) -> Dict[fx.Node, int]:
    """Numbers nodes by the parts of the graph between ops that change how others compute (autocast,
    gradients) or write in place: what stands in two parts must not change places."""
    result, number = {}, 0
    for n in nodes:
        ops = trace.ops.get(n.name, ())
        writes = any(written_arguments(op) for op in ops)
        is_context = n.op == "call_function" and getattr(n.target, "__name__", "") in (
            "_enter_autocast", "_exit_autocast", "_set_grad_enabled", "_enter_inference_mode",
            "_exit_inference_mode")
        if writes or is_context:
            number += 1
        result[n] = number
        if writes or is_context:
            number += 1
    return result
