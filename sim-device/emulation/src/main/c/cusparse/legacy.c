/* Functions of matrices that are given as arrays of 32-bit indices. */
#include <stdlib.h>

#include "cusparse.h"

/* Kernels for indices are in each module. */
#define INDICES CUDA_R_32F

EXPORT cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descriptor) {
    VALID(descriptor != NULL);
    *descriptor = calloc(1, sizeof **descriptor);
    return *descriptor == NULL ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descriptor) {
    free(descriptor);
    return CUSPARSE_STATUS_SUCCESS;
}

/* The functions that set and read a field of a descriptor. */
#define DESCRIPTOR(set, get, its_type, field, last)                                                                    \
    EXPORT cusparseStatus_t set(cusparseMatDescr_t descriptor, its_type value) {                                       \
        VALID(descriptor != NULL && value <= (last));                                                                  \
        descriptor->field = value;                                                                                     \
        return CUSPARSE_STATUS_SUCCESS;                                                                                \
    }                                                                                                                  \
    EXPORT its_type get(cusparseMatDescr_t descriptor) {                                                               \
        return descriptor->field;                                                                                      \
    }

DESCRIPTOR(cusparseSetMatType, cusparseGetMatType, cusparseMatrixType_t, type, CUSPARSE_MATRIX_TYPE_TRIANGULAR)
DESCRIPTOR(cusparseSetMatFillMode, cusparseGetMatFillMode, cusparseFillMode_t, fill, CUSPARSE_FILL_MODE_UPPER)
DESCRIPTOR(cusparseSetMatDiagType, cusparseGetMatDiagType, cusparseDiagType_t, diagonal, CUSPARSE_DIAG_TYPE_UNIT)
DESCRIPTOR(cusparseSetMatIndexBase, cusparseGetMatIndexBase, cusparseIndexBase_t, base, CUSPARSE_INDEX_BASE_ONE)

static struct indices narrow(const int *data, cusparseIndexBase_t base) {
    return indices_at(data, CUSPARSE_INDEX_32I, base, 0);
}

static struct indices wide(uint64_t data) {
    return (struct indices){.data = data, .is_wide = 1};
}

static cusparseStatus_t move(cusparseHandle_t handle, struct indices from, uint64_t order, struct indices to,
                             int64_t count) {
    struct movement movement = {.from = from, .to = to, .order = order, .count = count};
    return launch_each(handle, "indices", INDICES, count, 1, &movement);
}

EXPORT cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int count, int *permutation) {
    OPEN(handle);
    VALID(count >= 0 && (permutation != NULL || count == 0));
    return move(handle, (struct indices){0}, 0, narrow(permutation, CUSPARSE_INDEX_BASE_ZERO), count);
}

/* The rows are sorted: those of a matrix with rows as keys in the order of its elements. */
EXPORT cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *rows, int count, int lines, int *offsets,
                                         cusparseIndexBase_t base) {
    OPEN(handle);
    VALID(count >= 0 && lines >= 0 && offsets != NULL && (rows != NULL || count == 0) && is_base(base));
    struct sorting sorting = {.entries = {.lines = narrow(rows, base), .others = narrow(offsets, base), .count = count},
                              .lines = lines};
    return launch_each(handle, "offsets", INDICES, lines + (int64_t)1, 1, &sorting);
}

EXPORT cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *offsets, int count, int lines, int *rows,
                                         cusparseIndexBase_t base) {
    OPEN(handle);
    VALID(count >= 0 && lines >= 0 && offsets != NULL && (rows != NULL || count == 0) && is_base(base));
    struct sorting sorting = {.entries = csr_entries(lines, count, offsets, NULL, NULL, base)};
    sorting.entries.lines = narrow(rows, base);
    return launch_each(handle, "lines", INDICES, count, 1, &sorting);
}

/* Applies the order of a sorted matrix to the permutation of a program, which may have none. */
static cusparseStatus_t permute(cusparseHandle_t handle, const struct sorting *sorting, int *permutation) {
    struct indices own = narrow(permutation, CUSPARSE_INDEX_BASE_ZERO);
    REQUIRE(permutation != NULL, CUSPARSE_STATUS_SUCCESS);
    TRY(move(handle, own, sorting->from, wide(sorting->to), sorting->entries.count));
    return move(handle, wide(sorting->to), 0, own, sorting->entries.count);
}

EXPORT cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int rows, int columns, int count,
                                                       const int *row_indices, const int *column_indices, size_t *size) {
    OPEN(handle);
    (void)row_indices;
    (void)column_indices;
    VALID(rows >= 0 && columns >= 0 && count >= 0 && size != NULL);
    *size = sorting_size(rows > columns ? rows : columns, count);
    return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t sort_coordinates(cusparseHandle_t handle, int lines, int count, int *keys, int *others,
                                         int *permutation, void *buffer) {
    OPEN(handle);
    VALID(lines >= 0 && count >= 0 && buffer != NULL && ((keys != NULL && others != NULL) || count == 0));
    struct indices key_array = narrow(keys, CUSPARSE_INDEX_BASE_ZERO);
    struct indices other_array = narrow(others, CUSPARSE_INDEX_BASE_ZERO);
    struct sorting sorting = {.entries = {.lines = key_array, .others = other_array, .count = count},
                              .lines = lines,
                              .is_by_line = 1,
                              .is_by_both = 1};
    TRY(sort(handle, INDICES, &sorting, 0, buffer));
    TRY(move(handle, wide(sorting.keys), sorting.from, key_array, count));
    TRY(move(handle, wide(sorting.others), sorting.from, other_array, count));
    return permute(handle, &sorting, permutation);
}

EXPORT cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int rows, int columns, int count,
                                              int *row_indices, int *column_indices, int *permutation, void *buffer) {
    VALID(columns >= 0);
    return sort_coordinates(handle, rows, count, row_indices, column_indices, permutation, buffer);
}

