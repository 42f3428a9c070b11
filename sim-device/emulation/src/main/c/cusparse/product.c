/* Products of sparse matrices with dense vectors and matrices, and the stored elements of products of dense ones. */
#include "cusparse.h"

/* The largest cusparseSpMVAlg_t and cusparseSpMMAlg_t. All of them compute the same. */
enum { CUSPARSE_SPMV_SELL_ALG1 = 5, CUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13 };

/* The arguments of a product, for a vector and for a matrix. */
typedef struct {
    cusparseOperation_t a_operation;
    cusparseOperation_t b_operation;
    const void *alpha;
    cusparseSpMatDescr_t a;
    cusparseDnMatDescr_t b;
    const void *beta;
    cusparseDnMatDescr_t c;
    cudaDataType type;
} request;

/* A vector as a matrix of one column. */
static struct cusparseDnMatDescr column(cusparseDnVecDescr_t vector) {
    return (struct cusparseDnMatDescr){.rows = vector->size,
                                       .columns = 1,
                                       .lead = vector->size,
                                       .values = vector->values,
                                       .type = vector->type,
                                       .order = CUSPARSE_ORDER_COL,
                                       .batches = 1};
}

/* A factor of one matrix is used for all matrices of a batch. */
static int fits_batch(int batches, int of_result) {
    return batches == 1 || batches == of_result;
}

