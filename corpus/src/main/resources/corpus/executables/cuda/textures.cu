// Textures of arrays and of memory, and surfaces: each fetch against a reference of the host.
//
// Coordinates are chosen so that each weight of a linear filter and each product with a texel is a
// float: no order of the additions changes a result (CUDA C++ Programming Guide 13.0, "Texture
// Fetching": weights have 8 fraction bits).
#include "cuda_runtime.hpp"
#include "../oracle.hpp"
#include <vector>

using Floats = std::vector<float>;

constexpr int threads = 64;

static void ok(const char *name, cudaError_t is) { oracle::equal<int>(name, 0, is, cudaSuccess); }

// The kernels. `at` has the coordinates of each fetch, `out` gets four values of each.

#define FETCH(instruction, operands, place)                                                                           \
  asm volatile(instruction " {%0, %1, %2, %3}, " operands ";"                                                         \
               : "=f"(out[4 * i]), "=f"(out[4 * i + 1]), "=f"(out[4 * i + 2]), "=f"(out[4 * i + 3])                   \
               : "l"(texture), place)
#define LIST(...) __VA_ARGS__
#define INDEX                                                                                                         \
  int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                      \
  if (i >= count)                                                                                                     \
    return

__global__ void sample(float *out, const float *at, cudaTextureObject_t texture, int count) {
  INDEX;
  FETCH("tex.2d.v4.f32.f32", "[%4, {%5, %6}]", LIST("f"(at[2 * i]), "f"(at[2 * i + 1])));
}

__global__ void sample_integers(unsigned *out, const float *at, cudaTextureObject_t texture, int count) {
  INDEX;
  asm volatile("tex.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
               : "=r"(out[4 * i]), "=r"(out[4 * i + 1]), "=r"(out[4 * i + 2]), "=r"(out[4 * i + 3])
               : "l"(texture), "f"(at[2 * i]), "f"(at[2 * i + 1]));
}

// Texels -2, -1, 0, ….
__global__ void fetch_line(float *out, cudaTextureObject_t texture, int count) {
  INDEX;
  FETCH("tex.1d.v4.f32.s32", "[%4, {%5}]", LIST("r"(i - 2)));
}

__global__ void sample_layers(float *out, const float *at, cudaTextureObject_t texture, int count) {
  INDEX;
  FETCH("tex.a2d.v4.f32.f32", "[%4, {%5, %6, %7, %7}]",
        LIST("r"(static_cast<int>(at[3 * i + 2])), "f"(at[3 * i]), "f"(at[3 * i + 1])));
}

__global__ void sample_volume(float *out, const float *at, cudaTextureObject_t texture, int count) {
  INDEX;
  FETCH("tex.3d.v4.f32.f32", "[%4, {%5, %6, %7, %7}]",
        LIST("f"(at[3 * i]), "f"(at[3 * i + 1]), "f"(at[3 * i + 2])));
}

__global__ void sample_cube(float *out, const float *at, cudaTextureObject_t texture, int count) {
  INDEX;
  FETCH("tex.cube.v4.f32.f32", "[%4, {%5, %6, %7, %7}]",
        LIST("f"(at[3 * i]), "f"(at[3 * i + 1]), "f"(at[3 * i + 2])));
}

__global__ void sample_levels(float *out, const float *at, cudaTextureObject_t texture, int count) {
  INDEX;
  FETCH("tex.level.2d.v4.f32.f32", "[%4, {%5, %6}], %7",
        LIST("f"(at[3 * i]), "f"(at[3 * i + 1]), "f"(at[3 * i + 2])));
}

__global__ void gather(float *out, const float *at, cudaTextureObject_t texture, int count) {
  INDEX;
  FETCH("tld4.r.2d.v4.f32.f32", "[%4, {%5, %6}]", LIST("f"(at[2 * i]), "f"(at[2 * i + 1])));
}

__global__ void store(cudaSurfaceObject_t surface, int width, int count) {
  INDEX;
  asm volatile("sust.b.2d.b32.trap [%0, {%1, %2}], {%3};"
               :
               : "l"(surface), "r"(4 * (i % width)), "r"(i / width), "r"(1000 + i)
               : "memory");
}

__global__ void load(int *out, cudaSurfaceObject_t surface, int width, int count) {
  INDEX;
  asm volatile("suld.b.2d.b32.trap {%0}, [%1, {%2, %3}];"
               : "=r"(out[i])
               : "l"(surface), "r"(4 * (i % width)), "r"(i / width)
               : "memory");
}

