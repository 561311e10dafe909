"""The op `mcfuser::region`: a chain in a graph, opaque to what compiles the rest."""

from __future__ import annotations

import hashlib
import itertools
import logging
import os
import weakref
from functools import partial
from typing import Any, Dict, List, Optional, Sequence, Tuple

import torch
from torch import fx
from torch._subclasses.fake_tensor import FakeTensorMode

from .. import hot
from ..errors import Error
from ..memo import Memo
from ..program import Program
from .lowered import Lowered
from .lowering import Unsupported
from .regions import Chain
from .trace import Autocast, autocast_as, fake_inputs, trace

log = logging.getLogger("mcfuser")


MAX_SIZES = 64
"""Sets of sizes that a region is compiled for, if the option `max_sizes` does not say otherwise."""


class Region:
    """A chain that runs at any sizes: compiled for each set of them, unfused where that fails and for
    what comes after the first `max_sizes`. None of these goes before the region: a CUDA graph may hold
    its kernel."""

    def __init__(self, chain: Chain, autocast: Autocast, options: Dict[str, Any],
                 max_sizes: int = MAX_SIZES):
        self.module, self.is_tensor = _extract(chain)
        self.key = _key(self.module, self.is_tensor, autocast, {**options, "max_sizes": max_sizes})
        self._autocast = autocast
        self._options = options
        self._limit = max_sizes
        self._is_full = False
        self._compiled = Memo(max_sizes)
        self._calls = hot.Calls(max_sizes, refuses_gradients=False)

    def unfused(self, tensors: Sequence[torch.Tensor], sizes: Sequence[int]) -> List[torch.Tensor]:
        """The same by torch, as the graph had it."""
        with autocast_as(self._autocast):
            return list(self.module(*self._arguments(tensors, sizes)))

    def run(self, tensors: Sequence[torch.Tensor], sizes: Sequence[int]) -> List[torch.Tensor]:
        sizes = tuple(sizes)
        results = self._calls.run(sizes, tensors)
        if results is not NotImplemented:
            return results
        key = (tuple((t.shape, t.stride(), t.dtype, t.device) for t in tensors), sizes)
        compiled = None
        if key in self._compiled or len(self._compiled) < self._limit:
            compiled = self._compiled.get(key, lambda: self._compile(tensors, sizes))
        elif not self._is_full:
            self._is_full = True
            log.warning("a region runs unfused at all other sizes: it is compiled for %d sets of them "
                        "(max_sizes)", self._limit)
        if compiled is None:
            return [t.clone() for t in self.unfused(tensors, sizes)]
        lowered, program = compiled
        try:
            return lowered.run(program, tensors, self._calls, sizes)
        except (ValueError, Error) as error:
            # A model must not stop for a kernel that cannot be launched.
            log.warning("a region runs unfused at these sizes: %s", error)
            self._compiled.put(key, None)
            return [t.clone() for t in self.unfused(tensors, sizes)]

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
            lowered = Lowered(traced, inner, inputs, [o.name for o in output.args[0]], "region",
                              self._eager(tensors, sizes))
            return lowered, lowered.compile(self._options)
        except (Unsupported, Error) as error:
            log.warning("a region runs unfused at these sizes: %s", error)
            return None

    def _eager(self, tensors: Sequence[torch.Tensor], sizes: Sequence[int]) -> List[torch.Tensor]:
        """What eager gives, without data."""
        mode = FakeTensorMode(allow_non_fake_inputs=True, static_shapes=True)
        fakes = fake_inputs(mode, tensors)
        with mode, torch.no_grad():
            return self.unfused(fakes, sizes)

    def _arguments(self, tensors: Sequence[torch.Tensor], sizes: Sequence[int]) -> List[Any]:
        left = {True: iter(tensors), False: iter(sizes)}
        return [next(left[is_tensor]) for is_tensor in self.is_tensor]


_others = itertools.count()


def _key(module: fx.GraphModule, is_tensor: Sequence[bool], autocast: Autocast,
         options: Dict[str, Any]) -> int:
    """63 bits of what the region does: graphs that name it are cached on disk by others."""
    text = [*_lines(module.graph), repr(is_tensor), repr(autocast), repr(sorted(options.items()))]
    if list(module.children()) or list(module.parameters()) or list(module.buffers()):
        # What these hold is not in the graph.
        text.append(f"{os.getpid()} {next(_others)}")
    return int.from_bytes(hashlib.sha256("\0".join(text).encode()).digest()[:8], "little") >> 1


