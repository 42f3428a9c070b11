/* Factors of matrices of one pattern: cusolverRf ("cuSOLVER Library", "cuSolverRF Refactorization Reference"). Functions that are
 * called before the step which they need return NOT_INITIALIZED, which is assumed. Kernels run in the default stream. */
#include <stdlib.h>
#include <string.h>

#include "refactor.h"

/* Returns from a function that needs an earlier step. */
#define STEP(needed)                                                                                                   \
    OPEN(handle);                                                                                                      \
    REQUIRE(handle->step >= (needed), CUSOLVER_STATUS_NOT_INITIALIZED)

EXPORT cusolverStatus_t cusolverRfCreate(cusolverRfHandle_t *handle) {
    VALID(handle != NULL);
    REQUIRE(has_context(), CUSOLVER_STATUS_NOT_INITIALIZED);
    cusolverRfHandle_t opened = calloc(1, sizeof *opened);
    REQUIRE(opened != NULL, CUSOLVER_STATUS_ALLOC_FAILED);
    opened->triangular_solve = 1;
    open_modules(&opened->warps.modules);
    *handle = opened;
    return CUSOLVER_STATUS_SUCCESS;
}

EXPORT cusolverStatus_t cusolverRfDestroy(cusolverRfHandle_t handle) {
    OPEN(handle);
    discard(handle);
    close_modules(&handle->warps.modules);
    free(handle);
    return CUSOLVER_STATUS_SUCCESS;
}

EXPORT cusolverStatus_t cusolverRfSetMatrixFormat(cusolverRfHandle_t handle, cusolverRfMatrixFormat_t format,
                                                  cusolverRfUnitDiagonal_t unit) {
    OPEN(handle);
    VALID(format <= CUSOLVERRF_MATRIX_FORMAT_CSC && unit <= CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U);
    handle->format = format;
    handle->unit = unit;
    return CUSOLVER_STATUS_SUCCESS;
}

EXPORT cusolverStatus_t cusolverRfGetMatrixFormat(cusolverRfHandle_t handle, cusolverRfMatrixFormat_t *format,
                                                  cusolverRfUnitDiagonal_t *unit) {
    OPEN(handle);
    VALID(format != NULL && unit != NULL);
    *format = handle->format;
    *unit = handle->unit;
    return CUSOLVER_STATUS_SUCCESS;
}

EXPORT cusolverStatus_t cusolverRfSetNumericProperties(cusolverRfHandle_t handle, double zero, double boost) {
    OPEN(handle);
    handle->device.zero = zero;
    handle->device.boost = boost;
    return CUSOLVER_STATUS_SUCCESS;
}

EXPORT cusolverStatus_t cusolverRfGetNumericProperties(cusolverRfHandle_t handle, double *zero, double *boost) {
    OPEN(handle);
    VALID(zero != NULL && boost != NULL);
    *zero = handle->device.zero;
    *boost = handle->device.boost;
    return CUSOLVER_STATUS_SUCCESS;
}

/* Algorithms have numbers from 0 to 2, and those of triangular systems from 1 to 3. The library has one of each. */
EXPORT cusolverStatus_t cusolverRfSetAlgs(cusolverRfHandle_t handle, int factorization, int triangular_solve) {
    OPEN(handle);
    VALID(factorization >= 0 && factorization <= 2 && triangular_solve >= 1 && triangular_solve <= 3);
    handle->factorization = factorization;
    handle->triangular_solve = triangular_solve;
    return CUSOLVER_STATUS_SUCCESS;
}

EXPORT cusolverStatus_t cusolverRfGetAlgs(cusolverRfHandle_t handle, int *factorization, int *triangular_solve) {
    OPEN(handle);
    VALID(factorization != NULL && triangular_solve != NULL);
    *factorization = handle->factorization;
    *triangular_solve = handle->triangular_solve;
    return CUSOLVER_STATUS_SUCCESS;
}

/* Values are always reset by the places of elements that were found when the matrix was set up, the fast mode. */
SETTING(cusolverStatus_t, cusolverRfHandle_t, cusolverRfSetResetValuesFastMode, cusolverRfGetResetValuesFastMode, int,
        fast_mode, value == 0 || value == 1)

#define MATRICES(values)                                                                                               \
    int order, int count, int *offsets, int *indices, double *values, int lower_count, int *lower_offsets,             \
        int *lower_indices, double *lower, int upper_count, int *upper_offsets, int *upper_indices, double *upper,     \
        int *p, int *q, cusolverRfHandle_t handle

