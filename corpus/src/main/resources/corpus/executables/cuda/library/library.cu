// A library with a kernel and a variable of its own, which are registered when it is loaded.
#include "../cuda_runtime.hpp"

static __device__ int calls = 40;
static __global__ void call() { calls++; }

extern "C" int call_kernel() {
  int host = -1;
  call<<<1, 1>>>();
  return cudaMemcpyFromSymbol(&host, symbol(calls), sizeof host) == cudaSuccess ? host : -1;
}
