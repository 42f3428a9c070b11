// Kernels that launch kernels: a sort by recursion in streams of kernels, memory that kernels allocate,
// a copy, a fill, and a tail launch that sees the results of all of them.
//
// clang 16 to 22 have no launch syntax in device code. The calls are those that nvcc 13.0 makes of it
// (`nvcc -rdc=true -ptx`), with the address of a kernel from inline PTX.
#include "cuda_runtime.hpp"
#include "../oracle.hpp"

constexpr int n = 600;
constexpr int least = 24;

extern "C" {
__device__ void *__cudaCDP2GetParameterBufferV2(void *kernel, dim3 grid, dim3 block, unsigned shared);
__device__ int __cudaCDP2LaunchDeviceV2(void *buffer, cudaStream_t stream);
__device__ int __cudaCDP2StreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
__device__ int __cudaCDP2StreamDestroy(cudaStream_t stream);
__device__ int __cudaCDP2Malloc(void **memory, size_t bytes);
__device__ int __cudaCDP2Free(void *memory);
__device__ int __cudaCDP2MemsetAsync(void *memory, int value, size_t bytes, cudaStream_t stream);
__device__ int __cudaCDP2MemcpyAsync(void *to, const void *from, size_t bytes, int kind, cudaStream_t stream);
__device__ int __cudaCDP2GetLastError();
}

constexpr unsigned non_blocking = 1;
constexpr int device_to_device = 3;
constexpr int invalid_configuration = 9;

__device__ static cudaStream_t tail_launch() { return reinterpret_cast<cudaStream_t>(3); }

#define ADDRESS_OF(kernel, address) asm("mov.u64 %0, " #kernel ";" : "=l"(address))

struct Part {
  unsigned *data;
  int first, last;
};

__device__ static void start(void *kernel, dim3 grid, dim3 block, cudaStream_t stream, const Part &part) {
  void *buffer = __cudaCDP2GetParameterBufferV2(kernel, grid, block, 0);
  if (buffer) {
    *static_cast<Part *>(buffer) = part;
    __cudaCDP2LaunchDeviceV2(buffer, stream);
  }
}

extern "C" __global__ void sort_part(unsigned *data, int first, int last) {
  if (last - first < least) {
    for (int i = first + 1; i <= last; i++) {
      unsigned value = data[i];
      int j = i - 1;
      for (; j >= first && data[j] > value; j--)
        data[j + 1] = data[j];
      data[j + 1] = value;
    }
    return;
  }
  unsigned pivot = data[(first + last) / 2];
  int left = first, right = last;
  while (left <= right) {
    while (data[left] < pivot)
      left++;
    while (data[right] > pivot)
      right--;
    if (left <= right) {
      unsigned other = data[left];
      data[left++] = data[right];
      data[right--] = other;
    }
  }
  void *kernel;
  ADDRESS_OF(sort_part, kernel);
  cudaStream_t stream;
  __cudaCDP2StreamCreateWithFlags(&stream, non_blocking);
  start(kernel, 1, 1, stream, {data, first, right});
  start(kernel, 1, 1, 0, {data, left, last});
  __cudaCDP2StreamDestroy(stream);
}

// data[first + i] += i, by a grid.
extern "C" __global__ void number(unsigned *data, int first, int last) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (first + i <= last)
    data[first + i] += i;
}

// After all other work of the parent: data[2n] is the number of neighbours in order.
extern "C" __global__ void count_sorted(unsigned *data, int first, int last) {
  for (int i = first; i < last; i++)
    data[last + 1] += data[i] <= data[i + 1];
  unsigned *copy = reinterpret_cast<unsigned *>(*reinterpret_cast<size_t *>(data + last + 3));
  data[last + 2] = copy[last];
  __cudaCDP2Free(copy);
}

extern "C" __global__ void parent(unsigned *data, int count, int *errors) {
  void *sort, *add, *check;
  ADDRESS_OF(sort_part, sort);
  ADDRESS_OF(number, add);
  ADDRESS_OF(count_sorted, check);
  start(check, 1, 1, tail_launch(), {data, 0, count - 1});
  void *copy;
  if (__cudaCDP2Malloc(&copy, count * sizeof *data) == 0)
    *reinterpret_cast<void **>(data + count + 2) = copy;
  __cudaCDP2MemsetAsync(data + count, 0, sizeof *data, 0);
  start(add, (count + 63) / 64, 64, 0, {data, 0, count - 1});
  start(sort, 1, 1, 0, {data, 0, count - 1});
  __cudaCDP2MemcpyAsync(copy, data, count * sizeof *data, device_to_device, 0);
  errors[0] = __cudaCDP2GetLastError();
}

#ifdef FAILING
// A block with too many threads is no launch, and the thread's error until it is read.
extern "C" __global__ void failing(int *errors) {
  void *kernel;
  ADDRESS_OF(number, kernel);
  errors[0] = __cudaCDP2GetParameterBufferV2(kernel, 1, 2048, 0) == nullptr;
  errors[1] = __cudaCDP2GetLastError();
  errors[2] = __cudaCDP2GetLastError();
}
#endif

int main() {
  oracle::Generator source(7);
  unsigned expected[n], results[n + 4] = {};
  for (int i = 0; i < n; i++) {
    results[i] = static_cast<unsigned>(source.next() % 1000);
    expected[i] = results[i] + i;
  }
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && expected[j - 1] > expected[j]; j--) {
      unsigned other = expected[j];
      expected[j] = expected[j - 1];
      expected[j - 1] = other;
    }
  unsigned *data = nullptr;
  int *errors = nullptr, failures[3] = {-1, -1, -1};
  cudaMalloc(reinterpret_cast<void **>(&data), sizeof results);
  cudaMalloc(reinterpret_cast<void **>(&errors), sizeof failures);
  cudaMemcpy(data, results, sizeof results, cudaMemcpyHostToDevice);
  parent<<<1, 1>>>(data, n, errors);
  oracle::equal<int>("synchronize", 0, cudaDeviceSynchronize(), cudaSuccess);
  cudaMemcpy(results, data, sizeof results, cudaMemcpyDeviceToHost);
  cudaMemcpy(failures, errors, sizeof *errors, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++)
    oracle::equal<unsigned>("sorted", i, results[i], expected[i]);
  oracle::equal<unsigned>("neighbours in order", 0, results[n], n - 1);
  oracle::equal<unsigned>("copy", 0, results[n + 1], expected[n - 1]);
  oracle::equal<int>("error", 0, failures[0], 0);
#ifdef FAILING
  failing<<<1, 1>>>(errors);
  cudaMemcpy(failures, errors, sizeof failures, cudaMemcpyDeviceToHost);
  oracle::equal<int>("no buffer", 0, failures[0], 1);
  oracle::equal<int>("error", 1, failures[1], invalid_configuration);
  oracle::equal<int>("error", 2, failures[2], 0);
#endif
  cudaFree(data);
  cudaFree(errors);
  return oracle::verdict();
}