/* The values of L and U, which are computed again, are not read. */
#define ASSEMBLY(batches, values)                                                                                      \
    (struct assembly) {                                                                                                \
        batches, order, {count, offsets, indices}, values, {lower_count, lower_offsets, lower_indices},                \
            {upper_count, upper_offsets, upper_indices}, p, q                                                          \
    }

EXPORT cusolverStatus_t cusolverRfSetupHost(MATRICES(values)) {
    OPEN(handle);
    VALID(lower != NULL && upper != NULL);
    return assemble(handle, &ASSEMBLY(1, &values), "cusolverRfSetupHost");
}

EXPORT cusolverStatus_t cusolverRfBatchSetupHost(int batches, MATRICES(values[])) {
    OPEN(handle);
    VALID(lower != NULL && upper != NULL);
    return assemble(handle, &ASSEMBLY(batches, values), "cusolverRfBatchSetupHost");
}

/* Replaces an array of the device by an allocated copy; null if there is none. */
static cusolverStatus_t download(void **array, int64_t count, size_t size) {
    void *copy = count < 0 || *array == NULL ? NULL : malloc((size_t)count * size + 1);
    CUdeviceptr from = (uintptr_t)*array;
    *array = copy;
    VALID(copy != NULL);
    return status_of(count == 0 ? CUDA_SUCCESS : cuMemcpyDtoH_v2(copy, from, (size_t)count * size));
}

EXPORT cusolverStatus_t cusolverRfSetupDevice(MATRICES(values)) {
    void *arrays[] = {offsets, indices, values, lower_offsets, lower_indices, upper_offsets, upper_indices, p, q};
    int64_t counts[] = {(int64_t)order + 1, count, count, (int64_t)order + 1, lower_count, (int64_t)order + 1, upper_count, order, order};
    enum { VALUES = 2, ARRAYS = sizeof arrays / sizeof *arrays };
    cusolverStatus_t status = CUSOLVER_STATUS_SUCCESS;
    OPEN(handle);
    VALID(order > 0 && lower != NULL && upper != NULL);
    for (int each = 0; each < ARRAYS; each++) {
        cusolverStatus_t copied = download(arrays + each, counts[each], each == VALUES ? sizeof(double) : sizeof(int));
        status = status == CUSOLVER_STATUS_SUCCESS ? copied : status;
    }
    if (status == CUSOLVER_STATUS_SUCCESS) {
        offsets = arrays[0], indices = arrays[1], values = arrays[VALUES];
        lower_offsets = arrays[3], lower_indices = arrays[4], upper_offsets = arrays[5], upper_indices = arrays[6];
        p = arrays[7], q = arrays[8];
        status = assemble(handle, &ASSEMBLY(1, &values), "cusolverRfSetupDevice");
    }
    for (int each = 0; each < ARRAYS; each++) {
        free(arrays[each]);
    }
    return status;
}

/* Runs a kernel for all matrices. `given` is an array of the only matrix, or of addresses. */
static cusolverStatus_t run(cusolverRfHandle_t handle, const char *kernel, const void *given, int has_addresses) {
    handle->device.given = (uintptr_t)given;
    handle->device.has_addresses = has_addresses;
    return launch_warps(&handle->warps, CUDA_R_64F, kernel, handle->batches, &handle->device);
}

static cusolverStatus_t reset(cusolverRfHandle_t handle, int batches, int order, int count, const void *given,
                              int has_addresses) {
    STEP(SET_UP);
    VALID(batches == handle->batches && order == handle->device.order && count == handle->device.given_count);
    VALID(given != NULL);
    handle->step = handle->step == REFACTORED ? ANALYSED : handle->step;
    return run(handle, "reset", given, has_addresses);
}

EXPORT cusolverStatus_t cusolverRfResetValues(int order, int count, int *offsets, int *indices, double *values, int *p,
                                              int *q, cusolverRfHandle_t handle) {
    OPEN(handle);
    VALID(offsets != NULL && indices != NULL && p != NULL && q != NULL);
    return reset(handle, 1, order, count, values, 0);
}

EXPORT cusolverStatus_t cusolverRfBatchResetValues(int batches, int order, int count, int *offsets, int *indices,
                                                   double *values[], int *p, int *q, cusolverRfHandle_t handle) {
    OPEN(handle);
    VALID(offsets != NULL && indices != NULL && p != NULL && q != NULL);
    return reset(handle, batches, order, count, values, 1);
}

