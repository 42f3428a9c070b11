// A planted fault of each kind that a run can be asked to look for besides those that stop a kernel.
#include <cstdio>
#include <cstdlib>
#include <omp.h>

static const int n = 100;
static const int many = 4000; // more than the runtime keeps when it is freed

// Threads add to one element as they like.
static void race() {
  int x[n] = {};
#pragma omp target teams distribute parallel for map(tofrom : x)
  for (int i = 0; i < n; ++i) {
    if (i > 0) // so that the line below is a store of its own
      x[0] = x[0] ^ i;
  }
}

// Threads ask of an element that nobody set.
static void unset(int *x) {
#pragma omp target teams distribute parallel for map(from : x[0 : n])
  for (int i = 0; i < n; ++i)
    x[i] = x[i] > i ? 1 : 2;
}

// Half of a warp waits somewhere else.
static void apart() {
  int x = 0;
#pragma omp target parallel num_threads(32) map(tofrom : x)
  {
#ifdef __NVPTX__
    int t;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(t));
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %0, 16; @p bra A; bar.sync 1; bra B;"
                 " A: bar.sync 1; B: }" ::"r"(t)
                 : "memory");
#endif
    x = 1;
  }
}

// The host gets an element that no thread set.
static void forgotten(int *x) {
#pragma omp target teams distribute parallel for map(from : x[0 : many])
  for (int i = 1; i < many; ++i)
    x[i] = i;
}

// A thread reads what one of another warp may not have written yet.
static void early() {
  int x[64];
#pragma omp target map(from : x)
  {
    int shared[64];
#pragma omp parallel num_threads(64)
    {
      const int t = omp_get_thread_num();
      shared[t] = t;
      x[t] = shared[63 - t];
    }
  }
}

// Numbers that nobody set choose the elements.
static void anywhere(int *chosen) {
  int x[8] = {};
#pragma omp target teams distribute parallel for map(tofrom : x) map(alloc : chosen[0 : many])
  for (int i = 0; i < n; ++i)
    x[chosen[i] & 7] = 1;
}

#pragma omp declare target
static void *blocks[n];
#pragma omp end declare target

// Every thread keeps what it allocated.
static void kept() {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i)
    blocks[i] = std::malloc(24);
}

int main() {
  int *x = static_cast<int *>(std::malloc(many * sizeof(int)));
  unset(x);
  race();
  apart();
  early();
  anywhere(x);
  kept();
  forgotten(x);
  bool same = x[many - 1] == many - 1;
  std::free(x);
  std::printf(same ? "ok\n" : "differs\n");
  return same ? 0 : 1;
}
