/* Incomplete factors of matrices: csrilu02 and csric02. */
#include "cusparse.h"

/* What the functions are given of a matrix, whose values they replace. */
typedef struct {
    cudaDataType type;
    const char *kernel;
    int rows;
    int count;
    cusparseMatDescr_t descriptor;
    const void *values;
    const int *offsets;
    const int *columns;
} given_matrix;

static cusparseStatus_t check(cusparseHandle_t handle, const given_matrix *given, const struct analysed *analysed) {
    OPEN(handle);
    VALID(given->rows >= 0 && given->count >= 0 && given->descriptor != NULL && analysed != NULL);
    VALID(given->rows == 0 || given->offsets != NULL);
    VALID(given->count == 0 || (given->values != NULL && given->columns != NULL));
    REQUIRE(given->descriptor->type == CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
    return CUSPARSE_STATUS_SUCCESS;
}

static struct sparse view_of(const given_matrix *given) {
    return rows_at(given->rows, given->offsets, given->columns, given->values, given->descriptor);
}

static cusparseStatus_t find_size(cusparseHandle_t handle, given_matrix given, const struct analysed *analysed,
                                  size_t *size) {
    TRY(check(handle, &given, analysed));
    VALID(size != NULL);
    *size = pivots_size(given.rows);
    return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t analyse(cusparseHandle_t handle, given_matrix given, struct analysed *analysed, void *work) {
    TRY(check(handle, &given, analysed));
    VALID(work != NULL || given.rows == 0);
    analysed->base = given.descriptor->base;
    return find_diagonal(handle, given.type, analysed, view_of(&given), work);
}

/* The analysis has found where a pivot is missing; the factors keep the first row whose pivot is 0 or missing. */
static cusparseStatus_t factorise(cusparseHandle_t handle, given_matrix given, struct analysed *analysed, void *work) {
    TRY(analyse(handle, given, analysed, work));
    struct incomplete incomplete = {.pivots = pivots_of(analysed, view_of(&given), work),
                                    .tolerance = analysed->tolerance,
                                    .boost = analysed->boost,
                                    .has_boost = analysed->has_boost};
    REQUIRE(given.rows > 0, CUSPARSE_STATUS_SUCCESS);
    TRY(status_of(cuMemsetD32Async(analysed->position, UINT32_MAX, 1, handle->stream)));
    return launch_warp(handle, given.kernel, given.type, &incomplete);
}

#define ARGUMENTS                                                                                                      \
    cusparseHandle_t handle, int rows, int count, cusparseMatDescr_t descriptor, void *values, const int *offsets,     \
        const int *columns, struct analysed *analysed
#define GIVEN(type, kernel) ((given_matrix){type, kernel, rows, count, descriptor, values, offsets, columns})

#define FACTORS(letter, name, type, kernel)                                                                            \
    EXPORT cusparseStatus_t cusparse##letter##name##_bufferSize(ARGUMENTS, int *size) {                                \
        size_t found = 0;                                                                                              \
        VALID(size != NULL);                                                                                           \
        TRY(find_size(handle, GIVEN(type, kernel), analysed, &found));                                                 \
        REQUIRE(found <= INT32_MAX, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES);                                           \
        *size = (int)found;                                                                                            \
        return CUSPARSE_STATUS_SUCCESS;                                                                                \
    }                                                                                                                  \
    EXPORT cusparseStatus_t cusparse##letter##name##_bufferSizeExt(ARGUMENTS, size_t *size) {                          \
        return find_size(handle, GIVEN(type, kernel), analysed, size);                                                 \
    }                                                                                                                  \
    EXPORT cusparseStatus_t cusparse##letter##name##_analysis(ARGUMENTS, unsigned policy, void *work) {                \
        VALID(policy <= LAST_SOLVE_POLICY);                                                                            \
        return analyse(handle, GIVEN(type, kernel), analysed, work);                                                   \
    }                                                                                                                  \
    EXPORT cusparseStatus_t cusparse##letter##name(ARGUMENTS, unsigned policy, void *work) {                           \
        VALID(policy <= LAST_SOLVE_POLICY && analysed != NULL && analysed->position != 0);                             \
        return factorise(handle, GIVEN(type, kernel), analysed, work);                                                 \
    }

#define TYPED(letter, type)                                                                                            \
    FACTORS(letter, csrilu02, type, "ilu")                                                                             \
    FACTORS(letter, csric02, type, "ic")                                                                               \
    EXPORT cusparseStatus_t cusparse##letter##csrilu02_numericBoost(                                                   \
        cusparseHandle_t handle, struct analysed *analysed, int has_boost, double *tolerance, void *boost) {           \
        return set_boost(handle, type, analysed, has_boost, tolerance, boost);                                         \
    }

static cusparseStatus_t set_boost(cusparseHandle_t handle, cudaDataType type, struct analysed *analysed, int has_boost,
                                  const double *tolerance, const void *boost) {
    OPEN(handle);
    VALID(analysed != NULL && (!has_boost || (tolerance != NULL && boost != NULL)));
    analysed->has_boost = has_boost != 0;
    if (has_boost) {
        analysed->tolerance = scalar_at(handle, CUDA_R_64F, tolerance);
        analysed->boost = scalar_at(handle, type, boost);
    }
    return CUSPARSE_STATUS_SUCCESS;
}

TYPED(S, CUDA_R_32F)
TYPED(D, CUDA_R_64F)
TYPED(C, CUDA_C_32F)
TYPED(Z, CUDA_C_64F)

ANALYSED(Csrilu02, csrilu02)
ANALYSED(Csric02, csric02)
