/* Descriptors of dense vectors and matrices, and of sparse vectors. */
#include <stdlib.h>

#include "cusparse.h"

/* A descriptor with these values. */
#define CREATED(descriptor, ...)                                                                                       \
    do {                                                                                                               \
        *(descriptor) = malloc(sizeof **(descriptor));                                                                 \
        REQUIRE(*(descriptor) != NULL, CUSPARSE_STATUS_ALLOC_FAILED);                                                  \
        **(descriptor) = (typeof(**(descriptor))){__VA_ARGS__};                                                        \
        return CUSPARSE_STATUS_SUCCESS;                                                                                \
    } while (0)

EXPORT cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t size, void *values, cudaDataType type) {
    VALID(vector != NULL && size >= 0 && (values != NULL || size == 0));
    REQUIRE(is_blas_type(type), CUSPARSE_STATUS_NOT_SUPPORTED);
    CREATED(vector, size, values, type);
}

EXPORT cusparseStatus_t cusparseCreateConstDnVec(cusparseDnVecDescr_t *vector, int64_t size, const void *values,
                                                 cudaDataType type) {
    return cusparseCreateDnVec(vector, size, (void *)values, type);
}

EXPORT cusparseStatus_t cusparseDestroyDnVec(cusparseDnVecDescr_t vector) {
    free(vector);
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t vector, int64_t *size, void **values, cudaDataType *type) {
    VALID(vector != NULL && size != NULL && values != NULL && type != NULL);
    *size = vector->size;
    *values = vector->values;
    *type = vector->type;
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseConstDnVecGet(cusparseDnVecDescr_t vector, int64_t *size, const void **values,
                                              cudaDataType *type) {
    return cusparseDnVecGet(vector, size, (void **)values, type);
}

/* The functions that read and set the values of a descriptor. */
#define VALUES(get, get_constant, set, descriptor_type)                                                                \
    EXPORT cusparseStatus_t get(descriptor_type descriptor, void **values) {                                           \
        VALID(descriptor != NULL && values != NULL);                                                                   \
        *values = descriptor->values;                                                                                  \
        return CUSPARSE_STATUS_SUCCESS;                                                                                \
    }                                                                                                                  \
    EXPORT cusparseStatus_t get_constant(descriptor_type descriptor, const void **values) {                            \
        return get(descriptor, (void **)values);                                                                       \
    }                                                                                                                  \
    EXPORT cusparseStatus_t set(descriptor_type descriptor, void *values) {                                            \
        VALID(descriptor != NULL && values != NULL);                                                                   \
        descriptor->values = values;                                                                                   \
        return CUSPARSE_STATUS_SUCCESS;                                                                                \
    }

VALUES(cusparseDnVecGetValues, cusparseConstDnVecGetValues, cusparseDnVecSetValues, cusparseDnVecDescr_t)
VALUES(cusparseDnMatGetValues, cusparseConstDnMatGetValues, cusparseDnMatSetValues, cusparseDnMatDescr_t)
VALUES(cusparseSpVecGetValues, cusparseConstSpVecGetValues, cusparseSpVecSetValues, cusparseSpVecDescr_t)
VALUES(cusparseSpMatGetValues, cusparseConstSpMatGetValues, cusparseSpMatSetValues, cusparseSpMatDescr_t)

EXPORT cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *matrix, int64_t rows, int64_t columns, int64_t lead,
                                            void *values, cudaDataType type, cusparseOrder_t order) {
    VALID(matrix != NULL && rows >= 0 && columns >= 0);
    VALID(order == CUSPARSE_ORDER_COL || order == CUSPARSE_ORDER_ROW);
    VALID(lead >= (order == CUSPARSE_ORDER_COL ? rows : columns));
    VALID(values != NULL || rows == 0 || columns == 0);
    REQUIRE(is_blas_type(type), CUSPARSE_STATUS_NOT_SUPPORTED);
    CREATED(matrix, rows, columns, lead, values, type, order, .batches = 1);
}

EXPORT cusparseStatus_t cusparseCreateConstDnMat(cusparseDnMatDescr_t *matrix, int64_t rows, int64_t columns,
                                                 int64_t lead, const void *values, cudaDataType type,
                                                 cusparseOrder_t order) {
    return cusparseCreateDnMat(matrix, rows, columns, lead, (void *)values, type, order);
}

