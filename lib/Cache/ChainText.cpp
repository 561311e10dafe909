//===- ChainText.cpp - a chain as a module of its own ---------------------===//
#include "MCFuser/Cache/ChainText.h"
#include "MCFuser/Analysis/ConstantArrays.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mcf;

OwningOpRef<ModuleOp> mcf::cache::isolateChain(ChainOp chain, bool keepsSchedule) {
  OpBuilder builder(chain.getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
  builder.setInsertionPointToStart(module->getBody());
  auto type = builder.getFunctionType(chain->getOperandTypes(), chain->getResultTypes());
  auto function = func::FuncOp::create(builder, builder.getUnknownLoc(), "chain", type);
  for (auto [i, input] : llvm::enumerate(chain.getInputs()))
    if (analysis::isConstantArray(input))
      function.setArgAttr(i, MCFDialect::getConstantAttrName(), builder.getUnitAttr());
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(chain->getOperands(), body->getArguments());
  auto copy = cast<ChainOp>(builder.clone(*chain, mapping));
  if (!keepsSchedule && copy.getSchedule())
    copy.getSchedule().erase();
  func::ReturnOp::create(builder, builder.getUnknownLoc(), copy->getResults());
  return module;
}

std::string mcf::cache::printIsolated(ModuleOp module) {
  // What a user of mcfc asks of MLIR's printer must not change what is hashed, nor leave out
  // elements of constants.
  constexpr int64_t all = std::numeric_limits<int64_t>::max();
  OpPrintingFlags flags;
  flags.elideLargeElementsAttrs(all)
      .elideLargeResourceString(all)
      .enableDebugInfo(false)
      .printGenericOpForm(false)
      .skipRegions(false)
      .useLocalScope();
  std::string text;
  llvm::raw_string_ostream os(text);
  for (Operation &op : *module.getBody()) {
    op.print(os, flags);
    os << "\n";
  }
  return text;
}

std::string mcf::cache::printChainText(ChainOp chain) {
  return printIsolated(*isolateChain(chain, /*keepsSchedule=*/false));
}
