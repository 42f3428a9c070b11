/* Products and sums of two sparse matrices. */
#include <stdlib.h>

#include "cusparse.h"

/* The work area of a product, between its steps. */
typedef struct {
    void *work; /* int64_t[rows + 1]: the offsets of the result */
} progress;

static size_t bounds_size(int64_t rows) {
    return (size_t)(rows + 1) * sizeof(int64_t);
}

/* Writes the offsets of the result in `work`, and returns their total. */
static cusparseStatus_t count(cusparseHandle_t handle, cudaDataType type, struct combination *combination,
                              int64_t *total) {
    *total = 0;
    REQUIRE(combination->a.rows > 0, CUSPARSE_STATUS_SUCCESS);
    TRY(launch_each(handle, "count_result", type, combination->a.rows, 1, combination));
    return add_up(handle, type, combination->bounds, combination->a.rows, total);
}

cusparseStatus_t write_offsets(cusparseHandle_t handle, cudaDataType type, uint64_t work, struct indices to,
                               int64_t lines) {
    struct movement movement = {.from = {.data = work, .is_wide = 1}, .to = to, .count = lines + 1};
    return launch_each(handle, "indices", type, movement.count, 1, &movement);
}

cusparseStatus_t report_total(cusparseHandle_t handle, uint64_t offset, int64_t total, int *place) {
    REQUIRE(place != NULL, CUSPARSE_STATUS_SUCCESS);
    if (handle->pointer_mode == CUSPARSE_POINTER_MODE_HOST) {
        *place = (int)total;
        return CUSPARSE_STATUS_SUCCESS;
    }
    return write_offsets(handle, CUDA_R_32F, offset, (struct indices){.data = (uintptr_t)place}, 0);
}

