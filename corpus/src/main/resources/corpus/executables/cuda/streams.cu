// Streams, events and functions of the host that a stream calls.
#include "cuda_runtime.hpp"
#include "../oracle.hpp"

__global__ void set(int *value, int to) { *value = to; }
__global__ void twice(int *value) { *value *= 2; }

// Waits for a flag of the host.
__global__ void wait_for(volatile int *flag, int *value) {
  while (*flag == 0) {
  }
  *value = 1;
}

static void ok(const char *name, cudaError_t is) { oracle::equal<int>(name, 0, is, cudaSuccess); }

static void raise(void *data) { *static_cast<int *>(data) += 1; }

static void order_between_streams() {
  cudaStream_t first = nullptr, second = nullptr;
  cudaEvent_t event = nullptr;
  int *value = nullptr;
  int host = 0, calls = 0;
  ok("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  ok("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  ok("cudaEventCreate", cudaEventCreate(&event));
  ok("cudaMalloc", allocate(&value, 1));
  set<<<1, 1, 0, first>>>(value, 21);
  ok("cudaEventRecord", cudaEventRecord(event, first));
  ok("cudaStreamWaitEvent", cudaStreamWaitEvent(second, event));
  twice<<<1, 1, 0, second>>>(value);
  ok("cudaLaunchHostFunc", cudaLaunchHostFunc(second, raise, &calls));
  ok("cudaMemcpyAsync", cudaMemcpyAsync(&host, value, sizeof host, cudaMemcpyDeviceToHost, second));
  ok("cudaStreamSynchronize", cudaStreamSynchronize(second));
  oracle::equal("value", 0, host, 42);
  oracle::equal("calls", 0, calls, 1);
  ok("cudaEventDestroy", cudaEventDestroy(event));
  ok("cudaStreamDestroy", cudaStreamDestroy(first));
  ok("cudaStreamDestroy", cudaStreamDestroy(second));
  ok("cudaFree", cudaFree(value));
}

static void time_between_events() {
  cudaEvent_t start = nullptr, end = nullptr;
  int *value = nullptr;
  float milliseconds = -1;
  ok("cudaMalloc", allocate(&value, 1));
  ok("cudaEventCreate", cudaEventCreate(&start));
  ok("cudaEventCreate", cudaEventCreate(&end));
  ok("cudaEventRecord", cudaEventRecord(start));
  set<<<1, 1>>>(value, 1);
  ok("cudaEventRecord", cudaEventRecord(end));
  ok("cudaEventSynchronize", cudaEventSynchronize(end));
  ok("cudaEventElapsedTime", cudaEventElapsedTime(&milliseconds, start, end));
  oracle::holds(milliseconds > 0, "microseconds", static_cast<long>(milliseconds * 1000), "more than none");
  ok("cudaEventDestroy", cudaEventDestroy(start));
  ok("cudaEventDestroy", cudaEventDestroy(end));
  ok("cudaFree", cudaFree(value));
}

// A stream is not ready while its kernel waits for the host.
static void progress() {
  cudaStream_t stream = nullptr;
  volatile int *flag = nullptr;
  int *value = nullptr;
  ok("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  ok("cudaMallocHost", cudaMallocHost((void **)&flag, 2 * sizeof(int)));
  value = const_cast<int *>(flag) + 1;
  *flag = 0;
  wait_for<<<1, 1, 0, stream>>>(flag, value);
  oracle::equal<int>("cudaStreamQuery", 0, cudaStreamQuery(stream), cudaErrorNotReady);
  *flag = 1;
  ok("cudaStreamSynchronize", cudaStreamSynchronize(stream));
  ok("cudaStreamQuery", cudaStreamQuery(stream));
  oracle::equal("value", 0, *value, 1);
  ok("cudaFreeHost", cudaFreeHost(const_cast<int *>(flag)));
  ok("cudaStreamDestroy", cudaStreamDestroy(stream));
}

int main() {
  order_between_streams();
  time_between_events();
  progress();
  return oracle::verdict();
}
