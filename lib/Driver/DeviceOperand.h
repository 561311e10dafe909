//===- DeviceOperand.h - an operand of a launch in device memory -*- C++ -*-===//
#ifndef MCFUSER_LIB_DRIVER_DEVICEOPERAND_H
#define MCFUSER_LIB_DRIVER_DEVICEOPERAND_H

#include "MCFuser/Runtime/LaunchPlan.h"
#include "MCFuser/Runtime/Runtime.h"

namespace mcf {

/// An array or a scalar of the host.
struct HostOperand {
  /// The address of the first element, or the bits of a scalar.
  int64_t bits;
  /// The sizes that the plan does not know, in order.
  std::vector<int64_t> sizes;
  /// The stride of each dim, in elements.
  std::vector<int64_t> strides;
};

/// An array of the host, laid out in device memory as a kernel wants it. What lies between its
/// elements and behind it belongs to nobody: it is checked.
class DeviceOperand {
public:
  /// Strides that the plan does not know leave `padding` elements between rows.
  DeviceOperand(mcfrt_device *device, const runtime::OperandPlan &plan, HostOperand host,
                size_t number, int64_t padding);
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
  /// True if the bytes of host and device stand in the same order.
  bool isDense() const {
    return strides == runtime::getDenseStrides(shape) && strides == host.strides;
  }
  /// Calls `visit` for each element, with where it starts on the host and in the image, and its
  /// bytes.
  template <typename Visit> void forEachElement(Visit visit) const;

  mcfrt_device *device;
  const runtime::OperandPlan &plan;
  HostOperand host;
  size_t number;
  std::vector<int64_t> shape, strides;
  size_t bytes = 0;
  mcfrt_pointer pointer = 0;
  /// What device memory held before the launch, where there are gaps.
  std::vector<uint8_t> image;
};

} // namespace mcf

#endif