static cusolverStatus_t analyse(cusolverRfHandle_t handle) {
    STEP(SET_UP);
    handle->step = ANALYSED;
    return CUSOLVER_STATUS_SUCCESS;
}

EXPORT cusolverStatus_t cusolverRfAnalyze(cusolverRfHandle_t handle) { return analyse(handle); }

EXPORT cusolverStatus_t cusolverRfBatchAnalyze(cusolverRfHandle_t handle) { return analyse(handle); }

/* Reads a number of each matrix, into an allocated array. */
static cusolverStatus_t read_outcomes(cusolverRfHandle_t handle, CUdeviceptr from, int32_t **outcomes) {
    TRY(status_of(cuStreamSynchronize(handle->warps.stream)));
    void *copy = (void *)(uintptr_t)from;
    cusolverStatus_t status = download(&copy, handle->batches, sizeof **outcomes);
    *outcomes = copy;
    return status;
}

EXPORT cusolverStatus_t cusolverRfBatchRefactor(cusolverRfHandle_t handle) {
    STEP(ANALYSED);
    VALID(handle->step == ANALYSED);
    TRY(run(handle, "refactor", NULL, 0));
    handle->step = REFACTORED;
    return CUSOLVER_STATUS_SUCCESS;
}

EXPORT cusolverStatus_t cusolverRfBatchZeroPivot(cusolverRfHandle_t handle, int *position) {
    int32_t *pivots = NULL;
    int is_zero = 0;
    STEP(REFACTORED);
    VALID(position != NULL);
    cusolverStatus_t status = read_outcomes(handle, handle->device.pivots, &pivots);
    for (int batch = 0; status == CUSOLVER_STATUS_SUCCESS && batch < handle->batches; batch++) {
        position[batch] = pivots[batch];
        is_zero |= pivots[batch] >= 0;
    }
    free(pivots);
    return is_zero ? CUSOLVER_STATUS_ZERO_PIVOT : status;
}

EXPORT cusolverStatus_t cusolverRfRefactor(cusolverRfHandle_t handle) {
    int position;
    OPEN(handle);
    VALID(handle->step < SET_UP || handle->batches == 1);
    TRY(cusolverRfBatchRefactor(handle));
    return cusolverRfBatchZeroPivot(handle, &position);
}

EXPORT cusolverStatus_t cusolverRfGetNumericBoostReport(cusolverRfHandle_t handle, int *report) {
    int32_t *boosted = NULL;
    OPEN(handle);
    VALID(report != NULL);
    *report = 0;
    REQUIRE(handle->step == REFACTORED, CUSOLVER_STATUS_SUCCESS);
    cusolverStatus_t status = read_outcomes(handle, handle->device.boosted, &boosted);
    for (int batch = 0; status == CUSOLVER_STATUS_SUCCESS && batch < handle->batches; batch++) {
        *report |= boosted[batch];
    }
    free(boosted);
    return status;
}

/* One right side is supported, as documented. */
static cusolverStatus_t solve(cusolverRfHandle_t handle, const int *p, const int *q, int sides, double *temporary,
                              int64_t lead, const void *x, int x_lead, int has_addresses) {
    STEP(REFACTORED);
    VALID(p != NULL && q != NULL && temporary != NULL && x != NULL && sides == 1);
    VALID(lead >= handle->device.order && x_lead >= handle->device.order);
    handle->device.p = (uintptr_t)p;
    handle->device.q = (uintptr_t)q;
    handle->device.temporary = (uintptr_t)temporary;
    handle->device.temporary_stride = lead;
    return run(handle, "resolve", x, has_addresses);
}

EXPORT cusolverStatus_t cusolverRfSolve(cusolverRfHandle_t handle, int *p, int *q, int sides, double *temporary,
                                        int lead, double *x, int x_lead) {
    OPEN(handle);
    VALID(handle->step < SET_UP || handle->batches == 1);
    return solve(handle, p, q, sides, temporary, lead, x, x_lead, 0);
}

EXPORT cusolverStatus_t cusolverRfBatchSolve(cusolverRfHandle_t handle, int *p, int *q, int sides, double *temporary,
                                             int lead, double *x[], int x_lead) {
    OPEN(handle);
    VALID(handle->step < SET_UP || lead == handle->device.order);
    return solve(handle, p, q, sides, temporary, lead, x, x_lead, 1);
}

