// Graphs: captured from two streams, made node by node, changed, and launched several times.
#include "cuda_runtime.hpp"
#include "../oracle.hpp"

constexpr int n = 1000;
constexpr int threads = 128;
constexpr int blocks = (n + threads - 1) / threads;

__global__ void scale(double *x, double factor, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    x[i] *= factor;
}

__global__ void sum(double *z, const double *x, const double *y, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    z[i] += x[i] + y[i];
}

static void ok(const char *name, cudaError_t is) { oracle::equal<int>(name, 0, is, cudaSuccess); }

static void count(void *data) { ++*static_cast<int *>(data); }

struct Buffers {
  double *x = nullptr, *y = nullptr, *z = nullptr;
};

static double host_x[n], host_y[n], host_z[n];

// Copies in, two branches, a join, a call of the host and a copy out.
static cudaGraph_t captured(const Buffers &on, cudaStream_t main, cudaStream_t side, int *calls) {
  cudaEvent_t fork = nullptr, join = nullptr;
  cudaGraph_t graph = nullptr;
  ok("cudaEventCreate", cudaEventCreate(&fork));
  ok("cudaEventCreate", cudaEventCreate(&join));
  ok("cudaStreamBeginCapture", cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
  ok("cudaMemsetAsync", cudaMemsetAsync(on.z, 0, sizeof host_z, main));
  ok("cudaEventRecord", cudaEventRecord(fork, main));
  ok("cudaStreamWaitEvent", cudaStreamWaitEvent(side, fork));
  ok("cudaMemcpyAsync", cudaMemcpyAsync(on.y, host_y, sizeof host_y, cudaMemcpyHostToDevice, side));
  scale<<<blocks, threads, 0, side>>>(on.y, 3, n);
  ok("cudaMemcpyAsync", cudaMemcpyAsync(on.x, host_x, sizeof host_x, cudaMemcpyHostToDevice, main));
  scale<<<blocks, threads, 0, main>>>(on.x, 2, n);
  ok("cudaEventRecord", cudaEventRecord(join, side));
  ok("cudaStreamWaitEvent", cudaStreamWaitEvent(main, join));
  sum<<<blocks, threads, 0, main>>>(on.z, on.x, on.y, n);
  ok("cudaLaunchHostFunc", cudaLaunchHostFunc(main, count, calls));
  ok("cudaMemcpyAsync", cudaMemcpyAsync(host_z, on.z, sizeof host_z, cudaMemcpyDeviceToHost, main));
  ok("cudaStreamEndCapture", cudaStreamEndCapture(main, &graph));
  ok("cudaEventDestroy", cudaEventDestroy(fork));
  ok("cudaEventDestroy", cudaEventDestroy(join));
  return graph;
}

static void capture(const Buffers &on, cudaStream_t main, cudaStream_t side) {
  cudaGraphExec_t executable = nullptr;
  int calls = 0;
  cudaGraph_t graph = captured(on, main, side, &calls);
  std::size_t nodes = 0;
  ok("cudaGraphGetNodes", cudaGraphGetNodes(graph, nullptr, &nodes));
  oracle::equal<long>("nodes", 0, nodes, 8);
  oracle::equal("calls before a launch", 0, calls, 0);
  ok("cudaGraphInstantiate", cudaGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  ok("cudaGraphDestroy", cudaGraphDestroy(graph));
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < n; i++) {
      host_x[i] = i + round;
      host_y[i] = 2.0 * i;
    }
    ok("cudaGraphLaunch", cudaGraphLaunch(executable, main));
    ok("cudaStreamSynchronize", cudaStreamSynchronize(main));
    for (int i = 0; i < n; i++)
      oracle::equal("z", i, host_z[i], 2.0 * (i + round) + 6.0 * i);
  }
  oracle::equal("calls", 0, calls, 4);
  ok("cudaGraphExecDestroy", cudaGraphExecDestroy(executable));
}

