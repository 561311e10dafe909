//===- KernelParameters.cpp - which parameters a kernel has ---------------===//
#include "KernelParameters.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"

using namespace mlir;
using namespace mcf::mcfg;

SmallVector<KernelParameterAttr>
LaunchPlanAttr::makeParameters(MLIRContext *context, ArrayRef<KernelOperandAttr> operands) {
  using Kind = ParameterKind;
  SmallVector<KernelParameterAttr> parameters;
  llvm::SetVector<StringAttr> symbols;
  for (auto [index, operand] : llvm::enumerate(operands)) {
    auto kind = operand.getAccess() == Access::Value ? Kind::Value : Kind::Pointer;
    parameters.push_back(KernelParameterAttr::get(context, kind, index, 0, StringAttr(), {}));
    symbols.insert(operand.getSymbols().begin(), operand.getSymbols().end());
  }
  for (StringAttr symbol : symbols)
    parameters.push_back(KernelParameterAttr::get(context, Kind::Size, 0, 0, symbol, {}));
  for (auto [index, operand] : llvm::enumerate(operands))
    for (auto [dim, stride] : llvm::enumerate(operand.getStrides()))
      if (ShapedType::isDynamic(stride))
        parameters.push_back(
            KernelParameterAttr::get(context, Kind::Stride, index, dim, StringAttr(), {}));
  if (parameters.size() == operands.size())
    return {};
  return parameters;
}

static bool isTensorMap(KernelParameterAttr parameter) {
  return parameter.getKind() == ParameterKind::TensorMap;
}

/// What stands before the tensor maps. With them, pointers and values are always listed.
static SmallVector<KernelParameterAttr> makeOtherParameters(ArrayRef<KernelOperandAttr> operands,
                                                            bool hasTensorMaps) {
  MLIRContext *context = operands.front().getContext();
  SmallVector<KernelParameterAttr> parameters = LaunchPlanAttr::makeParameters(context, operands);
  if (!parameters.empty() || !hasTensorMaps)
    return parameters;
  for (auto [index, operand] : llvm::enumerate(operands)) {
    bool isValue = operand.getAccess() == Access::Value;
    parameters.push_back(
        KernelParameterAttr::get(context, isValue ? ParameterKind::Value : ParameterKind::Pointer,
                                 index, 0, StringAttr(), {}));
  }
  return parameters;
}

