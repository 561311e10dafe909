//===- Passes.td - passes of the search ------------------------*- tablegen -*-===//
#ifndef MCFUSER_SEARCH_PASSES_TD
#define MCFUSER_SEARCH_PASSES_TD

include "mlir/Pass/PassBase.td"

def PruneTilings : Pass<"mcf-prune-tilings"> {
  let summary = "Say how many tilings of each chain there are and what each rule removes";
  let description = [{
    For each chain: a remark with the number of expressions, of tile vectors and of
    candidates (their product), then one for each of the paper's rules in its order, and one with the
    expressions that are left, in the form that `mcf-apply-tiling` reads. docs/Search.md
    defines the rules. Counts come from products and bounds; no rule walks the product.
    The chain is not changed.

    It is an error if no candidate is left, or if the chain has dims of more than 2^24 elements, or more than 8 loops.
  }];
  let options = [
    Option<"deviceName", "device", "std::string", "\"H200\"",
           "the device whose shared memory bounds the tiles">,
    Option<"dividing", "dividing", "bool", "false",
           "rule 3: a dim whose size is a power of two takes only tiles that divide it">,
    Option<"sharedMemoryLimitBytes", "shared-memory-limit-bytes", "double", "0",
           "rule 4: most bytes of the tiles; 0: 1.2 times the shared memory of a block">,
    Option<"resources", "resources", "bool", "false",
           "one more rule, not the paper's: tile sizes that no expression can run on the device">
  ];
}

def PrintCost : Pass<"mcf-print-cost"> {
  let summary = "Print what a cost model estimates for each schedule, by statement and term";
  let description = [{
    For each statement of a schedule a remark with what it moves or computes and the
    time that takes; for the schedule the terms of the estimate and their sum. A raw
    schedule is priced as `mcf-hoist-statements` would place it. docs/CostModel.md
    defines the models.
  }];
  let options = [
    Option<"deviceName", "device", "std::string", "\"H200\"", "the device that is modelled">,
    Option<"modelName", "model", "std::string", "\"latency\"", "the cost model: latency or paper">
  ];
}

def PrintResources : Pass<"mcf-print-resources"> {
  let summary = "Print the threads, memory and registers that a block of each schedule takes";
  let description = [{
    One remark for each schedule: what the present lowering is estimated to make of it, and how many blocks an SM of the device
    holds at a time, or why it holds none. A raw schedule is taken as `mcf-hoist-statements` would place it.
    docs/CostModel.md says how the estimate is made.
  }];
  let options = [
    Option<"deviceName", "device", "std::string", "\"H200\"", "the device that runs the blocks">
  ];
}

def ChooseTiling : Pass<"mcf-choose-tiling"> {
  let summary = "Search the tilings of each chain and give it the raw schedule of the best";
  let description = [{
    For each chain that has no schedule: enumerates the tilings, prunes them, prices what is left
    by the cost model and adds the raw schedule of the winner, as `mcf-apply-tiling` does. Remarks at
    the chain give the funnel and the choice. docs/Search.md describes rules and algorithms.

    The result depends on the seed and on nothing else, unless the time limit is hit; then a
    remark says so. It is an error if no candidate is left, and if the chain cannot be searched (more
    than 8 loops, types that the model does not know); with `fall-back` such a
    chain takes the plain default tiling, and a remark says why.

    Where dims have unknown sizes the estimate is the sum over the sizes to tune for, which `tune-for`
    states or the chain has (`MCF_DimsAttr`), and the summary says which these are. The tiling
    is right at all sizes.
  }];
  let options = [
    Option<"deviceName", "device", "std::string", "\"H200\"", "the device to choose for">,
    Option<"modelName", "model", "std::string", "\"latency\"", "the cost model: latency or paper">,
    Option<"algorithm", "algorithm", "std::string", "\"auto\"",
           "auto, exhaustive or evolutionary; auto is exhaustive where few candidates are left">,
    Option<"seed", "seed", "std::string", "\"1\"", "seed of the random numbers, 64 bits">,
    Option<"timeLimitMs", "time-limit-ms", "std::string", "\"\"",
           "stop after so many milliseconds for each chain and keep the best so far; empty: no limit">,
    Option<"tuneFor", "tune-for", "std::string", "\"\"",
           "sizes to tune for of dims of unknown size: a list or a range of each, "
           "m=512:1024,n=1..4096">,
    Option<"fallBack", "fall-back", "bool", "false",
           "give a chain for which the search finds nothing the plain default tiling">
  ];
  let dependentDialects = ["mcf::MCFDialect"];
}

#endif
