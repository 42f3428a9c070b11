// Products of matrices with cuBLAS and transforms with cuFFT, between kernels of the program. Numbers are small
// integers, so that sums of products are exact. The functions are those of CUDA 11.8, from its documentation.
#include "cuda_runtime.hpp"
#include "../oracle.hpp"
#include <complex>
#include <vector>

using complex = std::complex<double>;

struct cublasContext;
using cublasHandle_t = cublasContext *;
enum { CUBLAS_OP_N, CUBLAS_OP_T };
enum { CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_INVALID_VALUE = 7 };
enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_SIDE_LEFT = 0, CUBLAS_DIAG_UNIT = 1 };
enum { CUFFT_SUCCESS = 0, CUFFT_INVALID_PLAN = 1, CUFFT_INVALID_SIZE = 8 };
enum { CUFFT_Z2Z = 0x69, CUFFT_FORWARD = -1, CUFFT_INVERSE = 1 };

extern "C" {
int cublasCreate_v2(cublasHandle_t *handle);
int cublasDestroy_v2(cublasHandle_t handle);
int cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
int cublasDgemm_v2(cublasHandle_t handle, int transa, int transb, int m, int n, int k, const double *alpha,
                   const double *a, int lda, const double *b, int ldb, const double *beta, double *c, int ldc);
int cublasDtrsm_v2(cublasHandle_t handle, int side, int uplo, int trans, int diag, int m, int n, const double *alpha,
                   const double *a, int lda, double *b, int ldb);
int cublasDdot_v2(cublasHandle_t handle, int n, const double *x, int incx, const double *y, int incy, double *result);
int cufftPlan1d(int *plan, int nx, int type, int batch);
int cufftSetStream(int plan, cudaStream_t stream);
int cufftExecZ2Z(int plan, complex *in, complex *out, int direction);
int cufftDestroy(int plan);
}

constexpr int m = 70, n = 50, k = 33;
constexpr int length = 90, batches = 4;
constexpr int threads = 128;

__global__ void fill(double *values, int count, int factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] = i * factor % 11 - 5;
}

// Ones on the diagonal of a matrix of m rows.
__global__ void set_diagonal(double *values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m)
    values[i + i * m] = 1;
}

static double filled(int i, int factor) { return i * factor % 11 - 5; }
static int blocks(int count) { return (count + threads - 1) / threads; }
static void ok(const char *name, int is) { oracle::equal(name, 0, is, 0); }

static double *allocate(size_t count) {
  void *memory = nullptr;
  ok("cudaMalloc", cudaMalloc(&memory, count * sizeof(double)));
  return static_cast<double *>(memory);
}

static std::vector<double> fetch(const double *from, size_t count) {
  std::vector<double> to(count);
  ok("cudaMemcpy", cudaMemcpy(to.data(), from, count * sizeof(double), cudaMemcpyDeviceToHost));
  return to;
}

// c = 2 a b - c, where a is stored transposed, in a stream with the kernels that fill the matrices.
static void multiply(cublasHandle_t handle, cudaStream_t stream) {
  double *a = allocate(m * k), *b = allocate(k * n), *c = allocate(m * n);
  double alpha = 2, beta = -1, dot = 0;
  fill<<<blocks(m * k), threads, 0, stream>>>(a, m * k, 3);
  fill<<<blocks(k * n), threads, 0, stream>>>(b, k * n, 7);
  fill<<<blocks(m * n), threads, 0, stream>>>(c, m * n, 5);
  ok("cublasDgemm", cublasDgemm_v2(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, a, k, b, k, &beta, c, m));
  ok("cublasDdot", cublasDdot_v2(handle, m * k, a, 1, a, 1, &dot));
  double squares = 0;
  for (int i = 0; i < m * k; i++)
    squares += filled(i, 3) * filled(i, 3);
  oracle::equal("dot", 0, dot, squares);
  auto result = fetch(c, m * n);
  for (int i = 0; i < m * n; i++) {
    double sum = 0;
    for (int j = 0; j < k; j++)
      sum += filled(j + i % m * k, 3) * filled(j + i / m * k, 7);
    oracle::equal("c", i, result[i], 2 * sum - filled(i, 5));
  }
  oracle::equal("a leading dimension of 1", 0, cublasDgemm_v2(handle, 0, 0, m, n, k, &alpha, a, 1, b, k, &beta, c, m),
                static_cast<int>(CUBLAS_STATUS_INVALID_VALUE));
  ok("cudaFree", cudaFree(a) | cudaFree(b) | cudaFree(c));
}

