"""From a graph of Dynamo to ATen ops, each of which knows the node that it comes from."""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Sequence, Tuple

import torch
from torch import fx
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import get_proxy_mode, make_fx

_library = torch.library.Library("mcfuser", "FRAGMENT")
_library.define("attention(Tensor q, Tensor k, Tensor v, Tensor? mask, bool causal, float scale, "
                "bool gqa) -> Tensor")


@torch.library.impl(_library, "attention", "Meta")
def _attention_meta(q, k, v, mask, causal, scale, gqa):
    return q.new_empty((*q.shape[:-1], v.shape[-1]))


attention_op = torch.ops.mcfuser.attention.default
"""Stands for scaled_dot_product_attention in traced graphs; it is never run."""

_library.define("matmul(Tensor a, Tensor b) -> Tensor")


@torch.library.impl(_library, "matmul", "Meta")
def _matmul_meta(a, b):
    batch = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    return a.new_empty((*batch, a.shape[-2], b.shape[-1]))


matmul_op = torch.ops.mcfuser.matmul.default
"""Stands for matmul of stacks of matrices: ATen would make one axis of the leading ones, which strides
need not allow."""

Autocast = Tuple[Tuple[str, bool, Any], ...]


def autocast_state() -> Autocast:
    """Of each kind of device: whether autocast is on, and its type."""
    return tuple((d, torch.is_autocast_enabled(d), torch.get_autocast_dtype(d))
                 for d in ("cpu", "cuda"))


class autocast_as:
    """A context in which autocast is as it was when the state was taken."""

    def __init__(self, state: Autocast):
        self._contexts = [torch.autocast(d, dtype=dtype, enabled=on)
                          for d, on, dtype in state
                          if on or torch.is_autocast_enabled(d)]

    def __enter__(self) -> None:
        for context in self._contexts:
            context.__enter__()

    def __exit__(self, *error: Any) -> None:
        for context in reversed(self._contexts):
            context.__exit__(*error)


@dataclass
class Trace:
    """A graph of ATen ops, and where each comes from."""

    graph: fx.Graph
    # By name of the node of Dynamo's graph.
    ops: Dict[str, List[fx.Node]] = field(default_factory=dict)
    results: Dict[str, fx.Node] = field(default_factory=dict)
    autocast: Dict[str, Autocast] = field(default_factory=dict)


def hint(value: Any) -> Any:
    """A size as a number, also where Dynamo has a symbol for it."""
    if isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)):
        return value.node.hint
    return value


def fake_inputs(mode: FakeTensorMode, values: Sequence[Any]) -> List[Any]:
    """Tensors without data, of the sizes that these have; numbers as they are."""
    result = []
    with mode:
        for value in values:
            if isinstance(value, torch.Tensor):
                result.append(torch.empty_strided([hint(s) for s in value.shape],
                                                  [hint(s) for s in value.stride()],
                                                  dtype=value.dtype, device=value.device))
            else:
                result.append(hint(value))
    return result


def trace(module: fx.GraphModule, values: Sequence[Any]) -> Trace:
    """Traces the module on tensors like these, under the autocast of now, without gradients."""
    mode = FakeTensorMode(allow_non_fake_inputs=True, static_shapes=True)
    fakes = fake_inputs(mode, values)
    interpreter = _Interpreter(module)

    def run(*arguments: Any) -> Any:
        interpreter.run(*arguments)
        return interpreter.tensors

    # With its cache, autocast would cast a weight for the first of its users only.
    cache = torch.is_autocast_cache_enabled()
    torch.set_autocast_cache_enabled(False)
    try:
        with mode, torch.no_grad():
            traced = make_fx(run, tracing_mode="real")(*fakes)
    finally:
        torch.set_autocast_cache_enabled(cache)
    result = Trace(traced.graph, interpreter.ops, {}, interpreter.autocast)
    (output,) = [n for n in traced.graph.nodes if n.op == "output"]
    result.results = dict(output.args[0])
    return result