LogicalResult mcf::mcfg::verifyParameters(function_ref<InFlightDiagnostic()> emitError,
                                          ArrayRef<KernelOperandAttr> operands,
                                          ArrayRef<KernelParameterAttr> parameters) {
  ArrayRef<KernelParameterAttr> others =
      parameters.take_until([](auto parameter) { return isTensorMap(parameter); });
  ArrayRef<KernelParameterAttr> maps = parameters.drop_front(others.size());
  // A plan without operands has no context to ask for; it needs no parameters either.
  SmallVector<KernelParameterAttr> wanted;
  if (!operands.empty())
    wanted = makeOtherParameters(operands, /*hasTensorMaps=*/!maps.empty());
  if (ArrayRef(wanted) != others) {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleaveComma(wanted, os);
    return emitError() << "expected the parameters [" << text << "] for these operands"
                       << (maps.empty() ? "" : " before the tensor maps") << ", but got "
                       << (others.empty() ? "none" : "others");
  }
  for (KernelParameterAttr map : maps) {
    if (!isTensorMap(map))
      return emitError() << "expected only tensor maps behind the first one, but got " << map;
    if (map.getOperand() >= operands.size())
      return emitError() << "expected a tensor map of an operand below " << operands.size()
                         << ", but got " << map.getOperand();
    if (auto error = LaunchPlanAttr::getTensorMapError(operands[map.getOperand()], map.getBox()))
      return emitError() << "tensor map of operand " << map.getOperand() << ": " << *error;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

// CUDA driver API, cuTensorMapEncodeTiled.
static constexpr size_t maxTensorMapRank = 5;
static constexpr int64_t maxTensorMapSize = int64_t(1) << 32;
static constexpr int64_t maxTensorMapStrideBytes = int64_t(1) << 40;
static constexpr int64_t tensorMapAlignment = 16;
/// A row of the box is at most the span of the swizzle.
static constexpr int64_t swizzleBytes = 128;

/// Bytes of an element in memory, or 0 if tensor maps have no such elements.
static int64_t getTensorMapElementBytes(Type type) {
  if (!type.isIntOrFloat())
    return 0;
  unsigned bits = type.getIntOrFloatBitWidth();
  if (bits == 1)
    return 1;
  return bits == 8 || bits == 16 || bits == 32 ? bits / 8 : 0;
}

static std::optional<std::string> checkTensorMapArray(KernelOperandAttr operand,
                                                      int64_t elementBytes) {
  ArrayRef<int64_t> shape = operand.getShape();
  int64_t dense = 1;
  for (size_t dim = shape.size(); dim-- > 0;) {
    int64_t stride = operand.getStrides().empty() ? dense : operand.getStrides()[dim];
    if (ShapedType::isDynamic(shape[dim]) || ShapedType::isDynamic(stride))
      return "expected known sizes and strides, but got '?' in dim " + std::to_string(dim);
    if (shape[dim] > maxTensorMapSize)
      return "expected sizes of at most " + std::to_string(maxTensorMapSize) + ", but got " +
             std::to_string(shape[dim]) + " in dim " + std::to_string(dim);
    if (dim + 1 == shape.size() && stride != 1)
      return "expected an innermost stride of 1, but got " + std::to_string(stride);
    // Strides of a dense array may be beyond 64 bits, but not those that passed this.
    if (dim + 1 != shape.size() &&
        (stride < 1 || stride >= maxTensorMapStrideBytes / elementBytes ||
         stride * elementBytes % tensorMapAlignment != 0))
      return "expected strides that are multiples of 16 bytes, below 2^40 bytes, but got " +
             std::to_string(stride) + " elements of " + std::to_string(elementBytes) +
             " bytes in dim " + std::to_string(dim);
    if (llvm::MulOverflow(dense, shape[dim], dense))
      dense = std::numeric_limits<int64_t>::max();
  }
  return std::nullopt;
}

std::optional<std::string> LaunchPlanAttr::getTensorMapError(KernelOperandAttr operand,
                                                             ArrayRef<int64_t> box) {
  size_t rank = operand.getShape().size();
  if (operand.getAccess() == Access::Value)
    return "expected an array, but got a value";
  if (rank < 1 || rank > maxTensorMapRank)
    return "expected an array of rank 1 to 5, but got rank " + std::to_string(rank);
  int64_t elementBytes = getTensorMapElementBytes(operand.getElementType());
  if (elementBytes == 0) {
    std::string text;
    llvm::raw_string_ostream(text) << operand.getElementType();
    return "expected elements of 1, 2 or 4 bytes, but got " + text;
  }
  if (box.size() != rank)
    return "expected a box of rank " + std::to_string(rank) + ", but got rank " +
           std::to_string(box.size());
  for (int64_t size : box)
    if (size < 1 || size > kMostBoxElements)
      return "expected box sizes of 1 to 256, but got " + std::to_string(size);
  int64_t rowBytes = box.back() * elementBytes;
  if (rowBytes > swizzleBytes || rowBytes % tensorMapAlignment != 0)
    return "expected an innermost box size that is a multiple of 16 bytes up to 128, but got " +
           std::to_string(rowBytes) + " bytes";
  return checkTensorMapArray(operand, elementBytes);
}

LaunchPlanAttr LaunchPlanAttr::withTensorMap(unsigned operand, ArrayRef<int64_t> box) const {
  SmallVector<KernelParameterAttr> parameters(getParameters());
  if (parameters.empty())
    parameters = makeOtherParameters(getOperands(), /*hasTensorMaps=*/true);
  parameters.push_back(KernelParameterAttr::get(getContext(), ParameterKind::TensorMap, operand, 0,
                                                StringAttr(), box));
  return get(getContext(), getGrid(), getTripCounts(), getBlock(), getWorkgroupBytes(),
             getOperands(), parameters, getProgrammatic());
}
