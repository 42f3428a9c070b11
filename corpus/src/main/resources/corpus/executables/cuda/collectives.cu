// Collective operations of NCCL between three devices, in the order of streams with kernels of the program. Numbers are
// small integers, so that sums are exact. The functions are those of NCCL 2.18, from its documentation. With `FAULT` of 1,
// a rank gives another number of elements than the others.
#include "cuda_runtime.hpp"
#include "../oracle.hpp"
#include <vector>

#ifndef FAULT
#define FAULT 0
#endif

struct ncclComm;
using ncclComm_t = ncclComm *;
enum { ncclFloat = 7, ncclSum = 0, ncclMax = 2 };
enum { ncclSuccess = 0, ncclInvalidArgument = 4 };

extern "C" {
int ncclCommInitAll(ncclComm_t *communicators, int count, const int *devices);
int ncclCommDestroy(ncclComm_t communicator);
int ncclCommAbort(ncclComm_t communicator);
const char *ncclGetLastError(ncclComm_t communicator);
int ncclGroupStart();
int ncclGroupEnd();
int ncclAllReduce(const void *from, void *to, std::size_t count, int type, int operation, ncclComm_t communicator,
                  cudaStream_t stream);
int ncclReduce(const void *from, void *to, std::size_t count, int type, int operation, int root, ncclComm_t communicator,
               cudaStream_t stream);
int ncclBroadcast(const void *from, void *to, std::size_t count, int type, int root, ncclComm_t communicator,
                  cudaStream_t stream);
int ncclAllGather(const void *from, void *to, std::size_t count, int type, ncclComm_t communicator, cudaStream_t stream);
int ncclReduceScatter(const void *from, void *to, std::size_t count, int type, int operation, ncclComm_t communicator,
                      cudaStream_t stream);
int ncclSend(const void *from, std::size_t count, int type, int peer, ncclComm_t communicator, cudaStream_t stream);
int ncclRecv(void *to, std::size_t count, int type, int peer, ncclComm_t communicator, cudaStream_t stream);
}

constexpr int ranks = 3;
constexpr int count = 300; // of a rank, a multiple of the ranks
constexpr int part = count / ranks;
constexpr int threads = 128;
constexpr int root = 1;

static void ok(const char *name, int is) { oracle::equal(name, 0, is, 0); }

struct Rank {
  ncclComm_t communicator;
  cudaStream_t stream;
  float *in, *out;
};

static Rank all[ranks];

static __host__ __device__ float number(int rank, int i) { return (i * 7 + rank * 5) % 13 - 6; }

__global__ void fill(float *values, int rank) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] = number(rank, i);
}

__global__ void twice(float *values, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < length)
    values[i] *= 2;
}

