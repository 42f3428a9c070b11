/* The steps of sparse solvers on the host, which a program calls one by one: csrlu, csrqr and csrchol with `Host` at the end of
 * their names (cusolverSp_LOWLEVEL_PREVIEW.h of CUDA 11.8). NVIDIA documents them in samples only. */
#include <stdlib.h>
#include <string.h>

#include "hostfactors.h"

typedef struct host_factors *csrInfoHost_t;

/* The values of a matrix whose pattern was analysed. */
typedef struct {
    struct host_matrix matrix;
    cudaDataType type;
    const void *values;
} typed_matrix;

static cusolverStatus_t create(csrInfoHost_t *info, enum factor factor) {
    VALID(info != NULL);
    *info = calloc(1, sizeof **info);
    REQUIRE(*info != NULL, CUSOLVER_STATUS_ALLOC_FAILED);
    (*info)->factor = factor;
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t destroy(csrInfoHost_t info) {
    if (info != NULL) {
        free_factors(info);
        free(info);
    }
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t analyse_for(cusolverSpHandle_t handle, const struct host_matrix *matrix, csrInfoHost_t info) {
    OPEN(handle);
    VALID(info != NULL && matrix->rows >= matrix->columns);
    return analyse(info, matrix);
}

/* Whether a matrix has the size of the one that was analysed. */
static int fits(csrInfoHost_t info, const typed_matrix *given) {
    return info != NULL && info->is_analysed && given->matrix.rows == info->rows &&
           given->matrix.columns == info->order && given->matrix.count >= info->offsets[info->rows] &&
           (given->values != NULL || given->matrix.count == 0);
}

/* All data are allocated by the library; the work area of the program is not used, and has one byte for its address. */
static cusolverStatus_t tell_sizes(cusolverSpHandle_t handle, const typed_matrix *given, csrInfoHost_t info,
                                   size_t *internal, size_t *work) {
    OPEN(handle);
    VALID(fits(info, given) && internal != NULL && work != NULL);
    size_t count = info->factor == PIVOTED ? 2 * (size_t)info->offsets[info->rows]
                                           : (size_t)info->pattern.offsets[info->order];
    *internal = count * (sizeof(number) + sizeof(int32_t));
    *work = 1;
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t load(cusolverSpHandle_t handle, const typed_matrix *given, csrInfoHost_t info) {
    OPEN(handle);
    VALID(fits(info, given));
    load_values(info, given->type, given->values);
    info->is_factorised = 0;
    return CUSOLVER_STATUS_SUCCESS;
}

/* A - mu I. An element of the diagonal that A does not have cannot change. */
static cusolverStatus_t shift(csrInfoHost_t info, number mu) {
    for (int row = 0; mu != 0 && row < info->order; row++) {
        int32_t at = info->offsets[row], end = info->offsets[row + 1];
        while (at < end && info->columns[at] != row) {
            at++;
        }
        REQUIRE(at < end, CUSOLVER_STATUS_NOT_SUPPORTED);
        info->values[at] -= mu;
    }
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t set_up(cusolverSpHandle_t handle, const typed_matrix *given, number mu, csrInfoHost_t info) {
    TRY(load(handle, given, info));
    return shift(info, mu);
}

static cusolverStatus_t factorise_loaded(cusolverSpHandle_t handle, const typed_matrix *given, csrInfoHost_t info,
                                         double threshold, const void *work) {
    TRY(load(handle, given, info));
    VALID(work != NULL && threshold >= 0 && threshold <= 1);
    return factorise(info, threshold);
}

static int is_factorised(csrInfoHost_t info) { return info != NULL && info->is_factorised; }

static cusolverStatus_t find_pivot(cusolverSpHandle_t handle, csrInfoHost_t info, double tolerance, int *position) {
    OPEN(handle);
    VALID(is_factorised(info) && tolerance >= 0 && position != NULL);
    *position = find_small(info, tolerance);
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t solve(cusolverSpHandle_t handle, int rows, int columns, cudaDataType type, const void *b,
                              void *x, csrInfoHost_t info, const void *work) {
    OPEN(handle);
    VALID(is_factorised(info) && rows == info->rows && columns == info->order && work != NULL);
    VALID(rows == 0 || (b != NULL && x != NULL));
    REQUIRE(info->failed == info->order, CUSOLVER_STATUS_INVALID_VALUE);
    return solve_factors(info, type, b, x);
}

/* Factors of the values that were set up; with `b` and `x`, the system is solved as well. */
static cusolverStatus_t factorise_set_up(cusolverSpHandle_t handle, int rows, int columns, cudaDataType type,
                                         const void *b, void *x, csrInfoHost_t info, const void *work) {
    OPEN(handle);
    VALID(info != NULL && info->is_loaded && rows == info->rows && columns == info->order && work != NULL);
    TRY(factorise(info, 1));
    return b == NULL || x == NULL ? CUSOLVER_STATUS_SUCCESS : solve_factors(info, type, b, x);
}

EXPORT cusolverStatus_t cusolverSpXcsrluNnzHost(cusolverSpHandle_t handle, int *lower, int *upper,
                                                csrInfoHost_t info) {
    OPEN(handle);
    VALID(is_factorised(info) && lower != NULL && upper != NULL);
    int64_t most = info->lower.offsets[info->order] > info->upper.offsets[info->order] ? info->lower.offsets[info->order]
                                                                                     : info->upper.offsets[info->order];
    VALID(most <= INT32_MAX);
    *lower = (int)info->lower.offsets[info->order];
    *upper = (int)info->upper.offsets[info->order];
    return CUSOLVER_STATUS_SUCCESS;
}

/* Where a triangle is stored, by rows. */
typedef struct {
    cusparseMatDescr_t descriptor;
    void *values;
    int *offsets;
    int *columns;
} target;

/* Stores a triangle by rows, whose columns are in order. `places` are those of its rows, or null. */
static void extract(const struct triangle *from, int order, const int32_t *places, cudaDataType type, const target *to) {
    int base = to->descriptor->base == CUSPARSE_INDEX_BASE_ONE;
    memset(to->offsets, 0, ((size_t)order + 1) * sizeof *to->offsets);
    for (int64_t at = 0; at < from->offsets[order]; at++) {
        to->offsets[(places == NULL ? from->rows[at] : places[from->rows[at]]) + 1]++;
    }
    for (int row = 0; row < order; row++) {
        to->offsets[row + 1] += to->offsets[row];
    }
    for (int column = 0; column < order; column++) {
        for (int64_t at = from->offsets[column]; at < from->offsets[column + 1]; at++) {
            int place = to->offsets[places == NULL ? from->rows[at] : places[from->rows[at]]]++;
            to->columns[place] = column + base;
            write_number(type, to->values, (size_t)place, from->values[at]);
        }
    }
    memmove(to->offsets + 1, to->offsets, (size_t)order * sizeof *to->offsets);
    to->offsets[0] = 0;
    for (int row = 0; row <= order; row++) {
        to->offsets[row] += base;
    }
}

static int is_target(const target *to, int64_t count) {
    return to->descriptor != NULL && to->offsets != NULL && (count == 0 || (to->values != NULL && to->columns != NULL));
}

/* P A Q^T = L U: columns keep their places, and the diagonal of L, which is 1, is not stored. */
static cusolverStatus_t extract_both(cusolverSpHandle_t handle, int *p, int *q, cudaDataType type, const target *lower,
                                     const target *upper, csrInfoHost_t info, const void *work) {
    OPEN(handle);
    VALID(is_factorised(info) && work != NULL && (info->order == 0 || (p != NULL && q != NULL)));
    VALID(is_target(lower, info->lower.offsets[info->order]) && is_target(upper, info->upper.offsets[info->order]));
    int32_t *places = malloc(((size_t)info->order + 1) * sizeof *places);
    REQUIRE(places != NULL, CUSOLVER_STATUS_ALLOC_FAILED);
    for (int at = 0; at < info->order; at++) {
        p[at] = info->pivots[at];
        q[at] = at;
        places[info->pivots[at]] = at;
    }
    extract(&info->lower, info->order, places, type, lower);
    extract(&info->upper, info->order, NULL, type, upper);
    free(places);
    return CUSOLVER_STATUS_SUCCESS;
}

#define INFO(name, factor)                                                                                             \
    EXPORT cusolverStatus_t cusolverSpCreate##name##InfoHost(csrInfoHost_t *info) { return create(info, factor); }     \
    EXPORT cusolverStatus_t cusolverSpDestroy##name##InfoHost(csrInfoHost_t info) { return destroy(info); }

INFO(Csrlu, PIVOTED)
INFO(Csrqr, ROTATED)
INFO(Csrchol, CHOLESKY)

/* The arguments of square matrices, and of those with more rows. */
#define SQUARE int order, int count, cusparseMatDescr_t descriptor
#define TALL int rows, int order, int count, cusparseMatDescr_t descriptor
#define ARRAYS const int *offsets, const int *columns, csrInfoHost_t info
#define SQUARE_MATRIX struct host_matrix matrix = {order, order, count, descriptor, offsets, columns}
#define TALL_MATRIX struct host_matrix matrix = {rows, order, count, descriptor, offsets, columns}

#define ANALYSIS(stem, SHAPE, MATRIX)                                                                                  \
    EXPORT cusolverStatus_t cusolverSpX##stem##AnalysisHost(cusolverSpHandle_t handle, SHAPE, ARRAYS) {                \
        MATRIX;                                                                                                        \
        return analyse_for(handle, &matrix, info);                                                                     \
    }

ANALYSIS(csrlu, SQUARE, SQUARE_MATRIX)
ANALYSIS(csrqr, TALL, TALL_MATRIX)
ANALYSIS(csrchol, SQUARE, SQUARE_MATRIX)

/* `real` is the type of tolerances. */
#define STEPS(letter, stem, SHAPE, MATRIX, type, real)                                                                 \
    EXPORT cusolverStatus_t cusolverSp##letter##stem##BufferInfoHost(                                                  \
        cusolverSpHandle_t handle, SHAPE, const void *values, ARRAYS, size_t *internal, size_t *work) {                \
        MATRIX;                                                                                                        \
        return tell_sizes(handle, &(typed_matrix){matrix, type, values}, info, internal, work);                        \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverSp##letter##stem##ZeroPivotHost(cusolverSpHandle_t handle, csrInfoHost_t info,     \
                                                                    real tolerance, int *position) {                   \
        return find_pivot(handle, info, tolerance, position);                                                          \
    }

#define SOLVE(letter, stem, type)                                                                                      \
    EXPORT cusolverStatus_t cusolverSp##letter##stem##SolveHost(cusolverSpHandle_t handle, int order, const void *b,   \
                                                                void *x, csrInfoHost_t info, void *work) {             \
        return solve(handle, order, order, type, b, x, info, work);                                                    \
    }

/* `Mu` is the type of the shift. */
#define TYPED(letter, type, real, Mu)                                                                                  \
    STEPS(letter, csrlu, SQUARE, SQUARE_MATRIX, type, real)                                                            \
    STEPS(letter, csrqr, TALL, TALL_MATRIX, type, real)                                                                \
    STEPS(letter, csrchol, SQUARE, SQUARE_MATRIX, type, real)                                                          \
    SOLVE(letter, csrlu, type)                                                                                         \
    SOLVE(letter, csrchol, type)                                                                                       \
    EXPORT cusolverStatus_t cusolverSp##letter##csrluFactorHost(cusolverSpHandle_t handle, SQUARE, const void *values, \
                                                                ARRAYS, real threshold, void *work) {                  \
        SQUARE_MATRIX;                                                                                                 \
        return factorise_loaded(handle, &(typed_matrix){matrix, type, values}, info, threshold, work);                 \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverSp##letter##csrcholFactorHost(cusolverSpHandle_t handle, SQUARE,                   \
                                                                  const void *values, ARRAYS, void *work) {            \
        SQUARE_MATRIX;                                                                                                 \
        return factorise_loaded(handle, &(typed_matrix){matrix, type, values}, info, 0, work);                         \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverSp##letter##csrqrSetupHost(cusolverSpHandle_t handle, TALL, const void *values,    \
                                                               const int *offsets, const int *columns, Mu mu,          \
                                                               csrInfoHost_t info) {                                   \
        TALL_MATRIX;                                                                                                   \
        return set_up(handle, &(typed_matrix){matrix, type, values}, mu, info);                                        \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverSp##letter##csrqrFactorHost(cusolverSpHandle_t handle, int rows, int columns,      \
                                                                int count, void *b, void *x, csrInfoHost_t info,       \
                                                                void *work) {                                          \
        (void)count;                                                                                                   \
        return factorise_set_up(handle, rows, columns, type, b, x, info, work);                                        \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverSp##letter##csrqrSolveHost(cusolverSpHandle_t handle, int rows, int columns,       \
                                                               void *b, void *x, csrInfoHost_t info, void *work) {     \
        return solve(handle, rows, columns, type, b, x, info, work);                                                   \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverSp##letter##csrluExtractHost(                                                      \
        cusolverSpHandle_t handle, int *p, int *q, cusparseMatDescr_t lower, void *lower_values, int *lower_offsets,   \
        int *lower_columns, cusparseMatDescr_t upper, void *upper_values, int *upper_offsets, int *upper_columns,      \
        csrInfoHost_t info, void *work) {                                                                              \
        target to_lower = {lower, lower_values, lower_offsets, lower_columns};                                         \
        target to_upper = {upper, upper_values, upper_offsets, upper_columns};                                         \
        return extract_both(handle, p, q, type, &to_lower, &to_upper, info, work);                                     \
    }

TYPED(S, CUDA_R_32F, float, float)
TYPED(D, CUDA_R_64F, double, double)
TYPED(C, CUDA_C_32F, float, float complex)
TYPED(Z, CUDA_C_64F, double, number)