// The reference.

constexpr int no_texel = -1;

// The texel that a coordinate selects along a dimension; none outside of it with a border.
static int texel(int i, int size, cudaTextureAddressMode mode) {
  int period = 2 * size;
  switch (mode) {
  case cudaAddressModeWrap:
    return (i % size + size) % size;
  case cudaAddressModeMirror:
    i = (i % period + period) % period;
    return i < size ? i : period - 1 - i;
  case cudaAddressModeBorder:
    return i < 0 || i >= size ? no_texel : i;
  case cudaAddressModeClamp:
    break;
  }
  return i < 0 ? 0 : i >= size ? size - 1 : i;
}

// A dimension of a linear filter: two texels, and the weight of the second.
struct Pair {
  int first, second;
  double weight;
};

static Pair pair(double x, int size, cudaTextureAddressMode mode) {
  double from = x - 0.5, low = std::floor(from);
  double weight = std::floor((from - low) * 256 + 0.5) / 256;
  int i = static_cast<int>(low);
  return {texel(i, size, mode), texel(i + 1, size, mode), weight};
}

static double mix(double a, double b, double weight) { return (1 - weight) * a + weight * b; }

// A plane, or a slice of more, of one channel.
struct Plane {
  const float *texels;
  int width, height;
  double border = 0;

  double at(int x, int y) const { return x == no_texel || y == no_texel ? border : texels[y * width + x]; }

  double point(double x, double y, cudaTextureAddressMode mode) const {
    return at(texel(static_cast<int>(std::floor(x)), width, mode),
              texel(static_cast<int>(std::floor(y)), height, mode));
  }

  double linear(double x, double y, cudaTextureAddressMode mode) const {
    Pair across = pair(x, width, mode), down = pair(y, height, mode);
    return mix(mix(at(across.first, down.first), at(across.second, down.first), across.weight),
               mix(at(across.first, down.second), at(across.second, down.second), across.weight), down.weight);
  }
};

// Devices' memory.

template <class T> static T *device(std::size_t count) {
  T *memory = nullptr;
  ok("cudaMalloc", allocate(&memory, count));
  return memory;
}

// What a kernel fetches at coordinates, each of `dimensions` numbers: four values each.
template <class T, class Kernel>
static std::vector<T> fetch(Kernel kernel, cudaTextureObject_t texture, const Floats &at, int dimensions) {
  int count = static_cast<int>(at.size()) / dimensions;
  std::vector<T> values(4 * count);
  auto *places = device<float>(at.size());
  auto *out = device<T>(values.size());
  ok("cudaMemcpy", cudaMemcpy(places, at.data(), at.size() * sizeof(float), cudaMemcpyHostToDevice));
  kernel<<<(count + threads - 1) / threads, threads>>>(out, places, texture, count);
  ok("cudaMemcpy", cudaMemcpy(values.data(), out, values.size() * sizeof(T), cudaMemcpyDeviceToHost));
  ok("cudaFree", cudaFree(places));
  ok("cudaFree", cudaFree(out));
  return values;
}

static cudaTextureObject_t create(const cudaResourceDesc &resource, const cudaTextureDesc &sampling) {
  cudaTextureObject_t texture = 0;
  ok("cudaCreateTextureObject", cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));
  return texture;
}

static cudaResourceDesc resource(cudaArray_t array) {
  cudaResourceDesc of = {};
  of.resType = cudaResourceTypeArray;
  of.res.array.array = array;
  return of;
}

static cudaTextureDesc sampling(cudaTextureAddressMode address, cudaTextureFilterMode filter, bool is_normalized) {
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = address;
  how.filterMode = filter;
  how.readMode = cudaReadModeElementType;
  how.normalizedCoords = is_normalized;
  how.borderColor[0] = 5;
  return how;
}

static const cudaChannelFormatDesc one_float = {32, 0, 0, 0, cudaChannelFormatKindFloat};

static Floats texels(int count, int first) {
  Floats values(count);
  for (int i = 0; i < count; i++)
    values[i] = static_cast<float>((first + 11 * i) % 64);
  return values;
}

