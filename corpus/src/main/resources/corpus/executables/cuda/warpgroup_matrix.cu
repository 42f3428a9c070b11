// Products of matrices of warpgroups (PTX ISA 9.0, section "Asynchronous Warpgroup Level Matrix Instructions"): factors
// in shared memory that threads fill, with and without swizzling, and a factor in registers. `FAULT` leaves out what
// orders a product: 1 the wait before its result is read, 2 the fence between the proxies, 3 the wait before a factor is
// overwritten; with 4, a warp of a warpgroup takes no part, and with 5 a matrix is outside shared memory.
#include "cuda_runtime.hpp"
#include "async_proxy.hpp"
#include "../oracle.hpp"
#include <vector>

constexpr int threads = 128;
constexpr int rows = 64;
constexpr int columns = 32;

static void ok(const char *name, cudaError_t is) { oracle::equal<int>(name, 0, is, cudaSuccess); }

__device__ void product_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }

__device__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }

template <int Pending> __device__ void wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Pending) : "memory");
}

enum Swizzle : unsigned long long { none = 0, bytes_128 = 1, bytes_64 = 2, bytes_32 = 3 };

// The descriptor of a matrix, of offsets in bytes.
__device__ unsigned long long descriptor(unsigned start, unsigned leading, unsigned stride, Swizzle swizzle) {
  return (start & 0x3ffff) >> 4 | (unsigned long long)(leading >> 4) << 16 | (unsigned long long)(stride >> 4) << 32 |
         (unsigned long long)swizzle << 62;
}

// d += a * b of 16 elements in K, both factors in shared memory and contiguous along K.
__device__ void multiply(float (&d)[16], unsigned long long a, unsigned long long b) {
  asm volatile("{ .reg .pred adds; setp.ne.b32 adds, 1, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 "
               "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, %16, %17, adds, 1, 1, 0, 0; }"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]),
                 "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15])
               : "l"(a), "l"(b));
}

// d -= a * b: a in registers, b contiguous along N.
__device__ void subtract(unsigned (&d)[8], const unsigned (&a)[4], unsigned long long b) {
  asm volatile("{ .reg .pred adds; setp.ne.b32 adds, 1, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n32k16.f16.f16.f16 "
               "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, %12, adds, -1, 1, 1; }"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

// d = a * b of 32 bytes in K.
__device__ void multiply_bytes(int (&d)[16], unsigned long long a, unsigned long long b) {
  asm volatile("{ .reg .pred adds; setp.ne.b32 adds, 0, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n32k32.s32.s8.u8 "
               "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, %16, %17, adds; }"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7]),
                 "+r"(d[8]), "+r"(d[9]), "+r"(d[10]), "+r"(d[11]), "+r"(d[12]), "+r"(d[13]), "+r"(d[14]), "+r"(d[15])
               : "l"(a), "l"(b));
}

// The row and the column of element i of the accumulator of a thread.
__device__ int row_of(int t, int i) { return t / 32 * 16 + t % 32 / 4 + i / 2 % 2 * 8; }
__device__ int column_of(int t, int i) { return i / 4 * 8 + t % 4 * 2 + i % 2; }

constexpr int depth = 256;
constexpr int tile = 64;
constexpr int stages = 2;

// The byte of element k of a line in a tile of rows of 128 bytes, whose units of 16 bytes are exchanged.
__device__ int in_tile(int line, int k) { return line * 128 + ((k / 8) ^ (line % 8)) * 16 + k % 8 * 2; }

// c = a * b: both by lines of `depth` elements, in two stages of shared memory.
__global__ void multiply_stages(const unsigned short *a, const unsigned short *b, float *c) {
  alignas(1024) __shared__ unsigned char left[stages][rows * 128];
  alignas(1024) __shared__ unsigned char right[stages][columns * 128];
  int t = threadIdx.x;
  float d[16] = {};
  for (int from = 0; from < depth; from += tile) {
    int s = from / tile % stages;
    for (int i = t; i < rows * tile; i += threads)
      *reinterpret_cast<unsigned short *>(left[s] + in_tile(i / tile, i % tile)) = a[i / tile * depth + from + i % tile];
    for (int i = t; i < columns * tile; i += threads)
      *reinterpret_cast<unsigned short *>(right[s] + in_tile(i / tile, i % tile)) = b[i / tile * depth + from + i % tile];
    proxy_fence();
    barrier();
    product_fence();
    if (FAULT != 4 || t < 96)
      for (int k = 0; k < tile; k += 16)
        multiply(d, descriptor(shared(left[s]) + 2 * k + (FAULT == 5 ? 0x20000 : 0), 16, 1024, bytes_128),
                 descriptor(shared(right[s]) + 2 * k, 16, 1024, bytes_128));
    commit();
    // The products of the other stage are complete.
    if (FAULT != 3)
      wait<1>();
    barrier();
  }
  if (FAULT != 1)
    wait<0>();
  for (int i = 0; i < 16; i++)
    c[row_of(t, i) * columns + column_of(t, i)] = d[i] + 1;
}

