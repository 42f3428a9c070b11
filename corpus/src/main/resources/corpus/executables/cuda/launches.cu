// Kernels and variables that the compiler registers, and everything by which host code reaches them.
#include "cuda_runtime.hpp"
#include "../oracle.hpp"

constexpr int COUNT = 1000;

__device__ int counter;
__device__ int squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};
__constant__ int factors[4];
extern __shared__ int dynamic[];

__global__ void count() { __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED); }

__global__ void scale(int *values, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= factors[i % 4];
}

template <class T> __global__ void fill(T *values, T value) { values[threadIdx.x] = value; }

__global__ void reverse(int *values) {
  dynamic[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = dynamic[blockDim.x - 1 - threadIdx.x];
}

// Each thread records where it is.
__global__ void positions(uint3 *threads, uint3 *blocks) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int i = block * blockDim.x * blockDim.y * blockDim.z + thread;
  threads[i] = {threadIdx.x, threadIdx.y, threadIdx.z};
  blocks[i] = {blockIdx.x, blockIdx.y, blockIdx.z};
}

__global__ void __launch_bounds__(64) bounded(int *) {}

static void ok(const char *name, cudaError_t is) { oracle::equal<int>(name, 0, is, cudaSuccess); }

static void variables() {
  int host[8];
  std::size_t size = 0;
  void *place = nullptr;
  count<<<3, 32>>>();
  ok("cudaMemcpyFromSymbol", cudaMemcpyFromSymbol(host, symbol(counter), sizeof counter));
  oracle::equal("counter", 0, host[0], 96);
  ok("cudaGetSymbolSize", cudaGetSymbolSize(&size, symbol(squares)));
  oracle::equal("size of squares", 0, static_cast<long>(size), 32L);
  ok("cudaGetSymbolAddress", cudaGetSymbolAddress(&place, symbol(squares)));
  ok("cudaMemcpy", cudaMemcpy(host, place, sizeof host, cudaMemcpyDeviceToHost));
  oracle::equal("squares", 7, host[7], 49);
  int part[2] = {-5, -6};
  ok("cudaMemcpyToSymbol", cudaMemcpyToSymbol(symbol(squares), part, sizeof part, 5 * sizeof(int)));
  ok("cudaMemcpyFromSymbol", cudaMemcpyFromSymbol(host, symbol(squares), sizeof host));
  oracle::equal("squares", 4, host[4], 16);
  oracle::equal("squares", 6, host[6], -6);
  oracle::equal("squares", 7, host[7], 49);
}

static void constants() {
  int host[COUNT];
  int *device = nullptr;
  const int powers[4] = {1, 10, 100, 1000};
  for (int i = 0; i < COUNT; i++) host[i] = i;
  ok("cudaMalloc", allocate(&device, COUNT));
  ok("cudaMemcpyToSymbol", cudaMemcpyToSymbol(symbol(factors), powers, sizeof powers));
  ok("cudaMemcpy", cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice));
  scale<<<(COUNT + 127) / 128, 128>>>(device, COUNT);
  ok("cudaMemcpy", cudaMemcpy(host, device, sizeof host, cudaMemcpyDefault));
  for (int i = 0; i < COUNT; i++) oracle::equal("scaled", i, host[i], i * powers[i % 4]);
  ok("cudaFree", cudaFree(device));
}

static void templates() {
  double *numbers = nullptr;
  short *words = nullptr;
  double number[4];
  short word[4];
  ok("cudaMalloc", allocate(&numbers, 4));
  ok("cudaMalloc", allocate(&words, 4));
  fill<<<1, 4>>>(numbers, 2.5);
  fill<<<1, 4>>>(words, static_cast<short>(-3));
  ok("cudaMemcpy", cudaMemcpy(number, numbers, sizeof number, cudaMemcpyDeviceToHost));
  ok("cudaMemcpy", cudaMemcpy(word, words, sizeof word, cudaMemcpyDeviceToHost));
  oracle::equal("number", 3, number[3], 2.5);
  oracle::equal("word", 3, static_cast<int>(word[3]), -3);
  ok("cudaFree", cudaFree(numbers));
  ok("cudaFree", cudaFree(words));
}

static void shapes() {
  constexpr dim3 grid(2, 3, 2);
  constexpr dim3 block(4, 2, 3);
  constexpr int threads = 4 * 2 * 3;
  uint3 *places = nullptr;
  uint3 host[2 * 12 * threads];
  ok("cudaMalloc", allocate(&places, 2 * 12 * threads));
  positions<<<grid, block>>>(places, places + 12 * threads);
  ok("cudaMemcpy", cudaMemcpy(host, places, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 12 * threads; i++) {
    unsigned thread = i % threads, at = i / threads;
    oracle::equal("thread x", i, host[i].x, thread % 4);
    oracle::equal("thread z", i, host[i].z, thread / 8);
    oracle::equal("block x", i, host[12 * threads + i].x, at % 2);
    oracle::equal("block y", i, host[12 * threads + i].y, at / 2 % 3);
    oracle::equal("block z", i, host[12 * threads + i].z, at / 6);
  }
  ok("cudaFree", cudaFree(places));
}

static void dynamic_memory() {
  constexpr int bytes = 60 * 1024;
  int *values = nullptr;
  int host[256];
  for (int i = 0; i < 256; i++) host[i] = i;
  ok("cudaMalloc", allocate(&values, 256));
  ok("cudaMemcpy", cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice));
  reverse<<<1, 256, bytes>>>(values);
  oracle::equal<int>("more than the default", 0, cudaGetLastError(), cudaErrorInvalidValue);
  ok("cudaFuncSetAttribute",
     cudaFuncSetAttribute(kernel(reverse), cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  reverse<<<1, 256, bytes>>>(values);
  ok("cudaMemcpy", cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 256; i++) oracle::equal("reversed", i, host[i], 255 - i);
  ok("cudaFree", cudaFree(values));
}

static void attributes() {
  cudaFuncAttributes attributes;
  int blocks = 0;
  ok("cudaFuncGetAttributes", cudaFuncGetAttributes(&attributes, kernel(bounded)));
  oracle::equal("threads", 0, attributes.maxThreadsPerBlock, 64);
  oracle::equal("architecture of the PTX", 0, attributes.ptxVersion, 75);
  ok("cudaOccupancyMaxActiveBlocksPerMultiprocessor",
     cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel(bounded), 64, 0));
  oracle::holds(blocks > 1, "blocks", blocks, "more than one");
}

int main() {
  variables();
  constants();
  templates();
  shapes();
  dynamic_memory();
  attributes();
  return oracle::verdict();
}