EXPORT cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int rows, int columns, int count,
                                                 int *row_indices, int *column_indices, int *permutation,
                                                 void *buffer) {
    VALID(rows >= 0);
    return sort_coordinates(handle, columns, count, column_indices, row_indices, permutation, buffer);
}

/* Sorts the elements of each line by their other index. */
static cusparseStatus_t sort_lines(cusparseHandle_t handle, int lines, int count, cusparseMatDescr_t descriptor,
                                   const int *offsets, int *others, int *permutation, void *buffer) {
    OPEN(handle);
    VALID(lines >= 0 && count >= 0 && descriptor != NULL && offsets != NULL && buffer != NULL);
    VALID(others != NULL || count == 0);
    struct sorting sorting = {.entries = csr_entries(lines, count, offsets, others, NULL, descriptor->base),
                              .lines = lines,
                              .is_by_line = 1,
                              .is_by_both = 1};
    TRY(sort(handle, INDICES, &sorting, 0, buffer));
    TRY(move(handle, wide(sorting.others), sorting.from, sorting.entries.others, count));
    return permute(handle, &sorting, permutation);
}

EXPORT cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int rows, int columns, int count,
                                                       const int *offsets, const int *column_indices, size_t *size) {
    return cusparseXcoosort_bufferSizeExt(handle, rows, columns, count, offsets, column_indices, size);
}

EXPORT cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int rows, int columns, int count,
                                         cusparseMatDescr_t descriptor, const int *offsets, int *column_indices,
                                         int *permutation, void *buffer) {
    VALID(columns >= 0);
    return sort_lines(handle, rows, count, descriptor, offsets, column_indices, permutation, buffer);
}

EXPORT cusparseStatus_t cusparseXcscsort_bufferSizeExt(cusparseHandle_t handle, int rows, int columns, int count,
                                                       const int *offsets, const int *row_indices, size_t *size) {
    return cusparseXcoosort_bufferSizeExt(handle, rows, columns, count, row_indices, offsets, size);
}

EXPORT cusparseStatus_t cusparseXcscsort(cusparseHandle_t handle, int rows, int columns, int count,
                                         cusparseMatDescr_t descriptor, const int *offsets, int *row_indices,
                                         int *permutation, void *buffer) {
    VALID(rows >= 0);
    return sort_lines(handle, columns, count, descriptor, offsets, row_indices, permutation, buffer);
}

#define TRANSPOSE_ARGUMENTS                                                                                            \
    cusparseHandle_t handle, int rows, int columns, int count, const void *values, const int *offsets,                 \
        const int *indices, void *to_values, int *to_offsets, int *to_indices, cudaDataType type,                      \
        cusparseAction_t action, cusparseIndexBase_t base, unsigned algorithm

EXPORT cusparseStatus_t cusparseCsr2cscEx2_bufferSize(TRANSPOSE_ARGUMENTS, size_t *size) {
    OPEN(handle);
    (void)values, (void)offsets, (void)indices, (void)to_values, (void)to_offsets, (void)to_indices, (void)algorithm;
    VALID(rows >= 0 && columns >= 0 && count >= 0 && action <= CUSPARSE_ACTION_NUMERIC && is_base(base) && size != NULL);
    REQUIRE(is_blas_type(type), CUSPARSE_STATUS_NOT_SUPPORTED);
    *size = sorting_size(columns, count);
    return CUSPARSE_STATUS_SUCCESS;
}

/* Sorts the elements by columns. */
EXPORT cusparseStatus_t cusparseCsr2cscEx2(TRANSPOSE_ARGUMENTS, void *buffer) {
    OPEN(handle);
    (void)algorithm;
    VALID(rows >= 0 && columns >= 0 && count >= 0 && action <= CUSPARSE_ACTION_NUMERIC && is_base(base));
    VALID(offsets != NULL && to_offsets != NULL && buffer != NULL);
    VALID(count == 0 || (indices != NULL && to_indices != NULL));
    REQUIRE(is_blas_type(type), CUSPARSE_STATUS_NOT_SUPPORTED);
    struct sorting sorting = {.entries = csr_entries(rows, count, offsets, indices, values, base), .lines = columns};
    TRY(sort(handle, type, &sorting, 0, buffer));
    TRY(move(handle, wide(sorting.bounds), 0, narrow(to_offsets, base), columns + (int64_t)1));
    TRY(move(handle, wide(sorting.others), sorting.from, narrow(to_indices, base), count));
    REQUIRE(action == CUSPARSE_ACTION_NUMERIC && count > 0, CUSPARSE_STATUS_SUCCESS);
    VALID(values != NULL && to_values != NULL);
    struct movement movement = {.from = {.data = (uintptr_t)values},
                                .to = {.data = (uintptr_t)to_values},
                                .order = sorting.from,
                                .count = count};
    return launch_each(handle, "values", type, count, 1, &movement);
}
