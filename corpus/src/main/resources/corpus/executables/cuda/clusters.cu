// Clusters: a histogram in the shared memory of the blocks of a cluster, and a sum over two-dimensional clusters.
// The functions that launch clusters are those of the driver API, which the program finds at run time; the
// instructions of clusters are inline PTX.
#include "cuda_runtime.hpp"
#include "../oracle.hpp"
#include <dlfcn.h>

extern "C" cudaError_t cudaGetFuncBySymbol(void **function, const void *symbol);

constexpr int n = 3000;
constexpr int bins = 64;
constexpr int threads = 96;
constexpr int blocks = 16;
constexpr int side = 4;

constexpr int invalid_cluster_size = 912;
constexpr int cluster_dimension = 4;
constexpr int non_portable_cluster_size = 14;

__device__ unsigned rank() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

__device__ unsigned ranks() {
  unsigned ranks;
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(ranks));
  return ranks;
}

__device__ void synchronize() {
  asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
}

// The variable of the block of that rank.
__device__ int *map(int *variable, unsigned rank) {
  int *mapped;
  asm volatile("mapa.u64 %0, %1, %2;" : "=l"(mapped) : "l"(variable), "r"(rank));
  return mapped;
}

// Each block of a cluster has a part of the bins.
__global__ void histogram(const int *values, int count, int *result) {
  __shared__ int part[bins];
  int own = bins / ranks();
  for (int i = threadIdx.x; i < own; i += blockDim.x)
    part[i] = 0;
  synchronize();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    __atomic_fetch_add(map(&part[values[i] % own], values[i] / own), 1, __ATOMIC_RELAXED);
#ifdef FAILING
  asm volatile("barrier.cluster.arrive;" ::: "memory");
  if (rank() == 0)
    return;
  asm volatile("barrier.cluster.wait;" ::: "memory");
  result[blockIdx.x] = *map(part, 0);
#else
  synchronize();
  for (int i = threadIdx.x; i < own; i += blockDim.x)
    __atomic_fetch_add(&result[rank() * own + i], part[i], __ATOMIC_RELAXED);
#endif
}

// The sum of the indices of the blocks of each cluster.
__global__ void sum(int *result) {
  __shared__ int own;
  int index = blockIdx.y * gridDim.x + blockIdx.x;
  if (threadIdx.x == 0)
    own = index;
  synchronize();
  int total = 0;
  for (unsigned r = 0; r < ranks(); r++)
    total += *map(&own, r);
  if (threadIdx.x == 0)
    result[index] = total;
  synchronize();
}

struct Attribute {
  int id, padding;
  unsigned x, y, z;
  unsigned rest[13];
};

struct Configuration {
  unsigned grid[3], block[3], shared;
  cudaStream_t stream;
  Attribute *attributes;
  unsigned count;
};

static void *driver;

// A function of the driver with these parameters.
template <class... T> auto function(const char *name) {
  return reinterpret_cast<int (*)(T...)>(dlsym(driver, name));
}

static void *kernel(const void *symbol) {
  void *found = nullptr;
  cudaGetFuncBySymbol(&found, symbol);
  return found;
}

static int launch(void *kernel, dim3 grid, dim3 cluster, void **parameters) {
  Attribute attribute = {cluster_dimension, 0, cluster.x, cluster.y, cluster.z, {}};
  Configuration configuration = {{grid.x, grid.y, grid.z}, {threads, 1, 1}, 0, nullptr, &attribute, 1};
  return function<const Configuration *, void *, void **, void **>("cuLaunchKernelEx")(&configuration, kernel,
                                                                                       parameters, nullptr);
}

static int values[n];
static int expected[bins];
static int got[bins];

static void count(void *kernel, int cluster) {
  int *of = nullptr, *result = nullptr, size = n;
  cudaMalloc(reinterpret_cast<void **>(&of), sizeof values);
  cudaMalloc(reinterpret_cast<void **>(&result), sizeof got);
  cudaMemcpy(of, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof got);
  void *parameters[] = {&of, &size, &result};
  oracle::equal<int>("launch", cluster, launch(kernel, dim3(blocks), dim3(cluster), parameters), cudaSuccess);
#ifdef FAILING
  oracle::equal<int>("fault", cluster, cudaDeviceSynchronize() != cudaSuccess, 1);
#else
  cudaMemcpy(got, result, sizeof got, cudaMemcpyDeviceToHost);
  for (int i = 0; i < bins; i++)
    oracle::equal("bin", cluster * 100 + i, got[i], expected[i]);
  cudaFree(of);
  cudaFree(result);
#endif
}

static void add(void *kernel) {
  int *result = nullptr;
  cudaMalloc(reinterpret_cast<void **>(&result), side * side * sizeof(int));
  void *parameters[] = {&result};
  oracle::equal<int>("launch of a square", 0, launch(kernel, dim3(side, side), dim3(2, 2), parameters), cudaSuccess);
  cudaMemcpy(got, result, side * side * sizeof(int), cudaMemcpyDeviceToHost);
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++)
      oracle::equal("sum", y * side + x, got[y * side + x], 4 * (y / 2 * 2 * side + x / 2 * 2) + 2 * side + 2);
  cudaFree(result);
}

static void errors(void *kernel) {
  void *nothing = nullptr;
  void *parameters[] = {&nothing, &nothing, &nothing};
  oracle::equal<int>("a grid that is no multiple", 0, launch(kernel, dim3(3), dim3(2), parameters),
                     invalid_cluster_size);
  oracle::equal<int>("a cluster of 16", 0, launch(kernel, dim3(16), dim3(16), parameters), invalid_cluster_size);
}

int main() {
  oracle::Generator random(35);
  for (int &value : values)
    expected[value = static_cast<int>(random.below(bins))]++;
  driver = dlopen("libcuda.so.1", RTLD_NOW);
  void *counting = kernel(reinterpret_cast<const void *>(histogram));
#ifdef FAILING
  count(counting, 2);
#else
  for (int cluster = 1; cluster <= 8; cluster *= 2)
    count(counting, cluster);
  errors(counting);
  function<void *, int, int>("cuFuncSetAttribute")(counting, non_portable_cluster_size, 1);
  count(counting, 16);
  add(kernel(reinterpret_cast<const void *>(sum)));
#endif
  return oracle::verdict();
}
