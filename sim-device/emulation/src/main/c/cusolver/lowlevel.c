/* The steps of sparse solvers on the device, which a program calls one by one: csrqr and csrchol (cusolverSp_LOWLEVEL_PREVIEW.h of
 * CUDA 11.8), and csrqr of several matrices of one pattern (cusolverSp.h). One warp computes a factor. */
#include <stdlib.h>
#include <string.h>

#include "hostfactors.h"

/* The pattern of a matrix, and the memory of its factor. */
typedef struct {
    enum factor factor;
    int rows;
    int order;
    int count;
    int base;
    int32_t *offsets; /* of A, on the host */
    int32_t *columns;
    struct pattern pattern;
    int is_analysed;
    cudaDataType type; /* of the values that were loaded */
    CUdeviceptr memory;
    CUdeviceptr values; /* of A = Q R, with its offsets and columns */
    struct sparse_system system;
    int is_loaded;
    int is_factorised;
} *csrInfo_t;

typedef struct {
    struct host_matrix matrix;
    cudaDataType type;
    const void *values;
} typed_matrix;

static cusolverStatus_t create(csrInfo_t *info, enum factor factor) {
    VALID(info != NULL);
    *info = calloc(1, sizeof **info);
    REQUIRE(*info != NULL, CUSOLVER_STATUS_ALLOC_FAILED);
    (*info)->factor = factor;
    return CUSOLVER_STATUS_SUCCESS;
}

static void clear(csrInfo_t info) {
    free(info->offsets);
    free(info->columns);
    free_pattern(&info->pattern);
    if (info->memory != 0) {
        cuMemFree_v2(info->memory);
    }
    memset(info, 0, sizeof *info);
}

