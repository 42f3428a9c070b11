/* Systems of equations with sparse matrices: csrlsvqr and csrlsvchol. */
#include <stdlib.h>

#include "cusolver.h"

EXPORT cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *handle) {
    VALID(handle != NULL);
    REQUIRE(has_context(), CUSOLVER_STATUS_NOT_INITIALIZED);
    cusolverSpHandle_t opened = calloc(1, sizeof *opened);
    REQUIRE(opened != NULL, CUSOLVER_STATUS_ALLOC_FAILED);
    open_modules(&opened->modules);
    *handle = opened;
    return CUSOLVER_STATUS_SUCCESS;
}

EXPORT cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle) {
    OPEN(handle);
    close_modules(&handle->modules);
    free(handle);
    return CUSOLVER_STATUS_SUCCESS;
}

SETTING(cusolverStatus_t, cusolverSpHandle_t, cusolverSpSetStream, cusolverSpGetStream, CUstream, stream, 1)

/* What the functions are given. */
typedef struct {
    enum factor factor;
    cudaDataType type;
    int order;
    int count;
    cusparseMatDescr_t descriptor;
    const void *values;
    const int *offsets;
    const int *columns;
    const void *b;
    double tolerance;
    void *x;
} request;

/* Arrays of the host. */
typedef struct {
    int32_t *offsets;
    int32_t *columns;
    struct pattern pattern;
} arrays;

cusolverStatus_t download_indices(const struct host_matrix *matrix, int32_t **offsets, int32_t **columns) {
    struct host_matrix copy = *matrix;
    VALID(matrix->rows >= 0 && matrix->count >= 0 && matrix->offsets != NULL && (matrix->count == 0 || matrix->indices != NULL));
    size_t offsets_size = ((size_t)matrix->rows + 1) * sizeof(int), columns_size = (size_t)matrix->count * sizeof(int);
    int *copied_offsets = malloc(offsets_size), *copied_columns = malloc(columns_size + 1);
    copy.offsets = copied_offsets;
    copy.indices = copied_columns;
    cusolverStatus_t status = copied_offsets == NULL || copied_columns == NULL ? CUSOLVER_STATUS_ALLOC_FAILED
                                                                               : CUSOLVER_STATUS_SUCCESS;
    if (status == CUSOLVER_STATUS_SUCCESS) {
        status = status_of(cuMemcpyDtoH_v2(copied_offsets, (uintptr_t)matrix->offsets, offsets_size));
    }
    if (status == CUSOLVER_STATUS_SUCCESS && columns_size > 0) {
        status = status_of(cuMemcpyDtoH_v2(copied_columns, (uintptr_t)matrix->indices, columns_size));
    }
    status = status == CUSOLVER_STATUS_SUCCESS ? read_indices(&copy, offsets, columns) : status;
    free(copied_offsets);
    free(copied_columns);
    return status;
}

/* The parts of the work area: R, its right side, a row, and the result. Those with the larger elements come first. */
static size_t lay_out(const request *given, const struct pattern *pattern, uint64_t work, struct sparse_system *system) {
    uint64_t order = (uint64_t)given->order, number = type_size(given->type), count = (uint64_t)pattern->offsets[order];
    system->r_values = work;
    system->c = system->r_values + count * number;
    system->row = system->c + order * number;
    system->r_offsets = (system->row + order * number + sizeof(int64_t) - 1) / sizeof(int64_t) * sizeof(int64_t);
    system->r_columns = system->r_offsets + (order + 1) * sizeof(int64_t);
    system->singular = system->r_columns + count * sizeof(int32_t);
    return system->singular + sizeof(int32_t) - work;
}

static cusolverStatus_t fill_work(const struct pattern *pattern, int order, size_t size, uint64_t work,
                                  const struct sparse_system *system) {
    size_t columns_size = (size_t)pattern->offsets[order] * sizeof(int32_t);
    TRY(status_of(cuMemsetD8_v2(work, 0, size)));
    TRY(status_of(cuMemcpyHtoD_v2(system->r_offsets, pattern->offsets, ((size_t)order + 1) * sizeof(int64_t))));
    return status_of(columns_size == 0 ? CUDA_SUCCESS : cuMemcpyHtoD_v2(system->r_columns, pattern->columns, columns_size));
}