// A lower matrix with ones on its diagonal: x is computed from a x.
static void solve(cublasHandle_t handle, cudaStream_t stream) {
  double *a = allocate(m * m), *x = allocate(m), *product = allocate(m);
  double one = 1, zero = 0;
  std::vector<double> lower(m * m);
  for (int i = 0; i < m * m; i++)
    lower[i] = i % m > i / m ? (i * 3 + i / m) % 3 - 1 : i % m == i / m;
  ok("cudaMemcpy", cudaMemcpy(a, lower.data(), lower.size() * sizeof(double), cudaMemcpyHostToDevice));
  fill<<<blocks(m), threads, 0, stream>>>(x, m, 7);
  set_diagonal<<<blocks(m), threads, 0, stream>>>(a);
  ok("cublasDgemm", cublasDgemm_v2(handle, 0, 0, m, 1, m, &one, a, m, x, m, &zero, product, m));
  ok("cublasDtrsm", cublasDtrsm_v2(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, m, 1, &one,
                                   a, m, product, m));
  ok("cudaStreamSynchronize", cudaStreamSynchronize(stream));
  auto result = fetch(product, m);
  for (int i = 0; i < m; i++)
    oracle::equal("x", i, result[i], filled(i, 7));
  ok("cudaFree", cudaFree(a) | cudaFree(x) | cudaFree(product));
}

// Waves of one frequency each, forwards, and back, which multiplies by the length.
static void transform(cudaStream_t stream) {
  std::vector<complex> waves(length * batches), result(waves.size());
  for (int i = 0; i < length * batches; i++)
    waves[i] = std::polar(1.0, 2 * std::acos(-1.0) * (i % length * (i / length + 1) % length) / length);
  size_t size = waves.size() * sizeof(complex);
  void *data = nullptr;
  int plan = 0;
  ok("cudaMalloc", cudaMalloc(&data, size));
  ok("cudaMemcpy", cudaMemcpy(data, waves.data(), size, cudaMemcpyHostToDevice));
  ok("cufftPlan1d", cufftPlan1d(&plan, length, CUFFT_Z2Z, batches));
  ok("cufftSetStream", cufftSetStream(plan, stream));
  for (int direction : {CUFFT_FORWARD, CUFFT_INVERSE}) {
    auto *at = static_cast<complex *>(data);
    ok("cufftExecZ2Z", cufftExecZ2Z(plan, at, at, direction));
    ok("cudaStreamSynchronize", cudaStreamSynchronize(stream));
    ok("cudaMemcpy", cudaMemcpy(result.data(), data, size, cudaMemcpyDeviceToHost));
    for (int i = 0; i < length * batches; i++) {
      complex spectrum = i % length == i / length + 1 ? length : 0;
      complex should = direction == CUFFT_FORWARD ? spectrum : waves[i] * static_cast<double>(length);
      oracle::equal("a wave within 1e-10", i, std::abs(result[i] - should) < 1e-10, true);
    }
  }
  ok("cufftDestroy", cufftDestroy(plan));
  oracle::equal("a plan that is destroyed", 0, cufftDestroy(plan), static_cast<int>(CUFFT_INVALID_PLAN));
  oracle::equal("a length of 0", 0, cufftPlan1d(&plan, 0, CUFFT_Z2Z, 1), static_cast<int>(CUFFT_INVALID_SIZE));
  ok("cudaFree", cudaFree(data));
}

int main() {
  cublasHandle_t handle = nullptr;
  cudaStream_t stream = nullptr;
  ok("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&stream, 0));
  ok("cublasCreate", cublasCreate_v2(&handle));
  ok("cublasSetStream", cublasSetStream_v2(handle, stream));
  multiply(handle, stream);
  solve(handle, stream);
  transform(stream);
  ok("cublasDestroy", cublasDestroy_v2(handle));
  ok("cudaStreamDestroy", cudaStreamDestroy(stream));
  return oracle::verdict();
}
