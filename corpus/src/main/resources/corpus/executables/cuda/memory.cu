// Memory of each kind, and copies and fills of one, two and three dimensions.
#include "cuda_runtime.hpp"
#include "../oracle.hpp"

__global__ void add(int *values, int count, int term) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += term;
}

static void ok(const char *name, cudaError_t is) { oracle::equal<int>(name, 0, is, cudaSuccess); }

static void expect_type(const char *name, const void *pointer, cudaMemoryType type) {
  cudaPointerAttributes attributes;
  ok("cudaPointerGetAttributes", cudaPointerGetAttributes(&attributes, pointer));
  oracle::equal<int>(name, 0, attributes.type, type);
}

static void managed() {
  int *values = nullptr;
  ok("cudaMallocManaged", cudaMallocManaged(reinterpret_cast<void **>(&values), 100 * sizeof(int)));
  for (int i = 0; i < 100; i++) values[i] = i;
  add<<<1, 128>>>(values, 100, 5);
  ok("cudaDeviceSynchronize", cudaDeviceSynchronize());
  for (int i = 0; i < 100; i++) oracle::equal("managed", i, values[i], i + 5);
  expect_type("managed memory", values, cudaMemoryTypeManaged);
  ok("cudaFree", cudaFree(values));
}

static void pinned() {
  int *values = nullptr;
  int *device = nullptr;
  ok("cudaHostAlloc", cudaHostAlloc(reinterpret_cast<void **>(&values), 64 * sizeof(int), cudaHostAllocMapped));
  ok("cudaHostGetDevicePointer", cudaHostGetDevicePointer(reinterpret_cast<void **>(&device), values, 0));
  for (int i = 0; i < 64; i++) values[i] = -i;
  add<<<2, 32>>>(device, 64, 1);
  ok("cudaDeviceSynchronize", cudaDeviceSynchronize());
  for (int i = 0; i < 64; i++) oracle::equal("pinned", i, values[i], 1 - i);
  expect_type("pinned memory", values, cudaMemoryTypeHost);
  ok("cudaFreeHost", cudaFreeHost(values));
}

static void types() {
  int local = 0;
  int *device = nullptr;
  expect_type("the stack", &local, cudaMemoryTypeUnregistered);
  ok("cudaMalloc", allocate(&device, 4));
  expect_type("device memory", device, cudaMemoryTypeDevice);
  expect_type("the middle of device memory", device + 2, cudaMemoryTypeDevice);
  ok("cudaFree", cudaFree(device));
  ok("cudaFree of null", cudaFree(nullptr));
}

static void rectangles() {
  constexpr int WIDTH = 30, HEIGHT = 7;
  unsigned char host[HEIGHT][WIDTH], back[HEIGHT][WIDTH + 2];
  void *device = nullptr;
  std::size_t pitch = 0;
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) host[y][x] = static_cast<unsigned char>(y * WIDTH + x);
  ok("cudaMallocPitch", cudaMallocPitch(&device, &pitch, WIDTH, HEIGHT));
  ok("cudaMemcpy2D", cudaMemcpy2D(device, pitch, host, WIDTH, WIDTH, HEIGHT, cudaMemcpyHostToDevice));
  ok("cudaMemset2D", cudaMemset2D(static_cast<char *>(device) + 2 * pitch + 3, pitch, 0xEE, 4, 2));
  ok("cudaMemcpy2D", cudaMemcpy2D(back, WIDTH + 2, device, pitch, WIDTH, HEIGHT, cudaMemcpyDeviceToHost));
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      bool filled = (y == 2 || y == 3) && x >= 3 && x < 7;
      oracle::equal<int>("rectangle", y * WIDTH + x, back[y][x], filled ? 0xEE : host[y][x]);
    }
  oracle::equal<int>("a row longer than the pitch", 0,
                     cudaMemcpy2D(device, 8, host, WIDTH, WIDTH, HEIGHT, cudaMemcpyHostToDevice),
                     cudaErrorInvalidPitchValue);
  ok("cudaFree", cudaFree(device));
}

static void boxes() {
  constexpr int WIDTH = 12, HEIGHT = 5, DEPTH = 3;
  unsigned char host[DEPTH][HEIGHT][WIDTH], back[DEPTH][HEIGHT][WIDTH] = {};
  cudaPitchedPtr device;
  for (int i = 0; i < DEPTH * HEIGHT * WIDTH; i++) host[0][0][i] = static_cast<unsigned char>(i);
  ok("cudaMalloc3D", cudaMalloc3D(&device, {WIDTH, HEIGHT, DEPTH}));
  cudaMemcpy3DParms in = {};
  in.srcPtr = {host, WIDTH, WIDTH, HEIGHT};
  in.dstPtr = device;
  in.extent = {WIDTH, HEIGHT, DEPTH};
  in.kind = cudaMemcpyHostToDevice;
  ok("cudaMemcpy3D", cudaMemcpy3D(&in));
  // A box within it: from (4, 1, 1), 6 by 3 by 2, to (0, 2, 0).
  cudaMemcpy3DParms out = {};
  out.srcPtr = device;
  out.srcPos = {4, 1, 1};
  out.dstPtr = {back, WIDTH, WIDTH, HEIGHT};
  out.dstPos = {0, 2, 0};
  out.extent = {6, 3, 2};
  out.kind = cudaMemcpyDeviceToHost;
  ok("cudaMemcpy3D", cudaMemcpy3D(&out));
  for (int z = 0; z < DEPTH; z++)
    for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++) {
        bool copied = z < 2 && y >= 2 && x < 6;
        oracle::equal<int>("box", (z * HEIGHT + y) * WIDTH + x, back[z][y][x],
                           copied ? host[z + 1][y - 1][x + 4] : 0);
      }
  ok("cudaFree", cudaFree(device.ptr));
}

static void stream_ordered() {
  cudaStream_t stream = nullptr;
  int *device = nullptr;
  int host[8];
  ok("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  ok("cudaMallocAsync", cudaMallocAsync(reinterpret_cast<void **>(&device), sizeof host, stream));
  ok("cudaMemsetAsync", cudaMemsetAsync(device, 0, sizeof host, stream));
  add<<<1, 8, 0, stream>>>(device, 8, 3);
  ok("cudaMemcpyAsync", cudaMemcpyAsync(host, device, sizeof host, cudaMemcpyDeviceToHost, stream));
  ok("cudaFreeAsync", cudaFreeAsync(device, stream));
  ok("cudaStreamSynchronize", cudaStreamSynchronize(stream));
  oracle::equal("in stream order", 7, host[7], 3);
  ok("cudaStreamDestroy", cudaStreamDestroy(stream));
}

int main() {
  managed();
  pinned();
  types();
  rectangles();
  boxes();
  stream_ordered();
  return oracle::verdict();
}
