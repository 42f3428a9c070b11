// Two processes share memory and an event: the first starts itself again and passes handles through a pipe. With -DFAILING, the second
// passes a handle that no process has exported.
#include "cuda_runtime.hpp"
#include "../oracle.hpp"
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

// CUDA runtime API 11.8, what cuda_runtime.hpp does not have.
struct cudaIpcMemHandle_t {
  char reserved[64];
};
struct cudaIpcEventHandle_t {
  char reserved[64];
};
constexpr cudaError_t device_uninitialized = static_cast<cudaError_t>(201);
constexpr unsigned lazy_enable_peer_access = 1;
constexpr unsigned interprocess = 4 | 2; // cudaEventInterprocess, cudaEventDisableTiming

extern "C" {
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer);
cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle, unsigned flags);
cudaError_t cudaIpcCloseMemHandle(void *pointer);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);
}

constexpr int n = 1000;
constexpr int threads = 128;
constexpr int blocks = (n + threads - 1) / threads;

struct Handles {
  cudaIpcMemHandle_t memory;
  cudaIpcEventHandle_t event;
};

__global__ void add(int *sums, int factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    __atomic_fetch_add(&sums[i % 10], factor * i, __ATOMIC_RELAXED);
}

static void ok(const char *name, cudaError_t is) { oracle::equal<int>(name, 0, is, cudaSuccess); }
static void is(const char *name, cudaError_t is, cudaError_t should) { oracle::equal<int>(name, 0, is, should); }

// The process that opens what the other has. Its status counts the wrong results.
static int second() {
  Handles handles;
  if (read(0, &handles, sizeof handles) != sizeof handles)
    return 99;
#ifdef FAILING
  std::memset(&handles.memory, 7, sizeof handles.memory);
#endif
  int *sums = nullptr, *again = nullptr;
  cudaEvent_t event = nullptr;
  ok("cudaIpcOpenMemHandle", cudaIpcOpenMemHandle(reinterpret_cast<void **>(&sums), handles.memory, lazy_enable_peer_access));
  ok("cudaIpcOpenMemHandle again",
     cudaIpcOpenMemHandle(reinterpret_cast<void **>(&again), handles.memory, lazy_enable_peer_access));
  oracle::holds(sums == again, "the second opening", 0, "the same address");
  ok("cudaIpcOpenEventHandle", cudaIpcOpenEventHandle(&event, handles.event));
  cudaStream_t stream = nullptr;
  ok("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&stream, 0));
  ok("cudaStreamWaitEvent", cudaStreamWaitEvent(stream, event, 0));
  void *parameters[] = {&sums, nullptr};
  int factor = 3;
  parameters[1] = &factor;
  ok("cudaLaunchKernel", cudaLaunchKernel(reinterpret_cast<const void *>(add), dim3(blocks), dim3(threads), parameters, 0, stream));
  ok("cudaEventRecord", cudaEventRecord(event, stream));
  ok("cudaStreamSynchronize", cudaStreamSynchronize(stream));
  ok("cudaIpcCloseMemHandle", cudaIpcCloseMemHandle(sums));
  ok("cudaIpcCloseMemHandle again", cudaIpcCloseMemHandle(sums));
  is("cudaIpcCloseMemHandle once more", cudaIpcCloseMemHandle(sums), cudaErrorInvalidValue);
  ok("cudaEventDestroy", cudaEventDestroy(event));
  return static_cast<int>(oracle::wrongs);
}

int main(int count, char **words) {
  if (count > 1)
    return second();
  int ends[2];
  if (pipe(ends) != 0)
    return 1;
  pid_t other = fork();
  if (other == 0) {
    dup2(ends[0], 0);
    execl("/proc/self/exe", words[0], "second", static_cast<char *>(nullptr));
    _exit(98);
  }
  int *before = nullptr, *sums = nullptr;
  cudaEvent_t event = nullptr;
  Handles handles;
  ok("cudaMalloc", cudaMalloc(reinterpret_cast<void **>(&before), 12));
  ok("cudaMalloc", cudaMalloc(reinterpret_cast<void **>(&sums), 10 * sizeof(int)));
  ok("cudaMemset", cudaMemset(sums, 0, 10 * sizeof(int)));
  ok("cudaEventCreateWithFlags", cudaEventCreateWithFlags(&event, interprocess));
  ok("cudaIpcGetMemHandle", cudaIpcGetMemHandle(&handles.memory, sums));
  ok("cudaIpcGetEventHandle", cudaIpcGetEventHandle(&handles.event, event));
  void *own = nullptr;
  is("cudaIpcOpenMemHandle here", cudaIpcOpenMemHandle(&own, handles.memory, lazy_enable_peer_access), device_uninitialized);
  int factor = 1;
  void *parameters[] = {&sums, &factor};
  ok("cudaLaunchKernel", cudaLaunchKernel(reinterpret_cast<const void *>(add), dim3(blocks), dim3(threads), parameters, 0, nullptr));
  ok("cudaEventRecord", cudaEventRecord(event, nullptr));
  oracle::holds(write(ends[1], &handles, sizeof handles) == sizeof handles, "write", 0, "all bytes");
  int status = -1;
  waitpid(other, &status, 0);
#ifdef FAILING
  oracle::holds(status != 0, "the status of the second process", status, "not 0");
#else
  oracle::equal<int>("the status of the second process", 0, status, 0);
  ok("cudaEventSynchronize", cudaEventSynchronize(event));
  int results[10];
  ok("cudaMemcpy", cudaMemcpy(results, sums, sizeof results, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 10; i++) {
    int sum = 0;
    for (int j = i; j < n; j += 10)
      sum += 4 * j;
    oracle::equal<int>("sums", i, results[i], sum);
  }
#endif
  ok("cudaFree", cudaFree(sums));
  ok("cudaFree", cudaFree(before));
  ok("cudaEventDestroy", cudaEventDestroy(event));
  return oracle::verdict();
}
