// Memory that graphs allocate: by nodes and by captures of streams, freed by the graph, by the program and by another
// graph. With -DFAILING, a kernel reads memory after its free node.
#include "cuda_runtime.hpp"
#include "../oracle.hpp"

// CUDA runtime API 11.8, what cuda_runtime.hpp does not have.
constexpr cudaError_t not_supported = static_cast<cudaError_t>(801);
constexpr unsigned long long auto_free_on_launch = 1;
constexpr int used_memory = 0;

struct cudaMemAllocNodeParams {
  int allocType, handleTypes, locationType, locationId;
  void *security;
  unsigned char reserved[64];
  const void *accessDescs;
  std::size_t accessDescCount, bytesize;
  void *dptr;
};


extern "C" {
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                     std::size_t count, cudaMemAllocNodeParams *parameters);
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams *parameters);
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                    std::size_t count, void *pointer);
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer);
cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph);
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *executable, cudaGraph_t graph, unsigned long long flags);
cudaError_t cudaDeviceGraphMemTrim(int device);
cudaError_t cudaDeviceGetGraphMemAttribute(int device, int attribute, void *value);
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, int attribute, const void *value);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, int attribute, void *value);
}

constexpr int n = 1000;
constexpr int threads = 128;
constexpr int blocks = (n + threads - 1) / threads;
constexpr std::size_t bytes = n * sizeof(double);

__global__ void square(const double *x, double *y, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    y[i] = x[i] * x[i];
}

static void ok(const char *name, cudaError_t is) { oracle::equal<int>(name, 0, is, cudaSuccess); }
static void is(const char *name, cudaError_t is, cudaError_t should) { oracle::equal<int>(name, 0, is, should); }

static double host_x[n], host_y[n];

static double *allocation(cudaGraph_t graph, cudaGraphNode_t *node, const cudaGraphNode_t *after) {
  cudaMemAllocNodeParams parameters = {};
  parameters.allocType = 1;    // cudaMemAllocationTypePinned
  parameters.locationType = 1; // cudaMemLocationTypeDevice
  parameters.bytesize = bytes;
  ok("cudaGraphAddMemAllocNode", cudaGraphAddMemAllocNode(node, graph, after, after != nullptr, &parameters));
  return static_cast<double *>(parameters.dptr);
}

static cudaGraphNode_t squared(cudaGraph_t graph, double *x, double *y, cudaGraphNode_t after) {
  cudaGraphNode_t node = nullptr;
  int count = n;
  void *arguments[] = {&x, &y, &count};
  cudaKernelNodeParams parameters = {const_cast<void *>(kernel(square)), dim3(blocks), dim3(threads), 0, arguments,
                                     nullptr};
  ok("cudaGraphAddKernelNode", cudaGraphAddKernelNode(&node, graph, &after, 1, &parameters));
  return node;
}

static cudaGraphNode_t copy(cudaGraph_t graph, void *to, const void *from, cudaMemcpyKind kind, cudaGraphNode_t after) {
  cudaGraphNode_t node = nullptr;
  ok("cudaGraphAddMemcpyNode1D", cudaGraphAddMemcpyNode1D(&node, graph, &after, 1, to, from, bytes, kind));
  return node;
}

static cudaGraphNode_t freed(cudaGraph_t graph, double *pointer, const cudaGraphNode_t *after) {
  cudaGraphNode_t node = nullptr;
  ok("cudaGraphAddMemFreeNode", cudaGraphAddMemFreeNode(&node, graph, after, after != nullptr, pointer));
  return node;
}

static cudaGraphExec_t instantiate(cudaGraph_t graph, unsigned long long flags = 0) {
  cudaGraphExec_t executable = nullptr;
  ok("cudaGraphInstantiateWithFlags", cudaGraphInstantiateWithFlags(&executable, graph, flags));
  return executable;
}

static void check(const char *name, const double *y, int power) {
  for (int i = 0; i < n; i++)
    oracle::equal(name, i, y[i], power == 4 ? host_x[i] * host_x[i] * host_x[i] * host_x[i] : host_x[i] * host_x[i]);
}

// Two buffers, of which the second takes the place of the first; `z` stays allocated.
static cudaGraph_t nodes(double **z) {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t first = nullptr, second = nullptr, third = nullptr;
  cudaMemAllocNodeParams found = {};
  void *pointer = nullptr;
  ok("cudaGraphCreate", cudaGraphCreate(&graph, 0));
  double *x = allocation(graph, &first, nullptr);
  double *y = allocation(graph, &second, &first);
  cudaGraphNode_t done = squared(graph, x, y, copy(graph, x, host_x, cudaMemcpyHostToDevice, second));
  cudaGraphNode_t freeing = freed(graph, x, &done);
  ok("cudaGraphMemFreeNodeGetParams", cudaGraphMemFreeNodeGetParams(freeing, &pointer));
  oracle::equal<int>("the pointer that is freed", 0, pointer == x, 1);
  *z = allocation(graph, &third, &freeing);
  oracle::equal<int>("the address is used again", 0, *z == x, 1);
  ok("cudaGraphMemAllocNodeGetParams", cudaGraphMemAllocNodeGetParams(third, &found));
  oracle::equal<long>("bytes", 0, found.bytesize, bytes);
  done = squared(graph, y, *z, third);
  done = copy(graph, host_y, *z, cudaMemcpyDeviceToHost, done);
#ifdef FAILING
  squared(graph, y, *z, freed(graph, y, &done));
#else
  freed(graph, y, &done);
#endif
  is("a second free", cudaGraphAddMemFreeNode(&freeing, graph, &done, 1, y), cudaErrorInvalidValue);
  is("a node is destroyed", cudaGraphDestroyNode(done), not_supported);
  return graph;
}

