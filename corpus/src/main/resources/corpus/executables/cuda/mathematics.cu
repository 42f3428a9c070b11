// Products of matrices with cuBLAS and cuSPARSE, factors with cuSOLVER and transforms with cuFFT, between kernels of the
// program. Numbers are small integers, so that sums of products are exact. The functions are those of CUDA 11.8, from its documentation.
#include "cuda_runtime.hpp"
#include "../oracle.hpp"
#include <algorithm>
#include <complex>
#include <vector>

using complex = std::complex<double>;

struct cublasContext;
using cublasHandle_t = cublasContext *;
struct cusolverDnContext;
using cusolverDnHandle_t = cusolverDnContext *;
struct cusparseContext;
using cusparseHandle_t = cusparseContext *;
using Descriptor = struct CusparseDescriptor *; // of a matrix or a vector
enum { CUBLAS_OP_N, CUBLAS_OP_T };
enum { CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_INVALID_VALUE = 7 };
enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_SIDE_LEFT = 0, CUBLAS_DIAG_UNIT = 1 };
enum { CUDA_R_64F = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_OPERATION_NON_TRANSPOSE = 0 };
enum { CUSPARSE_STATUS_INVALID_VALUE = 3, CUSOLVER_STATUS_INVALID_VALUE = 3 };
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
int cusolverDnCreate(cusolverDnHandle_t *handle);
int cusolverDnDestroy(cusolverDnHandle_t handle);
int cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
int cusolverDnDgetrf_bufferSize(cusolverDnHandle_t handle, int m, int n, double *a, int lda, int *lwork);
int cusolverDnDgetrf(cusolverDnHandle_t handle, int m, int n, double *a, int lda, double *work, int *pivots, int *info);
int cusolverDnDgetrs(cusolverDnHandle_t handle, int trans, int n, int nrhs, const double *a, int lda, const int *pivots,
                     double *b, int ldb, int *info);
int cusparseCreate(cusparseHandle_t *handle);
int cusparseDestroy(cusparseHandle_t handle);
int cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream);
int cusparseCreateCsr(Descriptor *a, long rows, long columns, long count, void *offsets, void *indices, void *values,
                      int offset_type, int index_type, int base, int type);
int cusparseCreateDnVec(Descriptor *x, long size, void *values, int type);
int cusparseDestroySpMat(Descriptor a);
int cusparseDestroyDnVec(Descriptor x);
int cusparseSpMV_bufferSize(cusparseHandle_t handle, int operation, const void *alpha, Descriptor a, Descriptor x,
                            const void *beta, Descriptor y, int type, int algorithm, std::size_t *size);
int cusparseSpMV(cusparseHandle_t handle, int operation, const void *alpha, Descriptor a, Descriptor x,
                 const void *beta, Descriptor y, int type, int algorithm, void *buffer);
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

// The matrix of solve() with its rows in reverse, so that each pivot is an exchange: P L U x = b.
static void factorise(cudaStream_t stream) {
  cusolverDnHandle_t handle = nullptr;
  double *a = allocate(m * m), *b = allocate(m), *work = nullptr;
  std::vector<double> reversed(m * m), right(m, 0);
  void *pivots = nullptr, *info = nullptr;
  int size = 0, singular = -1;
  for (int i = 0; i < m * m; i++) {
    int row = m - 1 - i % m, column = i / m;
    reversed[i] = row > column ? 0 : row == column ? 1 : (row * 3 + column) % 3 - 1;
    right[i % m] += reversed[i] * filled(column, 7);
  }
  ok("cudaMemcpy", cudaMemcpy(a, reversed.data(), m * m * sizeof(double), cudaMemcpyHostToDevice));
  ok("cudaMemcpy", cudaMemcpy(b, right.data(), m * sizeof(double), cudaMemcpyHostToDevice));
  ok("cudaMalloc", cudaMalloc(&pivots, m * sizeof(int)) | cudaMalloc(&info, sizeof(int)));
  ok("cusolverDnCreate", cusolverDnCreate(&handle));
  ok("cusolverDnSetStream", cusolverDnSetStream(handle, stream));
  ok("cusolverDnDgetrf_bufferSize", cusolverDnDgetrf_bufferSize(handle, m, m, a, m, &size));
  work = allocate(size);
  ok("cusolverDnDgetrf", cusolverDnDgetrf(handle, m, m, a, m, work, static_cast<int *>(pivots), static_cast<int *>(info)));
  ok("cusolverDnDgetrs", cusolverDnDgetrs(handle, 0, m, 1, a, m, static_cast<int *>(pivots), b, m, static_cast<int *>(info)));
  ok("cudaStreamSynchronize", cudaStreamSynchronize(stream));
  ok("cudaMemcpy", cudaMemcpy(&singular, info, sizeof(int), cudaMemcpyDeviceToHost));
  ok("info", singular);
  auto result = fetch(b, m);
  for (int i = 0; i < m; i++)
    oracle::equal("x of factors", i, std::abs(result[i] - filled(i, 7)) < 1e-9, true);
  oracle::equal("a negative order", 0, cusolverDnDgetrf_bufferSize(handle, -1, m, a, m, &size),
                static_cast<int>(CUSOLVER_STATUS_INVALID_VALUE));
  ok("cusolverDnDestroy", cusolverDnDestroy(handle));
  ok("cudaFree", cudaFree(a) | cudaFree(b) | cudaFree(work) | cudaFree(pivots) | cudaFree(info));
}

