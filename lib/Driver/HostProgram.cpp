//===- HostProgram.cpp - what runs on the host around kernels -------------===//
#include "HostProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mcf;

llvm::StringRef mcf::getTakeOperandName() { return "mcf_take_operand"; }
llvm::StringRef mcf::getTakeSizeName() { return "mcf_take_size"; }
llvm::StringRef mcf::getTakeStrideName() { return "mcf_take_stride"; }
llvm::StringRef mcf::getLaunchKernelName() { return "mcf_launch_kernel"; }

/// True if an argument of the tile program is what the plan says of the kernel's operand.
static bool matches(Type type, const runtime::OperandPlan &operand) {
  std::string elementType;
  llvm::raw_string_ostream(elementType) << getElementTypeOrSelf(type);
  if (elementType != operand.elementType)
    return false;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return operand.access == runtime::Access::Value;
  return operand.access != runtime::Access::Value &&
         llvm::equal(tensor.getShape(), operand.shape, [](int64_t size, int64_t planned) {
           return ShapedType::isDynamic(size) ? planned == runtime::OperandPlan::dynamic
                                              : planned == size;
         });
}

static LogicalResult verifyAgainstPlan(func::FuncOp function, const runtime::KernelPlan &kernel) {
  if (function.getNumArguments() != kernel.operands.size())
    return function.emitError() << "expected " << function.getNumArguments()
                                << " operands in the launch plan, but got "
                                << kernel.operands.size();
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    if (!matches(type, kernel.operands[index]))
      return function.emitError() << "expected operand " << index << " of the launch plan to be "
                                  << type << ", but the plan has another one";
    // Inputs, then one destination per result.
    bool isDestination = index + function.getNumResults() >= function.getNumArguments();
    if (isDestination != (kernel.operands[index].access == runtime::Access::Write))
      return function.emitError() << "expected operand " << index << " of the launch plan to be "
                                  << (isDestination ? "written" : "read");
  }
  return success();
}

/// An i64 with the bits of a scalar in its low end.
static Value getBits(OpBuilder &builder, Location loc, Value scalar) {
  Type type = scalar.getType();
  Type i64 = builder.getI64Type();
  if (isa<IndexType>(type))
    return arith::IndexCastOp::create(builder, loc, i64, scalar);
  unsigned width = type.getIntOrFloatBitWidth();
  if (isa<FloatType>(type))
    scalar =
        arith::BitcastOp::create(builder, loc, builder.getIntegerType(width), scalar).getResult();
  return width == 64 ? scalar : arith::ExtUIOp::create(builder, loc, i64, scalar).getResult();
}

/// The address of the first element of an array.
static Value getAddress(OpBuilder &builder, Location loc, Value buffer, Value offset) {
  unsigned bits = cast<MemRefType>(buffer.getType()).getElementTypeBitWidth();
  Value bytes = arith::ConstantIndexOp::create(builder, loc, llvm::divideCeil(bits, 8));
  Value start = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
  Value skipped = arith::MulIOp::create(builder, loc, offset, bytes);
  return arith::AddIOp::create(builder, loc, start, skipped);
}

/// `tensor` with any strides: an identity layout of unknown sizes would be given views as they are.
static MemRefType getStridedType(RankedTensorType tensor) {
  SmallVector<int64_t> strides(tensor.getRank(), ShapedType::kDynamic);
  auto layout =
      StridedLayoutAttr::get(tensor.getContext(), /*offset=*/ShapedType::kDynamic, strides);
  return MemRefType::get(tensor.getShape(), tensor.getElementType(), layout);
}

static void replaceBody(func::FuncOp function, int64_t kernel) {
  Location loc = function.getLoc();
  Region &body = function.getBody();
  body.getBlocks().clear();
  OpBuilder builder(function.getContext());
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToStart(block);
  auto call = [&](StringRef name, Value value) {
    func::CallOp::create(builder, loc, name, TypeRange(), ValueRange(value));
  };
  auto callWithIndex = [&](StringRef name, Value index) {
    call(name, arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index));
  };
  unsigned numInputs = function.getNumArguments() - function.getNumResults();
  SmallVector<Value> results;
  for (BlockArgument argument : block->getArguments()) {
    auto tensor = dyn_cast<RankedTensorType>(argument.getType());
    if (!tensor) {
      call(getTakeOperandName(), getBits(builder, loc, argument));
      continue;
    }
    bool isInput = argument.getArgNumber() < numInputs;
    Value buffer = bufferization::ToBufferOp::create(builder, loc, getStridedType(tensor), argument,
                                                     /*read_only=*/isInput);
    auto view = memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
    callWithIndex(getTakeOperandName(), getAddress(builder, loc, buffer, view.getOffset()));
    for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
      if (tensor.isDynamicDim(dim))
        callWithIndex(getTakeSizeName(), view.getSizes()[dim]);
    for (Value stride : view.getStrides())
      callWithIndex(getTakeStrideName(), stride);
    if (!isInput)
      results.push_back(bufferization::ToTensorOp::create(builder, loc, tensor, buffer,
                                                          /*restrict=*/true, /*writable=*/true));
  }
  Value number = arith::ConstantIntOp::create(builder, loc, kernel, 64);
  call(getLaunchKernelName(), number);
  func::ReturnOp::create(builder, loc, results);
  function->removeAttr("mcf.tile_program");
}

LogicalResult mcf::makeHostProgram(ModuleOp module, const runtime::LaunchPlan &plan) {
  // No pass has loaded what is built here.
  module.getContext()
      ->loadDialect<arith::ArithDialect, bufferization::BufferizationDialect, func::FuncDialect,
                    memref::MemRefDialect>();
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto type = builder.getFunctionType(builder.getI64Type(), TypeRange());
  for (StringRef name :
       {getTakeOperandName(), getTakeSizeName(), getTakeStrideName(), getLaunchKernelName()}) {
    auto function = func::FuncOp::create(builder, module.getLoc(), name, type);
    function.setPrivate();
  }
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function->hasAttr("mcf.tile_program"))
      continue;
    auto kernel = llvm::find_if(plan.kernels, [&](const runtime::KernelPlan &entry) {
      return entry.name == function.getName();
    });
    if (kernel == plan.kernels.end())
      return function.emitError() << "tile program '" << function.getName()
                                  << "' has no kernel in the launch plan";
    if (failed(verifyAgainstPlan(function, *kernel)))
      return failure();
    replaceBody(function, kernel - plan.kernels.begin());
  }
  return success();
}
