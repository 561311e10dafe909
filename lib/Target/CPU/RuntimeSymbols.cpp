//===- RuntimeSymbols.cpp - what JIT-compiled code calls -------------------===//
#include "RuntimeSymbols.h"
#include "MCFuser/Target/CPU/Executor.h"
#include "SmallFloat.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ExecutionEngine/Orc/Shared/ExecutorAddress.h"
#include <atomic>
#include <csetjmp>
#include <cstdlib>
#include <memory>

using mcf::BFloat;
using mcf::Half;

static std::atomic<int64_t> numLiveBuffers{0};

namespace {
/// A call of compiled code.
struct GuardedCall {
  std::jmp_buf end;
  int64_t failed = -1;
  llvm::DenseSet<void *> buffers;
};
} // namespace

static thread_local GuardedCall *currentCall = nullptr;

int64_t mcf::cpu::Executor::getNumLiveBuffers() { return numLiveBuffers.load(); }

/// Fresh memory is all ones, NaN in every float format: a read of what nothing
/// wrote shows in the result.
static void *allocate(size_t bytes) {
  void *data = std::malloc(bytes ? bytes : 1);
  if (data) {
    std::memset(data, 0xFF, bytes);
    ++numLiveBuffers;
    if (currentCall)
      currentCall->buffers.insert(data);
  }
  return data;
}
static void release(void *data) {
  if (data) {
    --numLiveBuffers;
    if (currentCall)
      currentCall->buffers.erase(data);
  }
  std::free(data);
}

/// Compiled code has no way back from the middle of its loops but this one. It has no destructors.
[[noreturn]] static void failAssertion(int64_t number) {
  if (!currentCall)
    std::abort();
  currentCall->failed = number;
  std::longjmp(currentCall->end, 1);
}

int64_t mcf::cpu::callGuarded(void (*function)(void **), void **arguments) {
  // On the heap: what changes between setjmp and longjmp must be in memory.
  auto call = std::make_unique<GuardedCall>();
  GuardedCall *outer = currentCall;
  currentCall = call.get();
  if (setjmp(call->end) == 0)
    function(arguments);
  else
    for (void *buffer : currentCall->buffers) {
      --numLiveBuffers;
      std::free(buffer);
    }
  int64_t failed = currentCall->failed;
  currentCall = outer;
  return failed;
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
  add("mcf_fail_assertion", &failAssertion);
  add("__extendhfsf2", &extendHalf);
  add("__extendhfdf2", &extendHalfToDouble);
  add("__truncsfhf2", &truncateToHalf);
  add("__truncdfhf2", &truncateDoubleToHalf);
  add("__truncsfbf2", &truncateToBFloat);
  add("__truncdfbf2", &truncateDoubleToBFloat);
  return symbols;
}
