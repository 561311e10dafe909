//===- LaunchPlan.h - how the kernels of a PTX file are launched *- C++ -*-===//
#ifndef MCFUSER_RUNTIME_LAUNCHPLAN_H
#define MCFUSER_RUNTIME_LAUNCHPLAN_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mcf::runtime {

/// What a kernel does with an operand: an array that it only reads, one that it writes whole and
/// never reads, a scalar passed by value.
enum class Access { Read, Write, Value };

/// One kernel parameter: a bare pointer to a dense row-major array, or a scalar.
struct OperandPlan {
  /// As MLIR spells it: `f16`, `bf16`, `f32`, ... An `i1` takes a byte, which is 0 or 1.
  std::string elementType;
  std::vector<int64_t> shape;
  Access access = Access::Read;

  /// Size of the array in bytes. The operand has been verified.
  uint64_t getBytes() const;
};

/// One kernel and its launch.
struct KernelPlan {
  std::string name;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::array<uint32_t, 3> block = {1, 1, 1};
  /// Dynamic workgroup (shared) memory of a block.
  uint32_t dynamicWorkgroupBytes = 0;
  std::vector<OperandPlan> operands;
};

/// The kernels of one PTX file. Its text form is JSON:
/// ```json
/// {
///   "version": 1,
///   "chip": "sm_80",
///   "kernels": [
///     {
///       "name": "gemm_chain_0",
///       "grid": [8, 1, 1],
///       "block": [128, 1, 1],
///       "dynamic_workgroup_bytes": 40960,
///       "operands": [
///         {"element_type": "f16", "shape": [512, 64], "access": "read"}
///       ]
///     }
///   ]
/// }
/// ```
struct LaunchPlan {
  std::string chip;
  std::vector<KernelPlan> kernels;

  /// Reads the JSON form. On failure returns nothing, and `error` says where and why.
  static std::optional<LaunchPlan> parse(const std::string &text, std::string &error);
  /// The JSON form, the same for equal plans.
  std::string print() const;
  /// Checks what no GPU can do: empty or oversized grids, unknown element types, sizes beyond 64
  /// bits. On failure `error` says why.
  bool verify(std::string &error) const;
};

/// Bytes of one element as MLIR spells its type, or 0 if the runtime does not know the type.
unsigned getElementBytes(const std::string &elementType);

} // namespace mcf::runtime

#endif
