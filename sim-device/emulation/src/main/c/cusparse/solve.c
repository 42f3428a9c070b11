/* Systems of linear equations with a triangle of a sparse matrix. */
#include <stdlib.h>

#include "cusparse.h"

/* What the analysis leaves for the solution, which is given no work area (cuSPARSE Library, "cusparseSpSV()"). */
typedef struct {
    int is_analysed;
    void *work;
} analysis;

typedef struct {
    cusparseOperation_t a_operation;
    const void *alpha;
    cusparseSpMatDescr_t a;
    struct dense b;
    struct dense c;
    int64_t columns;
    cudaDataType type;
} request;

static cusparseStatus_t check_factor(cusparseHandle_t handle, cusparseOperation_t operation, const void *alpha,
                                     cusparseSpMatDescr_t a, cudaDataType type) {
    OPEN(handle);
    VALID(is_operation(operation) && alpha != NULL && a != NULL && a->rows == a->columns);
    REQUIRE(a->format != CUSPARSE_FORMAT_CSC && a->type == type, CUSPARSE_STATUS_NOT_SUPPORTED);
    return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t create(analysis **created) {
    VALID(created != NULL);
    *created = calloc(1, sizeof **created);
    return *created == NULL ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t destroy(analysis *analysis) {
    free(analysis);
    return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t analyse(cusparseHandle_t handle, const request *given, analysis *analysis, void *work) {
    struct sparse view;
    VALID(analysis != NULL);
    TRY(read_by_rows(handle, given->a, given->a_operation, work, &view));
    analysis->is_analysed = 1;
    analysis->work = work;
    return CUSPARSE_STATUS_SUCCESS;
}

/* The other triangle of a transposed matrix is used. */
static cusparseStatus_t solve(cusparseHandle_t handle, const request *given, const analysis *analysis) {
    int is_transposed = given->a_operation != CUSPARSE_OPERATION_NON_TRANSPOSE;
    VALID(analysis != NULL && analysis->is_analysed);
    struct solve solve = {.a = view_by_rows(given->a, given->a_operation, analysis->work),
                          .b = given->b,
                          .c = given->c,
                          .alpha = scalar_at(handle, given->type, given->alpha),
                          .columns = given->columns,
                          .is_lower = (given->a->fill == CUSPARSE_FILL_MODE_LOWER) != is_transposed,
                          .has_unit_diagonal = given->a->diagonal == CUSPARSE_DIAG_TYPE_UNIT};
    return launch_each(handle, "solve", given->type, given->columns, 1, &solve);
}

#define VECTOR_ARGUMENTS                                                                                               \
    cusparseHandle_t handle, cusparseOperation_t operation, const void *alpha, cusparseSpMatDescr_t a,                 \
        cusparseDnVecDescr_t x, cusparseDnVecDescr_t y, cudaDataType type, unsigned algorithm, analysis *analysis
#define VECTOR_REQUEST                                                                                                 \
    TRY(check_factor(handle, operation, alpha, a, type));                                                              \
    VALID(x != NULL && y != NULL && x->size == a->rows && y->size == a->rows && algorithm == 0);                       \
    REQUIRE(x->type == type && y->type == type, CUSPARSE_STATUS_NOT_SUPPORTED);                                        \
    request given = {operation, alpha, a, dense_vector(x), dense_vector(y), 1, type}

EXPORT cusparseStatus_t cusparseSpSV_createDescr(analysis **created) {
    return create(created);
}

EXPORT cusparseStatus_t cusparseSpSV_destroyDescr(analysis *analysis) {
    return destroy(analysis);
}

EXPORT cusparseStatus_t cusparseSpSV_bufferSize(VECTOR_ARGUMENTS, size_t *size) {
    VECTOR_REQUEST;
    VALID(analysis != NULL && size != NULL);
    *size = reading_size(given.a, given.a_operation);
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseSpSV_analysis(VECTOR_ARGUMENTS, void *buffer) {
    VECTOR_REQUEST;
    return analyse(handle, &given, analysis, buffer);
}

EXPORT cusparseStatus_t cusparseSpSV_solve(VECTOR_ARGUMENTS) {
    VECTOR_REQUEST;
    return solve(handle, &given, analysis);
}

#define MATRIX_ARGUMENTS                                                                                               \
    cusparseHandle_t handle, cusparseOperation_t operation, cusparseOperation_t b_operation, const void *alpha,        \
        cusparseSpMatDescr_t a, cusparseDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType type, unsigned algorithm, \
        analysis *analysis
#define MATRIX_REQUEST                                                                                                 \
    TRY(check_factor(handle, operation, alpha, a, type));                                                              \
    VALID(b != NULL && c != NULL && is_operation(b_operation) && algorithm == 0);                                      \
    VALID(c->rows == a->rows && rows_of(b->rows, b->columns, b_operation) == a->rows);                                 \
    VALID(c->columns == columns_of(b->rows, b->columns, b_operation));                                                 \
    REQUIRE(b->type == type && c->type == type, CUSPARSE_STATUS_NOT_SUPPORTED);                                        \
    request given = {operation, alpha, a, dense_matrix(b, b_operation),                                                \
                     dense_matrix(c, CUSPARSE_OPERATION_NON_TRANSPOSE), c->columns, type}

EXPORT cusparseStatus_t cusparseSpSM_createDescr(analysis **created) {
    return create(created);
}

EXPORT cusparseStatus_t cusparseSpSM_destroyDescr(analysis *analysis) {
    return destroy(analysis);
}

EXPORT cusparseStatus_t cusparseSpSM_bufferSize(MATRIX_ARGUMENTS, size_t *size) {
    MATRIX_REQUEST;
    VALID(analysis != NULL && size != NULL);
    *size = reading_size(given.a, given.a_operation);
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseSpSM_analysis(MATRIX_ARGUMENTS, void *buffer) {
    MATRIX_REQUEST;
    return analyse(handle, &given, analysis, buffer);
}

EXPORT cusparseStatus_t cusparseSpSM_solve(MATRIX_ARGUMENTS) {
    MATRIX_REQUEST;
    return solve(handle, &given, analysis);
}