// y = 3 a x + y for a matrix with 4 on its diagonal and -1 beside it.
static void multiply_sparse(cudaStream_t stream) {
  cusparseHandle_t handle = nullptr;
  std::vector<int> offsets(1, 0), columns;
  std::vector<double> values;
  for (int row = 0; row < m; row++) {
    for (int column = std::max(row - 1, 0); column <= std::min(row + 1, m - 1); column++) {
      columns.push_back(column);
      values.push_back(row == column ? 4 : -1);
    }
    offsets.push_back(static_cast<int>(columns.size()));
  }
  double *x = allocate(m), *y = allocate(m), *elements = allocate(values.size()), alpha = 3, beta = 1;
  void *starts = nullptr, *indices = nullptr;
  Descriptor a = nullptr, from = nullptr, to = nullptr;
  std::size_t size = 1;
  ok("cudaMalloc", cudaMalloc(&starts, offsets.size() * sizeof(int)) | cudaMalloc(&indices, columns.size() * sizeof(int)));
  ok("cudaMemcpy", cudaMemcpy(starts, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice));
  ok("cudaMemcpy", cudaMemcpy(indices, columns.data(), columns.size() * sizeof(int), cudaMemcpyHostToDevice));
  ok("cudaMemcpy", cudaMemcpy(elements, values.data(), values.size() * sizeof(double), cudaMemcpyHostToDevice));
  fill<<<blocks(m), threads, 0, stream>>>(x, m, 7);
  fill<<<blocks(m), threads, 0, stream>>>(y, m, 3);
  ok("cusparseCreate", cusparseCreate(&handle));
  ok("cusparseSetStream", cusparseSetStream(handle, stream));
  ok("cusparseCreateCsr", cusparseCreateCsr(&a, m, m, static_cast<long>(values.size()), starts, indices, elements, CUSPARSE_INDEX_32I,
                                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  ok("cusparseCreateDnVec", cusparseCreateDnVec(&from, m, x, CUDA_R_64F) | cusparseCreateDnVec(&to, m, y, CUDA_R_64F));
  ok("cusparseSpMV_bufferSize", cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a, from, &beta, to,
                                                        CUDA_R_64F, 0, &size));
  oracle::equal("bytes for a matrix by rows", 0, static_cast<unsigned long long>(size), 0ULL);
  ok("cusparseSpMV", cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a, from, &beta, to, CUDA_R_64F, 0, nullptr));
  ok("cudaStreamSynchronize", cudaStreamSynchronize(stream));
  auto result = fetch(y, m);
  for (int i = 0; i < m; i++) {
    double sum = 4 * filled(i, 7) - (i > 0 ? filled(i - 1, 7) : 0) - (i + 1 < m ? filled(i + 1, 7) : 0);
    oracle::equal("y", i, result[i], 3 * sum + filled(i, 3));
  }
  oracle::equal("a vector of another length", 0, cusparseCreateDnVec(&from, -1, x, CUDA_R_64F),
                static_cast<int>(CUSPARSE_STATUS_INVALID_VALUE));
  ok("destroyed", cusparseDestroySpMat(a) | cusparseDestroyDnVec(from) | cusparseDestroyDnVec(to) | cusparseDestroy(handle));
  ok("cudaFree", cudaFree(x) | cudaFree(y) | cudaFree(elements) | cudaFree(starts) | cudaFree(indices));
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
  factorise(stream);
  multiply_sparse(stream);
  transform(stream);
  ok("cublasDestroy", cublasDestroy_v2(handle));
  ok("cudaStreamDestroy", cudaStreamDestroy(stream));
  return oracle::verdict();
}
