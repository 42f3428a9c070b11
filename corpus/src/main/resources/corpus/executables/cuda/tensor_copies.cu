// Copies of boxes of tensors (PTX ISA 9.0, section "Data Movement and Conversion Instructions: Tensor copy"): CTAs double
// the boxes of a matrix in place through swizzled shared memory, sum up boxes of a volume that begin outside of it, and add
// boxes to a matrix. Tensor maps are in constant memory, in global memory and, if the compiler can leave a parameter where
// it is, among the parameters. `FAULT` plants a mistake: 1 leaves out the wait for a box, 2 the fence between the proxies,
// and with 3 the map has a row more than the matrix.
#include "cuda_runtime.hpp"
#include "async_proxy.hpp"
#include "../oracle.hpp"
#include <dlfcn.h>
#include <vector>

using Words = std::vector<int>;

// A matrix of words whose rows lie apart, and the box that a CTA copies.
constexpr int rows = 50, columns = 72, pitch = 80;
constexpr int box_rows = 16, box_columns = 32;
constexpr int box_bytes = box_rows * box_columns * sizeof(int);
constexpr int threads = 128;

// A volume, and a box of every second plane of it.
constexpr int width = 9, height = 7, depth = 6;
constexpr int row_words = 12, plane_words = row_words * height;
constexpr int box_width = 8, box_height = 4, box_depth = 3;

// Words of memory behind the maps of the driver (CUtensorMap), and the values of its enumerations.
struct alignas(64) TensorMap {
  unsigned long long words[16];
};
enum { TYPE_INT32 = 3, SWIZZLE_NONE = 0, SWIZZLE_128B = 3, PROMOTION_128B = 2 };

using Encode = int (*)(TensorMap *map, int type, unsigned rank, void *address, const unsigned long long *sizes,
                       const unsigned long long *strides, const unsigned *box, const unsigned *steps, int interleave,
                       int swizzle, int promotion, int fill);
using Replace = int (*)(TensorMap *map, void *address);

__constant__ TensorMap constant_map;

static void ok(const char *name, int is) { oracle::equal<int>(name, 0, is, 0); }

__device__ void init(unsigned mbarrier) {
  asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(mbarrier) : "memory");
}

__device__ void expect(unsigned mbarrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(mbarrier), "r"(bytes) : "memory");
}

__device__ void wait(unsigned mbarrier) {
  if (FAULT == 1)
    return;
  asm volatile("{\n"
               ".reg .pred done;\n"
               "again: mbarrier.try_wait.parity.shared.b64 done, [%0], 0;\n"
               "@!done bra again;\n"
               "}" ::"r"(mbarrier)
               : "memory");
}

__device__ void load_2d(unsigned to, const TensorMap *map, int x, int y, unsigned mbarrier) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], "
               "[%4];" ::"r"(to),
               "l"(map), "r"(x), "r"(y), "r"(mbarrier)
               : "memory");
}

__device__ void load_3d(unsigned to, const TensorMap *map, int x, int y, int z, unsigned mbarrier) {
  asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, "
               "%4}], [%5];" ::"r"(to),
               "l"(map), "r"(x), "r"(y), "r"(z), "r"(mbarrier)
               : "memory");
}

__device__ void store_2d(const TensorMap *map, int x, int y, unsigned from) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map), "r"(x),
               "r"(y), "r"(from)
               : "memory");
}

__device__ void add_2d(const TensorMap *map, int x, int y, unsigned from) {
  asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map),
               "r"(x), "r"(y), "r"(from)
               : "memory");
}

