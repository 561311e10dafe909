//===- RuntimeSymbols.cpp - what JIT-compiled code calls -------------------===//
#include "RuntimeSymbols.h"
#include "MCFuser/Target/CPU/Executor.h"
#include "SmallFloat.h"
#include "llvm/ExecutionEngine/Orc/Shared/ExecutorAddress.h"
#include <atomic>
#include <cstdlib>

using mcf::BFloat;
using mcf::Half;

static std::atomic<int64_t> numLiveBuffers{0};

int64_t mcf::cpu::Executor::getNumLiveBuffers() { return numLiveBuffers.load(); }

/// Fresh memory is all ones, NaN in every float format: a read of what nothing
/// wrote shows in the result.
static void *allocate(size_t bytes) {
  void *data = std::malloc(bytes ? bytes : 1);
  if (data) {
    std::memset(data, 0xFF, bytes);
    ++numLiveBuffers;
  }
  return data;
}
static void release(void *data) {
  if (data)
    --numLiveBuffers;
  std::free(data);
}

// A 16-bit float is passed and returned in the low bits of a vector register, and so
// is a float: with float in the signature these need no 16-bit type in C++.
static float pack(uint16_t bits) {
  uint32_t wide = bits;
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}
static uint16_t unpack(float value) {
  uint32_t wide;
  std::memcpy(&wide, &value, sizeof(wide));
  return uint16_t(wide);
}
static float extendHalf(float h) { return float(Half::decode(unpack(h))); }
static double extendHalfToDouble(float h) { return Half::decode(unpack(h)); }
static float truncateToHalf(float x) { return pack(Half::encode(x)); }
static float truncateDoubleToHalf(double x) { return pack(Half::encode(x)); }
static float truncateToBFloat(float x) { return pack(BFloat::encode(x)); }
static float truncateDoubleToBFloat(double x) { return pack(BFloat::encode(x)); }

llvm::orc::SymbolMap mcf::cpu::getRuntimeSymbols(llvm::orc::MangleAndInterner &interner) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](const char *name, auto *function) {
    symbols[interner(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                               llvm::JITSymbolFlags::Exported};
  };
  add("malloc", &allocate);
  add("free", &release);
  add("__extendhfsf2", &extendHalf);
  add("__extendhfdf2", &extendHalfToDouble);
  add("__truncsfhf2", &truncateToHalf);
  add("__truncdfhf2", &truncateDoubleToHalf);
  add("__truncsfbf2", &truncateToBFloat);
  add("__truncdfbf2", &truncateDoubleToBFloat);
  return symbols;
}