def written_arguments(node: fx.Node) -> List[fx.Node]:
    """The tensors that an op writes to in place, also those in lists."""
    if node.op != "call_function" or not isinstance(node.target, torch._ops.OpOverload):
        return []
    written: List[fx.Node] = []
    schema = node.target._schema.arguments
    values = [*zip(schema, node.args), *((a, node.kwargs[a.name]) for a in schema if a.name in node.kwargs)]
    for argument, value in values:
        if argument.alias_info is not None and argument.alias_info.is_write:
            fx.map_arg(value, written.append)
    return written


# As Dynamo has it, and as torch.export does.
_ATTENTIONS = (torch.nn.functional.scaled_dot_product_attention,
               torch.ops.aten.scaled_dot_product_attention.default)


class _Interpreter(fx.Interpreter):
    def __init__(self, module: fx.GraphModule):
        super().__init__(module, garbage_collect_values=False)
        self.tensors: Dict[str, torch.Tensor] = {}
        self.ops: Dict[str, List[fx.Node]] = {}
        self.autocast: Dict[str, Autocast] = {}

    def run_node(self, n: fx.Node) -> Any:
        graph = get_proxy_mode().tracer.graph
        before = graph._root._prev
        self.autocast[n.name] = autocast_state()
        if n.target in _ATTENTIONS:
            arguments, keywords = self.fetch_args_kwargs_from_env(n)
            value = _attention(*arguments, **keywords)
        elif _is_matmul(n):
            arguments, keywords = self.fetch_args_kwargs_from_env(n)
            value = _matmul(*arguments) if len(arguments) == 2 and not keywords else super().run_node(n)
        elif n.op.startswith("call") and isinstance(
                n.meta.get("example_value"), (torch.SymInt, torch.SymFloat, torch.SymBool)):
            # Also where it hangs on data: Dynamo knows what it was.
            value = hint(n.meta["example_value"])
        else:
            value = super().run_node(n)
        ops: List[fx.Node] = []
        last = graph._root._prev
        while last is not before:
            if last.op == "call_function":
                ops.append(last)
            last = last._prev
        self.ops[n.name] = list(reversed(ops))
        if isinstance(value, torch.Tensor):
            self.tensors[n.name] = value
        return value


def _autocast_to(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Autocast leaves f64 as it is."""
    return t.to(dtype) if t.is_floating_point() and t.dtype != torch.float64 else t


def _attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
               enable_gqa=False):
    state = {d: (on, dtype) for d, on, dtype in autocast_state()}
    on, dtype = state.get(query.device.type, (False, None))
    if on:
        query, key, value = (_autocast_to(t, dtype) for t in (query, key, value))
        if attn_mask is not None:
            attn_mask = _autocast_to(attn_mask, dtype)
    if dropout_p or query.dtype != key.dtype or query.dim() < 2:
        return torch.nn.functional.scaled_dot_product_attention(
            query, key, value, attn_mask, dropout_p, is_causal, scale=scale, enable_gqa=enable_gqa)
    factor = query.shape[-1] ** -0.5 if scale is None else float(scale)
    return attention_op(query, key, value, attn_mask, bool(is_causal), float(factor),
                        bool(enable_gqa))


_MATMULS = (torch.matmul, operator.matmul, torch.ops.aten.matmul.default)


def _is_matmul(node: fx.Node) -> bool:
    if node.op == "call_method":
        return node.target in ("matmul", "__matmul__")
    return node.op == "call_function" and node.target in _MATMULS


def _matmul(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    state = {d: (on, dtype) for d, on, dtype in autocast_state()}
    on, dtype = state.get(a.device.type, (False, None))
    if on:
        a, b = (_autocast_to(t, dtype) for t in (a, b))
    if min(a.dim(), b.dim()) < 3 or a.dtype != b.dtype or a.shape[-1] != b.shape[-2]:
        return torch.matmul(a, b)
    return matmul_op(a, b)