// Between kernels that fill the numbers of each rank and double the results, which are to be those of an oracle.
template <class Call, class Oracle> static void collective(const char *name, int length, Call call, Oracle should) {
  for (int r = 0; r < ranks; r++) {
    ok("cudaSetDevice", cudaSetDevice(r));
    ok("cudaMemsetAsync", cudaMemsetAsync(all[r].out, 0, ranks * count * sizeof(float), all[r].stream));
    fill<<<(count + threads - 1) / threads, threads, 0, all[r].stream>>>(all[r].in, r);
  }
  ok("ncclGroupStart", ncclGroupStart());
  for (int r = 0; r < ranks; r++)
    ok(name, call(r, all[r]));
  ok("ncclGroupEnd", ncclGroupEnd());
  for (int r = 0; r < ranks; r++) {
    ok("cudaSetDevice", cudaSetDevice(r));
    twice<<<(length + threads - 1) / threads, threads, 0, all[r].stream>>>(all[r].out, length);
    std::vector<float> is(length);
    ok("cudaStreamSynchronize", cudaStreamSynchronize(all[r].stream));
    ok("cudaMemcpy", cudaMemcpy(is.data(), all[r].out, length * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < length; i++)
      oracle::equal(name, r * length + i, is[i], 2 * should(r, i));
  }
}

static float sum(int, int i) { return number(0, i) + number(1, i) + number(2, i); }
static float greatest(int, int i) { return std::fmax(number(0, i), std::fmax(number(1, i), number(2, i))); }

static void all_collectives() {
  collective(
      "ncclAllReduce", count,
      [](int, Rank &r) { return ncclAllReduce(r.in, r.out, count, ncclFloat, ncclSum, r.communicator, r.stream); }, sum);
  collective(
      "ncclReduce", count,
      [](int, Rank &r) { return ncclReduce(r.in, r.out, count, ncclFloat, ncclMax, root, r.communicator, r.stream); },
      [](int r, int i) { return r == root ? greatest(r, i) : 0; });
  collective(
      "ncclBroadcast", count,
      [](int, Rank &r) { return ncclBroadcast(r.in, r.out, count, ncclFloat, root, r.communicator, r.stream); },
      [](int, int i) { return number(root, i); });
  collective(
      "ncclAllGather", ranks * count,
      [](int, Rank &r) { return ncclAllGather(r.in, r.out, count, ncclFloat, r.communicator, r.stream); },
      [](int, int i) { return number(i / count, i % count); });
  collective(
      "ncclReduceScatter", part,
      [](int, Rank &r) { return ncclReduceScatter(r.in, r.out, part, ncclFloat, ncclSum, r.communicator, r.stream); },
      [](int r, int i) { return sum(r, r * part + i); });
  collective(
      "ncclSend", count,
      [](int r, Rank &of) {
        ok("ncclSend", ncclSend(of.in, count, ncclFloat, (r + 1) % ranks, of.communicator, of.stream));
        return ncclRecv(of.out, count, ncclFloat, (r + ranks - 1) % ranks, of.communicator, of.stream);
      },
      [](int r, int i) { return number((r + ranks - 1) % ranks, i); });
}

// The last rank gives another number of elements.
static void mismatch() {
  for (int r = 0; r < ranks; r++) {
    int is = ncclAllReduce(all[r].in, all[r].out, r == ranks - 1 ? part : count, ncclFloat, ncclSum, all[r].communicator,
                           all[r].stream);
    if (is != ncclSuccess)
      std::fprintf(stderr, "%s\n", ncclGetLastError(nullptr));
  }
}

int main() {
  ncclComm_t communicators[ranks];
  oracle::equal("no communicator", 0, ncclCommInitAll(communicators, 0, nullptr), static_cast<int>(ncclInvalidArgument));
  ok("ncclCommInitAll", ncclCommInitAll(communicators, ranks, nullptr));
  for (int r = 0; r < ranks; r++) {
    void *memory[2];
    ok("cudaSetDevice", cudaSetDevice(r));
    ok("cudaStreamCreate", cudaStreamCreateWithFlags(&all[r].stream, 0));
    for (void *&each : memory)
      ok("cudaMalloc", cudaMalloc(&each, ranks * count * sizeof(float)));
    all[r] = {communicators[r], all[r].stream, static_cast<float *>(memory[0]), static_cast<float *>(memory[1])};
  }
  oracle::equal("a root that is no rank", 0,
                ncclReduce(all[0].in, all[0].out, 1, ncclFloat, ncclSum, ranks, all[0].communicator, all[0].stream),
                static_cast<int>(ncclInvalidArgument));
  all_collectives();
  if (FAULT == 1)
    mismatch();
  for (auto &rank : all)
    ok("ncclCommDestroy", FAULT == 1 ? ncclCommAbort(rank.communicator) : ncclCommDestroy(rank.communicator));
  for (int r = 0; r < ranks; r++) {
    ok("cudaSetDevice", cudaSetDevice(r));
    ok("cudaFree", cudaFree(all[r].in) | cudaFree(all[r].out));
    ok("cudaStreamDestroy", cudaStreamDestroy(all[r].stream));
  }
  return oracle::verdict();
}