// An array of slices of rows of floats.
static cudaArray_t volume(const Floats &values, int width, int height, int depth, unsigned flags) {
  cudaArray_t array = nullptr;
  cudaExtent extent = {static_cast<std::size_t>(width), static_cast<std::size_t>(height),
                       static_cast<std::size_t>(depth)};
  ok("cudaMalloc3DArray", cudaMalloc3DArray(&array, &one_float, extent, flags));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = {const_cast<float *>(values.data()), width * sizeof(float), extent.width, extent.height};
  copy.dstArray = array;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  ok("cudaMemcpy3D", cudaMemcpy3D(&copy));
  return array;
}

static void destroy(cudaTextureObject_t texture, cudaArray_t array) {
  ok("cudaDestroyTextureObject", cudaDestroyTextureObject(texture));
  ok("cudaFreeArray", cudaFreeArray(array));
}

// The tests.

constexpr int width = 8, height = 4;

// No coordinate is the edge of a texel.
static Floats normalized_places() {
  Floats at;
  for (int y = -17; y < 32; y += 6)
    for (int x = -171; x < 300; x += 14)
      at.insert(at.end(), {x / 128.f, y / 16.f + 1 / 32.f});
  return at;
}

static Floats texel_places() {
  Floats at;
  for (int y = -9; y < 32; y += 4)
    for (int x = -25; x < 90; x += 6)
      at.insert(at.end(), {x / 8.f, y / 8.f});
  at.insert(at.end(), {10 / 3.f, 5 / 3.f, 4.7f, 1.9f, 0.55f, 2.71f});
  return at;
}

static void check(const char *name, const Floats &is, const Floats &at, const Plane &plane,
                  const cudaTextureDesc &how) {
  for (std::size_t i = 0; i < at.size() / 2; i++) {
    double x = at[2 * i] * (how.normalizedCoords ? plane.width : 1.0);
    double y = at[2 * i + 1] * (how.normalizedCoords ? plane.height : 1.0);
    auto mode = how.addressMode[0];
    double should = how.filterMode == cudaFilterModeLinear ? plane.linear(x, y, mode) : plane.point(x, y, mode);
    oracle::equal(name, i, is[4 * i], static_cast<float>(should));
  }
}

static void planes() {
  Floats values = texels(width * height, 3);
  Plane plane = {values.data(), width, height, 5};
  cudaArray_t array = nullptr;
  ok("cudaMallocArray", cudaMallocArray(&array, &one_float, width, height, 0));
  ok("cudaMemcpy2DToArray", cudaMemcpy2DToArray(array, 0, 0, values.data(), width * sizeof(float),
                                                width * sizeof(float), height, cudaMemcpyHostToDevice));
  for (auto mode : {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder})
    for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear})
      for (bool is_normalized : {true, false}) {
        if (!is_normalized && mode != cudaAddressModeClamp && mode != cudaAddressModeBorder)
          continue;
        cudaTextureDesc how = sampling(mode, filter, is_normalized);
        cudaTextureObject_t texture = create(resource(array), how);
        Floats at = is_normalized ? normalized_places() : texel_places();
        check("plane", fetch<float>(sample, texture, at, 2), at, plane, how);
        ok("cudaDestroyTextureObject", cudaDestroyTextureObject(texture));
      }
  ok("cudaFreeArray", cudaFreeArray(array));
}

// Rows of memory with a pitch.
static void rows() {
  Floats values = texels(width * height, 7);
  void *memory = nullptr;
  std::size_t pitch = 0;
  ok("cudaMallocPitch", cudaMallocPitch(&memory, &pitch, width * sizeof(float), height));
  ok("cudaMemcpy2D", cudaMemcpy2D(memory, pitch, values.data(), width * sizeof(float), width * sizeof(float),
                                  height, cudaMemcpyHostToDevice));
  cudaResourceDesc of = {};
  of.resType = cudaResourceTypePitch2D;
  of.res.pitch2D = {memory, one_float, width, height, pitch};
  cudaTextureDesc how = sampling(cudaAddressModeClamp, cudaFilterModeLinear, false);
  cudaTextureObject_t texture = create(of, how);
  Floats at = texel_places();
  check("rows", fetch<float>(sample, texture, at, 2), at, {values.data(), width, height}, how);
  ok("cudaDestroyTextureObject", cudaDestroyTextureObject(texture));
  ok("cudaFree", cudaFree(memory));
}

