//===- TensorMaps.cpp - tensor maps as parameters of kernels --------------===//
#include "TensorMaps.h"
#include "Handles.h"
#include <tuple>

using namespace mcf::runtime;

// CUDA driver API, cuTensorMapEncodeTiled.
static constexpr int64_t maxBoxSize = 256;
static constexpr int64_t maxSize = int64_t(1) << 32;
static constexpr int64_t maxStrideBytes = int64_t(1) << 40;
static constexpr int64_t alignment = 16;
/// A row of the box is at most the span of the swizzle.
static constexpr int64_t swizzleBytes = 128;

// cuda.h, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
// CUtensorMapFloatOOBfill.
static constexpr int interleaveNone = 0;
static constexpr int swizzle128B = 3;
static constexpr int promotion256B = 3;
static constexpr int fillZeros = 0;

/// CUtensorMapDataType. Copies move bits, so that the sizes are what matters.
static int getDataType(const std::string &elementType) {
  constexpr int uint8 = 0, uint16 = 1, int32 = 3, float16 = 6, float32 = 7, bfloat16 = 9;
  if (elementType == "f16")
    return float16;
  if (elementType == "bf16")
    return bfloat16;
  if (elementType == "f32")
    return float32;
  switch (getElementBytes(elementType)) {
  case 1:
    return uint8;
  case 2:
    return uint16;
  default:
    return int32;
  }
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

static bool verifyArray(const OperandPlan &operand, int64_t elementBytes, std::string &error) {
  if (!operand.isStatic()) {
    error = "expected sizes and strides that are known before the launch";
    return false;
  }
  size_t rank = operand.shape.size();
  std::vector<int64_t> strides =
      operand.strides.empty() ? getDenseStrides(operand.shape) : operand.strides;
  for (size_t dim = 0; dim < rank; ++dim) {
    if (operand.shape[dim] > maxSize) {
      error = "expected sizes of at most " + std::to_string(maxSize) + ", but got " +
              std::to_string(operand.shape[dim]) + " in dim " + std::to_string(dim);
      return false;
    }
    if (dim + 1 != rank && (strides[dim] < 1 || strides[dim] >= maxStrideBytes / elementBytes ||
                            strides[dim] * elementBytes % alignment != 0)) {
      error = "expected strides that are multiples of 16 bytes, below 2^40 bytes, but got " +
              std::to_string(strides[dim]) + " elements of " + std::to_string(elementBytes) +
              " bytes in dim " + std::to_string(dim);
      return false;
    }
  }
  if (strides.back() != 1) {
    error = "expected an innermost stride of 1, but got " + std::to_string(strides.back());
    return false;
  }
  return true;
}

bool mcf::runtime::verifyTensorMap(const OperandPlan &operand, const std::vector<int64_t> &box,
                                   std::string &error) {
  size_t rank = operand.shape.size();
  if (rank < 1 || rank > TensorMapRequest::maxRank) {
    error = "expected an array of rank 1 to 5, but got rank " + std::to_string(rank);
    return false;
  }
  int64_t elementBytes = getElementBytes(operand.elementType);
  if (elementBytes > 4) {
    error = "expected elements of 1, 2 or 4 bytes, but got " + operand.elementType;
    return false;
  }
  if (box.size() != rank) {
    error = "expected a box of rank " + std::to_string(rank) + ", but got rank " +
            std::to_string(box.size());
    return false;
  }
  for (int64_t size : box)
    if (size < 1 || size > maxBoxSize) {
      error = "expected box sizes of 1 to 256, but got " + std::to_string(size);
      return false;
    }
  int64_t rowBytes = box.back() * elementBytes;
  if (rowBytes > swizzleBytes || rowBytes % alignment != 0) {
    error = "expected an innermost box size that is a multiple of 16 bytes up to 128, but got " +
            std::to_string(rowBytes) + " bytes";
    return false;
  }
  return verifyArray(operand, elementBytes, error);
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

TensorMapRequest::TensorMapRequest(const OperandPlan &operand, const std::vector<int64_t> &box,
                                   uint64_t pointer)
    : pointer(pointer), dataType(getDataType(operand.elementType)),
      rank(static_cast<uint32_t>(operand.shape.size())) {
  // Those of the plan: a launch may give any stride for a dim of size 1.
  std::vector<int64_t> given =
      operand.strides.empty() ? getDenseStrides(operand.shape) : operand.strides;
  for (size_t i = 0; i < rank; ++i) {
    size_t dim = rank - 1 - i;
    sizes[i] = static_cast<uint64_t>(operand.shape[dim]);
    this->box[i] = static_cast<uint32_t>(box[dim]);
    if (i > 0)
      strides[i - 1] = static_cast<uint64_t>(given[dim]) * getElementBytes(operand.elementType);
  }
}

bool TensorMapRequest::operator==(const TensorMapRequest &other) const {
  auto tie = [](const TensorMapRequest &request) {
    return std::tie(request.pointer, request.dataType, request.rank, request.sizes, request.strides,
                    request.box);
  };
  return tie(*this) == tie(other);
}

CUresult TensorMapCache::get(const CudaDriver &driver, const TensorMapRequest &request,
                             TensorMap &map) {
  std::lock_guard<std::mutex> lock(mutex);
  for (const Entry &entry : entries)
    if (entry.request == request) {
      map = entry.map;
      return 0;
    }
  constexpr uint32_t ones[TensorMapRequest::maxRank] = {1, 1, 1, 1, 1};
  if (CUresult result = driver.tensorMapEncodeTiled(
          map.bytes, request.dataType, request.rank,
          reinterpret_cast<void *>(static_cast<uintptr_t>(request.pointer)), request.sizes.data(),
          request.strides.data(), request.box.data(), ones, interleaveNone, swizzle128B,
          promotion256B, fillZeros))
    return result;
  if (entries.size() < maxEntries) {
    entries.push_back({request, map});
  } else {
    entries[oldest] = {request, map};
    oldest = (oldest + 1) % maxEntries;
  }
  return 0;
}

mcfrt_status mcf::runtime::encodeTensorMaps(mcfrt_kernel &kernel, const KernelPlan &plan,
                                            const std::vector<LaunchOperand> &operands,
                                            Launch &launch) {
  std::vector<TensorMap> &maps = launch.getTensorMaps();
  if (maps.empty())
    return MCFRT_OK;
  const CudaDriver &driver = *kernel.device->driver;
  if (!driver.tensorMapEncodeTiled)
    return fail(MCFRT_DRIVER_TOO_OLD,
                "the CUDA driver has no cuTensorMapEncodeTiled, which the tensor maps of kernel '" +
                    plan.name + "' need: expected CUDA 12.0 or later");
  ContextScope scope(kernel.device);
  if (scope.status)
    return scope.status;
  size_t next = 0;
  for (const ParameterPlan &parameter : plan.parameters) {
    if (parameter.kind != ParameterPlan::Kind::TensorMap)
      continue;
    TensorMap &map = maps[next++];
    uint64_t pointer = operands[parameter.operand].pointer;
    // The kernel tests this, too, and copies in another way; the map stays all zeros.
    if (pointer % alignment != 0)
      continue;
    TensorMapRequest request(plan.operands[parameter.operand], parameter.box, pointer);
    if (mcfrt_status status = kernel.device->check(kernel.tensorMaps.get(driver, request, map),
                                                   "cannot encode the tensor map of operand " +
                                                       std::to_string(parameter.operand) +
                                                       " of kernel '" + plan.name + "'"))
      return status;
  }
  return MCFRT_OK;
}