// A copy, a kernel and a copy: then with another factor, in the executable graph and by an update.
static void nodes(const Buffers &on, cudaStream_t stream) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaGraphNode_t in = nullptr, kernel_node = nullptr, out = nullptr, error = nullptr;
  cudaGraphExecUpdateResult result = cudaGraphExecUpdateError;
  double *x = on.x, factor = 5;
  int length = n;
  void *arguments[] = {&x, &factor, &length};
  cudaKernelNodeParams parameters = {const_cast<void *>(kernel(scale)), dim3(blocks), dim3(threads), 0, arguments,
                                     nullptr};
  ok("cudaGraphCreate", cudaGraphCreate(&graph, 0));
  ok("cudaGraphAddMemcpyNode1D",
     cudaGraphAddMemcpyNode1D(&in, graph, nullptr, 0, x, host_x, sizeof host_x, cudaMemcpyHostToDevice));
  ok("cudaGraphAddKernelNode", cudaGraphAddKernelNode(&kernel_node, graph, &in, 1, &parameters));
  ok("cudaGraphAddMemcpyNode1D",
     cudaGraphAddMemcpyNode1D(&out, graph, nullptr, 0, host_z, x, sizeof host_z, cudaMemcpyDeviceToHost));
  ok("cudaGraphAddDependencies", cudaGraphAddDependencies(graph, &kernel_node, &out, 1));
  ok("cudaGraphInstantiate", cudaGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  for (double wanted = 5; wanted <= 7; wanted++) {
    factor = wanted;
    if (wanted == 6)
      ok("cudaGraphExecKernelNodeSetParams", cudaGraphExecKernelNodeSetParams(executable, kernel_node, &parameters));
    if (wanted == 7) {
      ok("cudaGraphKernelNodeSetParams", cudaGraphKernelNodeSetParams(kernel_node, &parameters));
      ok("cudaGraphExecUpdate", cudaGraphExecUpdate(executable, graph, &error, &result));
      oracle::equal<int>("result of the update", 0, result, cudaGraphExecUpdateSuccess);
    }
    ok("cudaGraphLaunch", cudaGraphLaunch(executable, stream));
    ok("cudaStreamSynchronize", cudaStreamSynchronize(stream));
    for (int i = 0; i < n; i++)
      oracle::equal("scaled", i, host_z[i], wanted * host_x[i]);
  }
  ok("cudaGraphExecDestroy", cudaGraphExecDestroy(executable));
  ok("cudaGraphDestroy", cudaGraphDestroy(graph));
}

// A call that a capture does not permit invalidates it, and nothing is executed.
static void not_permitted(const Buffers &on, cudaStream_t stream) {
  cudaGraph_t graph = nullptr;
  void *memory = nullptr;
  ok("cudaStreamBeginCapture", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  oracle::equal<int>("cudaMalloc", 0, cudaMalloc(&memory, 8), cudaErrorStreamCaptureUnsupported);
  oracle::equal<int>("cudaStreamEndCapture", 0, cudaStreamEndCapture(stream, &graph),
                     cudaErrorStreamCaptureInvalidated);
  ok("cudaStreamBeginCapture", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  scale<<<blocks, threads, 0, stream>>>(on.x, 0, n);
  oracle::equal<int>("cudaMemcpy", 0, cudaMemcpy(host_z, on.x, sizeof host_z, cudaMemcpyDeviceToHost),
                     cudaErrorStreamCaptureImplicit);
  oracle::equal<int>("cudaStreamEndCapture", 0, cudaStreamEndCapture(stream, &graph),
                     cudaErrorStreamCaptureInvalidated);
  oracle::holds(graph == nullptr, "graphs", 1, "none");
  ok("cudaMemcpy", cudaMemcpy(host_z, on.x, sizeof host_z, cudaMemcpyDeviceToHost));
  oracle::equal("not scaled", 1, host_z[1], 7 * host_x[1]);
}

int main() {
  Buffers on;
  cudaStream_t main = nullptr, side = nullptr;
  ok("cudaMalloc", allocate(&on.x, n));
  ok("cudaMalloc", allocate(&on.y, n));
  ok("cudaMalloc", allocate(&on.z, n));
  ok("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&main, 0));
  ok("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&side, 0));
  capture(on, main, side);
  nodes(on, main);
  not_permitted(on, main);
  ok("cudaStreamDestroy", cudaStreamDestroy(main));
  ok("cudaStreamDestroy", cudaStreamDestroy(side));
  ok("cudaFree", cudaFree(on.x));
  ok("cudaFree", cudaFree(on.y));
  ok("cudaFree", cudaFree(on.z));
  return oracle::verdict();
}
