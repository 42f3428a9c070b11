// Each thread has a default stream of its own (-fgpu-default-stream=per-thread): a kernel of one thread waits
// for one that another thread launches after it, and that would never run if they shared a stream.
#include "cuda_runtime.hpp"
#include "../oracle.hpp"
#include <thread>

static int *words;

__global__ void wait_for(volatile int *flag, int *value) {
  while (*flag == 0) {
  }
  *value = 2;
}

__global__ void raise(volatile int *flag) { *flag = 1; }

static void ok(const char *name, cudaError_t is) { oracle::equal<int>(name, 0, is, cudaSuccess); }

static void raise_in_thread() {
  raise<<<1, 1>>>(words);
  ok("cudaStreamSynchronize", cudaStreamSynchronize_ptsz(nullptr));
}

int main() {
  ok("cudaMallocManaged", cudaMallocManaged(reinterpret_cast<void **>(&words), 2 * sizeof(int)));
  words[0] = 0;
  wait_for<<<1, 1>>>(words, words + 1);
  std::thread(raise_in_thread).join();
  ok("cudaStreamSynchronize", cudaStreamSynchronize_ptsz(nullptr));
  oracle::equal("value", 0, words[1], 2);
  ok("cudaFree", cudaFree(words));
  return oracle::verdict();
}
