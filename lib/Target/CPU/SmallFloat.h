//===- SmallFloat.h - floats of 16 and 8 bits in software -----------*- C++ -*-===//
#ifndef MCFUSER_LIB_TARGET_CPU_SMALLFLOAT_H
#define MCFUSER_LIB_TARGET_CPU_SMALLFLOAT_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace mcf {
/// A format of a sign, an exponent and a mantissa, such as f16: <5, 10>. `kHasInfinity`: the
/// largest exponent is kept for infinity and NaN, as in IEEE 754; else only all ones are NaN.
template <int kExponentBits, int kMantissaBits, bool kHasInfinity = true> struct SmallFloat {
  static constexpr int kWidth = 1 + kExponentBits + kMantissaBits;
  using Bits = std::conditional_t<kWidth == 8, uint8_t, uint16_t>;
  static constexpr int kBias = (1 << (kExponentBits - 1)) - 1;
  static constexpr uint32_t kSign = 1u << (kWidth - 1), kAllOnes = kSign - 1;
  /// What is above the largest number.
  static constexpr uint32_t kBeyond =
      kHasInfinity ? ((1u << kExponentBits) - 1) << kMantissaBits : kAllOnes;
  static constexpr uint32_t kNaN = kHasInfinity ? kBeyond | 1u << (kMantissaBits - 1) : kAllOnes;

  /// Rounds to nearest, ties to even, in one step.
  static Bits encode(double value) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    uint32_t sign = uint32_t(bits >> 63) << (kWidth - 1);
    int exponent = int(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & ((uint64_t(1) << 52) - 1);
    if (exponent == 0x7ff) // inf, or a quiet NaN
      return Bits(sign | (mantissa ? kNaN : kBeyond));
    if (exponent == 0) // zero; f64 subnormals are far below the smallest value
      return Bits(sign);
    int e = exponent - 1023;
    mantissa |= uint64_t(1) << 52;
    int shift = 52 - kMantissaBits;
    bool subnormal = e < 1 - kBias;
    if (subnormal)
      shift += 1 - kBias - e;
    if (shift > 53)
      return Bits(sign);
    uint64_t kept = mantissa >> shift, rest = mantissa & ((uint64_t(1) << shift) - 1);
    uint64_t half = uint64_t(1) << (shift - 1);
    if (rest > half || (rest == half && (kept & 1)))
      ++kept;
    // The hidden bit of `kept` adds the last one to the exponent; a carry does too.
    uint64_t result = subnormal ? kept : (uint64_t(e + kBias - 1) << kMantissaBits) + kept;
    return Bits(sign | (result >= kBeyond ? kBeyond : uint32_t(result)));
  }

  static double decode(Bits bits) {
    uint32_t magnitude = bits & kAllOnes;
    int exponent = int(magnitude >> kMantissaBits);
    int mantissa = int(magnitude & ((1u << kMantissaBits) - 1));
    double value;
    if (magnitude >= kBeyond)
      value = kHasInfinity && magnitude == kBeyond ? std::numeric_limits<double>::infinity()
                                                   : std::numeric_limits<double>::quiet_NaN();
    else if (exponent == 0)
      value = std::ldexp(double(mantissa), 1 - kBias - kMantissaBits);
    else
      value = std::ldexp(double(mantissa + (1 << kMantissaBits)), exponent - kBias - kMantissaBits);
    return bits & kSign ? -value : value;
  }
};
using Half = SmallFloat<5, 10>;
using BFloat = SmallFloat<8, 7>;
using F8E4M3FN = SmallFloat<4, 3, /*kHasInfinity=*/false>;
using F8E5M2 = SmallFloat<5, 2>;
} // namespace mcf

#endif
