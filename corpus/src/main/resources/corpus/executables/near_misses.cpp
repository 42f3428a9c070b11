// What comes near a fault of each kind and is none.
#include "executables/oracle.hpp"
#include <cstdlib>
#include <omp.h>

static const int n = 100;
static const int threads = 64;

// Bytes side by side, each of one thread.
static void neighbours() {
  char x[n] = {};
#pragma omp target teams distribute parallel for map(tofrom : x)
  for (int i = 0; i < n; ++i) x[i] = static_cast<char>(i);
  for (int i = 0; i < n; ++i) oracle::equal<int>("neighbours", i, x[i], i);
}

// A barrier stands between a store and another thread's load.
static void mirrored() {
  int x[threads] = {};
#pragma omp target map(tofrom : x)
  {
    int shared[threads];
#pragma omp parallel num_threads(threads)
    {
      const int t = omp_get_thread_num();
      shared[t] = 3 * t;
#pragma omp barrier
      x[t] = shared[threads - 1 - t];
    }
  }
  for (int i = 0; i < threads; ++i) oracle::equal("mirrored", i, x[i], 3 * (threads - 1 - i));
}

// Threads of all teams add to one element, at once and each for itself first.
static void added() {
  int x = 0;
  int sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : x, sum) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    x += i;
    sum += i;
  }
  const int all = n * (n - 1) / 2;
  oracle::equal("added", 0, x, all);
  oracle::equal("added", 1, sum, all);
}

// Atomic operations that devices do not have: of bytes and pairs of them, which share words, at the
// end of what is mapped too, and products.
static void swapped() {
  short x[n + 1] = {};
  unsigned char y[n + 1] = {};
  double product = 1;
#pragma omp target teams distribute parallel for map(tofrom : x, y, product)
  for (int i = 0; i < 4 * (n + 1); ++i) {
#pragma omp atomic
    x[i % (n + 1)] += 3;
#pragma omp atomic
    y[i % (n + 1)] |= 1 << (i & 7);
    if (i % n == 0) {
#pragma omp atomic
      product *= 2;
    }
  }
  for (int i = 0; i <= n; ++i) {
    int bits = 0;
    for (int k = i; k < 4 * (n + 1); k += n + 1) bits |= 1 << (k & 7);
    oracle::equal<int>("swapped", i, x[i], 12);
    oracle::equal<int>("swapped", i, y[i], bits);
  }
  oracle::equal("swapped", n, product, 32.0);
}

// Half of an array is set, and no more is asked for, though all of it is there.
static void half() {
  int x[n] = {};
#pragma omp target data map(alloc : x)
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n / 2; ++i) x[i] = i;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n / 2; ++i)
      if (x[i] % 3 == 0) x[i] = -x[i];
#pragma omp target update from(x[0 : n / 2])
  }
  for (int i = 0; i < n / 2; ++i) oracle::equal("half", i, x[i], i % 3 == 0 ? -i : i);
}

struct Padded {
  char kind;
  double value;
};

// Structures are moved with their padding, which nobody set.
static void padded() {
  Padded x[n];
#pragma omp target teams distribute parallel for map(from : x)
  for (int i = 0; i < n; ++i) {
    Padded one;
    one.kind = static_cast<char>(i);
    one.value = i;
    x[i] = one;
  }
  for (int i = 0; i < n; ++i) oracle::equal("padded", i, x[i].value, double(x[i].kind));
}

// The last element, and a word that begins at an odd byte, byte by byte.
static void edges() {
  char x[n] = {};
  const int word = 0x01020304;
#pragma omp target map(tofrom : x)
  {
    x[n - 1] = 9;
    for (int i = 0; i < 4; ++i) x[i + 1] = static_cast<char>(word >> 8 * i);
  }
  int read;
  std::memcpy(&read, x + 1, sizeof read);
  oracle::equal("edges", 0, read, word);
  oracle::equal<int>("edges", 1, x[n - 1], 9);
}

// Whole warps come to a barrier from two places.
static void warps() {
  int x = 0;
#pragma omp target parallel num_threads(threads) map(tofrom : x)
  {
#ifdef __NVPTX__
    int t;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(t));
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %0, 32; @p bra A; bar.sync 1; bra B;"
                 " A: bar.sync 1; B: }" ::"r"(t)
                 : "memory");
#endif
#pragma omp atomic
    x += 1;
  }
  oracle::equal("warps", 0, x, threads);
}

// What is allocated is freed, by another launch or the host.
static void freed() {
  int *x[n] = {};
#pragma omp target teams distribute parallel for map(tofrom : x)
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<int *>(std::malloc(sizeof(int)));
    if (x[i] != nullptr) *x[i] = i;
  }
  int sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : x, sum) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    sum += *x[i];
    std::free(x[i]);
  }
  oracle::equal("freed", 0, sum, n * (n - 1) / 2);
  void *block = omp_target_alloc(1 << 14, 0);
  omp_target_free(block, 0);
}

int main() {
  neighbours();
  mirrored();
  added();
  swapped();
  half();
  padded();
  edges();
  warps();
  freed();
  return oracle::verdict();
}