def _lines(graph: fx.Graph) -> List[str]:
    """The nodes of a graph, without their names."""
    number = {n: f"%{i}" for i, n in enumerate(graph.nodes)}
    lines = []
    for n in graph.nodes:
        target = n.target
        if n.op == "placeholder":
            target = ""
        elif n.op == "call_function" and hasattr(target, "__qualname__"):
            target = f"{target.__module__}.{target.__qualname__}"
        lines.append(f"{n.op} {target} {fx.map_arg((n.args, n.kwargs), lambda a: _Name(number[a]))}")
    return lines


class _Name(str):
    """Printed as it is, unlike a text among the arguments."""

    def __repr__(self) -> str:
        return str(self)


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


_regions: "Dict[int, weakref.ref[Region]]" = {}


def register(region: Region) -> Region:
    """The region by whose `key` graphs name it: this one, or one that lives and does the same. Whoever
    runs the graph holds it."""
    known = _regions.get(region.key)
    living = known and known()
    if living is None:
        living = region
        _regions[region.key] = weakref.ref(region, partial(_forget, region.key))
    return living


def _forget(key: int, gone: "weakref.ref[Region]") -> None:
    if _regions.get(key) is gone:
        del _regions[key]


def find(key: int) -> Region:
    """The region of a graph. Raises KeyError where whoever held it is gone."""
    region = _regions[key]()
    if region is None:
        raise KeyError(key)
    return region


def keys() -> List[int]:
    """Of all regions that live."""
    return list(_regions)


_library = torch.library.Library("mcfuser", "FRAGMENT")
for _name in ("region", "launch"):
    _library.define(f"{_name}(Tensor[] tensors, SymInt[] sizes, int key) -> Tensor[]")
region_op = torch.ops.mcfuser.region.default
"""A region in a graph of Dynamo: has gradients."""
launch_op = torch.ops.mcfuser.launch.default
"""What is left of it below autograd, and so in graphs of AOTAutograd."""


@torch.library.impl(_library, "launch", "CompositeExplicitAutograd")
def _launch(tensors, sizes, key):
    return find(key).run(tensors, sizes)


_library.impl("launch", torch.library.fallthrough_kernel, "Autograd")


@torch.library.register_fake("mcfuser::launch", lib=_library)
@torch.library.register_fake("mcfuser::region", lib=_library)
def _(tensors, sizes, key):
    return [torch.empty_like(t) for t in find(key).unfused(tensors, sizes)]


_library.impl("region", lambda tensors, sizes, key: launch_op(tensors, sizes, key),
              "CompositeExplicitAutograd")


@torch.library.impl(_library, "region", "Autograd")
def _region(tensors, sizes, key):
    if torch.is_grad_enabled() and any(t.requires_grad for t in tensors):
        return list(_Region.apply(sizes, key, *tensors))
    with torch._C._AutoDispatchBelowAutograd():
        return launch_op(tensors, sizes, key)


class _Region(torch.autograd.Function):
    """Forwards fused, backwards by the unfused graph, which is computed once more."""

    @staticmethod
    def forward(sizes, key, *tensors):
        with torch._C._AutoDispatchBelowAutograd():
            return tuple(launch_op(tensors, sizes, key))

    @staticmethod
    def setup_context(ctx, inputs, output):
        sizes, key, *tensors = inputs
        ctx.save_for_backward(*tensors)
        ctx.sizes, ctx.region = sizes, find(key)
        ctx.needs = [t.requires_grad for t in tensors]

    @staticmethod
    def backward(ctx, *gradients):
        with torch.enable_grad():
            tensors = [t.detach().requires_grad_(needs) for t, needs in zip(ctx.saved_tensors, ctx.needs)]
            results = ctx.region.unfused(tensors, ctx.sizes)
        pairs = [(r, g) for r, g in zip(results, gradients) if g is not None and r.requires_grad]
        wanted = [t for t in tensors if t.requires_grad]
        found = iter(torch.autograd.grad([r for r, _ in pairs], wanted, [g for _, g in pairs],
                                         allow_unused=True))
        return (None, None, *(next(found) if t.requires_grad else None for t in tensors))


def call_region(tensors: List[torch.Tensor], sizes: List[int], key: int) -> List[torch.Tensor]:
    """`region_op`, without the dispatcher where that has nothing to do."""
    plain = all(type(t) in _PLAIN and not t.requires_grad for t in tensors)
    if plain and torch._C._len_torch_dispatch_stack() == 0 and not (
            torch._C._functorch.peek_interpreter_stack()):
        return find(key).run(tensors, sizes)
    return region_op(tensors, sizes, key)


_PLAIN = (torch.Tensor, torch.nn.Parameter)
