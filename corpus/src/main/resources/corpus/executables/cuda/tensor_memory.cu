// Products of matrices in tensor memory (PTX ISA 9.0, section "TensorCore 5th Generation Family Instructions"): one thread
// multiplies for all, in stages that are committed to an mbarrier each, with the first factor in shared or in tensor
// memory. `FAULT` leaves out: 1 the release of tensor memory, 2 the fence between the proxies, 3 the wait before the sum is
// read, 4 the wait before a factor is overwritten.
#include "cuda_runtime.hpp"
#include "async_proxy.hpp"
#include "../oracle.hpp"
#include <vector>

constexpr int threads = 128;
constexpr int rows = 128;
constexpr int columns = 32;
constexpr int depth = 256;
constexpr int tile = 64;
constexpr int stages = 2;
constexpr int cells = 8; // of a row of a factor in tensor memory: 16 elements in K

static void ok(const char *name, cudaError_t is) { oracle::equal<int>(name, 0, is, cudaSuccess); }

__device__ void begin(unsigned mbarrier) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(mbarrier) : "memory");
}

__device__ void wait(unsigned mbarrier, unsigned parity) {
  asm volatile("{ .reg .pred done;\n"
               "W%=: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@!done bra W%=; }\n"
               "tcgen05.fence::after_thread_sync;" ::"r"(mbarrier), "r"(parity) : "memory");
}

// By all threads of a warp.
template <int Columns> __device__ void allocate(unsigned place) {
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(place), "n"(Columns) : "memory");
}

template <int Columns> __device__ void release(unsigned at) {
  if (FAULT != 1)
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(at), "n"(Columns) : "memory");
}

__device__ void load(unsigned at, float (&v)[8]) {
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];\n"
               "tcgen05.wait::ld.sync.aligned;"
               : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3]), "=f"(v[4]), "=f"(v[5]), "=f"(v[6]), "=f"(v[7])
               : "r"(at)
               : "memory");
}

__device__ void store(unsigned at, const unsigned *v) {
  asm volatile("tcgen05.st.sync.aligned.32x32b.x8.b32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8};\n"
               "tcgen05.wait::st.sync.aligned; tcgen05.fence::before_thread_sync;" ::"r"(at),
               "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3]), "r"(v[4]), "r"(v[5]), "r"(v[6]), "r"(v[7])
               : "memory");
}

// The lanes of the warp of a thread.
__device__ unsigned lanes(unsigned at, int thread) { return at + (thread / 32 * 32 << 16); }

enum Swizzle : unsigned long long { none = 0, bytes_128 = 2 };

// The descriptor of a matrix, of offsets in bytes.
__device__ unsigned long long descriptor(unsigned start, unsigned leading, unsigned stride, Swizzle swizzle) {
  return (start & 0x3ffff) >> 4 | (unsigned long long)(leading >> 4) << 16 | (unsigned long long)(stride >> 4) << 32 |
         1ULL << 46 | (unsigned long long)swizzle << 61;
}

// Of .f16 along K, with a sum of .f32.
constexpr unsigned form = 1 << 4 | columns / 8 << 17 | rows / 16 << 24;

// d = a * b of 16 elements in K, added to d if there is one.
__device__ void multiply(unsigned d, unsigned long long a, unsigned long long b, int adds) {
  asm volatile("{ .reg .pred adds; setp.ne.b32 adds, %4, 0;\n"
               "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, adds; }" ::"r"(d), "l"(a), "l"(b), "r"(form), "r"(adds)
               : "memory");
}

__device__ void multiply_cells(unsigned d, unsigned a, unsigned long long b) {
  asm volatile("{ .reg .pred adds; setp.ne.b32 adds, 0, 0;\n"
               "tcgen05.mma.cta_group::1.kind::f16 [%0], [%1], %2, %3, adds; }" ::"r"(d), "r"(a), "l"(b), "r"(form)
               : "memory");
}

__device__ void commit(unsigned mbarrier) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(mbarrier) : "memory");
}

__device__ void write_sum(unsigned at, float *c) {
  int t = threadIdx.x;
  for (int from = 0; from < columns; from += 8) {
    float part[8];
    load(lanes(at, t) + from, part);
    for (int i = 0; i < 8; i++)
      c[t * columns + from + i] = part[i];
  }
}

// The byte of element k of a line in a tile of rows of 128 bytes, whose units of 16 bytes are exchanged.
__device__ int in_tile(int line, int k) { return line * 128 + ((k / 8) ^ (line % 8)) * 16 + k % 8 * 2; }

__device__ void fill(unsigned char *to, const unsigned short *from, int lines) {
  for (int i = threadIdx.x; i < lines * tile; i += threads)
    *reinterpret_cast<unsigned short *>(to + in_tile(i / tile, i % tile)) = from[i / tile * depth + i % tile];
}

