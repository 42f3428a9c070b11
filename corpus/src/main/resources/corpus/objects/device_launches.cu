// Kernels that launch kernels, for tests of the device runtime.
#include <cuda_runtime.h>

extern "C" {

__global__ void leaf(int *log, int *count, int id) { log[atomicAdd(count, 1)] = id; }

__global__ void middle(int *log, int *count, int id) {
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(log, count, 10 * id + 2);
  leaf<<<1, 1>>>(log, count, 10 * id + 1);
  log[atomicAdd(count, 1)] = id;
}

__global__ void order(int *log, int *count) {
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(log, count, 90);
  middle<<<1, 1, 0, cudaStreamTailLaunch>>>(log, count, 91);
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(log, count, 92);
  middle<<<1, 1>>>(log, count, 1);
  middle<<<1, 1, 0, cudaStreamFireAndForget>>>(log, count, 2);
  log[atomicAdd(count, 1)] = 0;
}

__global__ void scale(int *values, int factor) { values[threadIdx.x] *= factor; }

// A stream and an event in shared memory, a fill, a copy, queries.
__global__ void streams(int *values, int *results) {
  __shared__ cudaStream_t stream[2];
  __shared__ cudaEvent_t event;
  if (threadIdx.x == 0) {
    cudaStreamCreateWithFlags(&stream[0], cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&stream[1], cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  }
  __syncthreads();
  if (threadIdx.x == 33) {
    cudaMemsetAsync(values, 1, 32 * sizeof *values, stream[0]);
    scale<<<1, 32, 0, stream[0]>>>(values, 3);
    cudaEventRecord(event, stream[0]);
    cudaStreamWaitEvent(stream[1], event, 0);
    cudaMemcpyAsync(results + 4, values + 31, sizeof *values, cudaMemcpyDeviceToDevice, stream[1]);
    int device = -1, multiprocessors = 0, blocks = 0;
    size_t pending = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetLimit(&pending, cudaLimitDevRuntimePendingLaunchCount);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 256, 0);
    results[0] = stream[0] == stream[1] ? -1 : device;
    results[1] = multiprocessors;
    results[2] = pending;
    results[3] = blocks;
  }
}

__global__ void store(int *values, int index) { values[index] = 1; }

__global__ void launch_store(int *values, int index) { store<<<1, 1>>>(values, index); }

__global__ void launch_with_local(int index) {
  int own[4];
  own[index] = 2;
  store<<<1, 1>>>(own, index);
}

__global__ void failing() { __trap(); }

__global__ void launch_failing(int *values) {
  failing<<<1, 1>>>();
  store<<<1, 1>>>(values, 0);
}

// The parent's stores precede the launch, and the child's are of the same words.
__global__ void before_and_after(int *values) {
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    scale<<<1, 64>>>(values, 2);
}
}