EXPORT cusolverStatus_t cusolverRfAccessBundledFactorsDevice(cusolverRfHandle_t handle, int *count, int **offsets,
                                                             int **columns, double **values) {
    STEP(SET_UP);
    VALID(count != NULL && offsets != NULL && columns != NULL && values != NULL && handle->batches == 1);
    *count = (int)handle->device.count;
    *offsets = (int *)(uintptr_t)handle->device.offsets;
    *columns = (int *)(uintptr_t)handle->device.columns;
    *values = (double *)(uintptr_t)handle->device.values;
    return CUSOLVER_STATUS_SUCCESS;
}

static void *copy_of(const void *from, int64_t count, size_t size) {
    void *copy = malloc((size_t)count * size + 1);
    return copy == NULL ? NULL : memcpy(copy, from, (size_t)count * size);
}

/* The arrays are allocated, for the program to free. */
EXPORT cusolverStatus_t cusolverRfExtractBundledFactorsHost(cusolverRfHandle_t handle, int *count, int **offsets,
                                                            int **columns, double **values) {
    STEP(SET_UP);
    VALID(count != NULL && offsets != NULL && columns != NULL && values != NULL && handle->batches == 1);
    void *copy = (void *)(uintptr_t)handle->device.values;
    TRY(download(&copy, handle->device.count, sizeof **values));
    *count = (int)handle->device.count;
    *values = copy;
    *offsets = copy_of(handle->offsets, handle->device.order + 1, sizeof **offsets);
    *columns = copy_of(handle->columns, handle->device.count, sizeof **columns);
    return *offsets != NULL && *columns != NULL ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

/* A triangle by rows. */
typedef struct {
    int *count;
    int **offsets;
    int **columns;
    double **values;
} triangle;

static int allocate(const triangle *to, int order, int64_t most) {
    *to->offsets = calloc((size_t)order + 1, sizeof **to->offsets);
    *to->columns = malloc((size_t)most * sizeof **to->columns + 1);
    *to->values = malloc((size_t)most * sizeof **to->values + 1);
    *to->count = 0;
    return *to->offsets != NULL && *to->columns != NULL && *to->values != NULL;
}

static void append(const triangle *to, int column, double value) {
    (*to->columns)[*to->count] = column;
    (*to->values)[(*to->count)++] = value;
}

/* Splits M. The diagonal of 1 is stored if the matrix format says so. */
static void split(cusolverRfHandle_t handle, const double *values, const triangle *lower, const triangle *upper) {
    for (int row = 0; row < handle->device.order; row++) {
        int diagonal = handle->diagonals[row];
        for (int at = handle->offsets[row]; at < diagonal; at++) {
            append(lower, handle->columns[at], values[at]);
        }
        append(handle->device.has_unit_upper ? lower : upper, row, values[diagonal]);
        if (handle->unit == CUSOLVERRF_UNIT_DIAGONAL_STORED_L || handle->unit == CUSOLVERRF_UNIT_DIAGONAL_STORED_U) {
            append(handle->device.has_unit_upper ? upper : lower, row, 1);
        }
        for (int at = diagonal + 1; at < handle->offsets[row + 1]; at++) {
            append(upper, handle->columns[at], values[at]);
        }
        (*lower->offsets)[row + 1] = *lower->count;
        (*upper->offsets)[row + 1] = *upper->count;
    }
}

EXPORT cusolverStatus_t cusolverRfExtractSplitFactorsHost(cusolverRfHandle_t handle, int *lower_count,
                                                          int **lower_offsets, int **lower_columns, double **lower,
                                                          int *upper_count, int **upper_offsets, int **upper_columns,
                                                          double **upper) {
    triangle to_lower = {lower_count, lower_offsets, lower_columns, lower};
    triangle to_upper = {upper_count, upper_offsets, upper_columns, upper};
    STEP(SET_UP);
    VALID(lower_count != NULL && lower_offsets != NULL && lower_columns != NULL && lower != NULL && handle->batches == 1);
    VALID(upper_count != NULL && upper_offsets != NULL && upper_columns != NULL && upper != NULL);
    void *values = (void *)(uintptr_t)handle->device.values;
    TRY(download(&values, handle->device.count, sizeof(double)));
    int64_t most = handle->device.count + handle->device.order;
    int order = (int)handle->device.order;
    int is_done = allocate(&to_lower, order, most) && allocate(&to_upper, order, most);
    if (is_done) {
        split(handle, values, &to_lower, &to_upper);
    }
    free(values);
    return is_done ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
