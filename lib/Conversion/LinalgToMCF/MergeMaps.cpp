//===- MergeMaps.cpp - one map for maps that follow each other ------------===//
#include "BuildChain.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::frontend;

/// True if `producer` can be computed in `consumer`: it is computed as often as before, or reads
/// nothing.
static bool canMerge(MapOp producer, MapOp consumer) {
  bool sameDims = producer.getType().getRank() == consumer.getType().getRank();
  return producer->hasOneUse() && (sameDims || producer.getInputs().empty());
}

/// Puts the body of `producer` in front of that of `consumer`.
static MapOp merge(MapOp producer, MapOp consumer) {
  OpBuilder builder(consumer);
  Value array = producer.getResult();
  llvm::SetVector<Value> inputs;
  for (Value input : consumer.getInputs()) {
    if (input == array)
      inputs.insert_range(producer.getInputs());
    else
      inputs.insert(input);
  }
  auto merged = MapOp::create(builder, consumer.getLoc(), consumer.getType(), inputs.getArrayRef());
  Block *block = builder.createBlock(&merged.getBody());
  for (Value input : inputs)
    block->addArgument(cast<NamedType>(input.getType()).getElementType(), consumer.getLoc());

  // Clones the body of `map` and returns what it yields.
  IRMapping mapping;
  auto inlineBody = [&](MapOp map) {
    Block &body = map.getBody().front();
    for (auto [arg, input] : llvm::zip_equal(body.getArguments(), map.getInputs()))
      if (input != array)
        mapping.map(arg, block->getArgument(llvm::find(inputs, input) - inputs.begin()));
    for (Operation &op : body.without_terminator())
      builder.clone(op, mapping);
    return mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
  };
  Value value = inlineBody(producer);
  for (auto [arg, input] :
       llvm::zip_equal(consumer.getBody().front().getArguments(), consumer.getInputs()))
    if (input == array)
      mapping.map(arg, value);
  YieldOp::create(builder, consumer.getLoc(), inlineBody(consumer));
  consumer.getResult().replaceAllUsesWith(merged.getResult());
  consumer.erase();
  producer.erase();
  return merged;
}

void mcf::frontend::mergeMaps(ChainOp chain) {
  // In program order: a map that was merged is merged on with its consumer.
  for (Operation *op = &chain.getBodyBlock()->front(); op;) {
    Operation *next = op->getNextNode();
    if (auto consumer = dyn_cast<MapOp>(op)) {
      for (bool changed = true; changed;) {
        changed = false;
        for (Value input : consumer.getInputs())
          if (auto producer = input.getDefiningOp<MapOp>();
              producer && canMerge(producer, consumer)) {
            consumer = merge(producer, consumer);
            changed = true;
            break;
          }
      }
    }
    op = next;
  }
}