EXPORT cusparseStatus_t cusparseSpGEMM_createDescr(progress **created) {
    VALID(created != NULL);
    *created = calloc(1, sizeof **created);
    return *created == NULL ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseSpGEMM_destroyDescr(progress *progress) {
    free(progress);
    return CUSPARSE_STATUS_SUCCESS;
}

#define ARGUMENTS                                                                                                      \
    cusparseHandle_t handle, cusparseOperation_t a_operation, cusparseOperation_t b_operation, const void *alpha,      \
        cusparseSpMatDescr_t a, cusparseSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType type,   \
        unsigned algorithm, progress *progress

/* Only matrices by rows, which are not transposed, are supported (cuSPARSE Library, "cusparseSpGEMM()"). */
static cusparseStatus_t begin(ARGUMENTS, struct combination *combination) {
    OPEN(handle);
    (void)algorithm;
    VALID(alpha != NULL && a != NULL && b != NULL && beta != NULL && c != NULL && progress != NULL);
    VALID(a->columns == b->rows && c->rows == a->rows && c->columns == b->columns);
    REQUIRE(a_operation == CUSPARSE_OPERATION_NON_TRANSPOSE && b_operation == CUSPARSE_OPERATION_NON_TRANSPOSE,
            CUSPARSE_STATUS_NOT_SUPPORTED);
    REQUIRE(a->format == CUSPARSE_FORMAT_CSR && b->format == CUSPARSE_FORMAT_CSR && c->format == CUSPARSE_FORMAT_CSR,
            CUSPARSE_STATUS_NOT_SUPPORTED);
    REQUIRE(a->type == type && b->type == type && c->type == type, CUSPARSE_STATUS_NOT_SUPPORTED);
    *combination = (struct combination){.a = view_by_rows(a, a_operation, NULL),
                                        .b = view_by_rows(b, b_operation, NULL),
                                        .to = entries_of(c),
                                        .alpha = scalar_at(handle, type, alpha),
                                        .beta = scalar_at(handle, type, beta),
                                        .is_product = 1};
    return CUSPARSE_STATUS_SUCCESS;
}

#define BEGIN                                                                                                          \
    struct combination combination;                                                                                    \
    TRY(begin(handle, a_operation, b_operation, alpha, a, b, beta, c, type, algorithm, progress, &combination))

/* The product is counted by cusparseSpGEMM_compute() alone. */
EXPORT cusparseStatus_t cusparseSpGEMM_workEstimation(ARGUMENTS, size_t *size, void *buffer) {
    BEGIN;
    (void)buffer;
    VALID(size != NULL);
    *size = 0;
    return CUSPARSE_STATUS_SUCCESS;
}

/* The program learns the count of elements from cusparseSpMatGetSize(). */
EXPORT cusparseStatus_t cusparseSpGEMM_compute(ARGUMENTS, size_t *size, void *buffer) {
    BEGIN;
    VALID(size != NULL);
    if (buffer == NULL) {
        *size = bounds_size(a->rows);
        return CUSPARSE_STATUS_SUCCESS;
    }
    VALID(*size >= bounds_size(a->rows));
    progress->work = buffer;
    combination.bounds = (uintptr_t)buffer;
    return count(handle, type, &combination, &c->count);
}

EXPORT cusparseStatus_t cusparseSpGEMM_copy(ARGUMENTS) {
    BEGIN;
    VALID(progress->work != NULL && combination.to.offsets.data != 0);
    TRY(write_offsets(handle, type, (uintptr_t)progress->work, combination.to.offsets, a->rows));
    return launch_each(handle, "combine", type, a->rows, 1, &combination);
}

struct sparse rows_at(int rows, const int *offsets, const int *columns, const void *values,
                      cusparseMatDescr_t descriptor) {
    return (struct sparse){.offsets = indices_at(offsets, CUSPARSE_INDEX_32I, descriptor->base, 0),
                           .columns = indices_at(columns, CUSPARSE_INDEX_32I, descriptor->base, 0),
                           .values = (uintptr_t)values,
                           .rows = rows};
}

static cusparseStatus_t check_sum(cusparseHandle_t handle, int rows, int columns, cusparseMatDescr_t a,
                                  cusparseMatDescr_t b, cusparseMatDescr_t c) {
    OPEN(handle);
    VALID(rows >= 0 && columns >= 0 && a != NULL && b != NULL && c != NULL);
    REQUIRE(a->type == CUSPARSE_MATRIX_TYPE_GENERAL && b->type == CUSPARSE_MATRIX_TYPE_GENERAL &&
                c->type == CUSPARSE_MATRIX_TYPE_GENERAL,
            CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
    return CUSPARSE_STATUS_SUCCESS;
}

/* The count goes where the pointer mode says. */
EXPORT cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int rows, int columns, cusparseMatDescr_t a,
                                             int a_count, const int *a_offsets, const int *a_columns,
                                             cusparseMatDescr_t b, int b_count, const int *b_offsets,
                                             const int *b_columns, cusparseMatDescr_t c, int *c_offsets, int *c_count,
                                             void *work) {
    TRY(check_sum(handle, rows, columns, a, b, c));
    VALID(a_count >= 0 && b_count >= 0 && a_offsets != NULL && b_offsets != NULL && c_offsets != NULL);
    VALID(c_count != NULL && work != NULL);
    int64_t total = 0;
    struct combination combination = {.a = rows_at(rows, a_offsets, a_columns, NULL, a),
                                      .b = rows_at(rows, b_offsets, b_columns, NULL, b),
                                      .bounds = (uintptr_t)work};
    struct indices offsets = indices_at(c_offsets, CUSPARSE_INDEX_32I, c->base, 0);
    TRY(count(handle, CUDA_R_32F, &combination, &total));
    TRY(write_offsets(handle, CUDA_R_32F, combination.bounds, offsets, rows));
    return report_total(handle, combination.bounds + (uint64_t)rows * sizeof(int64_t), total, c_count);
}

static cusparseStatus_t add(cusparseHandle_t handle, cudaDataType type, struct combination combination,
                            const void *alpha, const void *beta) {
    VALID(alpha != NULL && beta != NULL && combination.to.offsets.data != 0);
    combination.alpha = scalar_at(handle, type, alpha);
    combination.beta = scalar_at(handle, type, beta);
    return launch_each(handle, "combine", type, combination.a.rows, 1, &combination);
}

#define SUM(letter, type, number)                                                                                      \
    EXPORT cusparseStatus_t cusparse##letter##csrgeam2_bufferSizeExt(                                                  \
        cusparseHandle_t handle, int rows, int columns, const number *alpha, cusparseMatDescr_t a, int a_count,        \
        const number *a_values, const int *a_offsets, const int *a_columns, const number *beta, cusparseMatDescr_t b,  \
        int b_count, const number *b_values, const int *b_offsets, const int *b_columns, cusparseMatDescr_t c,         \
        const number *c_values, const int *c_offsets, const int *c_columns, size_t *size) {                            \
        (void)alpha, (void)beta, (void)a_values, (void)a_offsets, (void)a_columns, (void)b_values, (void)b_offsets;    \
        (void)b_columns, (void)c_values, (void)c_offsets, (void)c_columns, (void)a_count, (void)b_count;               \
        TRY(check_sum(handle, rows, columns, a, b, c));                                                                \
        VALID(size != NULL);                                                                                           \
        *size = bounds_size(rows);                                                                                     \
        return CUSPARSE_STATUS_SUCCESS;                                                                                \
    }                                                                                                                  \
    EXPORT cusparseStatus_t cusparse##letter##csrgeam2(                                                                \
        cusparseHandle_t handle, int rows, int columns, const number *alpha, cusparseMatDescr_t a, int a_count,        \
        const number *a_values, const int *a_offsets, const int *a_columns, const number *beta, cusparseMatDescr_t b,  \
        int b_count, const number *b_values, const int *b_offsets, const int *b_columns, cusparseMatDescr_t c,         \
        number *c_values, int *c_offsets, int *c_columns, void *work) {                                                \
        (void)a_count, (void)b_count, (void)work;                                                                      \
        TRY(check_sum(handle, rows, columns, a, b, c));                                                                \
        struct combination combination = {.a = rows_at(rows, a_offsets, a_columns, a_values, a),                       \
                                          .b = rows_at(rows, b_offsets, b_columns, b_values, b),                       \
                                          .to = csr_entries(rows, 0, c_offsets, c_columns, c_values, c->base)};        \
        return add(handle, type, combination, alpha, beta);                                                            \
    }

SUM(S, CUDA_R_32F, float)
SUM(D, CUDA_R_64F, double)
SUM(C, CUDA_C_32F, void)
SUM(Z, CUDA_C_64F, void)
