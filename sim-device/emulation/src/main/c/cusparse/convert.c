/* Conversions between dense and sparse matrices. */
#include "cusparse.h"

/* The lines of the sparse matrix are rows or columns of the dense one. */
static struct conversion conversion_of(cusparseDnMatDescr_t dense, cusparseSpMatDescr_t sparse, const void *work) {
    return (struct conversion){.dense = dense_matrix(dense, CUSPARSE_OPERATION_NON_TRANSPOSE),
                               .entries = entries_of(sparse),
                               .bounds = (uintptr_t)work,
                               .length = sparse->format == CUSPARSE_FORMAT_CSC ? sparse->rows : sparse->columns};
}

static cusparseStatus_t check(cusparseHandle_t handle, cusparseDnMatDescr_t dense, cusparseSpMatDescr_t sparse,
                              unsigned algorithm) {
    OPEN(handle);
    VALID(dense != NULL && sparse != NULL && algorithm == 0);
    VALID(dense->rows == sparse->rows && dense->columns == sparse->columns);
    REQUIRE(dense->type == sparse->type && dense->batches == 1 && sparse->batches == 1, CUSPARSE_STATUS_NOT_SUPPORTED);
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle, cusparseSpMatDescr_t sparse,
                                                         cusparseDnMatDescr_t dense, unsigned algorithm, size_t *size) {
    VALID(size != NULL);
    *size = 0;
    return check(handle, dense, sparse, algorithm);
}

EXPORT cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseSpMatDescr_t sparse,
                                              cusparseDnMatDescr_t dense, unsigned algorithm, void *buffer) {
    TRY(check(handle, dense, sparse, algorithm));
    struct conversion conversion = conversion_of(dense, sparse, buffer);
    TRY(launch_each(handle, "clear", sparse->type, sparse->rows * sparse->columns, 1, &conversion));
    return launch_each(handle, "expand", sparse->type, sparse->count, 1, &conversion);
}

EXPORT cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle, cusparseDnMatDescr_t dense,
                                                         cusparseSpMatDescr_t sparse, unsigned algorithm, size_t *size) {
    VALID(size != NULL);
    TRY(check(handle, dense, sparse, algorithm));
    *size = (size_t)(entries_of(sparse).line_count + 1) * sizeof(int64_t);
    return CUSPARSE_STATUS_SUCCESS;
}

/* The program learns the count of elements from cusparseSpMatGetSize(). */
EXPORT cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle, cusparseDnMatDescr_t dense,
                                                       cusparseSpMatDescr_t sparse, unsigned algorithm, void *buffer) {
    TRY(check(handle, dense, sparse, algorithm));
    VALID(buffer != NULL);
    struct conversion conversion = conversion_of(dense, sparse, buffer);
    int64_t lines = conversion.entries.line_count;
    sparse->count = 0;
    REQUIRE(lines > 0, CUSPARSE_STATUS_SUCCESS);
    TRY(launch_each(handle, "count", sparse->type, lines, 1, &conversion));
    return add_up(handle, sparse->type, conversion.bounds, lines, &sparse->count);
}

EXPORT cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseDnMatDescr_t dense,
                                                      cusparseSpMatDescr_t sparse, unsigned algorithm, void *buffer) {
    TRY(check(handle, dense, sparse, algorithm));
    VALID(buffer != NULL);
    struct conversion conversion = conversion_of(dense, sparse, buffer);
    struct movement offsets = {.from = indices_at(buffer, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ZERO, 0),
                               .to = conversion.entries.offsets,
                               .count = conversion.entries.line_count + 1};
    if (offsets.to.data != 0) {
        TRY(launch_each(handle, "indices", sparse->type, offsets.count, 1, &offsets));
    }
    return launch_each(handle, "compress", sparse->type, conversion.entries.line_count, 1, &conversion);
}
