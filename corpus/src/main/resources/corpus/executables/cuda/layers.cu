// A layer of a neural network with cuDNN, forwards and backwards, on random numbers of cuRAND that a kernel of the program turns
// into small integers, so that sums are exact. The functions are those of cuDNN 8.9 and CUDA 11.8, from their documentation.
#include "cuda_runtime.hpp"
#include "../oracle.hpp"
#include <algorithm>
#include <vector>

struct curandGenerator_st;
using curandGenerator_t = curandGenerator_st *;
struct cudnnContext;
using cudnnHandle_t = cudnnContext *;
using Descriptor = struct CudnnDescriptor *; // of a tensor, a filter, a convolution or an activation
enum { CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, CURAND_STATUS_TYPE_ERROR = 103 };
enum { CUDNN_TENSOR_NCHW = 0, CUDNN_DATA_FLOAT = 0, CUDNN_CROSS_CORRELATION = 1, CUDNN_STATUS_BAD_PARAM = 3 };
enum { CUDNN_ACTIVATION_RELU = 1, CUDNN_NOT_PROPAGATE_NAN = 0 };

extern "C" {
int curandCreateGenerator(curandGenerator_t *generator, int type);
int curandSetStream(curandGenerator_t generator, cudaStream_t stream);
int curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed);
int curandGenerate(curandGenerator_t generator, unsigned *numbers, std::size_t count);
int curandDestroyGenerator(curandGenerator_t generator);
int cudnnCreate(cudnnHandle_t *handle);
int cudnnDestroy(cudnnHandle_t handle);
int cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream);
int cudnnCreateTensorDescriptor(Descriptor *tensor);
int cudnnSetTensor4dDescriptor(Descriptor tensor, int format, int type, int n, int c, int h, int w);
int cudnnDestroyTensorDescriptor(Descriptor tensor);
int cudnnCreateFilterDescriptor(Descriptor *filter);
int cudnnSetFilter4dDescriptor(Descriptor filter, int type, int format, int k, int c, int h, int w);
int cudnnDestroyFilterDescriptor(Descriptor filter);
int cudnnCreateConvolutionDescriptor(Descriptor *convolution);
int cudnnSetConvolution2dDescriptor(Descriptor convolution, int pad_h, int pad_w, int stride_h, int stride_w, int dilation_h,
                                    int dilation_w, int mode, int type);
int cudnnGetConvolution2dForwardOutputDim(Descriptor convolution, Descriptor x, Descriptor w, int *n, int *c, int *h, int *width);
int cudnnDestroyConvolutionDescriptor(Descriptor convolution);
int cudnnCreateActivationDescriptor(Descriptor *activation);
int cudnnSetActivationDescriptor(Descriptor activation, int mode, int nan, double coefficient);
int cudnnDestroyActivationDescriptor(Descriptor activation);
int cudnnConvolutionForward(cudnnHandle_t handle, const void *alpha, Descriptor x, const void *x_data, Descriptor w,
                            const void *w_data, Descriptor convolution, int algorithm, void *work, std::size_t size,
                            const void *beta, Descriptor y, void *y_data);
int cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void *alpha, Descriptor x, const void *x_data, Descriptor dy,
                                   const void *dy_data, Descriptor convolution, int algorithm, void *work, std::size_t size,
                                   const void *beta, Descriptor dw, void *dw_data);
int cudnnActivationForward(cudnnHandle_t handle, Descriptor activation, const void *alpha, Descriptor x, const void *x_data,
                           const void *beta, Descriptor y, void *y_data);
}

constexpr int images = 2, channels = 3, height = 9, width = 8, filters = 4, side = 3;
constexpr int out_height = 5, out_width = 8; // with one row and column around the image, in steps of two rows and one column
constexpr int x_count = images * channels * height * width, w_count = filters * channels * side * side;
constexpr int y_count = images * filters * out_height * out_width;
constexpr int threads = 128;
constexpr unsigned seed = 20261130;

static __host__ __device__ float small(unsigned number) { return static_cast<float>(static_cast<int>(number % 7) - 3); }

__global__ void reduce_numbers(float *to, const unsigned *from, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    to[i] = small(from[i]);
}

// Number n of Philox4x32-10 is word n mod 4 of the counter whose high half is n / 4 (cuRAND Library, "Generator Options").
static unsigned philox(unsigned n) {
  unsigned c[4] = {0, 0, n / 4, 0}, key[2] = {seed, 0};
  for (int round = 0; round < 10; round++) {
    unsigned long long a = 0xD2511F53ULL * c[0], b = 0xCD9E8D57ULL * c[2];
    unsigned next[4] = {static_cast<unsigned>(b >> 32) ^ c[1] ^ key[0], static_cast<unsigned>(b),
                        static_cast<unsigned>(a >> 32) ^ c[3] ^ key[1], static_cast<unsigned>(a)};
    std::copy(next, next + 4, c);
    key[0] += 0x9E3779B9u, key[1] += 0xBB67AE85u;
  }
  return c[n % 4];
}

static void ok(const char *name, int is) { oracle::equal(name, 0, is, 0); }

static void *allocate(std::size_t bytes) {
  void *memory = nullptr;
  ok("cudaMalloc", cudaMalloc(&memory, bytes));
  return memory;
}

static std::vector<float> fetch(const void *from, int count) {
  std::vector<float> to(count);
  ok("cudaMemcpy", cudaMemcpy(to.data(), from, count * sizeof(float), cudaMemcpyDeviceToHost));
  return to;
}

static int w_at(int filter, int channel, int row, int column) {
  return ((filter * channels + channel) * side + row) * side + column;
}

