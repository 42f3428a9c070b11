// The code and name of each error, and how long it lasts.
#include "cuda_runtime.hpp"
#include "../oracle.hpp"

__device__ int variable = 7;
__global__ void idle() {}
__global__ void store(int *place) { *place = variable; }

static void expect(const char *name, cudaError_t is, cudaError_t should) {
  oracle::equal<int>(name, 0, is, should);
}

static void named(cudaError_t error, const char *name, const char *words) {
  oracle::holds(std::strcmp(cudaGetErrorName(error), name) == 0, cudaGetErrorName(error), error, name);
  oracle::holds(std::strcmp(cudaGetErrorString(error), words) == 0, cudaGetErrorString(error), error, words);
}

static void texts() {
  named(cudaSuccess, "cudaSuccess", "no error");
  named(cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol");
  named(cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered");
  named(static_cast<cudaError_t>(12345), "unrecognized error code", "unrecognized error code");
}

static void shapes() {
  idle<<<1, 1025>>>();
  expect("a block of 1025 threads", cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
  expect("the error again", cudaGetLastError(), cudaErrorInvalidConfiguration);
  expect("no error any more", cudaGetLastError(), cudaSuccess);
  idle<<<0, 1>>>();
  expect("a grid without blocks", cudaGetLastError(), cudaErrorInvalidConfiguration);
  idle<<<dim3(1, 65536), 1>>>();
  expect("a grid of 65536 rows", cudaGetLastError(), cudaErrorInvalidConfiguration);
}

static void arguments() {
  int local = 0;
  int *device = nullptr;
  expect("cudaMalloc", allocate(&device, 4), cudaSuccess);
  expect("a direction that does not exist", cudaMemcpy(device, &local, 4, static_cast<cudaMemcpyKind>(9)),
         cudaErrorInvalidMemcpyDirection);
  expect("a variable that is not registered", cudaMemcpyToSymbol(&local, &local, 4), cudaErrorInvalidSymbol);
  expect("past the end of a variable", cudaMemcpyFromSymbol(&local, symbol(variable), 4, 1), cudaErrorInvalidValue);
  expect("a function that is no kernel", cudaLaunchKernel(kernel(texts), 1, 1, nullptr, 0, nullptr),
         cudaErrorInvalidDeviceFunction);
  expect("a device that does not exist", cudaSetDevice(1), cudaErrorInvalidDevice);
  expect("a copy past the end", cudaMemcpy(device, &local, 17, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  expect("the last of them", cudaGetLastError(), cudaErrorInvalidValue);
  expect("cudaFree", cudaFree(device), cudaSuccess);
}

// After a reset, memory and variables are new ones.
static void reset() {
  int *device = nullptr;
  int host = 8;
  expect("cudaMemcpyToSymbol", cudaMemcpyToSymbol(symbol(variable), &host, sizeof host), cudaSuccess);
  expect("cudaDeviceReset", cudaDeviceReset(), cudaSuccess);
  expect("cudaMalloc", allocate(&device, 1), cudaSuccess);
  store<<<1, 1>>>(device);
  expect("cudaMemcpy", cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess);
  oracle::equal("variable", 0, host, 7);
  expect("cudaFree", cudaFree(device), cudaSuccess);
}

int main() {
  int value = 0;
  texts();
  shapes();
  arguments();
  reset();
  if (oracle::wrongs > 0) return oracle::verdict();
  store<<<1, 1>>>(reinterpret_cast<int *>(16)); // the planted fault
  expect("a store to address 16", cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  expect("every later call", cudaMemcpyFromSymbol(&value, symbol(variable), sizeof value), cudaErrorIllegalAddress);
  return oracle::verdict();
}
