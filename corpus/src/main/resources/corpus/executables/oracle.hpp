// What the drivers share: inputs from a fixed generator, and a verdict in words.
//
// A driver's `main` computes what its program should yield with plain loops of its own, compares,
// and ends with `return oracle::verdict();`: `ok` and 0, or up to eight lines
// `wrong: NAME[INDEX] is A, when it should be B` and 1.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>

namespace oracle {

// SplitMix64: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
class Generator {
public:
  explicit Generator(std::uint64_t seed) : state(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // From 0 to bound - 1.
  long below(long bound) { return static_cast<long>(next() % static_cast<std::uint64_t>(bound)); }
  // From low to high, with 53 random bits.
  double real(double low, double high) {
    return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1p-53);
  }

private:
  std::uint64_t state;
};

inline long wrongs = 0;
constexpr long SHOWN = 8;

inline void say(const char *name, long index, const char *is, const char *should) {
  if (wrongs++ < SHOWN)
    std::printf("wrong: %s[%ld] is %s, when it should be %s\n", name, index, is, should);
}

struct Text { char of[64]; };
inline Text text(double value) { Text t; std::snprintf(t.of, sizeof t.of, "%.17g", value); return t; }
inline Text text(float value) { return text(static_cast<double>(value)); }
inline Text text(long long value) { Text t; std::snprintf(t.of, sizeof t.of, "%lld", value); return t; }
inline Text text(unsigned long long value) { Text t; std::snprintf(t.of, sizeof t.of, "%llu", value); return t; }
inline Text text(long value) { return text(static_cast<long long>(value)); }
inline Text text(int value) { return text(static_cast<long long>(value)); }
inline Text text(unsigned value) { return text(static_cast<unsigned long long>(value)); }

// Every bit as the host has it.
template <class T> void equal(const char *name, long index, T is, T should) {
  if (std::memcmp(&is, &should, sizeof(T)) != 0) say(name, index, text(is).of, text(should).of);
}

// One of the two values that C++ allows for a * b + c: [expr.pre] lets a compiler keep the product
// in a greater precision, which a fused multiplication and addition does.
inline void contracted(const char *name, long index, float is, float a, float b, float c) {
  volatile float product = a * b;
  float apart = product + c;
  float fused = std::fma(a, b, c);
  if (std::memcmp(&is, &apart, sizeof is) != 0 && std::memcmp(&is, &fused, sizeof is) != 0)
    say(name, index, text(is).of, text(fused).of);
}

// Not farther than bound from what it should be.
inline void within(const char *name, long index, double is, long double should, long double bound) {
  long double off = std::fabs(static_cast<long double>(is) - should);
  if (!(off <= bound)) {
    char words[96];
    std::snprintf(words, sizeof words, "%.20Lg within %.3Lg", should, bound);
    say(name, index, text(is).of, words);
  }
}

// Something that has to be so, in words.
inline void holds(bool condition, const char *name, long is, const char *should) {
  if (!condition) say(name, 0, text(is).of, should);
}

// What sums of n terms in any order may be off, as a multiple of the sum of their magnitudes:
// Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition, section 4.2, with u the
// unit roundoff of T: (n - 1) u / (1 - (n - 1) u).
template <class T> long double reordering(long n) {
  long double nu = (n - 1) * static_cast<long double>(std::numeric_limits<T>::epsilon()) / 2;
  return nu / (1 - nu);
}

inline int verdict() {
  if (wrongs > SHOWN) std::printf("wrong: %ld more\n", wrongs - SHOWN);
  if (wrongs == 0) std::printf("ok\n");
  return wrongs == 0 ? 0 : 1;
}

} // namespace oracle