static cusolverStatus_t destroy(csrInfo_t info) {
    if (info != NULL) {
        clear(info);
        free(info);
    }
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t find_steps(cusolverSpHandle_t handle, const struct host_matrix *matrix, csrInfo_t info) {
    OPEN(handle);
    VALID(info != NULL && matrix->columns >= 0 && matrix->rows >= matrix->columns);
    enum factor factor = info->factor;
    clear(info);
    info->factor = factor;
    TRY(status_of(cuStreamSynchronize(handle->stream)));
    TRY(download_indices(matrix, &info->offsets, &info->columns));
    TRY(find_pattern(factor, matrix->rows, matrix->columns, info->offsets, info->columns, &info->pattern));
    info->rows = matrix->rows;
    info->order = matrix->columns;
    info->count = info->offsets[matrix->rows];
    info->base = matrix->descriptor->base == CUSPARSE_INDEX_BASE_ONE;
    info->is_analysed = 1;
    return CUSOLVER_STATUS_SUCCESS;
}

/* Whether a matrix has the size of the one that was analysed. */
static int fits(csrInfo_t info, const typed_matrix *given) {
    return info != NULL && info->is_analysed && given->matrix.rows == info->rows &&
           given->matrix.columns == info->order && given->matrix.count >= info->count &&
           (given->values != NULL || info->count == 0);
}

/* The memory of the library, those with the larger elements first. A Cholesky factor has no steps, and reads the matrix of the
 * program. Returns the size. */
static size_t lay_out(csrInfo_t info, cudaDataType type, uint64_t memory) {
    struct sparse_system *system = &info->system;
    int is_rotated = info->factor == ROTATED;
    uint64_t number_size = type_size(type), r_count = (uint64_t)info->pattern.offsets[info->order];
    uint64_t steps = is_rotated ? (uint64_t)info->pattern.ends[info->rows] : 0;
    uint64_t count = is_rotated ? (uint64_t)info->count : 0;
    system->r_values = memory;
    system->rotations = system->r_values + r_count * number_size;
    info->values = system->rotations + 2 * steps * number_size;
    system->r_offsets = (info->values + count * number_size + sizeof(int64_t) - 1) / sizeof(int64_t) * sizeof(int64_t);
    system->step_ends = system->r_offsets + ((uint64_t)info->order + 1) * sizeof(int64_t);
    system->r_columns = system->step_ends + (is_rotated ? (uint64_t)info->rows + 1 : 0) * sizeof(int64_t);
    system->steps = system->r_columns + r_count * sizeof(int32_t);
    system->offsets = system->steps + steps * sizeof(int32_t);
    system->columns = system->offsets + (is_rotated ? (uint64_t)info->rows + 1 : 0) * sizeof(int32_t);
    system->singular = system->columns + count * sizeof(int32_t);
    return system->singular + sizeof(int32_t) - memory;
}

/* The work area of the program has the right side of R x = c, and a row. */
static size_t work_size(csrInfo_t info, cudaDataType type) { return 2 * ((size_t)info->order + 1) * type_size(type); }

static cusolverStatus_t tell_sizes(cusolverSpHandle_t handle, const typed_matrix *given, csrInfo_t info,
                                   size_t *internal, size_t *work) {
    OPEN(handle);
    VALID(fits(info, given) && internal != NULL && work != NULL);
    struct sparse_system system = info->system;
    CUdeviceptr values = info->values;
    *internal = lay_out(info, given->type, 0);
    *work = work_size(info, given->type);
    info->system = system;
    info->values = values;
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t put(CUdeviceptr to, const void *from, size_t size) {
    return status_of(size == 0 ? CUDA_SUCCESS : cuMemcpyHtoD_v2(to, from, size));
}

/* Allocates the memory for a type, once. */
static cusolverStatus_t allocate(csrInfo_t info, cudaDataType type, const char *function) {
    REQUIRE(info->memory == 0 || info->type != type, CUSOLVER_STATUS_SUCCESS);
    if (info->memory != 0) {
        cuMemFree_v2(info->memory);
        info->memory = 0;
    }
    size_t size = lay_out(info, type, 0), order = (size_t)info->order, rows = (size_t)info->rows;
    TRY(status_of(allocate_for(function, &info->memory, size)));
    lay_out(info, type, info->memory);
    info->type = type;
    info->system.order = info->order;
    info->system.rows = info->rows;
    TRY(status_of(cuMemsetD8_v2(info->memory, 0, size)));
    TRY(put(info->system.r_offsets, info->pattern.offsets, (order + 1) * sizeof(int64_t)));
    TRY(put(info->system.r_columns, info->pattern.columns, (size_t)info->pattern.offsets[order] * sizeof(int32_t)));
    REQUIRE(info->factor == ROTATED, CUSOLVER_STATUS_SUCCESS);
    TRY(put(info->system.step_ends, info->pattern.ends, (rows + 1) * sizeof(int64_t)));
    TRY(put(info->system.steps, info->pattern.steps, (size_t)info->pattern.ends[rows] * sizeof(int32_t)));
    TRY(put(info->system.offsets, info->offsets, (rows + 1) * sizeof(int32_t)));
    return put(info->system.columns, info->columns, (size_t)info->count * sizeof(int32_t));
}

/* A - mu I. An element of the diagonal that A does not have cannot change. */
static cusolverStatus_t shift(csrInfo_t info, number mu) {
    size_t size = type_size(info->type);
    for (int row = 0; mu != 0 && row < info->order; row++) {
        number element = 0;
        int32_t at = info->offsets[row], end = info->offsets[row + 1];
        while (at < end && info->columns[at] != row) {
            at++;
        }
        REQUIRE(at < end, CUSOLVER_STATUS_NOT_SUPPORTED);
        CUdeviceptr place = info->values + (uint64_t)at * size;
        TRY(status_of(cuMemcpyDtoH_v2(&element, place, size)));
        write_number(info->type, &element, 0, read_number(info->type, &element, 0) - mu);
        TRY(put(place, &element, size));
    }
    return CUSOLVER_STATUS_SUCCESS;
}

/* Copies the values of A = Q R. */
static cusolverStatus_t set_up(cusolverSpHandle_t handle, const typed_matrix *given, number mu, csrInfo_t info,
                               const char *function) {
    OPEN(handle);
    VALID(fits(info, given));
    TRY(status_of(cuStreamSynchronize(handle->stream)));
    TRY(allocate(info, given->type, function));
    if (info->count > 0) {
        size_t size = (size_t)info->count * type_size(given->type);
        TRY(status_of(cuMemcpyDtoD_v2(info->values, (uintptr_t)given->values, size)));
    }
    info->is_factorised = 0;
    info->is_loaded = 1;
    return shift(info, mu);
}

/* Runs a kernel with the work area of the program. */
static cusolverStatus_t run(cusolverSpHandle_t handle, csrInfo_t info, const char *kernel, void *work) {
    info->system.c = (uintptr_t)work;
    info->system.row = info->system.c + (uint64_t)info->order * type_size(info->type);
    return launch_warps(handle, info->type, kernel, 1, &info->system);
}

/* Clears R and the work area, and computes R. */
static cusolverStatus_t compute_factor(cusolverSpHandle_t handle, csrInfo_t info, const void *values, void *work) {
    size_t size = (size_t)info->pattern.offsets[info->order] * type_size(info->type);
    info->system.values = (uintptr_t)values;
    TRY(status_of(size == 0 ? CUDA_SUCCESS : cuMemsetD8Async(info->system.r_values, 0, size, handle->stream)));
    TRY(status_of(cuMemsetD8Async((uintptr_t)work, 0, work_size(info, info->type), handle->stream)));
    TRY(run(handle, info, info->factor == ROTATED ? "rotations" : "triangle", work));
    info->is_factorised = 1;
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t solve(cusolverSpHandle_t handle, int rows, int order, cudaDataType type, const void *b, void *x,
                              csrInfo_t info, void *work) {
    OPEN(handle);
    VALID(info != NULL && info->is_factorised && type == info->type && rows == info->rows && order == info->order);
    VALID(work != NULL && (rows == 0 || (b != NULL && x != NULL)));
    info->system.b = (uintptr_t)b;
    info->system.x = (uintptr_t)x;
    return run(handle, info, info->factor == ROTATED ? "rotated" : "triangles", work);
}

/* Factors of the values that were set up; with `b` and `x`, the system is solved as well. */
static cusolverStatus_t factorise_set_up(cusolverSpHandle_t handle, int rows, int order, cudaDataType type,
                                         const void *b, void *x, csrInfo_t info, void *work) {
    OPEN(handle);
    VALID(info != NULL && info->is_loaded && type == info->type && rows == info->rows && order == info->order);
    VALID(work != NULL);
    info->system.base = 0;
    TRY(compute_factor(handle, info, (const void *)(uintptr_t)info->values, work));
    return b == NULL || x == NULL ? CUSOLVER_STATUS_SUCCESS : solve(handle, rows, order, type, b, x, info, work);
}

/* A Cholesky factor reads the matrix of the program. */
static cusolverStatus_t factorise_given(cusolverSpHandle_t handle, const typed_matrix *given, csrInfo_t info, void *work,
                                        const char *function) {
    OPEN(handle);
    VALID(fits(info, given) && work != NULL);
    VALID(given->matrix.offsets != NULL && (info->count == 0 || given->matrix.indices != NULL));
    TRY(allocate(info, given->type, function));
    info->system.offsets = (uintptr_t)given->matrix.offsets;
    info->system.columns = (uintptr_t)given->matrix.indices;
    info->system.base = info->base;
    return compute_factor(handle, info, given->values, work);
}

/* Reads the values of R, and the row at which a Cholesky factor ended. */
static cusolverStatus_t read_factor(cusolverSpHandle_t handle, csrInfo_t info, void **values, int32_t *failed) {
    size_t size = (size_t)info->pattern.offsets[info->order] * type_size(info->type);
    *values = malloc(size + 1);
    REQUIRE(*values != NULL, CUSOLVER_STATUS_ALLOC_FAILED);
    TRY(status_of(cuStreamSynchronize(handle->stream)));
    TRY(status_of(cuMemcpyDtoH_v2(failed, info->system.singular, sizeof *failed)));
    return status_of(size == 0 ? CUDA_SUCCESS : cuMemcpyDtoH_v2(*values, info->system.r_values, size));
}

static number diagonal(csrInfo_t info, const void *values, int row) {
    int64_t at = info->pattern.offsets[row];
    return at == info->pattern.offsets[row + 1] ? 0 : read_number(info->type, values, (size_t)at);
}

static cusolverStatus_t find_pivot(cusolverSpHandle_t handle, csrInfo_t info, double tolerance, int *position) {
    void *values = NULL;
    int32_t failed = -1;
    OPEN(handle);
    VALID(info != NULL && info->is_factorised && tolerance >= 0 && position != NULL);
    cusolverStatus_t status = read_factor(handle, info, &values, &failed);
    int found = -1, end = failed < 0 ? info->order : failed;
    for (int row = 0; status == CUSOLVER_STATUS_SUCCESS && row < end && found < 0; row++) {
        found = cabs(diagonal(info, values, row)) > tolerance ? -1 : row;
    }
    if (status == CUSOLVER_STATUS_SUCCESS) {
        *position = found < 0 ? failed : found;
    }
    free(values);
    return status;
}

/* Stores the diagonal of the Cholesky factor, real numbers. */
static cusolverStatus_t store_diagonal(cusolverSpHandle_t handle, csrInfo_t info, cudaDataType type, void *to) {
    void *values = NULL;
    int32_t failed = -1;
    OPEN(handle);
    VALID(info != NULL && info->is_factorised && type == info->type && (info->order == 0 || to != NULL));
    size_t size = type_size(real_type(type));
    cusolverStatus_t status = read_factor(handle, info, &values, &failed);
    for (int row = 0; status == CUSOLVER_STATUS_SUCCESS && row < info->order; row++) {
        number element = 0;
        write_number(real_type(type), &element, 0, diagonal(info, values, row));
        status = put((uintptr_t)to + (uint64_t)row * size, &element, size);
    }
    free(values);
    return status;
}

/* Solves one system after another. */
static cusolverStatus_t solve_batch(cusolverSpHandle_t handle, const typed_matrix *given, const void *b, void *x,
                                    int batches, csrInfo_t info, void *work, const char *function) {
    OPEN(handle);
    VALID(fits(info, given) && batches > 0 && work != NULL && b != NULL && x != NULL);
    size_t size = type_size(given->type);
    for (int batch = 0; batch < batches; batch++) {
        typed_matrix each = *given;
        each.values = (const char *)given->values + (size_t)batch * (size_t)given->matrix.count * size;
        TRY(set_up(handle, &each, 0, info, function));
        TRY(factorise_set_up(handle, info->rows, info->order, given->type,
                             (const char *)b + (size_t)batch * (size_t)info->rows * size,
                             (char *)x + (size_t)batch * (size_t)info->order * size, info, work));
    }
    return CUSOLVER_STATUS_SUCCESS;
}

#define INFO(name, factor)                                                                                             \
    EXPORT cusolverStatus_t cusolverSpCreate##name##Info(csrInfo_t *info) { return create(info, factor); }             \
    EXPORT cusolverStatus_t cusolverSpDestroy##name##Info(csrInfo_t info) { return destroy(info); }

INFO(Csrqr, ROTATED)
INFO(Csrchol, CHOLESKY)

/* The arguments of square matrices, and of those with more rows. */
#define SQUARE int order, int count, cusparseMatDescr_t descriptor
#define TALL int rows, int order, int count, cusparseMatDescr_t descriptor
#define ARRAYS const int *offsets, const int *columns
#define SQUARE_MATRIX struct host_matrix matrix = {order, order, count, descriptor, offsets, columns}
#define TALL_MATRIX struct host_matrix matrix = {rows, order, count, descriptor, offsets, columns}

#define ANALYSIS(name, SHAPE, MATRIX)                                                                                  \
    EXPORT cusolverStatus_t cusolverSpX##name(cusolverSpHandle_t handle, SHAPE, ARRAYS, csrInfo_t info) {              \
        MATRIX;                                                                                                        \
        return find_steps(handle, &matrix, info);                                                                         \
    }

ANALYSIS(csrqrAnalysis, TALL, TALL_MATRIX)
ANALYSIS(csrqrAnalysisBatched, TALL, TALL_MATRIX)
ANALYSIS(csrcholAnalysis, SQUARE, SQUARE_MATRIX)

#define SIZES(letter, stem, SHAPE, MATRIX, type)                                                                       \
    EXPORT cusolverStatus_t cusolverSp##letter##stem##BufferInfo(cusolverSpHandle_t handle, SHAPE, const void *values, \
                                                                 ARRAYS, csrInfo_t info, size_t *internal,             \
                                                                 size_t *work) {                                       \
        MATRIX;                                                                                                        \
        return tell_sizes(handle, &(typed_matrix){matrix, type, values}, info, internal, work);                        \
    }

/* `real` is the type of tolerances. */
#define PIVOT(letter, stem, real)                                                                                      \
    EXPORT cusolverStatus_t cusolverSp##letter##stem##ZeroPivot(cusolverSpHandle_t handle, csrInfo_t info,             \
                                                                real tolerance, int *position) {                       \
        return find_pivot(handle, info, tolerance, position);                                                          \
    }

