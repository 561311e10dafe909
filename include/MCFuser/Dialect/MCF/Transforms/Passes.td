//===- Passes.td - passes of the mcf dialect -------------------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCF_TRANSFORMS_PASSES_TD
#define MCFUSER_DIALECT_MCF_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrintDependentReductions : Pass<"mcf-print-dependent-reductions"> {
  let summary = "print which reductions may run in the loop of a reduction they depend on";
  let description = [{
    For each loop dim and each map with an operand that is a row statistic of it (a
    reduction over the dim, or a map of such): a remark that says whether the map may
    run in that loop on a running or an absent value of the statistic, and how
    (`exponential`, `product`, `quotient`), or why it has to wait until the loop is
    closed. For each accumulation: the factors that are pending while the loop is open.
  }];
}

def PrintMasks : Pass<"mcf-print-masks"> {
  let summary = "print where values are constant because of conditions on positions";
  let description = [{
    For each value of a chain that a condition on `mcf.index` makes constant somewhere: a
    remark with the constant and where that is, as inequalities over the dims. For each
    serial loop of a placed schedule in which something is masked: where it runs, and how
    many of its trips that are (of all trips of the loops around it), or why each of them
    has to run. The rule is in docs/Masks.md.
  }];
}

def ApplyTiling : Pass<"mcf-apply-tiling"> {
  let summary = "Give each chain the raw schedule of a tiling expression";
  let description = [{
    Adds an `mcf.schedule` to every chain: the loops of the expression, and each
    operator's statements (loads, computes, stores) in the innermost loop of its part.
    An op that is no contraction belongs to the last contraction it depends on, or,
    with none, to the first operator that uses it.

    `tiling` is an expression like `mn(k,h){m=64,n=32,k=16,h=64}`. Names of more than
    one letter are separated by spaces or dots. Loops before a `|` (once, outside of
    splits) run on different blocks; without it, the longest prefix of parallel dims does.
    Batch dims that are not written become the outermost block loops, with tile size 1.
    Tile sizes that are not written are `min(64, size)` rounded up to 16.

    It is an error if the expression does not fit a chain or the chain already has a
    schedule. Without `tiling` each chain that has no schedule gets a plain default.
  }];
  let options = [
    Option<"tiling", "tiling", "std::string", "\"\"", "the tiling expression; empty: a default">,
    Option<"chain", "chain", "int64_t", "-1",
           "apply to this chain only, counted from 0 in program order; -1: to all">
  ];
}

def HoistStatements : Pass<"mcf-hoist-statements"> {
  let summary = "Place each statement of a raw schedule where it runs";
  let description = [{
    Rewrites raw schedules to the placed form by the rules of docs/Architecture.md: loops
    of one trip go, loads and stores leave every loop that does not index them as far as
    order allows, a loop that still sums is closed before its sum is used, and a use
    of a sum that can be deferred joins the loop. The result is checked. Schedules that
    are placed already are only checked.
  }];
}

def PrintStatementPlacement : Pass<"mcf-print-statement-placement"> {
  let summary = "Print what each statement moves or computes, before and after hoisting";
  let description = [{
    For each statement a remark: bytes (of a load or store) or flops (of a compute) of
    one tile, the trips of all loops around it (blocks included), and their product. For
    the schedule, the sums. On a raw schedule each number has two values, `raw -> placed`:
    as the statements stand, and as `mcf-hoist-statements` would place them; a load that
    becomes several counts them together. On a placed schedule there is one value.

    On a placed schedule only trips count that run (docs/Masks.md); a raw one counts all.
    Tiles count whole, also where they stick out of the array. A contraction takes two
    flops for each point, a reduction one, a map one for each op of its body that is no
    constant, cast or position.
  }];
}

#endif
