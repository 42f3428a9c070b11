#include <cmath>
#include <cstdio>
constexpr int N = 256, SAMPLES = 32;
static long seed[1];
static int hits[N];
static float decay[N];
// The element of SplitMix64's sequence at an index: a counter is its whole state.
#pragma omp declare target
static double unit(unsigned long seed, unsigned long index) {
  unsigned long z = seed + (index + 1) * 0x9e3779b97f4a7c15UL;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9UL;
  z = (z ^ z >> 27) * 0x94d049bb133111ebUL;
  return ((z ^ z >> 31) >> 11) * 0x1p-53;
}
#pragma omp end declare target
int main() {
  seed[0] = 42;
#pragma omp target teams distribute parallel for map(to : seed) map(tofrom : hits, decay)
  for (int i = 0; i < N; ++i) {
    int inside = 0;
    double sum = 0;
    for (int k = 0; k < SAMPLES; ++k) {
      const unsigned long at = 2ul * (i * SAMPLES + k);
      const double x = unit(seed[0], at), y = unit(seed[0], at + 1);
      inside += x * x + y * y < 1;
      sum += std::exp(-2 * static_cast<float>(x));
    }
    hits[i] = inside;
    decay[i] = static_cast<float>(sum / SAMPLES);
  }
  int sum = 0;
  for (int i = 0; i < N; ++i)
    sum += hits[i];
  std::printf("%g %g\n", 4.0 * sum / (N * SAMPLES), decay[0]);
}
