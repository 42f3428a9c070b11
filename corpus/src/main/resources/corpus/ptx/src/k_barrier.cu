// Barriers and pipelines of libcu++, which are mbarrier objects in shared memory.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

using block_barrier = cuda::barrier<cuda::thread_scope_block>;

// Of 128 threads, the first 64 fill a buffer that the others read, `rounds` times.
extern "C" __global__ void handover(const int *in, int *out, int rounds) {
  __shared__ int buffer[64];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ block_barrier full, empty;
  if (threadIdx.x == 0) {
    init(&full, 128);
    init(&empty, 128);
  }
  __syncthreads();
  if (threadIdx.x < 64) {
    for (int i = 0; i < rounds; i++) {
      empty.arrive_and_wait();
      buffer[threadIdx.x] = in[i * 64 + threadIdx.x] * 3;
      (void)full.arrive();
    }
  } else {
    (void)empty.arrive();
    for (int i = 0; i < rounds; i++) {
      full.arrive_and_wait();
      out[i * 64 + threadIdx.x - 64] = buffer[127 - threadIdx.x];
      (void)empty.arrive();
    }
  }
}

// In each round, one thread adds to the sum and leaves the barrier.
extern "C" __global__ void dropping(int *out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ block_barrier barrier;
  __shared__ int sum;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    sum = 0;
  }
  __syncthreads();
  for (unsigned i = 0; i < blockDim.x; i++) {
    if (threadIdx.x == i) {
      atomicAdd(&sum, (int)i + 1);
      barrier.arrive_and_drop();
      return;
    }
    barrier.arrive_and_wait();
    out[i * blockDim.x + threadIdx.x] = sum;
    barrier.arrive_and_wait();
  }
}

// Sums `n` rows of 64 words, which a pipeline of two stages copies to shared memory.
extern "C" __global__ void staged(const int *in, int *out, int n) {
  __shared__ int stage[2][64];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto group = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(group, &state);
  int total = 0;
  for (int i = 0, fetched = 0; i < n; i++) {
    for (; fetched < n && fetched < i + 2; fetched++) {
      pipe.producer_acquire();
      cuda::memcpy_async(group, stage[fetched % 2], in + fetched * 64, sizeof(int) * 64, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    total += stage[i % 2][63 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = total;
}

#if __CUDA_ARCH__ >= 900
// One thread announces the bytes that the others account for.
extern "C" __global__ void transactions(int *out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ block_barrier barrier;
  __shared__ int words[64];
  if (threadIdx.x == 0) {
    init(&barrier, 1);
    (void)cuda::device::barrier_arrive_tx(barrier, 1, sizeof(words));
  }
  __syncthreads();
  words[threadIdx.x] = 5 * threadIdx.x;
  __threadfence_block();
  asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 4;" ::"r"(
                   static_cast<unsigned>(__cvta_generic_to_shared(
                       cuda::device::barrier_native_handle(barrier))))
               : "memory");
  barrier.wait_parity(false);
  out[threadIdx.x] = words[63 - threadIdx.x];
}
#endif