static cusparseStatus_t check(cusparseHandle_t handle, const request *given) {
    cusparseOperation_t a = given->a_operation, b = given->b_operation;
    OPEN(handle);
    VALID(is_operation(a) && is_operation(b) && given->alpha != NULL && given->beta != NULL);
    VALID(given->c->rows == rows_of(given->a->rows, given->a->columns, a));
    VALID(columns_of(given->a->rows, given->a->columns, a) == rows_of(given->b->rows, given->b->columns, b));
    VALID(given->c->columns == columns_of(given->b->rows, given->b->columns, b));
    VALID(fits_batch(given->a->batches, given->c->batches) && fits_batch(given->b->batches, given->c->batches));
    REQUIRE(given->a->type == given->type && given->b->type == given->type && given->c->type == given->type,
            CUSPARSE_STATUS_NOT_SUPPORTED);
    return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t multiply(cusparseHandle_t handle, const request *given, void *work) {
    TRY(check(handle, given));
    struct product product = {.b = dense_matrix(given->b, given->b_operation),
                              .c = dense_matrix(given->c, CUSPARSE_OPERATION_NON_TRANSPOSE),
                              .alpha = scalar_at(handle, given->type, given->alpha),
                              .beta = scalar_at(handle, given->type, given->beta),
                              .columns = given->c->columns,
                              .batches = given->c->batches};
    TRY(read_by_rows(handle, given->a, given->a_operation, work, &product.a));
    return launch_each(handle, "product", given->type, given->c->rows * given->c->columns, product.batches, &product);
}

static cusparseStatus_t size(cusparseHandle_t handle, const request *given, size_t *size) {
    VALID(size != NULL);
    TRY(check(handle, given));
    *size = reading_size(given->a, given->a_operation);
    return CUSPARSE_STATUS_SUCCESS;
}

#define VECTOR_ARGUMENTS                                                                                               \
    cusparseHandle_t handle, cusparseOperation_t operation, const void *alpha, cusparseSpMatDescr_t a,                 \
        cusparseDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType type, unsigned algorithm
#define VECTOR_REQUEST                                                                                                 \
    VALID(a != NULL && x != NULL && y != NULL && algorithm <= CUSPARSE_SPMV_SELL_ALG1);                                \
    struct cusparseDnMatDescr b = column(x), c = column(y);                                                            \
    request given = {operation, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, a, &b, beta, &c, type}

EXPORT cusparseStatus_t cusparseSpMV_bufferSize(VECTOR_ARGUMENTS, size_t *buffer_size) {
    VECTOR_REQUEST;
    return size(handle, &given, buffer_size);
}

/* The elements are sorted by each product, since they may have moved since. */
EXPORT cusparseStatus_t cusparseSpMV_preprocess(VECTOR_ARGUMENTS, void *buffer) {
    VECTOR_REQUEST;
    (void)buffer;
    return check(handle, &given);
}

EXPORT cusparseStatus_t cusparseSpMV(VECTOR_ARGUMENTS, void *buffer) {
    VECTOR_REQUEST;
    return multiply(handle, &given, buffer);
}

#define MATRIX_ARGUMENTS                                                                                               \
    cusparseHandle_t handle, cusparseOperation_t a_operation, cusparseOperation_t b_operation, const void *alpha,      \
        cusparseSpMatDescr_t a, cusparseDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c, cudaDataType type,   \
        unsigned algorithm
#define MATRIX_REQUEST                                                                                                 \
    VALID(a != NULL && b != NULL && c != NULL && algorithm <= CUSPARSE_SPMM_BLOCKED_ELL_ALG1);                         \
    request given = {a_operation, b_operation, alpha, a, b, beta, c, type}

EXPORT cusparseStatus_t cusparseSpMM_bufferSize(MATRIX_ARGUMENTS, size_t *buffer_size) {
    MATRIX_REQUEST;
    return size(handle, &given, buffer_size);
}

EXPORT cusparseStatus_t cusparseSpMM_preprocess(MATRIX_ARGUMENTS, void *buffer) {
    MATRIX_REQUEST;
    (void)buffer;
    return check(handle, &given);
}

EXPORT cusparseStatus_t cusparseSpMM(MATRIX_ARGUMENTS, void *buffer) {
    MATRIX_REQUEST;
    return multiply(handle, &given, buffer);
}

#define SAMPLED_ARGUMENTS                                                                                              \
    cusparseHandle_t handle, cusparseOperation_t a_operation, cusparseOperation_t b_operation, const void *alpha,      \
        cusparseDnMatDescr_t a, cusparseDnMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType type,   \
        unsigned algorithm

/* Conjugated factors are not supported (cuSPARSE Library, "cusparseSDDMM()"). */
static cusparseStatus_t check_sampled(SAMPLED_ARGUMENTS) {
    OPEN(handle);
    VALID(alpha != NULL && a != NULL && b != NULL && beta != NULL && c != NULL && algorithm == 0);
    VALID(is_operation(a_operation) && is_operation(b_operation));
    REQUIRE(a_operation != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE &&
                b_operation != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
            CUSPARSE_STATUS_NOT_SUPPORTED);
    VALID(c->rows == rows_of(a->rows, a->columns, a_operation));
    VALID(columns_of(a->rows, a->columns, a_operation) == rows_of(b->rows, b->columns, b_operation));
    VALID(c->columns == columns_of(b->rows, b->columns, b_operation));
    VALID(fits_batch(a->batches, c->batches) && fits_batch(b->batches, c->batches));
    REQUIRE(a->type == type && b->type == type && c->type == type, CUSPARSE_STATUS_NOT_SUPPORTED);
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseSDDMM_bufferSize(SAMPLED_ARGUMENTS, size_t *buffer_size) {
    VALID(buffer_size != NULL);
    *buffer_size = 0;
    return check_sampled(handle, a_operation, b_operation, alpha, a, b, beta, c, type, algorithm);
}

EXPORT cusparseStatus_t cusparseSDDMM_preprocess(SAMPLED_ARGUMENTS, void *buffer) {
    (void)buffer;
    return check_sampled(handle, a_operation, b_operation, alpha, a, b, beta, c, type, algorithm);
}

EXPORT cusparseStatus_t cusparseSDDMM(SAMPLED_ARGUMENTS, void *buffer) {
    (void)buffer;
    TRY(check_sampled(handle, a_operation, b_operation, alpha, a, b, beta, c, type, algorithm));
    struct sampled sampled = {.c = entries_of(c),
                              .a = dense_matrix(a, a_operation),
                              .b = dense_matrix(b, b_operation),
                              .alpha = scalar_at(handle, type, alpha),
                              .beta = scalar_at(handle, type, beta),
                              .depth = columns_of(a->rows, a->columns, a_operation),
                              .batches = c->batches};
    return launch_each(handle, "sample", type, c->count, c->batches, &sampled);
}
