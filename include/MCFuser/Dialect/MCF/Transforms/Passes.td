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

#endif
