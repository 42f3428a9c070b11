/* cuSOLVER over the CUDA driver API: what the parts of the library share.
 *
 * What the functions do is from NVIDIA's documentation ("cuSOLVER Library") and from LAPACK. Types and values are those of its
 * headers (cusolverDn.h, cusolverSp.h and cusolver_common.h of CUDA 12.1). SOLVER_MAJOR is the library's number: 10 for CUDA 11.0,
 * 11 for CUDA 11.1 to 12, 12 for CUDA 13. */
#ifndef OFFLOAD_TCK_CUSOLVER_H
#define OFFLOAD_TCK_CUSOLVER_H

#include "../mathematics/descriptor.h"
#include "../mathematics/library.h"
#include "parameters.h"

typedef enum {
    CUSOLVER_STATUS_SUCCESS = 0,
    CUSOLVER_STATUS_NOT_INITIALIZED = 1,
    CUSOLVER_STATUS_ALLOC_FAILED = 2,
    CUSOLVER_STATUS_INVALID_VALUE = 3,
    CUSOLVER_STATUS_EXECUTION_FAILED = 6,
    CUSOLVER_STATUS_INTERNAL_ERROR = 7,
    CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
    CUSOLVER_STATUS_NOT_SUPPORTED = 9,
    CUSOLVER_STATUS_ZERO_PIVOT = 10
} cusolverStatus_t;

/* cublasOperation_t, cublasFillMode_t and cublasSideMode_t (cublas_api.h), and cusolverEigMode_t. */
typedef enum { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER } cublasFillMode_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR } cusolverEigMode_t;

/* A handle. It belongs to the context in which it was created. */
typedef struct cusolverDnContext {
    CUstream stream;
    struct modules modules;
} *cusolverDnHandle_t;

/* A handle for sparse matrices. It belongs to the context in which it was created. */
typedef struct cusolverSpContext {
    CUstream stream;
    struct modules modules;
} *cusolverSpHandle_t;

/* The settings of a Jacobi method, and the outcome of its last run. */
typedef struct jacobi {
    struct iteration iteration;
    int was_batched;
} *jacobiInfo_t;

/* Returns from a function that has no handle, or whose arguments are invalid. */
#define OPEN(handle) REQUIRE((handle) != NULL && has_context(), CUSOLVER_STATUS_NOT_INITIALIZED)
#define VALID(condition) REQUIRE(condition, CUSOLVER_STATUS_INVALID_VALUE)

/* Returns from a function whose parameter of that number is invalid: the handle is not counted ("cuSOLVER Library", devInfo). */
#define CHECK(parameter, condition)                                                                                    \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            return reject(handle, info, parameter);                                                                    \
        }                                                                                                              \
    } while (0)

/* Whether columns of `rows` elements can be `lead` apart. */
#define IS_LEAD(lead, rows) ((lead) >= ((rows) > 1 ? (rows) : 1))

/* Writes the number of a parameter, negative, to the device. */
cusolverStatus_t reject(cusolverDnHandle_t handle, int *info, int parameter);

/* The status for a result of the driver. */
cusolverStatus_t status_of(CUresult result);

/* The bytes of an element in double precision. */
size_t wide_size(cudaDataType type);

/* Runs a kernel, with a block for each of `batches` matrices, in the stream of the handle. */
cusolverStatus_t launch(cusolverDnHandle_t handle, cudaDataType type, const char *kernel, int64_t batches,
                        void *parameters);

/* Runs a kernel, with a warp for each of `batches` matrices, in the stream of the handle. */
cusolverStatus_t launch_warps(cusolverSpHandle_t handle, cudaDataType type, const char *kernel, int64_t batches,
                              void *parameters);

/* The elements of a type that `size` bytes take. Fails if a program cannot be told the number. */
cusolverStatus_t elements_of(cudaDataType type, int64_t size, int *elements);

/* A matrix, the matrices of a batch one behind the other, and those whose addresses are in an array. */
struct stack matrix(const void *data, int64_t lead);
struct stack strided(const void *data, int64_t lead, int64_t stride);
struct stack addressed(void *const *data, int64_t lead);

/* The functions of the type `type`, which those with types in their names call. Sizes are checked by them. */
cusolverStatus_t getrf(cusolverDnHandle_t handle, cudaDataType type, int64_t rows, int64_t columns, void *a,
                       int64_t lead, void *pivots, int has_long_pivots, int *info);
cusolverStatus_t getrs(cusolverDnHandle_t handle, cudaDataType type, cublasOperation_t operation, int64_t order,
                       int64_t sides, const void *a, int64_t a_lead, const void *pivots, int has_long_pivots, void *b,
                       int64_t b_lead, int *info);
