"""Makes numbers in Dynamo's graph plain: sizes one by one, floats as what they are."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

import torch
from torch import fx


def normalize(graph: fx.Graph) -> None:
    """Rewrites a graph of Dynamo with sizes that are not known, in place.

    A `torch.Size` becomes numbers in the arguments of who uses it; a size that an input of the graph
    holds already is that input. A float that Dynamo left open (a scale that is an attribute of a
    module) is taken as it is, and guarded.
    """
    inputs = _symbols(graph)
    for node in list(graph.nodes):
        value = node.meta.get("example_value")
        if isinstance(value, torch.SymFloat):
            # One that hangs on data stays.
            if value.node.has_hint():
                node.replace_all_uses_with(float(value))
        elif isinstance(value, torch.SymInt) and node.op != "placeholder":
            known = _known(value, inputs)
            if known is not None:
                node.replace_all_uses_with(known)
        elif isinstance(value, tuple) and node.op.startswith("call"):
            parts = _parts(node, value, inputs)
            if parts is not None:
                for user in list(node.users):
                    if user.op != "output":
                        user.args = _replace(user.args, node, parts)
                        user.kwargs = _replace(user.kwargs, node, parts)
    for node in reversed(list(graph.nodes)):
        value = node.meta.get("example_value")
        if node.op.startswith("call") and not node.users and isinstance(
                value, (torch.Size, torch.SymInt, torch.SymFloat)):
            graph.erase_node(node)


def _symbols(graph: fx.Graph) -> Dict[Any, fx.Node]:
    return {n.meta["example_value"].node.expr: n for n in graph.nodes
            if n.op == "placeholder" and isinstance(n.meta.get("example_value"), torch.SymInt)}


def _known(value: Any, inputs: Dict[Any, fx.Node]) -> Optional[Any]:
    """A number, or the input of the graph that is this size."""
    if not isinstance(value, torch.SymInt):
        return value
    return inputs.get(value.node.expr)


def _parts(node: fx.Node, value: Tuple[Any, ...], inputs: Dict[Any, fx.Node]) -> Optional[Tuple[Any, ...]]:
    """Numbers and nodes that make up a tuple of sizes; None for other tuples."""
    if not all(isinstance(v, (int, torch.SymInt)) for v in value):
        return None
    known = [_known(v, inputs) for v in value]
    if all(k is not None for k in known):
        return tuple(known)
    return tuple(node.args[0]) if node.target is torch.Size else None


def _replace(arguments: Any, node: fx.Node, parts: Tuple[Any, ...]) -> Any:
    return fx.map_arg(arguments, lambda n: parts if n is node else n)
