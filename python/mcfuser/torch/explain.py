"""What becomes of a model's contractions, as a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Sequence, Tuple

import torch
from torch import fx

from .backend import find_chains
from .regions import Found


@dataclass
class Explanation:
    """Rows are (graph, node, what became of it, why). `str` gives the table."""

    rows: List[Tuple[int, str, str, str]] = field(default_factory=list)
    number_of_chains: int = 0
    programs: List[Any] = field(default_factory=list)
    """Of each chain, in the order of the table: its `mcfuser.Program`."""

    def add(self, graph: int, module: fx.GraphModule, found: Found) -> None:
        chain_of = {}
        for number, chain in enumerate(found.chains, self.number_of_chains):
            self.programs.append(chain.program)
            for node in chain.nodes:
                chain_of[node] = number
        self.number_of_chains += len(found.chains)
        for node in module.graph.nodes:
            if node in chain_of:
                number = chain_of[node]
                self.rows.append((graph, node.name, f"chain {number}", ""))
            elif node in found.alone:
                self.rows.append((graph, node.name, "not fused", found.alone[node]))

    def __str__(self) -> str:
        if not self.rows:
            return "no contractions"
        header = ("graph", "node", "became", "why")
        table = [header, *((str(g), n, b, w) for g, n, b, w in self.rows)]
        widths = [max(len(row[i]) for row in table) for i in range(3)]
        return "\n".join("  ".join([*(c.ljust(w) for c, w in zip(row, widths)), row[3]]).rstrip()
                         for row in table)


def explain(model: Any, *inputs: Any, options: Optional[Dict[str, Any]] = None, show: bool = True,
            **keywords: Any) -> Explanation:
    """Runs the model once, eagerly, and says of each contraction whether it would be in a chain.

    `inputs` and `keywords` are those of the model. `options` are those of the backend.
    """
    explanation = Explanation()
    count = 0

    def backend(module: fx.GraphModule, example: Sequence[Any]) -> Any:
        nonlocal count
        _, found = find_chains(module, example, options or {})
        explanation.add(count, module, found)
        count += 1
        return module.forward

    torch.compile(model, backend=backend)(*inputs, **keywords)
    if show:
        print(explanation)
    return explanation
