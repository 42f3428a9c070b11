/* Descriptors of sparse matrices. */
#include <stdlib.h>
#include <string.h>

#include "cusparse.h"

/* cusparseSpMatAttribute_t. */
enum { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE };

int is_operation(cusparseOperation_t operation) {
    return operation <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}

int is_base(cusparseIndexBase_t base) {
    return base == CUSPARSE_INDEX_BASE_ZERO || base == CUSPARSE_INDEX_BASE_ONE;
}

int is_index_type(cusparseIndexType_t type) {
    return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}

/* The values and indices of a matrix that has no elements yet may be given later. */
static cusparseStatus_t create(cusparseSpMatDescr_t *matrix, struct cusparseSpMatDescr given) {
    VALID(matrix != NULL && given.rows >= 0 && given.columns >= 0 && given.count >= 0);
    VALID(is_index_type(given.line_type) && is_index_type(given.other_type) && is_base(given.base));
    VALID(given.count == 0 || (given.lines != NULL && given.others != NULL && given.values != NULL));
    REQUIRE(is_blas_type(given.type), CUSPARSE_STATUS_NOT_SUPPORTED);
    *matrix = malloc(sizeof **matrix);
    REQUIRE(*matrix != NULL, CUSPARSE_STATUS_ALLOC_FAILED);
    **matrix = given;
    return CUSPARSE_STATUS_SUCCESS;
}

/* A function that creates a matrix of a format with offsets, and its form for constant arrays. */
#define CREATE_COMPRESSED(name, constant_name, its_format)                                                             \
    EXPORT cusparseStatus_t name(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns, int64_t count,           \
                                 void *offsets, void *others, void *values, cusparseIndexType_t offset_type,           \
                                 cusparseIndexType_t other_type, cusparseIndexBase_t base, cudaDataType type) {        \
        struct cusparseSpMatDescr given = {its_format,  rows,       columns, count, offsets, others, values,           \
                                           offset_type, other_type, base,    type,  .batches = 1};                     \
        return create(matrix, given);                                                                                  \
    }                                                                                                                  \
    EXPORT cusparseStatus_t constant_name(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns, int64_t count,  \
                                          const void *offsets, const void *others, const void *values,                 \
                                          cusparseIndexType_t offset_type, cusparseIndexType_t other_type,             \
                                          cusparseIndexBase_t base, cudaDataType type) {                               \
        return name(matrix, rows, columns, count, (void *)offsets, (void *)others, (void *)values, offset_type,        \
                    other_type, base, type);                                                                           \
    }

CREATE_COMPRESSED(cusparseCreateCsr, cusparseCreateConstCsr, CUSPARSE_FORMAT_CSR)
CREATE_COMPRESSED(cusparseCreateCsc, cusparseCreateConstCsc, CUSPARSE_FORMAT_CSC)

EXPORT cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns, int64_t count,
                                          void *row_indices, void *column_indices, void *values,
                                          cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {
    struct cusparseSpMatDescr given = {CUSPARSE_FORMAT_COO, rows,       columns, count, row_indices, column_indices, values,
                                       index_type,          index_type, base,    type,  .batches = 1};
    return create(matrix, given);
}

EXPORT cusparseStatus_t cusparseCreateConstCoo(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                               int64_t count, const void *row_indices, const void *column_indices,
                                               const void *values, cusparseIndexType_t index_type,
                                               cusparseIndexBase_t base, cudaDataType type) {
    return cusparseCreateCoo(matrix, rows, columns, count, (void *)row_indices, (void *)column_indices, (void *)values,
                             index_type, base, type);
}

EXPORT cusparseStatus_t cusparseDestroySpMat(cusparseSpMatDescr_t matrix) {
    free(matrix);
    return CUSPARSE_STATUS_SUCCESS;
}

/* A function that reads a matrix of a format with offsets, and its form for constant arrays. */
#define GET_COMPRESSED(name, constant_name, its_format)                                                                \
    EXPORT cusparseStatus_t name(cusparseSpMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *count,         \
                                 void **offsets, void **others, void **values, cusparseIndexType_t *offset_type,       \
                                 cusparseIndexType_t *other_type, cusparseIndexBase_t *base, cudaDataType *type) {     \
        VALID(matrix != NULL && matrix->format == its_format);                                                         \
        VALID(rows != NULL && columns != NULL && count != NULL && offsets != NULL && others != NULL);                  \
        VALID(values != NULL && offset_type != NULL && other_type != NULL && base != NULL && type != NULL);            \
        *rows = matrix->rows;                                                                                          \
        *columns = matrix->columns;                                                                                    \
        *count = matrix->count;                                                                                        \
        *offsets = matrix->lines;                                                                                      \
        *others = matrix->others;                                                                                      \
        *values = matrix->values;                                                                                      \
        *offset_type = matrix->line_type;                                                                              \
        *other_type = matrix->other_type;                                                                              \
        *base = matrix->base;                                                                                          \
        *type = matrix->type;                                                                                          \
        return CUSPARSE_STATUS_SUCCESS;                                                                                \
    }                                                                                                                  \
    EXPORT cusparseStatus_t constant_name(cusparseSpMatDescr_t matrix, int64_t *rows, int64_t *columns,                \
                                          int64_t *count, const void **offsets, const void **others,                   \
                                          const void **values, cusparseIndexType_t *offset_type,                       \
                                          cusparseIndexType_t *other_type, cusparseIndexBase_t *base,                  \
                                          cudaDataType *type) {                                                        \
        return name(matrix, rows, columns, count, (void **)offsets, (void **)others, (void **)values, offset_type,     \
                    other_type, base, type);                                                                           \
    }

