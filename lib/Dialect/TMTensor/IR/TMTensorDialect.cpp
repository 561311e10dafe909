//===- TMTensorDialect.cpp - what torch-mlir leaves beside linalg ---------===//
#include "MCFuser/Dialect/TMTensor/IR/TMTensorDialect.h"

using namespace mlir;
using namespace mcf::tm_tensor;

#include "MCFuser/Dialect/TMTensor/IR/TMTensorDialect.cpp.inc"
#define GET_OP_CLASSES
#include "MCFuser/Dialect/TMTensor/IR/TMTensorOps.cpp.inc"

void TMTensorDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "MCFuser/Dialect/TMTensor/IR/TMTensorOps.cpp.inc"
      >();
}

MutableOperandRange ScanOp::getDpsInitsMutable() { return getOutputsMutable(); }

LogicalResult ScanOp::verify() {
  if (getInputs().size() != 1 || getOutputs().size() != 2 || getResults().size() != 2)
    return emitOpError(
               "expected one input, an output and an accumulator, and a result for each, but got ")
           << getInputs().size() << ", " << getOutputs().size() << " and " << getResults().size();
  auto input = cast<RankedTensorType>(getInputs()[0].getType());
  auto dimension = static_cast<int64_t>(getDimension());
  if (dimension < 0 || dimension >= input.getRank())
    return emitOpError("expected a dimension of the input, but got ") << dimension;
  SmallVector<int64_t> rest(input.getShape());
  rest.erase(rest.begin() + dimension);
  for (auto [type, shape] : {std::pair(getOutputs()[0].getType(), input.getShape()),
                             std::pair(getOutputs()[1].getType(), ArrayRef<int64_t>(rest))}) {
    auto output = cast<RankedTensorType>(type);
    if (output.getElementType() != input.getElementType() ||
        failed(verifyCompatibleShape(output.getShape(), shape)))
      return emitOpError("expected outputs of ")
             << input << " and of the same without the dimension, but got " << output;
  }
  for (auto [output, result] : llvm::zip_equal(getOutputs(), getResults()))
    if (output.getType() != result.getType())
      return emitOpError("expected results of the types of the outputs, but got ")
             << result.getType();
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  Type element = cast<RankedTensorType>(getInputs()[0].getType()).getElementType();
  Block &body = getRegion().front();
  auto isElement = [&](Type type) { return type == element; };
  if (body.getNumArguments() != 2 || !llvm::all_of(body.getArgumentTypes(), isElement))
    return emitOpError("expected a region that takes two of ") << element;
  auto yield = dyn_cast<YieldOp>(body.back());
  if (!yield || yield.getValues().size() != 1 || yield.getValues()[0].getType() != element)
    return emitOpError("expected a region that yields one ") << element;
  return success();
}