cusolverStatus_t potrf(cusolverDnHandle_t handle, cudaDataType type, cublasFillMode_t fill, int64_t order,
                       struct stack a, int *info, int64_t batches);
cusolverStatus_t potrs(cusolverDnHandle_t handle, cudaDataType type, cublasFillMode_t fill, int64_t order,
                       int64_t sides, struct stack a, struct stack b, int *info, int64_t batches);
cusolverStatus_t sytrs(cusolverDnHandle_t handle, cudaDataType type, cublasFillMode_t fill, int64_t order,
                       int64_t sides, struct stack a, const int64_t *pivots, struct stack b, int *info);
cusolverStatus_t geqrf(cusolverDnHandle_t handle, cudaDataType type, int64_t rows, int64_t columns, void *a,
                       int64_t lead, void *tau, int *info);

/* The bytes that rotations of the columns of a matrix need. */
int64_t workspace_size(cudaDataType type, int64_t rows, int64_t columns);

/* What syevd() is given: `job`, the fill mode, sizes, and the workspace with its size in bytes. */
typedef struct {
    cusolverEigMode_t job;
    cublasFillMode_t fill;
    int64_t order;
    void *a;
    int64_t lead;
    void *values;
    void *work;
    int64_t work_size;
    int64_t batches;
    jacobiInfo_t settings; /* or null */
} spectrum_request;

cusolverStatus_t syevd(cusolverDnHandle_t handle, cudaDataType type, const spectrum_request *request, int *info);

/* What gesvd() and gesvdj() are given. */
typedef struct {
    int64_t rows;
    int64_t columns;
    struct stack a;
    void *values;
    struct vectors_of u;
    struct vectors_of v;
    void *work;
    int64_t work_size;
    int64_t batches;
    jacobiInfo_t settings; /* or null */
} singular_request;

cusolverStatus_t singular_values(cusolverDnHandle_t handle, cudaDataType type, const singular_request *request,
                                 int *info);

/* A matrix that gesvd() stores, with its letter: A, S, O or N. */
typedef struct {
    char job;
    void *data;
    int64_t lead;
} gesvd_output;

/* Sets `u` and `v` of the request, which has a matrix A of `rows` >= `columns`. */
cusolverStatus_t gesvd(cusolverDnHandle_t handle, cudaDataType type, singular_request *request, gesvd_output u,
                       gesvd_output v, int *info);

/* The iteration for settings of a program, or for those of the library. */
struct iteration iteration_of(jacobiInfo_t settings, int64_t batches);

/* The reorderings symrcm, symamd and metis, and none, change the elements that R has, and not the solution. The library keeps
 * the order ("cuSOLVER Library", "cusolverSp<t>csrlsvqr()"). */
enum { LAST_REORDERING = 3 };

/* The columns of a row of a sparse matrix, in their order. */
typedef struct {
    int count;
    int32_t *columns; /* allocated */
} row;

/* A copy of a row of a matrix, in order and without repetitions. Both functions return 0 if there is no memory. */
int copy_row(const int32_t *columns, int count, row *copy);

/* Adds the columns of a row to another one. */
int merge(row *into, const row *from);

/* The rows of the factor R of a matrix, which may have elements where A has none. */
struct pattern {
    int64_t *offsets; /* order + 1 */
    int32_t *columns; /* the diagonal of a row comes first */
    int64_t *ends;    /* of the steps of a row of A = Q R; rows + 1 */
    int32_t *steps;   /* the rows of R with which a row of A is rotated; ~r if it becomes row r, which had no element */
    int64_t size;     /* steps for which there is memory */
};

/* The factor R of A = Q R, or of A = R^H R, of which the lower triangle is read, and the factors of P A = L U. */
enum factor { ROTATED, CHOLESKY, PIVOTED };

/* Finds the places in which R can have elements, which has `order` rows and columns. The offsets and columns of the matrix begin
 * at 0. The arrays of the pattern are allocated. */
cusolverStatus_t find_pattern(enum factor factor, int rows, int order, const int32_t *offsets, const int32_t *columns,
                              struct pattern *pattern);

void free_pattern(struct pattern *pattern);

/* A matrix of the host in compressed rows. */
struct host_matrix {
    int rows;
    int columns;
    int count;
    cusparseMatDescr_t descriptor;
    const int *offsets;
    const int *indices;
};

/* Copies the offsets and indices of a matrix of the host, to begin at 0, into allocated arrays. */
cusolverStatus_t read_indices(const struct host_matrix *matrix, int32_t **offsets, int32_t **columns);

/* The same of a matrix of the device. */
cusolverStatus_t download_indices(const struct host_matrix *matrix, int32_t **offsets, int32_t **columns);

#endif
