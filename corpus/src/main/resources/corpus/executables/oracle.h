// oracle.hpp for programs in C: inputs from a fixed generator, comparisons, and the verdict.
//
// `main` ends with `return oracle_verdict();`: `ok` and 0, or up to eight lines
// `wrong: NAME[INDEX] is A, when it should be B` and 1.
#ifndef ORACLE_H
#define ORACLE_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum { ORACLE_SHOWN = 8 };

static long oracle_wrongs = 0;

// SplitMix64: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
static inline uint64_t oracle_next(uint64_t *state) {
  uint64_t z = *state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// From 0 to bound - 1.
static inline long oracle_below(uint64_t *state, long bound) {
  return (long)(oracle_next(state) % (uint64_t)bound);
}

// From low to high, with 53 random bits.
static inline double oracle_real(uint64_t *state, double low, double high) {
  return low + (high - low) * ((double)(oracle_next(state) >> 11) * 0x1p-53);
}

static inline void oracle_equal(const char *name, long index, long long is, long long should) {
  if (is != should && oracle_wrongs++ < ORACLE_SHOWN)
    printf("wrong: %s[%ld] is %lld, when it should be %lld\n", name, index, is, should);
}

// Not farther than bound from what it should be.
static inline void oracle_within(const char *name, long index, double is, double should,
                                 double bound) {
  if (!(fabs(is - should) <= bound) && oracle_wrongs++ < ORACLE_SHOWN)
    printf("wrong: %s[%ld] is %.17g, when it should be %.17g within %.3g\n", name, index, is,
           should, bound);
}

// Something that has to be so, in words.
static inline void oracle_holds(int condition, const char *name, double is, const char *should) {
  if (!condition && oracle_wrongs++ < ORACLE_SHOWN)
    printf("wrong: %s is %.17g, when it should be %s\n", name, is, should);
}

static inline int oracle_verdict(void) {
  if (oracle_wrongs > ORACLE_SHOWN) printf("wrong: %ld more\n", oracle_wrongs - ORACLE_SHOWN);
  if (oracle_wrongs == 0) printf("ok\n");
  return oracle_wrongs == 0 ? 0 : 1;
}

#endif