static void launches(cudaStream_t stream, double *out) {
  cudaGraph_t clone = nullptr, freeing = nullptr;
  cudaGraphExec_t second = nullptr;
  double *z = nullptr;
  cudaGraph_t graph = nodes(&z);
  cudaGraphExec_t executable = instantiate(graph);
  is("cudaGraphClone", cudaGraphClone(&clone, graph), not_supported);
  is("a second executable graph", cudaGraphInstantiateWithFlags(&second, graph, 0), not_supported);
  ok("cudaGraphCreate", cudaGraphCreate(&freeing, 0));
  freed(freeing, z, nullptr);
  cudaGraphExec_t free_z = instantiate(freeing);
  is("a launch that frees nothing", cudaGraphLaunch(free_z, stream), cudaErrorInvalidValue);
  for (int round = 0; round < 3; round++) {
    std::memset(host_y, 0, sizeof host_y);
    ok("cudaGraphLaunch", cudaGraphLaunch(executable, stream));
    is("a launch with memory that is not freed", cudaGraphLaunch(executable, stream), cudaErrorInvalidValue);
    square<<<blocks, threads, 0, stream>>>(z, out, n);
    if (round == 0)
      ok("cudaGraphLaunch", cudaGraphLaunch(free_z, stream));
    if (round == 1)
      ok("cudaFreeAsync", cudaFreeAsync(z, stream));
    if (round == 2)
      ok("cudaFree", cudaFree(z));
    ok("cudaStreamSynchronize", cudaStreamSynchronize(stream));
    check("z", host_y, 4);
  }
  ok("cudaGraphExecDestroy", cudaGraphExecDestroy(executable));
  ok("cudaGraphExecDestroy", cudaGraphExecDestroy(free_z));
  ok("cudaGraphDestroy", cudaGraphDestroy(graph));
  ok("cudaGraphDestroy", cudaGraphDestroy(freeing));
}

// A capture allocates; each launch frees what the one before has left.
static void capture(cudaStream_t stream) {
  cudaGraph_t graph = nullptr;
  double *x = nullptr, *y = nullptr;
  std::size_t used = 0;
  ok("cudaStreamBeginCapture", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  ok("cudaMallocAsync", cudaMallocAsync(reinterpret_cast<void **>(&x), bytes, stream));
  ok("cudaMallocAsync", cudaMallocAsync(reinterpret_cast<void **>(&y), bytes, stream));
  ok("cudaMemcpyAsync", cudaMemcpyAsync(x, host_x, bytes, cudaMemcpyHostToDevice, stream));
  square<<<blocks, threads, 0, stream>>>(x, y, n);
  ok("cudaFreeAsync", cudaFreeAsync(x, stream));
  ok("cudaStreamEndCapture", cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t executable = instantiate(graph, auto_free_on_launch);
  ok("cudaGraphDestroy", cudaGraphDestroy(graph));
  for (int round = 0; round < 3; round++) {
    ok("cudaGraphLaunch", cudaGraphLaunch(executable, stream));
    ok("cudaMemcpyAsync", cudaMemcpyAsync(host_y, y, bytes, cudaMemcpyDeviceToHost, stream));
    ok("cudaStreamSynchronize", cudaStreamSynchronize(stream));
    check("y", host_y, 2);
  }
  ok("cudaDeviceGetGraphMemAttribute", cudaDeviceGetGraphMemAttribute(0, used_memory, &used));
  oracle::equal<int>("graphs use memory", 0, used >= 2 * bytes, 1);
  ok("cudaFree", cudaFree(y));
  ok("cudaGraphExecDestroy", cudaGraphExecDestroy(executable));
  ok("cudaDeviceGraphMemTrim", cudaDeviceGraphMemTrim(0));
  ok("cudaDeviceGetGraphMemAttribute", cudaDeviceGetGraphMemAttribute(0, used_memory, &used));
  oracle::equal<long>("memory of graphs after a trim", 0, used, 0);
}

// cudaStreamAttributeSynchronizationPolicy is 3, cudaSyncPolicyYield 3.
static void attributes(cudaStream_t stream) {
  int value[16] = {3}, found[16] = {};
  ok("cudaStreamSetAttribute", cudaStreamSetAttribute(stream, 3, value));
  ok("cudaStreamGetAttribute", cudaStreamGetAttribute(stream, 3, found));
  oracle::equal("synchronization policy", 0, found[0], 3);
  value[0] = 9;
  is("no policy", cudaStreamSetAttribute(stream, 3, value), cudaErrorInvalidValue);
}

int main() {
  cudaStream_t stream = nullptr;
  double *out = nullptr;
  for (int i = 0; i < n; i++)
    host_x[i] = i * 0.25;
  ok("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
#ifdef FAILING
  double *z = nullptr;
  cudaGraph_t graph = nodes(&z);
  ok("cudaGraphLaunch", cudaGraphLaunch(instantiate(graph), stream));
  is("cudaStreamSynchronize", cudaStreamSynchronize(stream), cudaErrorIllegalAddress);
#else
  ok("cudaMalloc", allocate(&out, n));
  launches(stream, out);
  capture(stream);
  attributes(stream);
  ok("cudaFree", cudaFree(out));
  ok("cudaStreamDestroy", cudaStreamDestroy(stream));
#endif
  return oracle::verdict();
}
