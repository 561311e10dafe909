//===- Assertions.cpp - what a program expects of its inputs --------------===//
#include "Assertions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mcf::cpu;

static void assertInside(tensor::ExtractOp op) {
  OpBuilder builder(op);
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  for (auto [axis, index] : llvm::enumerate(op.getIndices())) {
    std::optional<int64_t> known = getConstantIntValue(index);
    if (known && !type.isDynamicDim(axis) && *known >= 0 && *known < type.getDimSize(axis))
      continue;
    Value size = builder.createOrFold<tensor::DimOp>(op.getLoc(), op.getTensor(), axis);
    Value isInside =
        arith::CmpIOp::create(builder, op.getLoc(), arith::CmpIPredicate::ult, index, size);
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "an index inside of axis " << axis;
    if (!type.isDynamicDim(axis))
      os << ", which has size " << type.getDimSize(axis);
    cf::AssertOp::create(builder, op.getLoc(), isInside, text);
  }
}

SmallVector<CheckedOp> mcf::cpu::addAssertions(ModuleOp module) {
  SmallVector<tensor::ExtractOp> gathers;
  SmallVector<CheckedOp> assertions;
  auto number = [&](cf::AssertOp op, StringRef expected) {
    op->setAttr("mcf.assertion",
                IntegerAttr::get(IntegerType::get(op.getContext(), 64), assertions.size()));
    assertions.push_back({op.getLoc(), expected.str()});
  };
  // Those of the program first: where both see it, its words are better.
  module.walk([&](cf::AssertOp op) { number(op, ("\"" + op.getMsg() + "\"").str()); });
  module.walk([&](tensor::ExtractOp op) { gathers.push_back(op); });
  llvm::for_each(gathers, assertInside);
  module.walk([&](cf::AssertOp op) {
    if (!op->hasAttr("mcf.assertion"))
      number(op, op.getMsg());
  });
  return assertions;
}