// Calls `term` for each element y, x and w whose product is a term of an element of y.
template <class Term> static void each_term(Term term) {
  for (int y = 0; y < y_count; y++)
    for (int w = 0; w < channels * side * side; w++) {
      int column = y % out_width + w % side - 1, row = y / out_width % out_height * 2 + w / side % side - 1;
      int filter = y / out_width / out_height % filters, image = y / out_width / out_height / filters, channel = w / side / side;
      if (row >= 0 && row < height && column >= 0 && column < width)
        term(y, ((image * channels + channel) * height + row) * width + column, w_at(filter, 0, 0, 0) + w);
    }
}

// The random inputs, from `first` on, as small integers.
static float *draw(curandGenerator_t generator, cudaStream_t stream, int first, int count) {
  auto *numbers = static_cast<unsigned *>(allocate(count * sizeof(unsigned)));
  auto *values = static_cast<float *>(allocate(count * sizeof(float)));
  ok("curandGenerate", curandGenerate(generator, numbers, count));
  reduce_numbers<<<(count + threads - 1) / threads, threads, 0, stream>>>(values, numbers, count);
  ok("cudaStreamSynchronize", cudaStreamSynchronize(stream));
  auto drawn = fetch(values, count);
  for (int i = 0; i < count; i++)
    oracle::equal("a random number", i, drawn[i], small(philox(first + i)));
  ok("cudaFree", cudaFree(numbers));
  return values;
}

// y = relu(x * w), and the derivative of half the sum of the squares of y by w.
static void train(cudnnHandle_t handle, cudaStream_t stream, float *x, float *w) {
  Descriptor image = nullptr, filter = nullptr, convolution = nullptr, out = nullptr, relu = nullptr;
  float one = 1, zero = 0;
  void *y = allocate(y_count * sizeof(float)), *dw = allocate(w_count * sizeof(float));
  int n = 0, c = 0, h = 0, columns = 0;
  ok("created", cudnnCreateTensorDescriptor(&image) | cudnnCreateFilterDescriptor(&filter) |
                    cudnnCreateConvolutionDescriptor(&convolution) | cudnnCreateTensorDescriptor(&out) |
                    cudnnCreateActivationDescriptor(&relu));
  ok("x", cudnnSetTensor4dDescriptor(image, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, images, channels, height, width));
  ok("w", cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, filters, channels, side, side));
  ok("convolution", cudnnSetConvolution2dDescriptor(convolution, 1, 1, 2, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
  ok("relu", cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0));
  ok("size of y", cudnnGetConvolution2dForwardOutputDim(convolution, image, filter, &n, &c, &h, &columns));
  oracle::equal("size of y", 0, n * 1000 + c * 100 + h * 10 + columns, images * 1000 + filters * 100 + out_height * 10 + out_width);
  ok("y", cudnnSetTensor4dDescriptor(out, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, c, h, columns));
  ok("cudnnConvolutionForward", cudnnConvolutionForward(handle, &one, image, x, filter, w, convolution, 0, nullptr, 0, &zero, out, y));
  ok("cudnnActivationForward", cudnnActivationForward(handle, relu, &one, out, y, &zero, out, y));
  ok("cudnnConvolutionBackwardFilter",
     cudnnConvolutionBackwardFilter(handle, &one, image, x, out, y, convolution, 0, nullptr, 0, &zero, filter, dw));
  ok("cudaStreamSynchronize", cudaStreamSynchronize(stream));
  std::vector<float> results(y_count), slopes(w_count);
  each_term([&](int to, int from, int weight) { results[to] += small(philox(from)) * small(philox(x_count + weight)); });
  for (float &result : results)
    result = std::max(result, 0.0f);
  each_term([&](int to, int from, int weight) { slopes[weight] += results[to] * small(philox(from)); });
  auto found = fetch(y, y_count), found_slopes = fetch(dw, w_count);
  for (int i = 0; i < y_count; i++)
    oracle::equal("y", i, found[i], results[i]);
  for (int i = 0; i < w_count; i++)
    oracle::equal("dw", i, found_slopes[i], slopes[i]);
  oracle::equal("no data of x", 0,
                cudnnConvolutionForward(handle, &one, image, nullptr, filter, w, convolution, 0, nullptr, 0, &zero, out, y),
                static_cast<int>(CUDNN_STATUS_BAD_PARAM));
  ok("destroyed", cudnnDestroyTensorDescriptor(image) | cudnnDestroyFilterDescriptor(filter) |
                      cudnnDestroyConvolutionDescriptor(convolution) | cudnnDestroyTensorDescriptor(out) |
                      cudnnDestroyActivationDescriptor(relu));
  ok("cudaFree", cudaFree(y) | cudaFree(dw));
}

int main() {
  curandGenerator_t generator = nullptr;
  cudnnHandle_t handle = nullptr;
  cudaStream_t stream = nullptr;
  ok("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&stream, 0));
  oracle::equal("a generator of type 1", 0, curandCreateGenerator(&generator, 1), static_cast<int>(CURAND_STATUS_TYPE_ERROR));
  ok("curandCreateGenerator", curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10));
  ok("curandSetStream", curandSetStream(generator, stream) | curandSetPseudoRandomGeneratorSeed(generator, seed));
  ok("cudnnCreate", cudnnCreate(&handle));
  ok("cudnnSetStream", cudnnSetStream(handle, stream));
  float *x = draw(generator, stream, 0, x_count), *w = draw(generator, stream, x_count, w_count);
  train(handle, stream, x, w);
  ok("cudnnDestroy", cudnnDestroy(handle));
  ok("curandDestroyGenerator", curandDestroyGenerator(generator));
  ok("cudaFree", cudaFree(x) | cudaFree(w));
  ok("cudaStreamDestroy", cudaStreamDestroy(stream));
  return oracle::verdict();
}