/* Runs the kernel with a work area of its own. */
static cusolverStatus_t run(cusolverSpHandle_t handle, const request *given, const struct pattern *pattern,
                            const char *function, int *singular) {
    CUdeviceptr work = 0;
    const char *kernel = given->factor == CHOLESKY ? "definite" : "sparse";
    struct sparse_system system = {.values = (uintptr_t)given->values,
                                   .offsets = (uintptr_t)given->offsets,
                                   .columns = (uintptr_t)given->columns,
                                   .b = (uintptr_t)given->b,
                                   .x = (uintptr_t)given->x,
                                   .tolerance = given->tolerance,
                                   .order = given->order,
                                   .base = given->descriptor->base == CUSPARSE_INDEX_BASE_ONE};
    size_t size = lay_out(given, pattern, 0, &system);
    TRY(status_of(allocate_for(function, &work, size)));
    lay_out(given, pattern, work, &system);
    cusolverStatus_t status = fill_work(pattern, given->order, size, work, &system);
    status = status == CUSOLVER_STATUS_SUCCESS ? launch_warps(handle, given->type, kernel, 1, &system) : status;
    status = status == CUSOLVER_STATUS_SUCCESS ? status_of(cuStreamSynchronize(handle->stream)) : status;
    status = status == CUSOLVER_STATUS_SUCCESS ? status_of(cuMemcpyDtoH_v2(singular, system.singular, sizeof *singular))
                                               : status;
    cuMemFree_v2(work);
    return status;
}

static cusolverStatus_t check(cusolverSpHandle_t handle, const request *given, int reordering, const int *singular) {
    OPEN(handle);
    VALID(given->order >= 0 && given->count >= 0 && given->descriptor != NULL && singular != NULL);
    VALID(given->tolerance >= 0 && reordering >= 0 && reordering <= LAST_REORDERING);
    VALID(given->offsets != NULL && (given->count == 0 || (given->values != NULL && given->columns != NULL)));
    VALID(given->order == 0 || (given->b != NULL && given->x != NULL));
    REQUIRE(given->descriptor->type == CUSPARSE_MATRIX_TYPE_GENERAL, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t solve(cusolverSpHandle_t handle, request given, int reordering, const char *function,
                              int *singular) {
    arrays arrays = {0};
    TRY(check(handle, &given, reordering, singular));
    TRY(status_of(cuStreamSynchronize(handle->stream)));
    struct host_matrix matrix = {given.order, given.order, given.count, given.descriptor, given.offsets, given.columns};
    cusolverStatus_t status = download_indices(&matrix, &arrays.offsets, &arrays.columns);
    if (status == CUSOLVER_STATUS_SUCCESS) {
        status = find_pattern(given.factor, given.order, given.order, arrays.offsets, arrays.columns, &arrays.pattern);
    }
    if (status == CUSOLVER_STATUS_SUCCESS) {
        status = run(handle, &given, &arrays.pattern, function, singular);
    }
    free(arrays.offsets);
    free(arrays.columns);
    free_pattern(&arrays.pattern);
    return status;
}

/* `real` is the type of the tolerance. */
#define SOLVE(letter, name, factor, type, real)                                                                        \
    EXPORT cusolverStatus_t cusolverSp##letter##name(                                                                  \
        cusolverSpHandle_t handle, int order, int count, cusparseMatDescr_t descriptor, const void *values,            \
        const int *offsets, const int *columns, const void *b, real tolerance, int reordering, void *x,                \
        int *singular) {                                                                                               \
        request given = {factor, type, order, count, descriptor, values, offsets, columns, b, tolerance, x};           \
        return solve(handle, given, reordering, "cusolverSp" #letter #name, singular);                                 \
    }

#define TYPED(letter, type, real)                                                                                      \
    SOLVE(letter, csrlsvqr, ROTATED, type, real)                                                                       \
    SOLVE(letter, csrlsvchol, CHOLESKY, type, real)

TYPED(S, CUDA_R_32F, float)
TYPED(D, CUDA_R_64F, double)
TYPED(C, CUDA_C_32F, float)
TYPED(Z, CUDA_C_64F, double)