EXPORT cusparseStatus_t cusparseDestroyDnMat(cusparseDnMatDescr_t matrix) {
    free(matrix);
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseDnMatGet(cusparseDnMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *lead,
                                         void **values, cudaDataType *type, cusparseOrder_t *order) {
    VALID(matrix != NULL && rows != NULL && columns != NULL && lead != NULL);
    VALID(values != NULL && type != NULL && order != NULL);
    *rows = matrix->rows;
    *columns = matrix->columns;
    *lead = matrix->lead;
    *values = matrix->values;
    *type = matrix->type;
    *order = matrix->order;
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseConstDnMatGet(cusparseDnMatDescr_t matrix, int64_t *rows, int64_t *columns,
                                              int64_t *lead, const void **values, cudaDataType *type,
                                              cusparseOrder_t *order) {
    return cusparseDnMatGet(matrix, rows, columns, lead, (void **)values, type, order);
}

EXPORT cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t matrix, int batches, int64_t stride) {
    VALID(matrix != NULL && batches > 0 && stride >= 0);
    matrix->batches = batches;
    matrix->batch = stride;
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseDnMatDescr_t matrix, int *batches, int64_t *stride) {
    VALID(matrix != NULL && batches != NULL && stride != NULL);
    *batches = matrix->batches;
    *stride = matrix->batch;
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *vector, int64_t size, int64_t count, void *indices,
                                            void *values, cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                            cudaDataType type) {
    VALID(vector != NULL && size >= 0 && count >= 0 && count <= size);
    VALID((indices != NULL && values != NULL) || count == 0);
    VALID(is_index_type(index_type) && is_base(base));
    REQUIRE(is_blas_type(type), CUSPARSE_STATUS_NOT_SUPPORTED);
    CREATED(vector, size, count, indices, values, index_type, base, type);
}

EXPORT cusparseStatus_t cusparseCreateConstSpVec(cusparseSpVecDescr_t *vector, int64_t size, int64_t count,
                                                 const void *indices, const void *values, cusparseIndexType_t index_type,
                                                 cusparseIndexBase_t base, cudaDataType type) {
    return cusparseCreateSpVec(vector, size, count, (void *)indices, (void *)values, index_type, base, type);
}

EXPORT cusparseStatus_t cusparseDestroySpVec(cusparseSpVecDescr_t vector) {
    free(vector);
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseSpVecGet(cusparseSpVecDescr_t vector, int64_t *size, int64_t *count, void **indices,
                                         void **values, cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                         cudaDataType *type) {
    VALID(vector != NULL && size != NULL && count != NULL && indices != NULL && values != NULL);
    VALID(index_type != NULL && base != NULL && type != NULL);
    *size = vector->size;
    *count = vector->count;
    *indices = vector->indices;
    *values = vector->values;
    *index_type = vector->index_type;
    *base = vector->base;
    *type = vector->type;
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseConstSpVecGet(cusparseSpVecDescr_t vector, int64_t *size, int64_t *count,
                                              const void **indices, const void **values,
                                              cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                              cudaDataType *type) {
    return cusparseSpVecGet(vector, size, count, (void **)indices, (void **)values, index_type, base, type);
}

EXPORT cusparseStatus_t cusparseSpVecGetIndexBase(cusparseSpVecDescr_t vector, cusparseIndexBase_t *base) {
    VALID(vector != NULL && base != NULL);
    *base = vector->base;
    return CUSPARSE_STATUS_SUCCESS;
}

struct dense dense_vector(cusparseDnVecDescr_t vector) {
    return (struct dense){.data = (uintptr_t)vector->values, .row = 1};
}

/* A matrix that is stored by rows is one by columns whose indices are exchanged, and so is a transposed one. */
struct dense dense_matrix(cusparseDnMatDescr_t matrix, cusparseOperation_t operation) {
    int is_by_rows = matrix->order == CUSPARSE_ORDER_ROW;
    int is_transposed = operation != CUSPARSE_OPERATION_NON_TRANSPOSE;
    int64_t lead = matrix->lead;
    return (struct dense){.data = (uintptr_t)matrix->values,
                          .row = is_by_rows != is_transposed ? lead : 1,
                          .column = is_by_rows != is_transposed ? 1 : lead,
                          .batch = matrix->batches > 1 ? matrix->batch : 0,
                          .is_conjugate = operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
}