// Four channels of a byte: as numbers from 0 to 1, and as integers.
static void bytes() {
  unsigned char values[4 * width * height];
  for (int i = 0; i < 4 * width * height; i++)
    values[i] = static_cast<unsigned char>(37 * i);
  cudaChannelFormatDesc four_bytes = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
  cudaArray_t array = nullptr;
  ok("cudaMallocArray", cudaMallocArray(&array, &four_bytes, width, height, 0));
  ok("cudaMemcpy2DToArray",
     cudaMemcpy2DToArray(array, 0, 0, values, 4 * width, 4 * width, height, cudaMemcpyHostToDevice));
  Floats at;
  for (int i = 0; i < width * height; i++)
    at.insert(at.end(), {i % width + 0.25f, i / width + 0.75f});
  cudaTextureDesc how = sampling(cudaAddressModeClamp, cudaFilterModePoint, false);
  cudaTextureObject_t integers = create(resource(array), how);
  how.readMode = cudaReadModeNormalizedFloat;
  cudaTextureObject_t numbers = create(resource(array), how);
  auto is_integer = fetch<unsigned>(sample_integers, integers, at, 2);
  auto is_number = fetch<float>(sample, numbers, at, 2);
  for (int i = 0; i < 4 * width * height; i++) {
    oracle::equal<unsigned>("integer", i, is_integer[i], values[i]);
    oracle::within("number", i, is_number[i], values[i] / 255.0L, 0x1p-23L);
  }
  ok("cudaDestroyTextureObject", cudaDestroyTextureObject(integers));
  destroy(numbers, array);
}

