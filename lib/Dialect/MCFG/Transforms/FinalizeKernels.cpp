//===- FinalizeKernels.cpp - mcf-finalize-kernels -------------------------===//
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"

namespace mcf {
#define GEN_PASS_DEF_FINALIZEKERNELS
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

/// Bytes of a CUtensorMap, and their alignment (cuda.h).
static constexpr unsigned tensorMapBytes = 128, tensorMapAlignment = 64;

/// Passes tensor maps by value: the pointer in the kernel is that of the parameter itself, which is
/// what the tensor memory accelerator wants.
static LogicalResult passTensorMaps(LLVM::LLVMFuncOp function) {
  auto plan = function->getAttrOfType<LaunchPlanAttr>(MCFGDialect::getLaunchPlanAttrName());
  if (!plan)
    return success();
  Builder builder(function.getContext());
  for (auto [index, parameter] : llvm::enumerate(plan.getParameters())) {
    if (parameter.getKind() != ParameterKind::TensorMap)
      continue;
    Type type = function.getArgumentTypes()[index];
    if (type != LLVM::LLVMPointerType::get(function.getContext()))
      return function.emitOpError() << "expected argument " << index
                                    << ", a tensor map, to be an !llvm.ptr, but got " << type;
    auto bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), tensorMapBytes);
    function.setArgAttr(index, LLVM::LLVMDialect::getByValAttrName(), TypeAttr::get(bytes));
    function.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(),
                        builder.getI64IntegerAttr(tensorMapAlignment));
    function.setArgAttr(index, NVVM::NVVMDialect::getGridConstantAttrName(), builder.getUnitAttr());
  }
  return success();
}

/// Upstream hands the hint of an scf loop down to its branch back under this name only, which is
/// not translated.
static void bindLoopHint(LLVM::BrOp branch) {
  StringRef name = "llvm.loop_annotation";
  if (auto hint = branch->getAttrOfType<LLVM::LoopAnnotationAttr>(name)) {
    branch->removeDiscardableAttr(name);
    branch.setLoopAnnotationAttr(hint);
  }
}

namespace {
struct FinalizeKernels : mcf::impl::FinalizeKernelsBase<FinalizeKernels> {
  using FinalizeKernelsBase::FinalizeKernelsBase;

  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    bool failed = false;
    module.walk([&](Operation *op) {
      if (op != module && !isa<LLVM::LLVMDialect, NVVM::NVVMDialect>(op->getDialect())) {
        op->emitOpError("expected only llvm and nvvm ops in a lowered kernel");
        failed = true;
      }
      auto global = dyn_cast<LLVM::GlobalOp>(op);
      // The arena of dynamic workgroup memory; tiles in swizzled order want this much.
      if (global && global.getAddrSpace() == 3 && isa<LLVM::LLVMArrayType>(global.getType()) &&
          cast<LLVM::LLVMArrayType>(global.getType()).getNumElements() == 0)
        global.setAlignment(1024);
      if (auto branch = dyn_cast<LLVM::BrOp>(op))
        bindLoopHint(branch);
      auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
      if (function && llvm::failed(passTensorMaps(function)))
        failed = true;
      // One block on an SM is enough; without being told, ptxas spills to make room for more.
      if (function && function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
        function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                          IntegerAttr::get(IntegerType::get(&getContext(), 32), 1));
      if (function && function.isExternal() && !function.getName().starts_with("llvm.")) {
        function.emitOpError("expected no calls of libraries in a kernel");
        failed = true;
      }
    });
    if (failed)
      signalPassFailure();
  }
};
} // namespace
