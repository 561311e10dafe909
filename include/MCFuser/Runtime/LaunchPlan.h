//===- LaunchPlan.h - how the kernels of a PTX file are launched *- C++ -*-===//
#ifndef MCFUSER_RUNTIME_LAUNCHPLAN_H
#define MCFUSER_RUNTIME_LAUNCHPLAN_H

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace mcf::runtime {

/// What a kernel does with an operand: an array that it only reads, one that it writes whole and
/// never reads, a scalar passed by value.
enum class Access { Read, Write, Value };

/// An operand of a kernel: an array, or a scalar.
struct OperandPlan {
  /// Stands for a size or a stride that is given at launch.
  static constexpr int64_t dynamic = std::numeric_limits<int64_t>::min();

  /// As MLIR spells it: `f16`, `bf16`, `f32`, ... An `i1` takes a byte, which is 0 or 1.
  std::string elementType;
  std::vector<int64_t> shape;
  Access access = Access::Read;
  /// In elements; none for a dense row-major array.
  std::vector<int64_t> strides = {};
  /// For each dim the symbol of a size that is given at launch, else empty; none if all sizes are
  /// known. Sizes with the same symbol are the same.
  std::vector<std::string> symbols = {};

  /// True if sizes and strides are known.
  bool isStatic() const;
  /// True for a dense row-major array of known sizes.
  bool isDense() const { return isStatic() && strides.empty(); }
  /// Bytes from the first element to the end of the last one. The operand has been verified, and is
  /// static.
  uint64_t getBytes() const;
};

/// What a kernel parameter is.
struct ParameterPlan {
  enum class Kind {
    /// Address of the first element of an operand.
    Pointer,
    /// The scalar that an operand is.
    Value,
    /// The size that a symbol stands for, 64 bits.
    Size,
    /// A stride of an operand, in elements, 64 bits.
    Stride,
    /// The tensor map of an operand, 128 bytes.
    TensorMap
  };
  Kind kind = Kind::Pointer;
  size_t operand = 0;
  size_t dim = 0;
  std::string symbol = {};
  /// Of a tensor map: a size for each dim of the operand, outermost first.
  std::vector<int64_t> box = {};
};

/// A size that is given at launch, divided by the tile size and rounded up.
struct TripCountPlan {
  std::string symbol;
  int64_t tileSize = 1;
};

/// One kernel and its launch.
struct KernelPlan {
  std::string name;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::array<uint32_t, 3> block = {1, 1, 1};
  /// Dynamic workgroup (shared) memory of a block.
  uint32_t dynamicWorkgroupBytes = 0;
  std::vector<OperandPlan> operands = {};
  /// The first size of the grid is `grid[0]` times these.
  std::vector<TripCountPlan> tripCounts = {};
  /// None: the operands, in their order.
  std::vector<ParameterPlan> parameters = {};
  /// The kernel waits for those before it in the stream, so it may start while they run.
  bool programmatic = false;

  /// True if nothing but pointers and scalars is given at launch.
  bool isStatic() const;
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
/// Version 2 adds strides and what is given at launch: `"shape": ["m", 64]`, `"strides": ["?", 1]`,
/// `"grid": {"product": [8, {"ceil_div": ["m", 64]}]}` and the parameters of the kernel,
/// `"parameters": [{"pointer": 0}, {"value": 1}, {"size": "m"}, {"stride": [0, 0]}]`. A plan that
/// needs none of it is printed as version 1. Version 3 adds tensor maps to the parameters,
/// `{"tensor_map": 0, "box": [1, 64, 64]}`, and is printed where a kernel has one. Version 4 adds
/// `"programmatic": true` to kernels, and is printed where a kernel is that.
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

/// A CUtensorMap of the CUDA driver.
struct alignas(64) TensorMap {
  unsigned char bytes[128] = {};
};

/// What is given for an operand at launch.
struct LaunchOperand {
  /// Address of the first element of an array.
  uint64_t pointer = 0;
  /// Address of a scalar.
  const void *value = nullptr;
  std::vector<int64_t> shape = {};
  /// In elements; none for a dense row-major array.
  std::vector<int64_t> strides = {};
  /// Empty: not checked.
  std::string elementType = {};
};

/// A launch of a kernel: what its plan makes of operands.
class Launch {
public:
  /// Checks the operands against the plan. On failure returns nothing, and `error` says why. The
  /// operands and the plan must outlive the launch.
  static std::optional<Launch>
  create(const KernelPlan &kernel, const std::vector<LaunchOperand> &operands, std::string &error);

  // Parameters are addresses of its own numbers.
  Launch(Launch &&) = default;
  Launch &operator=(Launch &&) = default;
  Launch(const Launch &) = delete;

  /// True if there is nothing to do.
  bool isEmpty() const { return grid[0] == 0; }
  const std::array<uint32_t, 3> &getGrid() const { return grid; }
  /// Addresses of the values of the kernel's parameters.
  const std::vector<const void *> &getParameters() const { return parameters; }
  /// The tensor maps among the parameters, in their order. They are zeros until somebody who has a
  /// driver encodes them in place.
  std::vector<TensorMap> &getTensorMaps() { return tensorMaps; }

private:
  Launch() = default;

  std::array<uint32_t, 3> grid = {1, 1, 1};
  /// Sizes and strides; their addresses are parameters.
  std::vector<int64_t> numbers;
  std::vector<TensorMap> tensorMaps;
  std::vector<const void *> parameters;
};

/// Bytes from the first element to the end of the last one, 0 if there is no element; none if that
/// does not fit 63 bits. Sizes and strides are at least 0.
std::optional<uint64_t> getExtentBytes(unsigned elementBytes, const std::vector<int64_t> &shape,
                                       const std::vector<int64_t> &strides);

/// Strides of a dense row-major array. They wrap around where they do not fit 64 bits.
std::vector<int64_t> getDenseStrides(const std::vector<int64_t> &shape);

/// True if no two elements of the array can be the same: ordered by stride, each dim steps over
/// what the smaller ones reach.
bool isWithoutOverlap(const std::vector<int64_t> &shape, const std::vector<int64_t> &strides);

} // namespace mcf::runtime

#endif
