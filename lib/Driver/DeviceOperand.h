//===- DeviceOperand.h - an operand of a launch in device memory -*- C++ -*-===//
#ifndef MCFUSER_LIB_DRIVER_DEVICEOPERAND_H
#define MCFUSER_LIB_DRIVER_DEVICEOPERAND_H

#include "MCFuser/Runtime/LaunchPlan.h"
#include "MCFuser/Runtime/Runtime.h"

namespace mcf {

/// A dense array of the host, laid out in device memory as a kernel wants it. What lies between its
/// elements and behind it belongs to nobody: it is checked.
class DeviceOperand {
public:
  /// `sizes` are those that the plan does not know, in order. Strides that it does not know leave
  /// `padding` elements between rows.
  DeviceOperand(mcfrt_device *device, const runtime::OperandPlan &plan,
                const std::vector<int64_t> &sizes, int64_t bits, size_t number, int64_t padding);
  DeviceOperand(const DeviceOperand &) = delete;
  ~DeviceOperand();

  /// Allocates and fills it: an array that is read with what the host has, one that is written with
  /// NaN. Returns what went wrong, or an empty text.
  std::string upload();
  /// Checks what belongs to nobody, and copies what was written to the host.
  std::string download();
  /// How the launch is told of it.
  mcfrt_tensor getTensor() const;

private:
  bool isDense() const { return strides == runtime::getDenseStrides(shape); }
  /// Calls `visit` for each element, with where it starts on the host and in the image, and its
  /// bytes.
  template <typename Visit> void forEachElement(Visit visit) const;

  mcfrt_device *device;
  const runtime::OperandPlan &plan;
  /// The host array's address, or the bits of a scalar.
  int64_t bits;
  size_t number;
  std::vector<int64_t> shape, strides;
  size_t bytes = 0;
  mcfrt_pointer pointer = 0;
  /// What device memory held before the launch, where there are gaps.
  std::vector<uint8_t> image;
};

} // namespace mcf

#endif
