/* cuBLAS over the CUDA driver API: what the parts of the library share.
 *
 * What the routines do is from NVIDIA's documentation ("cuBLAS Library") and from BLAS. Types and values are those
 * of its headers (cublas_api.h and library_types.h of CUDA 12.1). Matrices are stored by columns. One source gives the library of
 * each major release: CUBLAS_MAJOR is 11, 12 or 13. */
#ifndef OFFLOAD_TCK_CUBLAS_H
#define OFFLOAD_TCK_CUBLAS_H

#include "../mathematics/library.h"
#include "parameters.h"

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

typedef enum { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C, CUBLAS_OP_CONJG } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;

/* cublasComputeType_t. */
enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
};

/* A handle. It belongs to the context in which it was created. */
typedef struct cublasContext {
    CUstream stream;
    cublasPointerMode_t pointer_mode;
    int atomics_mode;
    int math_mode;
    int multiprocessors; /* that a program wants to be used; 0 for all */
    CUdeviceptr result;  /* of a reduction that goes to the host */
    struct modules modules;
} *cublasHandle_t;

/* Returns from a routine that has no handle, or whose arguments are invalid. */
#define OPEN(handle) REQUIRE((handle) != NULL && has_context(), CUBLAS_STATUS_NOT_INITIALIZED)
#define VALID(condition) REQUIRE(condition, CUBLAS_STATUS_INVALID_VALUE)

/* The status for a result of the driver. */
cublasStatus_t status_of(CUresult result);

/* The factor at `address`, of that type, in the memory that a pointer mode says: that of the handle. */
struct scalar scalar_in(cublasPointerMode_t mode, cudaDataType type, const void *address);
struct scalar scalar_at(cublasHandle_t handle, cudaDataType type, const void *address);
struct scalar constant(double value);

/* Whether a factor is known to be that value. */
int is_constant(struct scalar scalar, double value);

/* Runs the kernel of that name, which is in the module `type`. */
cublasStatus_t launch(cublasHandle_t handle, CUstream stream, cudaDataType type, const char *kernel,
                      const unsigned grid[3], unsigned threads, void *parameters);

/* Runs `<stem>_<type>` with a thread for each of `count` elements, in `batches` layers, in the stream of the handle. */
cublasStatus_t launch_each(cublasHandle_t handle, const char *stem, cudaDataType type, int64_t count,
                           int64_t batches, void *parameters);

/* Memory for the rest of a routine, in the order of the stream. */
cublasStatus_t borrow(cublasHandle_t handle, size_t size, CUdeviceptr *address);
cublasStatus_t give_back(cublasHandle_t handle, CUdeviceptr address);

/* The same factor, conjugated. */
struct scalar conjugated_scalar(struct scalar scalar);

/* Views of matrices. */
struct view dense(const void *data, int64_t lead);
struct view batched(const void *data, int64_t lead, int64_t stride);
struct view addressed(const void *addresses, int64_t lead);
struct view vector(cudaDataType type, const void *data, int64_t count, int64_t increment);
struct view row_vector(struct view column);
struct view transposed(struct view view);
struct view conjugated(struct view view);
struct view with_operation(struct view view, cublasOperation_t operation);
struct view with_shape(struct view view, enum shape shape, cublasFillMode_t fill);
struct view triangular(struct view view, cublasFillMode_t fill, cublasOperation_t operation, cublasDiagType_t diagonal);

/* The triangle of a result that is written. */
enum region region_of(cublasFillMode_t fill);

/* A packed matrix, and one of bands with `below` and `above` diagonals beside the main one. */
struct view packed(const void *data, int64_t order);
struct view banded(const void *data, int64_t lead, int64_t below, int64_t above);

/* What multiply() is given besides sizes: all fields that are not set are 0. */
typedef struct {
    cudaDataType from;    /* of the elements of both factors */
    cudaDataType to;
    struct view a;
    struct view b;
    struct view c;
    struct scalar alpha;
    struct scalar beta;
    int64_t rows;
    int64_t columns;
    int64_t depth;
    int64_t batches;
    enum region region;
    int is_hermitian;
    struct view d;  /* another place for the result than c */
    int epilogue;   /* bits of cublasLtEpilogue_t */
    const void *bias; /* a vector of the type `to` */
} multiplication;

/* d = alpha a b + beta c, in the stream of the handle or in another one. */
cublasStatus_t multiply(cublasHandle_t handle, const multiplication *given);
cublasStatus_t multiply_in(cublasHandle_t handle, CUstream stream, const multiplication *given);

/* The type of alpha and beta for a type of computation. Fails for combinations that are not documented (cuBLAS
 * Library, "cublasGemmEx()") and for complex integers. */
cublasStatus_t find_scale_type(cudaDataType a, cudaDataType b, cudaDataType c, int compute, cudaDataType *scale);

/* b = alpha inverse(a) b. */
cublasStatus_t solve(cublasHandle_t handle, cudaDataType type, struct solve *parameters);

/* Copies a matrix to another place. */
cublasStatus_t copy_matrix(cublasHandle_t handle, cudaDataType type, int64_t rows, int64_t columns, struct view from,
                           struct view to);

/* Functions of cuBLAS that those of cublasLt call. */
cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(int type, int *value);
size_t cublasGetCudartVersion(void);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

#endif
