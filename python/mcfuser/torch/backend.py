"""The backend of torch.compile: chains become kernels, the rest goes to Inductor."""

from __future__ import annotations

import operator
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import torch
from torch import fx

from ..errors import Error
from .normalize import normalize
from .region_op import MAX_SIZES, Region, call_region, log, region_op, register
from .regions import FUSES, Finder, Found
from .trace import Trace, trace

RESTS = ("auto", "inductor", "aot_eager", "eager")


def mcfuser(module: fx.GraphModule, inputs: Sequence[Any], *, options: Optional[Dict[str, Any]] = None,
            mode: Optional[str] = None) -> Callable[..., Any]:
    """Compiles a graph of Dynamo. `torch.compile(model, backend="mcfuser", options={...})`.

    options: `rest` says who runs what is in no chain: "auto" (Inductor if it works here, else eager),
    "inductor", "aot_eager" or "eager"; `fuse` takes chains that are estimated to gain ("profitable", the
    default), of these only the "memory-bound" ones, or "all"; `max_contractions` bounds a chain (4),
    `max_sizes` the sets of sizes that a region is compiled for (64). All others are those of
    `mcfuser.compile`; `device` is "native" by default for a model on a GPU. `mode` goes to Inductor.
    """
    options = dict(options or {})
    rest = options.pop("rest", "auto")
    if rest not in RESTS:
        raise ValueError(f"rest: expected one of {', '.join(RESTS)}, but got {rest!r}")
    if rest == "auto":
        reason = _why_no_inductor(inputs)
        if reason is not None:
            log.info("what is not fused runs eagerly: %s", reason)
        rest = "inductor" if reason is None else "eager"
    if options.get("fuse", FUSES[0]) not in FUSES:
        raise ValueError(f"fuse: expected one of {', '.join(FUSES)}, but got {options['fuse']!r}")
    max_sizes = options.pop("max_sizes", MAX_SIZES)
    if not isinstance(max_sizes, int) or max_sizes < 1:
        raise ValueError(f"max_sizes: expected a number of at least 1, but got {max_sizes!r}")
    try:
        traced, found = find_chains(module, inputs, options)
    except Error as error:
        # No library, or a fault of the compiler: the model still runs.
        log.warning("nothing is fused: %s", error)
    except Exception as error:  # noqa: BLE001
        # What Dynamo captures is anybody's program: a graph that cannot be traced still runs.
        log.warning("nothing is fused: the graph cannot be traced: %s: %s", type(error).__name__, error)
    else:
        for chain in found.chains:
            log.info("fused: %s", ", ".join(n.name for n in chain.nodes))
        for node, reason in found.alone.items():
            log.info("not fused: %s: %s", node.name, reason)
        if found.chains:
            target = call_region if rest == "eager" else region_op
            regions = _replace(module, traced, found, compile_options(options, inputs), max_sizes, target)
            return _holding(_compile_rest(module, inputs, rest, mode), regions)
    return _compile_rest(module, inputs, rest, mode)


def _holding(compiled: Callable[..., Any], regions: Sequence[Region]) -> Callable[..., Any]:
    """The function, and with it the regions that its graph names."""

    def holding(*arguments: Any, _regions: Sequence[Region] = tuple(regions)) -> Any:
        return compiled(*arguments)

    return holding


def find_chains(module: fx.GraphModule, inputs: Sequence[Any],
                options: Dict[str, Any]) -> Tuple[Trace, Found]:
    """The chains of a graph. Raises Error where there is no library, and what tracing raises."""
    options = {k: v for k, v in options.items() if k not in ("rest", "max_sizes")}
    normalize(module.graph)
    module.recompile()
    traced = trace(module, inputs)
    return traced, Finder(module, traced, {**options, **compile_options(options, inputs)}).find()


def compile_options(options: Dict[str, Any], inputs: Sequence[Any]) -> Dict[str, Any]:
    """Those of the backend's options that `mcfuser.compile` takes, with the device of the inputs."""
    options = {k: v for k, v in options.items() if k not in ("rest", "fuse", "max_contractions", "max_sizes")}
    on_gpu = [t.device for t in inputs if isinstance(t, torch.Tensor) and t.device.type == "cuda"]
    if on_gpu and "device" not in options:
        return {"device": "native", "gpu": on_gpu[0].index or 0, **options}
    # The CPU needs no kernels: they are made when somebody asks for them.
    return options if on_gpu else {"up_to": "tile-program", **options}


def _replace(module: fx.GraphModule, traced: Trace, found: Found,
             options: Dict[str, Any], max_sizes: int, target: Callable[..., Any]) -> List[Region]:
    """Calls of `target` instead of the nodes of each chain. Gives the regions."""
    graph = module.graph
    # All of them first: what is replaced is no longer there to be copied.
    regions = [register(Region(chain, traced.autocast[chain.nodes[0].name], options,
                               max_sizes))
               for chain in found.chains]
    replaced: Dict[fx.Node, fx.Node] = {}
    for chain, region in zip(found.chains, regions):
        inputs = [replaced.get(n, n) for n in chain.inputs]
        tensors = [n for n, is_tensor in zip(inputs, region.is_tensor) if is_tensor]
        sizes = [n for n, is_tensor in zip(inputs, region.is_tensor) if not is_tensor]
        with graph.inserting_after(chain.nodes[-1]):
            call = graph.call_function(target, (tensors, sizes, region.key))
        call.meta["example_value"] = [n.meta.get("example_value") for n in chain.outputs]
        last = call
        for i, output in enumerate(chain.outputs):
            with graph.inserting_after(last):
                last = graph.call_function(operator.getitem, (call, i))
            last.meta = dict(output.meta)
            output.replace_all_uses_with(last)
            replaced[output] = last
        for node in reversed(chain.nodes):
            if not node.users:
                graph.erase_node(node)
    _sort(graph)
    graph.lint()
    module.recompile()
    return regions


def _sort(graph: fx.Graph) -> None:
    """Moves nodes that stand before what they use behind it; else the order stays."""
    placed, waiting = set(), []
    last: Optional[fx.Node] = None

    def place(node: fx.Node) -> None:
        nonlocal last
        if last is not None and last._next is not node:
            last.append(node)
        last = node
        placed.add(node)

    for node in list(graph.nodes):
        waiting.append(node)
        progress = True
        while progress:
            progress = False
            for candidate in list(waiting):
                if all(i in placed for i in candidate.all_input_nodes):
                    waiting.remove(candidate)
                    place(candidate)
                    progress = True


def _compile_rest(module: fx.GraphModule, inputs: Sequence[Any], rest: str,
                  mode: Optional[str]) -> Callable[..., Any]:
    if rest == "eager":
        return module.forward
    if rest == "aot_eager":
        return torch._dynamo.lookup_backend("aot_eager")(module, list(inputs))
    from torch._inductor import compile_fx, list_mode_options

    patches = list_mode_options(mode) if mode else None
    return compile_fx.compile_fx(module, list(inputs), config_patches=patches)


def _why_no_inductor(inputs: Sequence[Any]) -> Optional[str]:
    """Why Inductor cannot compile for the device of the inputs here; None if it can."""
    if any(isinstance(t, torch.Tensor) and t.device.type == "cuda" for t in inputs):
        from torch.utils._triton import has_triton

        return None if has_triton() else "there is no Triton"
    try:
        from torch._inductor.cpp_builder import get_cpp_compiler

        get_cpp_compiler()
    except Exception as error:  # noqa: BLE001
        return f"there is no C++ compiler: {error}"
    return None