// c = a * b: both by lines of `depth` elements, in two stages of shared memory.
__global__ void multiply_stages(const unsigned short *a, const unsigned short *b, float *c) {
  alignas(1024) __shared__ unsigned char left[stages][rows * 128];
  alignas(1024) __shared__ unsigned char right[stages][columns * 128];
  __shared__ unsigned long long complete[stages];
  __shared__ unsigned at;
  int t = threadIdx.x;
  for (int s = t; s < stages; s += threads)
    begin(shared(&complete[s]));
  if (t < 32)
    allocate<columns>(shared(&at));
  barrier();
  for (int i = 0; i < depth / tile; i++) {
    int s = i % stages;
    if (i >= stages && FAULT != 4)
      wait(shared(&complete[s]), i / stages - 1 & 1);
    fill(left[s], a + i * tile, rows);
    fill(right[s], b + i * tile, columns);
    proxy_fence();
    barrier();
    if (t == 0) {
      for (int k = 0; k < tile; k += 16)
        multiply(at, descriptor(shared(left[s]) + 2 * k, 16, 1024, bytes_128),
                 descriptor(shared(right[s]) + 2 * k, 16, 1024, bytes_128), i + k);
      commit(shared(&complete[s]));
    }
  }
  constexpr int last = depth / tile - 1;
  if (FAULT != 3)
    wait(shared(&complete[last % stages]), last / stages & 1);
  write_sum(at, c);
  barrier();
  if (t < 32)
    release<columns>(at);
}

// c = a * b of 16 elements in K: a in pairs of .f16, which become cells.
__global__ void multiply_pairs(const unsigned *a, const unsigned short *b, float *c) {
  alignas(128) __shared__ unsigned short right[16 * columns];
  __shared__ unsigned long long complete;
  __shared__ unsigned at;
  int t = threadIdx.x;
  for (int i = t; i < 16 * columns; i += threads) {
    int n = i / 16, k = i % 16;
    right[k / 8 * (columns * 8) + n * 8 + k % 8] = b[i];
  }
  proxy_fence();
  if (t == 0)
    begin(shared(&complete));
  if (t < 32)
    allocate<2 * columns>(shared(&at));
  barrier();
  store(lanes(at, t) + columns, a + t * cells);
  barrier();
  if (t == 0) {
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    multiply_cells(at, at + columns, descriptor(shared(right), columns * 16, 128, none));
    commit(shared(&complete));
  }
  if (FAULT != 3)
    wait(shared(&complete), 0);
  write_sum(at, c);
  barrier();
  if (t < 32)
    release<2 * columns>(at);
}

// A whole number below 2048 as .f16.
static unsigned short half(int number) {
  unsigned size = number < 0 ? -number : number, exponent = 25;
  if (size == 0)
    return 0;
  for (; size < 1024; exponent--)
    size *= 2;
  return static_cast<unsigned short>((number < 0 ? 0x8000 : 0) | exponent << 10 | (size & 1023));
}

template <class T> static T *on_device(const std::vector<T> &elements) {
  void *memory = nullptr;
  ok("malloc", cudaMalloc(&memory, elements.size() * sizeof(T)));
  ok("copy", cudaMemcpy(memory, elements.data(), elements.size() * sizeof(T), cudaMemcpyHostToDevice));
  return static_cast<T *>(memory);
}

struct Matrices {
  std::vector<int> a, b;
  std::vector<unsigned short> left, right;
  int depth;
};

static Matrices matrices(oracle::Generator &generator, int depth) {
  Matrices some;
  some.depth = depth;
  for (int i = 0; i < rows * depth; i++)
    some.left.push_back(half(some.a.emplace_back(generator.below(9) - 4)));
  for (int i = 0; i < columns * depth; i++)
    some.right.push_back(half(some.b.emplace_back(generator.below(9) - 4)));
  return some;
}

static void expect_product(const char *name, const Matrices &of, float *out) {
  std::vector<float> is(rows * columns);
  ok(name, cudaDeviceSynchronize());
  ok("copy back", cudaMemcpy(is.data(), out, is.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < rows * columns; i++) {
    float sum = 0;
    for (int k = 0; k < of.depth; k++)
      sum += of.a[i / columns * of.depth + k] * of.b[i % columns * of.depth + k];
    oracle::equal(name, i, is[i], sum);
  }
  ok("free", cudaFree(out));
}

int main() {
  oracle::Generator generator(1);
  auto long_lines = matrices(generator, depth), short_lines = matrices(generator, 2 * cells);
  auto *left = on_device(long_lines.left), *right = on_device(long_lines.right);
  auto *out = on_device(std::vector<float>(rows * columns));
  multiply_stages<<<1, threads>>>(left, right, out);
  expect_product("multiply_stages", long_lines, out);
  ok("free", cudaFree(left));
  ok("free", cudaFree(right));
  left = on_device(short_lines.left), right = on_device(short_lines.right);
  out = on_device(std::vector<float>(rows * columns));
  multiply_pairs<<<1, threads>>>(reinterpret_cast<const unsigned *>(left), right, out);
  expect_product("multiply_pairs", short_lines, out);
  ok("free", cudaFree(left));
  ok("free", cudaFree(right));
  return oracle::verdict();
}