// c -= a * b of 16 elements in K: c in pairs of .f16, a by rows, b by rows of N.
__global__ void subtract_product(const unsigned *a, const unsigned short *b, unsigned *c) {
  alignas(128) __shared__ unsigned short right[16 * columns];
  int t = threadIdx.x;
  for (int i = t; i < 16 * columns; i += threads) {
    int k = i / columns, n = i % columns;
    right[n / 8 * 64 + k / 8 * (columns / 8 * 64) + k % 8 * 8 + n % 8] = b[i];
  }
  proxy_fence();
  unsigned left[4], d[8];
  for (int i = 0; i < 4; i++)
    left[i] = a[(t / 32 * 16 + t % 32 / 4 + i % 2 * 8) * 8 + i / 2 * 4 + t % 4];
  for (int i = 0; i < 8; i++)
    d[i] = c[(row_of(t, 2 * i) * columns + column_of(t, 2 * i)) / 2];
  barrier();
  product_fence();
  subtract(d, left, descriptor(shared(right), columns / 8 * 128, 128, none));
  commit();
  wait<0>();
  for (int i = 0; i < 8; i++)
    c[(row_of(t, 2 * i) * columns + column_of(t, 2 * i)) / 2] = d[i];
}

// c = a * b of 32 bytes in K, in rows of 32 bytes whose halves are exchanged.
__global__ void multiply_signed(const signed char *a, const unsigned char *b, int *c) {
  alignas(256) __shared__ signed char left[rows * 32];
  alignas(256) __shared__ unsigned char right[columns * 32];
  int t = threadIdx.x;
  for (int i = t; i < rows * 32; i += threads)
    left[i ^ (i >> 7 & 1) << 4] = a[i];
  for (int i = t; i < columns * 32; i += threads)
    right[i ^ (i >> 7 & 1) << 4] = b[i];
  proxy_fence();
  barrier();
  int d[16] = {};
  product_fence();
  multiply_bytes(d, descriptor(shared(left), 16, 256, bytes_32), descriptor(shared(right), 16, 256, bytes_32));
  commit();
  wait<0>();
  for (int i = 0; i < 16; i++)
    c[row_of(t, i) * columns + column_of(t, i)] = d[i];
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

template <class T> static std::vector<T> from_device(const T *memory, int count) {
  std::vector<T> elements(count);
  ok("copy back", cudaMemcpy(elements.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost));
  return elements;
}

static std::vector<int> numbers(oracle::Generator &generator, int count, int least, int most) {
  std::vector<int> some(count);
  for (int &each : some)
    each = least + static_cast<int>(generator.below(most - least + 1));
  return some;
}

template <class T> static std::vector<T> as(const std::vector<int> &some) { return {some.begin(), some.end()}; }

static std::vector<unsigned short> halves(const std::vector<int> &some) {
  std::vector<unsigned short> bits;
  for (int each : some)
    bits.push_back(half(each));
  return bits;
}

static void stages_of_halves(oracle::Generator &generator) {
  auto a = numbers(generator, rows * depth, -4, 4), b = numbers(generator, columns * depth, -4, 4);
  auto *left = on_device(halves(a)), *right = on_device(halves(b));
  auto *out = on_device(std::vector<float>(rows * columns));
  multiply_stages<<<1, threads>>>(left, right, out);
  ok("multiply_stages", cudaDeviceSynchronize());
  auto is = from_device(out, rows * columns);
  for (int i = 0; i < rows * columns; i++) {
    float sum = 1;
    for (int k = 0; k < depth; k++)
      sum += a[i / columns * depth + k] * b[i % columns * depth + k];
    oracle::equal("multiply_stages", i, is[i], sum);
  }
  ok("free", cudaFree(left));
  ok("free", cudaFree(right));
  ok("free", cudaFree(out));
}

static std::vector<unsigned> pairs(const std::vector<int> &some) {
  std::vector<unsigned> packed;
  for (std::size_t i = 0; i < some.size(); i += 2)
    packed.push_back(half(some[i]) | static_cast<unsigned>(half(some[i + 1])) << 16);
  return packed;
}

static void factor_in_registers(oracle::Generator &generator) {
  auto a = numbers(generator, rows * 16, -4, 4), b = numbers(generator, 16 * columns, -4, 4);
  auto c = numbers(generator, rows * columns, -9, 9);
  auto *left = on_device(pairs(a));
  auto *right = on_device(halves(b));
  auto *out = on_device(pairs(c));
  subtract_product<<<1, threads>>>(left, right, out);
  ok("subtract_product", cudaDeviceSynchronize());
  auto is = from_device(out, rows * columns / 2);
  for (int i = 0; i < rows * columns; i++) {
    int sum = c[i];
    for (int k = 0; k < 16; k++)
      sum -= a[i / columns * 16 + k] * b[k * columns + i % columns];
    int bits = static_cast<int>(is[i / 2] >> i % 2 * 16 & 0xffff);
    oracle::equal<int>("subtract_product", i, bits, half(sum));
  }
  ok("free", cudaFree(left));
  ok("free", cudaFree(right));
  ok("free", cudaFree(out));
}

static void whole_numbers(oracle::Generator &generator) {
  auto a = numbers(generator, rows * 32, -128, 127), b = numbers(generator, columns * 32, 0, 255);
  auto *left = on_device(as<signed char>(a));
  auto *right = on_device(as<unsigned char>(b));
  auto *out = on_device(std::vector<int>(rows * columns));
  multiply_signed<<<1, threads>>>(left, right, out);
  ok("multiply_signed", cudaDeviceSynchronize());
  auto is = from_device(out, rows * columns);
  for (int i = 0; i < rows * columns; i++) {
    int sum = 0;
    for (int k = 0; k < 32; k++)
      sum += a[i / columns * 32 + k] * b[i % columns * 32 + k];
    oracle::equal("multiply_signed", i, is[i], sum);
  }
  ok("free", cudaFree(left));
  ok("free", cudaFree(right));
  ok("free", cudaFree(out));
}

int main() {
  oracle::Generator generator(36);
  stages_of_halves(generator);
  factor_in_registers(generator);
  whole_numbers(generator);
  return oracle::verdict();
}
