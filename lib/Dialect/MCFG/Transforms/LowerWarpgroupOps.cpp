//===- LowerWarpgroupOps.cpp - mcf-lower-warpgroup-ops --------------------===//
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mcf {
#define GEN_PASS_DEF_LOWERWARPGROUPOPS
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

namespace {
/// One instruction whose first operands are registers that it reads and writes.
class Instruction {
public:
  explicit Instruction(Operation *op) : op(op), builder(op) {}

  /// The registers of a struct, read and written.
  void addSum(Value sum) {
    auto type = cast<LLVM::LLVMStructType>(sum.getType());
    for (auto [i, element] : llvm::enumerate(type.getBody())) {
      operands.push_back(LLVM::ExtractValueOp::create(builder, op->getLoc(), sum, i));
      types.push_back(element);
      add(outputs, "=f");
      add(inputs, std::to_string(types.size() - 1));
    }
  }
  void addInput(Value value, StringRef constraint) {
    operands.push_back(value);
    add(inputs, constraint);
  }
  /// The name of the registers from `first` on, and of input `index` behind all registers of sums.
  static std::string getNames(int64_t first, int64_t count) {
    std::string names;
    for (int64_t i = first; i < first + count; ++i)
      names += (names.empty() ? "$" : ", $") + std::to_string(i);
    return names;
  }
  int64_t getNumOutputs() const { return types.size(); }

  /// Emits it and returns structs of these types.
  SmallVector<Value> emit(StringRef text, TypeRange results) {
    MLIRContext *context = builder.getContext();
    // One struct holds the registers of all sums.
    auto type = LLVM::LLVMStructType::getLiteral(context, types);
    std::string constraints = outputs + "," + inputs;
    Value all = LLVM::InlineAsmOp::create(
                    builder, op->getLoc(), TypeRange{type}, ValueRange(operands), text, constraints,
                    /*has_side_effects=*/true, /*is_align_stack=*/false, LLVM::TailCallKind::None,
                    LLVM::AsmDialectAttr::get(context, LLVM::AsmDialect::AD_ATT),
                    /*operand_attrs=*/ArrayAttr())
                    .getResult(0);
    if (results.size() == 1)
      return {all};
    SmallVector<Value> sums;
    int64_t next = 0;
    for (Type result : results) {
      Value sum = LLVM::UndefOp::create(builder, op->getLoc(), result);
      for (size_t i = 0, e = cast<LLVM::LLVMStructType>(result).getBody().size(); i < e; ++i) {
        Value reg = LLVM::ExtractValueOp::create(builder, op->getLoc(), all, next++);
        sum = LLVM::InsertValueOp::create(builder, op->getLoc(), sum, reg, i);
      }
      sums.push_back(sum);
    }
    return sums;
  }

private:
  static void add(std::string &list, const Twine &constraint) {
    list += (Twine(list.empty() ? "" : ",") + constraint).str();
  }

  Operation *op;
  OpBuilder builder;
  SmallVector<Value> operands;
  SmallVector<Type> types;
  std::string outputs, inputs;
};

void lowerMma(WarpgroupMmaOp op) {
  Instruction instruction(op);
  instruction.addSum(op.getSum());
  int64_t numSums = instruction.getNumOutputs(), next = 2 * numSums;
  bool isDescriptor = op.getA().size() == 1;
  for (Value a : op.getA())
    instruction.addInput(a, isDescriptor ? "l" : "r");
  instruction.addInput(op.getB(), "l");
  OpBuilder builder(op);
  Value adds =
      arith::ConstantIntOp::create(builder, op.getLoc(), builder.getI1Type(), !op.getFresh());
  instruction.addInput(adds, "b");

  StringRef type = op.getElementType().isF16() ? "f16" : "bf16";
  int64_t numA = op.getA().size();
  std::string a = Instruction::getNames(next, numA), text;
  llvm::raw_string_ostream os(text);
  os << "wgmma.mma_async.sync.aligned.m64n" << op.getN() << "k16.f32." << type << "." << type
     << " {" << Instruction::getNames(0, numSums) << "}, " << (isDescriptor ? a : "{" + a + "}")
     << ", " << Instruction::getNames(next + numA, 2) << ", 1, 1";
  if (isDescriptor)
    os << ", " << int(op.getTransposeA());
  os << ", " << int(op.getTransposeB()) << ";";
  op.replaceAllUsesWith(instruction.emit(text, op->getResultTypes()).front());
  op.erase();
}

void lowerWait(WarpgroupWaitOp op) {
  Instruction instruction(op);
  for (Value sum : op.getSums())
    instruction.addSum(sum);
  std::string text = ("wgmma.wait_group.sync.aligned " + Twine(op.getPending()) + ";").str();
  op->replaceAllUsesWith(instruction.emit(text, op->getResultTypes()));
  op.erase();
}

struct LowerWarpgroupOps : mcf::impl::LowerWarpgroupOpsBase<LowerWarpgroupOps> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto mma = dyn_cast<WarpgroupMmaOp>(op))
        lowerMma(mma);
      else if (auto wait = dyn_cast<WarpgroupWaitOp>(op))
        lowerWait(wait);
    });
  }
};
} // namespace
