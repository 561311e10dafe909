//===- GPUTest.h - tests that need the machine's own GPU --------*- C++ -*-===//
#ifndef MCFUSER_TEST_UNIT_GPUTEST_H
#define MCFUSER_TEST_UNIT_GPUTEST_H

#include "MCFuser/Runtime/Runtime.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <string>

/// Skips the test for want of a GPU, or fails it where MCF_REQUIRE_GPU=1. Return behind it.
inline void skipWithoutGPU(const std::string &why) {
  const char *required = std::getenv("MCF_REQUIRE_GPU");
  if (required && std::string(required) == "1")
    FAIL() << why;
  GTEST_SKIP() << why;
}

/// The first GPU of the machine's own driver. Null after `skipWithoutGPU`.
inline mcfrt_device *openGPU() {
  mcfrt_device *device = nullptr;
  if (mcfrt_device_open(0, &device))
    skipWithoutGPU(mcfrt_last_error());
  return device;
}

#endif
