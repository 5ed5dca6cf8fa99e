// All that is random in a life, from one seed; and the trace that proves two lives equal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "senja/model/time.h"

namespace senja::simulate {

// SplitMix64. Copied, it repeats itself.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}

  std::uint64_t draw() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : draw() % bound; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
  }
  Micros span(Micros low, Micros high) { return Micros{between(low.count(), high.count())}; }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  std::uint64_t state_;
};

// FNV-1a over everything that was observed, in order.
class Trace {
 public:
  void add(std::string_view text) {
    for (const char c : text) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    hash_ = (hash_ ^ 0xFF) * 0x100000001B3;  // "a","b" is not "ab"
  }
  void add(std::int64_t number) {
    for (int byte = 0; byte < 8; ++byte)
      hash_ = (hash_ ^ ((static_cast<std::uint64_t>(number) >> (8 * byte)) & 0xFF)) * 0x100000001B3;
  }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325;
};

}  // namespace senja::simulate