// Linear memory: outside of it, a fetch gives zero.
static void line() {
  constexpr int length = 100;
  Floats values = texels(length, 1);
  auto *memory = device<float>(length);
  auto *out = device<float>(4 * (length + 4));
  Floats is(4 * (length + 4));
  ok("cudaMemcpy", cudaMemcpy(memory, values.data(), length * sizeof(float), cudaMemcpyHostToDevice));
  cudaResourceDesc of = {};
  of.resType = cudaResourceTypeLinear;
  of.res.linear = {memory, one_float, length * sizeof(float)};
  cudaTextureObject_t texture = create(of, sampling(cudaAddressModeClamp, cudaFilterModePoint, false));
  fetch_line<<<(length + 4 + threads - 1) / threads, threads>>>(out, texture, length + 4);
  ok("cudaMemcpy", cudaMemcpy(is.data(), out, is.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < length + 4; i++)
    oracle::equal("line", i, is[4 * i], i < 2 || i >= length + 2 ? 0.f : values[i - 2]);
  ok("cudaDestroyTextureObject", cudaDestroyTextureObject(texture));
  ok("cudaFree", cudaFree(memory));
  ok("cudaFree", cudaFree(out));
}

// A layer that is not there is the nearest one.
static void layers() {
  constexpr int count = 3;
  Floats values = texels(width * height * count, 5);
  cudaArray_t array = volume(values, width, height, count, cudaArrayLayered);
  cudaTextureObject_t texture = create(resource(array), sampling(cudaAddressModeClamp, cudaFilterModeLinear, false));
  Floats at;
  for (int layer = 0; layer < count + 1; layer++)
    for (int i = 0; i < 40; i++)
      at.insert(at.end(), {i / 4.f + 1 / 8.f, i / 8.f + 1 / 16.f, static_cast<float>(layer)});
  Floats is = fetch<float>(sample_layers, texture, at, 3);
  for (std::size_t i = 0; i < at.size() / 3; i++) {
    int layer = at[3 * i + 2] < count ? static_cast<int>(at[3 * i + 2]) : count - 1;
    Plane plane = {values.data() + layer * width * height, width, height};
    oracle::equal("layer", i, is[4 * i],
                  static_cast<float>(plane.linear(at[3 * i], at[3 * i + 1], cudaAddressModeClamp)));
  }
  destroy(texture, array);
}

static void volumes() {
  constexpr int depth = 4;
  Floats values = texels(width * height * depth, 9);
  cudaArray_t array = volume(values, width, height, depth, 0);
  cudaTextureObject_t texture = create(resource(array), sampling(cudaAddressModeWrap, cudaFilterModeLinear, true));
  Floats at;
  for (int i = 0; i < 300; i++)
    at.insert(at.end(), {(i % 37) / 32.f - 0.25f, (i % 23) / 16.f - 0.25f, (i % 29) / 16.f - 0.5f});
  Floats is = fetch<float>(sample_volume, texture, at, 3);
  for (std::size_t i = 0; i < at.size() / 3; i++) {
    Pair deep = pair(at[3 * i + 2] * depth, depth, cudaAddressModeWrap);
    double of[2];
    for (int side = 0; side < 2; side++) {
      int z = side == 0 ? deep.first : deep.second;
      of[side] = Plane{values.data() + z * width * height, width, height}.linear(
          at[3 * i] * width, at[3 * i + 1] * height, cudaAddressModeWrap);
    }
    oracle::equal("volume", i, is[4 * i], static_cast<float>(mix(of[0], of[1], deep.weight)));
  }
  destroy(texture, array);
}

// The face of a direction, and the coordinates in it, from 0 to 1 ("Cubemap Textures").
struct Face {
  int number;
  double s, t;
};

static Face face(double x, double y, double z) {
  double ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  if (ax > ay && ax > az)
    return {x > 0 ? 0 : 1, ((x > 0 ? -z : z) / ax + 1) / 2, (-y / ax + 1) / 2};
  if (ay > az)
    return {y > 0 ? 2 : 3, (x / ay + 1) / 2, ((y > 0 ? z : -z) / ay + 1) / 2};
  return {z > 0 ? 4 : 5, ((z > 0 ? x : -x) / az + 1) / 2, (-y / az + 1) / 2};
}

static void cubes() {
  constexpr int edge = 4, faces = 6;
  Floats values(edge * edge * faces);
  for (int i = 0; i < edge * edge * faces; i++)
    values[i] = static_cast<float>(i);
  cudaArray_t array = volume(values, edge, edge, faces, cudaArrayCubemap);
  cudaTextureObject_t texture = create(resource(array), sampling(cudaAddressModeClamp, cudaFilterModePoint, true));
  Floats at;
  for (int axis = 0; axis < 3; axis++)
    for (float major : {4.f, -4.f})
      for (int i = 0; i < 16; i++) {
        float place[3];
        place[axis] = major;
        place[(axis + 1) % 3] = 2 * (i % 4) - 2.75f;
        place[(axis + 2) % 3] = 2 * (i / 4) - 3.25f;
        at.insert(at.end(), place, place + 3);
      }
  Floats is = fetch<float>(sample_cube, texture, at, 3);
  for (std::size_t i = 0; i < at.size() / 3; i++) {
    Face on = face(at[3 * i], at[3 * i + 1], at[3 * i + 2]);
    Plane plane = {values.data() + on.number * edge * edge, edge, edge};
    oracle::equal("cube", i, is[4 * i],
                  static_cast<float>(plane.point(on.s * edge, on.t * edge, cudaAddressModeClamp)));
  }
  destroy(texture, array);
}

// The levels 0, 1 and 2 have one value each.
static void levels() {
  constexpr int count = 3;
  const float value[count] = {10, 20, 40};
  cudaMipmappedArray_t all = nullptr;
  ok("cudaMallocMipmappedArray", cudaMallocMipmappedArray(&all, &one_float, {width, height, 0}, count, 0));
  for (unsigned level = 0; level < count; level++) {
    Floats values(width * height, value[level]);
    cudaArray_t array = nullptr;
    std::size_t row = (width >> level) * sizeof(float);
    ok("cudaGetMipmappedArrayLevel", cudaGetMipmappedArrayLevel(&array, all, level));
    ok("cudaMemcpy2DToArray", cudaMemcpy2DToArray(array, 0, 0, values.data(), row, row, height >> level,
                                                  cudaMemcpyHostToDevice));
  }
  cudaResourceDesc of = {};
  of.resType = cudaResourceTypeMipmappedArray;
  of.res.mipmap.mipmap = all;
  const float wanted[] = {0, 0.25f, 1, 1.75f, 2, 5};
  const float nearest[] = {10, 10, 20, 40, 40, 40};
  const float mixed[] = {10, 12.5f, 20, 35, 40, 40};
  Floats at;
  for (float level : wanted)
    at.insert(at.end(), {0.3f, 0.7f, level});
  for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
    cudaTextureDesc how = sampling(cudaAddressModeClamp, cudaFilterModePoint, true);
    how.mipmapFilterMode = filter;
    how.maxMipmapLevelClamp = count - 1;
    cudaTextureObject_t texture = create(of, how);
    Floats is = fetch<float>(sample_levels, texture, at, 3);
    for (int i = 0; i < 6; i++)
      oracle::equal("level", i, is[4 * i], filter == cudaFilterModePoint ? nearest[i] : mixed[i]);
    ok("cudaDestroyTextureObject", cudaDestroyTextureObject(texture));
  }
  ok("cudaFreeMipmappedArray", cudaFreeMipmappedArray(all));
}