GET_COMPRESSED(cusparseCsrGet, cusparseConstCsrGet, CUSPARSE_FORMAT_CSR)
GET_COMPRESSED(cusparseCscGet, cusparseConstCscGet, CUSPARSE_FORMAT_CSC)

EXPORT cusparseStatus_t cusparseCooGet(cusparseSpMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *count,
                                       void **row_indices, void **column_indices, void **values,
                                       cusparseIndexType_t *index_type, cusparseIndexBase_t *base, cudaDataType *type) {
    VALID(matrix != NULL && matrix->format == CUSPARSE_FORMAT_COO);
    VALID(rows != NULL && columns != NULL && count != NULL && row_indices != NULL && column_indices != NULL);
    VALID(values != NULL && index_type != NULL && base != NULL && type != NULL);
    *rows = matrix->rows;
    *columns = matrix->columns;
    *count = matrix->count;
    *row_indices = matrix->lines;
    *column_indices = matrix->others;
    *values = matrix->values;
    *index_type = matrix->line_type;
    *base = matrix->base;
    *type = matrix->type;
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseConstCooGet(cusparseSpMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *count,
                                            const void **row_indices, const void **column_indices, const void **values,
                                            cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                            cudaDataType *type) {
    return cusparseCooGet(matrix, rows, columns, count, (void **)row_indices, (void **)column_indices, (void **)values,
                          index_type, base, type);
}

/* A function that sets the arrays of a matrix of a format. */
#define SET_POINTERS(name, its_format)                                                                                 \
    EXPORT cusparseStatus_t name(cusparseSpMatDescr_t matrix, void *lines, void *others, void *values) {               \
        VALID(matrix != NULL && matrix->format == its_format);                                                         \
        VALID(lines != NULL && ((others != NULL && values != NULL) || matrix->count == 0));                            \
        matrix->lines = lines;                                                                                         \
        matrix->others = others;                                                                                       \
        matrix->values = values;                                                                                       \
        return CUSPARSE_STATUS_SUCCESS;                                                                                \
    }

SET_POINTERS(cusparseCsrSetPointers, CUSPARSE_FORMAT_CSR)
SET_POINTERS(cusparseCscSetPointers, CUSPARSE_FORMAT_CSC)

EXPORT cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void *rows, void *columns, void *values) {
    VALID(matrix != NULL && matrix->format == CUSPARSE_FORMAT_COO);
    VALID((rows != NULL && columns != NULL && values != NULL) || matrix->count == 0);
    matrix->lines = rows;
    matrix->others = columns;
    matrix->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t matrix, int batches, int64_t offsets_stride,
                                                   int64_t stride) {
    VALID(matrix != NULL && matrix->format == CUSPARSE_FORMAT_CSR);
    VALID(batches > 0 && offsets_stride >= 0 && stride >= 0);
    matrix->batches = batches;
    matrix->line_batch = offsets_stride;
    matrix->batch = stride;
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t matrix, int batches, int64_t stride) {
    VALID(matrix != NULL && matrix->format == CUSPARSE_FORMAT_COO && batches > 0 && stride >= 0);
    matrix->batches = batches;
    matrix->line_batch = stride;
    matrix->batch = stride;
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseSpMatDescr_t matrix, int *batches) {
    VALID(matrix != NULL && batches != NULL);
    *batches = matrix->batches;
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseSpMatGetSize(cusparseSpMatDescr_t matrix, int64_t *rows, int64_t *columns,
                                             int64_t *count) {
    VALID(matrix != NULL && rows != NULL && columns != NULL && count != NULL);
    *rows = matrix->rows;
    *columns = matrix->columns;
    *count = matrix->count;
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseSpMatGetFormat(cusparseSpMatDescr_t matrix, cusparseFormat_t *format) {
    VALID(matrix != NULL && format != NULL);
    *format = matrix->format;
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseSpMatGetIndexBase(cusparseSpMatDescr_t matrix, cusparseIndexBase_t *base) {
    VALID(matrix != NULL && base != NULL);
    *base = matrix->base;
    return CUSPARSE_STATUS_SUCCESS;
}

/* Both attributes have values of 0 and 1, and the same size. */
static void *attribute_of(cusparseSpMatDescr_t matrix, int attribute, size_t size) {
    if (matrix == NULL || size != sizeof matrix->fill) {
        return NULL;
    }
    return attribute == CUSPARSE_SPMAT_FILL_MODE   ? (void *)&matrix->fill
           : attribute == CUSPARSE_SPMAT_DIAG_TYPE ? (void *)&matrix->diagonal
                                                   : NULL;
}

EXPORT cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix, int attribute, const void *value,
                                                  size_t size) {
    void *found = attribute_of(matrix, attribute, size);
    VALID(found != NULL && value != NULL && *(const unsigned *)value <= 1);
    memcpy(found, value, size);
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseSpMatGetAttribute(cusparseSpMatDescr_t matrix, int attribute, void *value, size_t size) {
    const void *found = attribute_of(matrix, attribute, size);
    VALID(found != NULL && value != NULL);
    memcpy(value, found, size);
    return CUSPARSE_STATUS_SUCCESS;
}