__device__ void finish() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// Doubles the box of each CTA in place. Swizzling has exchanged chunks of four words by the number of their row.
__device__ void double_box(const TensorMap *map) {
  alignas(1024) __shared__ int box[box_rows * box_columns];
  alignas(8) __shared__ unsigned long long object;
  int t = threadIdx.x, x = blockIdx.x * box_columns, y = blockIdx.y * box_rows;
  unsigned mbarrier = shared(&object);
  if (t == 0)
    init(mbarrier);
  barrier();
  if (t == 0) {
    expect(mbarrier, box_bytes);
    load_2d(shared(box), map, x, y, mbarrier);
  }
  wait(mbarrier);
  for (int i = t; i < box_rows * box_columns; i += threads) {
    int row = i / box_columns, column = i % box_columns;
    int place = row * box_columns + ((column / 4 ^ row % 8) * 4 + column % 4);
    static_cast<volatile int *>(box)[place] *= 2;
  }
  proxy_fence();
  barrier();
  if (t == 0) {
    store_2d(map, x, y, shared(box));
    finish();
  }
}

__global__ void double_by_constant() { double_box(&constant_map); }
__global__ void double_by_global(const TensorMap *map) { double_box(map); }

#if __has_attribute(grid_constant)
#define HAS_PARAMETERS 1
#define __grid_constant__ __attribute__((grid_constant))
__global__ void double_by_parameter(const __grid_constant__ TensorMap map) { double_box(&map); }
#endif

// sums[i]: the sum of element i of a box that begins before the volume and one that ends after it; outside there are zeros.
__global__ void sum_boxes(const TensorMap *map, int *sums) {
  constexpr int elements = box_width * box_height * box_depth;
  alignas(128) __shared__ int boxes[2][elements];
  alignas(8) __shared__ unsigned long long object;
  int t = threadIdx.x;
  unsigned mbarrier = shared(&object);
  if (t == 0)
    init(mbarrier);
  barrier();
  if (t == 0) {
    expect(mbarrier, 2 * elements * sizeof(int));
    load_3d(shared(boxes[0]), map, -4, -1, -1, mbarrier);
    load_3d(shared(boxes[1]), map, 4, 2, 2, mbarrier);
  }
  wait(mbarrier);
  for (int i = t; i < elements; i += threads)
    sums[i] = boxes[0][i] + boxes[1][i];
}

// Each CTA adds its number and the number of the element to the same box, which is partly outside of the matrix.
__global__ void add_boxes(const TensorMap *map) {
  alignas(1024) __shared__ int box[box_rows * box_columns];
  int t = threadIdx.x;
  for (int i = t; i < box_rows * box_columns; i += threads) {
    int row = i / box_columns, column = i % box_columns;
    box[row * box_columns + ((column / 4 ^ row % 8) * 4 + column % 4)] = i + blockIdx.x;
  }
  proxy_fence();
  barrier();
  if (t == 0) {
    add_2d(map, columns - 8, -4, shared(box));
    finish();
  }
}

