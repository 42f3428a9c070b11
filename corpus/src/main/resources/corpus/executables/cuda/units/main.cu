// Device code of two units, linked with each other (-fgpu-rdc).
#include "units.hpp"
#include "../../oracle.hpp"

__device__ int total = 1000;

__global__ void add(int count) {
  if (threadIdx.x < count) __atomic_fetch_add(&total, weigh(threadIdx.x), __ATOMIC_RELAXED);
}

int main() {
  int host = 0;
  add<<<1, THREADS>>>(THREADS);
  add_other<<<1, THREADS>>>(10);
  launch_other();
  oracle::equal<int>("cudaMemcpyFromSymbol", 0, cudaMemcpyFromSymbol(&host, symbol(total), sizeof host), cudaSuccess);
  int should = 1000;
  for (int i = 0; i < THREADS; i++) should += 3 * i;
  should += 2 * 10;
  oracle::equal("total", 0, host, should);
  return oracle::verdict();
}
