//===- Random.h - numbers that are the same everywhere ----------*- C++ -*-===//
#ifndef MCFUSER_SEARCH_RANDOM_H
#define MCFUSER_SEARCH_RANDOM_H

#include <cstdint>

namespace mcf::search {

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). Any seed is good. It is here because the
/// distributions of the C++ library differ between libraries: with this one a seed gives the same
/// search on every machine.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// A number below `bound`, which is not 0. Off from uniform by less than `bound / 2^64`.
  uint64_t below(uint64_t bound) {
    return static_cast<uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }
  /// A number from 0 up to but not including 1, in steps of 2^-53.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
  uint64_t state;
};

} // namespace mcf::search

#endif
