// Bulk copies and bulk reductions (PTX ISA 9.0, section "Data Movement and Conversion Instructions: Bulk copy"): a
// warp fills stages of shared memory that others sum up, a CTA changes a tile in place, and CTAs add their tiles to
// one. `FAULT` leaves out what orders a copy: 1 a wait for the stage, 2 a fence between the proxies, 3 a wait for the
// group; with 4, an mbarrier expects 16 bytes too many, and with 5 the source of a copy is misaligned.
#include "cuda_runtime.hpp"
#include "async_proxy.hpp"
#include "../oracle.hpp"
#include <vector>

using Words = std::vector<int>;

constexpr int threads = 64;
constexpr int tiles = 6;
constexpr int stages = 2;
constexpr int bytes = threads * sizeof(int);

static void ok(const char *name, cudaError_t is) { oracle::equal<int>(name, 0, is, cudaSuccess); }

__device__ void init(unsigned mbarrier, int count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(mbarrier), "r"(count) : "memory");
}

__device__ void arrive(unsigned mbarrier) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(mbarrier) : "memory");
}

__device__ void wait(unsigned mbarrier, int parity) {
  asm volatile("{\n"
               ".reg .pred done;\n"
               "again: mbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n"
               "@!done bra again;\n"
               "}" ::"r"(mbarrier),
               "r"(parity)
               : "memory");
}

// Copies a tile to shared memory and arrives at an mbarrier that expects its bytes.
__device__ void load(unsigned to, const int *from, unsigned mbarrier) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(mbarrier), "n"(bytes + (FAULT == 4 ? 16 : 0))
               : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
               "l"(from), "r"(bytes), "r"(mbarrier)
               : "memory");
}

__device__ void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }

// sums[i]: the sum of element i of all tiles. The last thread of the CTA fills the stages.
__global__ void sum_stages(const int *in, int *sums) {
  alignas(128) __shared__ int stage[stages][threads];
  alignas(8) __shared__ unsigned long long objects[2 * stages];
  int t = threadIdx.x;
  unsigned full = shared(objects), empty = full + stages * 8;
  if (t == 0)
    for (int s = 0; s < stages; s++) {
      init(full + 8 * s, 1);
      init(empty + 8 * s, threads);
    }
  barrier();
  if (t == threads) {
    for (int i = 0; i < tiles; i++) {
      int s = i % stages, round = i / stages;
      if (round > 0)
        wait(empty + 8 * s, (round - 1) & 1);
      load(shared(stage[s]), in + i * threads + (FAULT == 5 ? 1 : 0), full + 8 * s);
    }
  } else if (t < threads) {
    int sum = 0;
    for (int i = 0; i < tiles; i++) {
      int s = i % stages;
      if (FAULT != 1)
        wait(full + 8 * s, (i / stages) & 1);
      sum += static_cast<volatile int *>(stage[s])[t];
      arrive(empty + 8 * s);
    }
    sums[t] = sum;
  }
}

// Doubles the tile of each CTA in place, and clears its shared memory when the copy has read it.
__global__ void double_tile(int *data) {
  alignas(128) __shared__ int tile[threads];
  alignas(8) __shared__ unsigned long long object;
  int t = threadIdx.x;
  int *mine = data + blockIdx.x * threads;
  unsigned mbarrier = shared(&object);
  if (t == 0)
    init(mbarrier, 1);
  barrier();
  if (t == 0)
    load(shared(tile), mine, mbarrier);
  wait(mbarrier, 0);
  tile[t] *= 2;
  proxy_fence();
  barrier();
  if (t == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(mine), "r"(shared(tile)), "r"(bytes)
                 : "memory");
    commit();
    if (FAULT != 3)
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
  barrier();
  static_cast<volatile int *>(tile)[t] = 0;
}

// Adds the tile of each CTA to `sums`, and keeps the greatest element in `greatest`.
__global__ void reduce_tiles(const int *in, int *sums, int *greatest) {
  alignas(128) __shared__ int tile[threads];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * threads + t];
  proxy_fence();
  barrier();
  if (t == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(sums),
                 "r"(shared(tile)), "r"(bytes)
                 : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%0], [%1], %2;" ::"l"(greatest),
                 "r"(shared(tile)), "r"(bytes)
                 : "memory");
    commit();
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

static int *on_device(const Words &words) {
  void *memory = nullptr;
  ok("malloc", cudaMalloc(&memory, words.size() * sizeof(int)));
  ok("copy", cudaMemcpy(memory, words.data(), words.size() * sizeof(int), cudaMemcpyHostToDevice));
  return static_cast<int *>(memory);
}

static Words from_device(const int *memory, int count) {
  Words words(count);
  ok("copy back", cudaMemcpy(words.data(), memory, count * sizeof(int), cudaMemcpyDeviceToHost));
  return words;
}

int main() {
  oracle::Generator generator(29);
  Words in(tiles * threads + threads), sums(threads), greatest(threads, -1000);
  for (int i = 0; i < tiles * threads; i++) {
    in[i] = static_cast<int>(generator.below(2000)) - 1000;
    sums[i % threads] += in[i];
    greatest[i % threads] = in[i] > greatest[i % threads] ? in[i] : greatest[i % threads];
  }
  int *data = on_device(in), *out = on_device(Words(threads));
  sum_stages<<<1, threads + 32>>>(data, out);
  ok("sum_stages", cudaDeviceSynchronize());
  Words is = from_device(out, threads);
  for (int t = 0; t < threads; t++)
    oracle::equal("sum_stages", t, is[t], sums[t]);

  int *all = on_device(Words(threads)), *most = on_device(Words(threads, -1000));
  reduce_tiles<<<tiles, threads>>>(data, all, most);
  ok("reduce_tiles", cudaDeviceSynchronize());
  Words added = from_device(all, threads), kept = from_device(most, threads);
  for (int t = 0; t < threads; t++) {
    oracle::equal("reduce_tiles", t, added[t], sums[t]);
    oracle::equal("greatest", t, kept[t], greatest[t]);
  }

  double_tile<<<tiles, threads>>>(data);
  ok("double_tile", cudaDeviceSynchronize());
  is = from_device(data, tiles * threads);
  for (int i = 0; i < tiles * threads; i++)
    oracle::equal("double_tile", i, is[i], 2 * in[i]);
  for (int *memory : {data, out, all, most})
    ok("free", cudaFree(memory));
  return oracle::verdict();
}
