//===- FakeTensorMap.h - what the fake driver makes a tensor map of -*- C++ -*-===//
#ifndef MCFUSER_TEST_UNIT_FAKETENSORMAP_H
#define MCFUSER_TEST_UNIT_FAKETENSORMAP_H

#include <cstdint>

/// The arguments of cuTensorMapEncodeTiled, in the size of a tensor map.
struct FakeTensorMap {
  uint64_t pointer;
  uint64_t sizes[5];
  uint64_t strides[4];
  /// The sum.
  uint32_t elementStrides;
  uint16_t box[5];
  /// Data type, rank, interleave, swizzle, L2 promotion, fill.
  uint8_t modes[6];
  uint8_t unused[28];
};
static_assert(sizeof(FakeTensorMap) == 128, "a tensor map has 128 bytes");

#endif
