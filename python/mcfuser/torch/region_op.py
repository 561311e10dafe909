"""The op `mcfuser::region`: a chain in a graph, opaque to what compiles the rest."""

from __future__ import annotations

import logging
import threading
from typing import Any, Dict, List, Optional, Sequence, Tuple

import torch
from torch import fx

from ..errors import Error
from ..memo import Memo
from ..program import Program
from .lowered import Lowered
from .lowering import Unsupported
from .regions import Chain
from .trace import Autocast, autocast_as, trace

log = logging.getLogger("mcfuser")


class Region:
    """A chain that runs at any sizes: compiled for each set of them, unfused where that fails."""

    def __init__(self, chain: Chain, autocast: Autocast, options: Dict[str, Any]):
        self.module, self.is_tensor = _extract(chain)
        self._autocast = autocast
        self._options = options
        self._compiled = Memo(64)

    def unfused(self, tensors: Sequence[torch.Tensor], sizes: Sequence[int]) -> List[torch.Tensor]:
        """The same by torch, as the graph had it."""
        with autocast_as(self._autocast):
            return list(self.module(*self._arguments(tensors, sizes)))

    def run(self, tensors: Sequence[torch.Tensor], sizes: Sequence[int]) -> List[torch.Tensor]:
        key = (tuple((t.shape, t.stride(), t.dtype, t.device) for t in tensors), tuple(sizes))
        compiled = self._compiled.get(key, lambda: self._compile(tensors, sizes))
        if compiled is None:
            return [t.contiguous() for t in self.unfused(tensors, sizes)]
        lowered, program = compiled
        return lowered.run(program, tensors)

    def _compile(self, tensors: Sequence[torch.Tensor],
                 sizes: Sequence[int]) -> Optional[Tuple[Lowered, Program]]:
        if any(t.numel() == 0 for t in tensors):
            return None
        try:
            with autocast_as(self._autocast):
                traced = trace(self.module, self._arguments(tensors, sizes))
            nodes = list(self.module.graph.nodes)
            inputs = [n.name for n, is_tensor in zip(nodes, self.is_tensor) if is_tensor]
            (output,) = [n for n in nodes if n.op == "output"]
            inner = [n.name for n in nodes if n.op not in ("placeholder", "output")]
            lowered = Lowered(traced, inner, inputs, [o.name for o in output.args[0]], "region")
            return lowered, lowered.compile(self._options)
        except (Unsupported, Error) as error:
            log.warning("a region runs unfused at these sizes: %s", error)
            return None

    def _arguments(self, tensors: Sequence[torch.Tensor], sizes: Sequence[int]) -> List[Any]:
        left = {True: iter(tensors), False: iter(sizes)}
        return [next(left[is_tensor]) for is_tensor in self.is_tensor]


def _extract(chain: Chain) -> Tuple[fx.GraphModule, List[bool]]:
    """The nodes of a chain as a module, and which of its inputs are tensors."""
    graph = fx.Graph()
    copies: Dict[fx.Node, fx.Node] = {}
    is_tensor = []
    for node in chain.inputs:
        copies[node] = graph.placeholder(node.name)
        is_tensor.append(isinstance(node.meta.get("example_value"), torch.Tensor))
    root = torch.nn.Module()
    for node in chain.nodes:
        copies[node] = graph.node_copy(node, copies.__getitem__)
        if node.op == "call_module":
            root.add_module(node.target, node.graph.owning_module.get_submodule(node.target))
    graph.output(tuple(copies[n] for n in chain.outputs))
    return fx.GraphModule(root, graph), is_tensor


_regions: List[Region] = []
_lock = threading.Lock()


def register(region: Region) -> int:
    """The number by which graphs name a region. Graphs may live as long as the process."""
    with _lock:
        _regions.append(region)
        return len(_regions) - 1


@torch.library.custom_op("mcfuser::region", mutates_args=(),
                         schema="(Tensor[] tensors, SymInt[] sizes, int key) -> Tensor[]")
def region_op(tensors, sizes, key):
    return _regions[key].run(tensors, sizes)


@region_op.register_fake
def _(tensors, sizes, key):
    return [t.new_empty(t.shape) for t in _regions[key].unfused(tensors, sizes)]


def _setup_context(ctx: Any, inputs: Any, output: Any) -> None:
    tensors, sizes, key = inputs
    ctx.save_for_backward(*tensors)
    ctx.sizes, ctx.key = sizes, key
    ctx.needs = [t.requires_grad for t in tensors]


def _backward(ctx: Any, gradients: Sequence[Optional[torch.Tensor]]) -> Any:
    """By the unfused graph, which is computed once more."""
    with torch.enable_grad():
        tensors = [t.detach().requires_grad_(needs) for t, needs in zip(ctx.saved_tensors, ctx.needs)]
        results = _regions[ctx.key].unfused(tensors, ctx.sizes)
    pairs = [(r, g) for r, g in zip(results, gradients) if g is not None and r.requires_grad]
    wanted = [t for t in tensors if t.requires_grad]
    found = iter(torch.autograd.grad([r for r, _ in pairs], wanted, [g for _, g in pairs],
                                     allow_unused=True))
    # An empty list of numbers passes for one of tensors.
    return ([next(found) if t.requires_grad else None for t in tensors],
            None if ctx.sizes else [], None)


region_op.register_autograd(_backward, setup_context=_setup_context)