// By name, since the runtime of CUDA 11 does not know functions of later drivers.
template <class F> static F driver_function(const char *name) {
  static void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  return reinterpret_cast<F>(dlsym(driver, name));
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

static TensorMap matrix_map(Encode encode, int *matrix) {
  TensorMap map;
  unsigned long long sizes[] = {columns, rows + (FAULT == 3 ? 1 : 0)}, strides[] = {pitch * sizeof(int)};
  unsigned box[] = {box_columns, box_rows}, steps[] = {1, 1};
  ok("encode", encode(&map, TYPE_INT32, 2, matrix, sizes, strides, box, steps, 0, SWIZZLE_128B, PROMOTION_128B, 0));
  return map;
}

static TensorMap volume_map(Encode encode, int *volume) {
  TensorMap map;
  unsigned long long sizes[] = {width, height, depth};
  unsigned long long strides[] = {row_words * sizeof(int), plane_words * sizeof(int)};
  unsigned box[] = {box_width, box_height, 2 * box_depth}, steps[] = {1, 1, 2};
  ok("encode", encode(&map, TYPE_INT32, 3, volume, sizes, strides, box, steps, 0, SWIZZLE_NONE, 0, 0));
  return map;
}

static void check_arguments(Encode encode, Replace replace, int *matrix) {
  TensorMap map = matrix_map(encode, matrix);
  unsigned long long sizes[] = {columns, rows}, strides[] = {pitch * sizeof(int) + 4};
  unsigned box[] = {box_columns, box_rows}, steps[] = {1, 1};
  int misaligned = encode(&map, TYPE_INT32, 2, matrix, sizes, strides, box, steps, 0, SWIZZLE_128B, 0, 0);
  oracle::equal("a stride of 324 bytes", 0, misaligned, int{cudaErrorInvalidValue});
  oracle::equal("a misaligned address", 0, replace(&map, matrix + 1), int{cudaErrorInvalidValue});
}

static long element(const Words &volume, int x, int y, int z) {
  bool inside = x >= 0 && x < width && y >= 0 && y < height && z >= 0 && z < depth;
  return inside ? volume[z * plane_words + y * row_words + x] : 0;
}

static void check_sums(Encode encode) {
  oracle::Generator generator(31);
  Words volume(plane_words * depth);
  for (int &word : volume)
    word = static_cast<int>(generator.below(2000)) - 1000;
  constexpr int elements = box_width * box_height * box_depth;
  int *data = on_device(volume), *sums = on_device(Words(elements));
  TensorMap map = volume_map(encode, data);
  void *global_map = nullptr;
  ok("malloc", cudaMalloc(&global_map, sizeof map));
  ok("copy", cudaMemcpy(global_map, &map, sizeof map, cudaMemcpyHostToDevice));
  sum_boxes<<<1, threads>>>(static_cast<TensorMap *>(global_map), sums);
  ok("sum_boxes", cudaDeviceSynchronize());
  Words is = from_device(sums, elements);
  for (int i = 0; i < elements; i++) {
    int x = i % box_width, y = i / box_width % box_height, z = i / (box_width * box_height) * 2;
    long sum = element(volume, x - 4, y - 1, z - 1) + element(volume, x + 4, y + 2, z + 2);
    oracle::equal("sum_boxes", i, is[i], static_cast<int>(sum));
  }
  for (void *memory : {static_cast<void *>(data), static_cast<void *>(sums), global_map})
    ok("free", cudaFree(memory));
}

int main() {
  Encode encode = driver_function<Encode>("cuTensorMapEncodeTiled");
  Replace replace = driver_function<Replace>("cuTensorMapReplaceAddress");
  oracle::Generator generator(35);
  Words in(pitch * rows);
  for (int &word : in)
    word = static_cast<int>(generator.below(2000)) - 1000;
  int *matrix = on_device(in), *other = on_device(in);
  check_arguments(encode, replace, matrix);

  TensorMap map = matrix_map(encode, other);
  ok("replace", replace(&map, matrix));
  ok("copy to symbol", cudaMemcpyToSymbol(symbol(constant_map), &map, sizeof map));
  void *global_map = nullptr;
  ok("malloc", cudaMalloc(&global_map, sizeof map));
  ok("copy", cudaMemcpy(global_map, &map, sizeof map, cudaMemcpyHostToDevice));

  dim3 grid((columns + box_columns - 1) / box_columns, (rows + box_rows - 1) / box_rows);
  int factor = 4;
  double_by_constant<<<grid, threads>>>();
  double_by_global<<<grid, threads>>>(static_cast<TensorMap *>(global_map));
#ifdef HAS_PARAMETERS
  double_by_parameter<<<grid, threads>>>(map);
  factor = 8;
#endif
  ok("double_box", cudaDeviceSynchronize());
  constexpr int adding = 3;
  add_boxes<<<adding, threads>>>(static_cast<TensorMap *>(global_map));
  ok("add_boxes", cudaDeviceSynchronize());

  Words is = from_device(matrix, pitch * rows);
  for (int i = 0; i < pitch * rows; i++) {
    int row = i / pitch, column = i % pitch;
    int should = column < columns ? factor * in[i] : in[i];
    if (column < columns && column >= columns - 8 && row < box_rows - 4)
      should += adding * ((row + 4) * box_columns + column - (columns - 8)) + adding * (adding - 1) / 2;
    oracle::equal("matrix", i, is[i], should);
  }
  check_sums(encode);
  for (void *memory : {static_cast<void *>(matrix), static_cast<void *>(other), global_map})
    ok("free", cudaFree(memory));
  return oracle::verdict();
}
