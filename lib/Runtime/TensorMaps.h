//===- TensorMaps.h - tensor maps as parameters of kernels ------*- C++ -*-===//
#ifndef MCFUSER_LIB_RUNTIME_TENSORMAPS_H
#define MCFUSER_LIB_RUNTIME_TENSORMAPS_H

#include "CudaDriver.h"
#include "MCFuser/Runtime/LaunchPlan.h"
#include <mutex>
#include <vector>

struct mcfrt_kernel;

namespace mcf::runtime {

/// Checks that there can be a tensor map of the operand with this box. On failure `error` says why.
bool verifyTensorMap(const OperandPlan &operand, const std::vector<int64_t> &box,
                     std::string &error);

/// What the driver makes a tensor map from. The innermost dim is the first one.
struct TensorMapRequest {
  static constexpr size_t maxRank = 5;

  /// The operand and the box have been verified.
  TensorMapRequest(const OperandPlan &operand, const std::vector<int64_t> &box, uint64_t pointer);

  uint64_t pointer;
  int dataType;
  uint32_t rank;
  std::array<uint64_t, maxRank> sizes = {};
  /// In bytes, of all dims but the innermost.
  std::array<uint64_t, maxRank - 1> strides = {};
  std::array<uint32_t, maxRank> box = {};

  bool operator==(const TensorMapRequest &other) const;
};

/// The last tensor maps that were encoded: launches on the same arrays take them from here.
class TensorMapCache {
public:
  /// The tensor map of the request, which the driver encodes where it is not known.
  CUresult get(const CudaDriver &driver, const TensorMapRequest &request, TensorMap &map);

private:
  struct Entry {
    TensorMapRequest request;
    TensorMap map;
  };
  static constexpr size_t maxEntries = 16;

  std::mutex mutex;
  std::vector<Entry> entries;
  /// The oldest entry, once there are as many as there may be.
  size_t oldest = 0;
};

/// Encodes the tensor maps of a launch of the kernel.
mcfrt_status encodeTensorMaps(mcfrt_kernel &kernel, const KernelPlan &plan,
                              const std::vector<LaunchOperand> &operands, Launch &launch);

} // namespace mcf::runtime

#endif
