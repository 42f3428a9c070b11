// The other unit. Its kernel is launched by both.
#include "units.hpp"

__device__ int weigh(int value) { return 3 * value; }

__global__ void add_other(int count) {
  if (threadIdx.x < count) __atomic_fetch_add(&total, 1, __ATOMIC_RELAXED);
}

void launch_other() { add_other<<<1, THREADS>>>(10); }
