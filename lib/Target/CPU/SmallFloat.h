//===- SmallFloat.h - 16-bit floats in software ----------------------*- C++ -*-===//
#ifndef MCFUSER_LIB_TARGET_CPU_SMALLFLOAT_H
#define MCFUSER_LIB_TARGET_CPU_SMALLFLOAT_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace mcf {
/// A 16-bit IEEE format: <5, 10> is f16, <8, 7> is bf16.
template <int kExponentBits, int kMantissaBits> struct SmallFloat {
  static constexpr int kBias = (1 << (kExponentBits - 1)) - 1;
  static constexpr uint32_t kInf = ((1u << kExponentBits) - 1) << kMantissaBits;

  /// Rounds to nearest, ties to even, in one step.
  static uint16_t encode(double value) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    uint32_t sign = uint32_t(bits >> 63) << 15;
    int exponent = int(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & ((uint64_t(1) << 52) - 1);
    if (exponent == 0x7ff) // inf, or a quiet NaN
      return uint16_t(sign | kInf | (mantissa ? 1u << (kMantissaBits - 1) : 0));
    if (exponent == 0) // zero; f64 subnormals are far below the smallest value
      return uint16_t(sign);
    int e = exponent - 1023;
    mantissa |= uint64_t(1) << 52;
    int shift = 52 - kMantissaBits;
    bool subnormal = e < 1 - kBias;
    if (subnormal)
      shift += 1 - kBias - e;
    if (shift > 53)
      return uint16_t(sign);
    uint64_t kept = mantissa >> shift, rest = mantissa & ((uint64_t(1) << shift) - 1);
    uint64_t half = uint64_t(1) << (shift - 1);
    if (rest > half || (rest == half && (kept & 1)))
      ++kept;
    // The hidden bit of `kept` adds the last one to the exponent; a carry does too.
    uint64_t result = subnormal ? kept : (uint64_t(e + kBias - 1) << kMantissaBits) + kept;
    return uint16_t(sign | (result >= kInf ? kInf : uint32_t(result)));
  }

  static double decode(uint16_t bits) {
    int exponent = (bits & 0x7fff) >> kMantissaBits;
    int mantissa = bits & ((1 << kMantissaBits) - 1);
    double value;
    if (exponent == (1 << kExponentBits) - 1)
      value = mantissa ? std::numeric_limits<double>::quiet_NaN()
                       : std::numeric_limits<double>::infinity();
    else if (exponent == 0)
      value = std::ldexp(double(mantissa), 1 - kBias - kMantissaBits);
    else
      value = std::ldexp(double(mantissa + (1 << kMantissaBits)), exponent - kBias - kMantissaBits);
    return bits & 0x8000 ? -value : value;
  }
};
using Half = SmallFloat<5, 10>;
using BFloat = SmallFloat<8, 7>;
} // namespace mcf

#endif
