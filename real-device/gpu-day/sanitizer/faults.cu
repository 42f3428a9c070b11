// Kernels with one planted fault each, and one without, for compute-sanitizer and for the checks of
// `offload-tck exec`; faults.c launches them through the driver, so that no runtime of CUDA is needed.
// Built with `nvcc -std=c++17 -lineinfo -arch=compute_90 -ptx faults.cu -o faults.ptx`.
#include <cstdlib>

constexpr int THREADS = 64;

extern "C" __global__ void clean(int *data) {
    __shared__ int s[THREADS];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    data[threadIdx.x] = s[THREADS - 1 - threadIdx.x];
}

extern "C" __global__ void shared_race(int *data) {
    __shared__ int s[THREADS];
    s[threadIdx.x] = threadIdx.x;
    data[threadIdx.x] = s[THREADS - 1 - threadIdx.x]; // no barrier before it
}

extern "C" __global__ void shared_write_race(int *data) {
    __shared__ int s;
    s = threadIdx.x; // all threads write
    __syncthreads();
    data[threadIdx.x] = s;
}

extern "C" __global__ void global_race(int *data) {
    data[0] = data[0] + threadIdx.x; // all threads of all blocks
}

extern "C" __global__ void uninitialized_global(const int *from, int *data) {
    data[threadIdx.x] = from[threadIdx.x] > 3 ? 1 : 2;
}

extern "C" __global__ void uninitialized_shared(int *data) {
    __shared__ volatile int s[THREADS];
    if (threadIdx.x == 0) {
        s[0] = 1;
    }
    __syncthreads();
    data[threadIdx.x] = s[threadIdx.x] > 3 ? 1 : 2;
}

extern "C" __global__ void write_behind(int *data) { data[threadIdx.x + 1] = 1; }

extern "C" __global__ void read_behind(const int *from, int *data) { data[0] = from[THREADS]; }

extern "C" __global__ void write_nowhere(int *data) { *(int *)((char *)data + (1ull << 40)) = 1; }

extern "C" __global__ void shared_behind(int *data, int index) {
    __shared__ int s[THREADS];
    s[threadIdx.x] = 1;
    __syncthreads();
    data[threadIdx.x] = s[index];
}

extern "C" __global__ void local_behind(int *data, int index) {
    int l[8];
    for (int i = 0; i < 8; i++) {
        l[i] = i * data[0];
    }
    l[index + (threadIdx.x & 7)] = 5;
    data[threadIdx.x] = l[threadIdx.x & 7];
}

extern "C" __global__ void misaligned(char *data) { *(int *)(data + 2) = 1; }

extern "C" __global__ void divergent_barrier(int *data) {
    if (threadIdx.x < 32 || threadIdx.x % 2 == 0) {
        __syncthreads(); // half of the second warp does not arrive
    }
    data[threadIdx.x] = 1;
}

extern "C" __global__ void exited_barrier(int *data) {
    if (threadIdx.x == 5) {
        return;
    }
    __syncthreads();
    data[threadIdx.x] = 1;
}

extern "C" __global__ void warp_mask(int *data) {
    if (threadIdx.x < 16) {
        __syncwarp(0xffff0000); // does not name the threads that call it
    }
    data[threadIdx.x] = 1;
}

extern "C" __global__ void allocate_and_lose(int *data) {
    int *block = (int *)malloc(64);
    block[0] = 1;
    data[threadIdx.x] = block[0];
}

extern "C" __global__ void free_twice(int *data) {
    int *block = (int *)malloc(64);
    free(block);
    free(block);
    data[0] = 1;
}

extern "C" __global__ void heap_behind(int *data) {
    int *block = (int *)malloc(64);
    block[16] = 1;
    data[0] = block[16];
    free(block);
}
