//===- LowerAssertions.cpp - assertions that end a run, not the process ---===//
#include "MCFuser/Target/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mcf {
#define GEN_PASS_DEF_LOWERASSERTIONSPASS
#include "MCFuser/Target/CPU/Passes.h.inc"
} // namespace mcf

using namespace mlir;

static constexpr llvm::StringLiteral failName = "mcf_fail_assertion";

namespace {
struct LowerAssertions : mcf::impl::LowerAssertionsPassBase<LowerAssertions> {
  void runOnOperation() override {
    SmallVector<cf::AssertOp> assertions;
    getOperation()->walk([&](cf::AssertOp op) {
      if (op->hasAttr("mcf.assertion"))
        assertions.push_back(op);
    });
    for (cf::AssertOp op : assertions)
      lower(op);
    if (assertions.empty() || getOperation().lookupSymbol(failName))
      return;
    OpBuilder builder(getOperation().getBodyRegion());
    auto fail = func::FuncOp::create(builder, getOperation().getLoc(), failName,
                                     builder.getFunctionType(builder.getI64Type(), {}));
    fail.setPrivate();
  }

  static void lower(cf::AssertOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value isTrue = arith::ConstantIntOp::create(builder, loc, 1, 1);
    Value fails = arith::XOrIOp::create(builder, loc, op.getArg(), isTrue);
    auto branch = scf::IfOp::create(builder, loc, fails, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
    Value number =
        arith::ConstantOp::create(builder, loc, op->getAttrOfType<IntegerAttr>("mcf.assertion"));
    func::CallOp::create(builder, loc, failName, TypeRange(), number);
    op.erase();
  }
};
} // namespace