// Counter-clockwise from the lower left one (PTX ISA 9.0, tld4).
static void gathers() {
  Floats values = texels(width * height, 2);
  cudaArray_t array = nullptr;
  ok("cudaMallocArray", cudaMallocArray(&array, &one_float, width, height, cudaArrayTextureGather));
  ok("cudaMemcpyToArray",
     cudaMemcpyToArray(array, 0, 0, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
  cudaTextureObject_t texture = create(resource(array), sampling(cudaAddressModeClamp, cudaFilterModePoint, false));
  Floats at;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      at.insert(at.end(), {x + 0.75f, y + 0.75f});
  Floats is = fetch<float>(gather, texture, at, 2);
  Plane plane = {values.data(), width, height};
  for (int i = 0; i < width * height; i++) {
    Pair across = pair(at[2 * i], width, cudaAddressModeClamp), down = pair(at[2 * i + 1], height, cudaAddressModeClamp);
    const double should[] = {plane.at(across.first, down.second), plane.at(across.second, down.second),
                             plane.at(across.second, down.first), plane.at(across.first, down.first)};
    for (int k = 0; k < 4; k++)
      oracle::equal("gather", 4 * i + k, is[4 * i + k], static_cast<float>(should[k]));
  }
  destroy(texture, array);
}

// A kernel writes an array that the host and another kernel read.
static void surfaces() {
  constexpr int count = width * height;
  cudaArray_t array = nullptr;
  cudaSurfaceObject_t surface = 0;
  cudaChannelFormatDesc one_integer = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindSigned);
  ok("cudaMallocArray", cudaMallocArray(&array, &one_integer, width, height, cudaArraySurfaceLoadStore));
  cudaResourceDesc of = resource(array);
  ok("cudaCreateSurfaceObject", cudaCreateSurfaceObject(&surface, &of));
  auto *out = device<int>(count);
  int loaded[count] = {}, copied[count] = {};
  store<<<1, threads>>>(surface, width, count);
  load<<<1, threads>>>(out, surface, width, count);
  ok("cudaMemcpy", cudaMemcpy(loaded, out, sizeof loaded, cudaMemcpyDeviceToHost));
  ok("cudaMemcpy2DFromArray", cudaMemcpy2DFromArray(copied, width * sizeof(int), array, 0, 0, width * sizeof(int),
                                                    height, cudaMemcpyDeviceToHost));
  for (int i = 0; i < count; i++) {
    oracle::equal("loaded", i, loaded[i], 1000 + i);
    oracle::equal("copied", i, copied[i], 1000 + i);
  }
  ok("cudaDestroySurfaceObject", cudaDestroySurfaceObject(surface));
  ok("cudaFree", cudaFree(out));
  ok("cudaFreeArray", cudaFreeArray(array));
}

// What the runtime rejects.
static void errors() {
  cudaArray_t array = nullptr;
  cudaTextureObject_t texture = 0;
  cudaChannelFormatDesc three = {32, 32, 32, 0, cudaChannelFormatKindFloat};
  cudaChannelFormatDesc integer = {32, 0, 0, 0, cudaChannelFormatKindSigned};
  oracle::equal<int>("three channels", 0, cudaMallocArray(&array, &three, width, height, 0),
                     cudaErrorInvalidChannelDescriptor);
  ok("cudaMallocArray", cudaMallocArray(&array, &integer, width, height, 0));
  cudaResourceDesc of = resource(array);
  cudaTextureDesc how = sampling(cudaAddressModeClamp, cudaFilterModeLinear, false);
  oracle::equal<int>("filter", 0, cudaCreateTextureObject(&texture, &of, &how, nullptr),
                     cudaErrorInvalidFilterSetting);
  ok("cudaFreeArray", cudaFreeArray(array));
}

int main() {
  planes();
  rows();
  bytes();
  line();
  layers();
  volumes();
  cubes();
  levels();
  gathers();
  surfaces();
  errors();
  return oracle::verdict();
}