/* `Mu` is the type of the shift. */
#define ROTATED_STEPS(letter, type, Mu)                                                                                \
    EXPORT cusolverStatus_t cusolverSp##letter##csrqrSetup(cusolverSpHandle_t handle, TALL, const void *values,        \
                                                           ARRAYS, Mu mu, csrInfo_t info) {                            \
        TALL_MATRIX;                                                                                                   \
        return set_up(handle, &(typed_matrix){matrix, type, values}, mu, info, "cusolverSp" #letter "csrqrSetup");     \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverSp##letter##csrqrFactor(cusolverSpHandle_t handle, int rows, int order, int count, \
                                                            void *b, void *x, csrInfo_t info, void *work) {            \
        (void)count;                                                                                                   \
        return factorise_set_up(handle, rows, order, type, b, x, info, work);                                          \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverSp##letter##csrqrSolve(cusolverSpHandle_t handle, int rows, int order, void *b,    \
                                                           void *x, csrInfo_t info, void *work) {                      \
        return solve(handle, rows, order, type, b, x, info, work);                                                     \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverSp##letter##csrqrBufferInfoBatched(                                                \
        cusolverSpHandle_t handle, TALL, const void *values, ARRAYS, int batches, csrInfo_t info, size_t *internal,    \
        size_t *work) {                                                                                                \
        TALL_MATRIX;                                                                                                   \
        VALID(batches > 0);                                                                                            \
        return tell_sizes(handle, &(typed_matrix){matrix, type, values}, info, internal, work);                        \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverSp##letter##csrqrsvBatched(cusolverSpHandle_t handle, TALL, const void *values,    \
                                                               ARRAYS, const void *b, void *x, int batches,            \
                                                               csrInfo_t info, void *work) {                           \
        TALL_MATRIX;                                                                                                   \
        return solve_batch(handle, &(typed_matrix){matrix, type, values}, b, x, batches, info, work,                   \
                           "cusolverSp" #letter "csrqrsvBatched");                                                     \
    }

#define TYPED(letter, type, real, Mu)                                                                                  \
    SIZES(letter, csrqr, TALL, TALL_MATRIX, type)                                                                      \
    SIZES(letter, csrchol, SQUARE, SQUARE_MATRIX, type)                                                                \
    PIVOT(letter, csrqr, real)                                                                                         \
    PIVOT(letter, csrchol, real)                                                                                       \
    ROTATED_STEPS(letter, type, Mu)                                                                                    \
    EXPORT cusolverStatus_t cusolverSp##letter##csrcholFactor(cusolverSpHandle_t handle, SQUARE, const void *values,   \
                                                              ARRAYS, csrInfo_t info, void *work) {                    \
        SQUARE_MATRIX;                                                                                                 \
        return factorise_given(handle, &(typed_matrix){matrix, type, values}, info, work,                              \
                               "cusolverSp" #letter "csrcholFactor");                                                  \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverSp##letter##csrcholSolve(cusolverSpHandle_t handle, int order, const void *b,      \
                                                             void *x, csrInfo_t info, void *work) {                    \
        return solve(handle, order, order, type, b, x, info, work);                                                    \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverSp##letter##csrcholDiag(cusolverSpHandle_t handle, csrInfo_t info, void *to) {     \
        return store_diagonal(handle, info, type, to);                                                                 \
    }

TYPED(S, CUDA_R_32F, float, float)
TYPED(D, CUDA_R_64F, double, double)
TYPED(C, CUDA_C_32F, float, float complex)
TYPED(Z, CUDA_C_64F, double, number)
