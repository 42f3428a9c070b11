/* Matrices of square blocks (BSR): products with vectors, and conversions. */
#include "cusparse.h"

static struct blocks blocks_at(cusparseDirection_t direction, int rows, int count, int size,
                               cusparseMatDescr_t descriptor, const void *values, const int *offsets,
                               const int *columns) {
    return (struct blocks){.offsets = indices_at(offsets, CUSPARSE_INDEX_32I, descriptor->base, 0),
                           .columns = indices_at(columns, CUSPARSE_INDEX_32I, descriptor->base, 0),
                           .values = (uintptr_t)values,
                           .rows = rows,
                           .count = count,
                           .size = size,
                           .is_by_columns = direction == CUSPARSE_DIRECTION_COLUMN};
}

static int64_t blocks_for_lines(int lines, int size) {
    return ((int64_t)lines + size - 1) / size;
}

static cusparseStatus_t check(cusparseHandle_t handle, cusparseDirection_t direction, int rows, int columns, int size,
                              cusparseMatDescr_t descriptor) {
    OPEN(handle);
    VALID(direction <= CUSPARSE_DIRECTION_COLUMN && rows >= 0 && columns >= 0 && size > 0 && descriptor != NULL);
    REQUIRE(descriptor->type == CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
    return CUSPARSE_STATUS_SUCCESS;
}

/* Only matrices that are not transposed are supported (cuSPARSE Library, "cusparse<t>bsrmv()"). */
static cusparseStatus_t multiply(cusparseHandle_t handle, cudaDataType type, cusparseOperation_t operation,
                                 struct block_product product, const void *alpha, const void *beta) {
    VALID(is_operation(operation) && alpha != NULL && beta != NULL);
    REQUIRE(operation == CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_STATUS_NOT_SUPPORTED);
    product.alpha = scalar_at(handle, type, alpha);
    product.beta = scalar_at(handle, type, beta);
    return launch_each(handle, "block_product", type, product.a.rows * product.a.size, 1, &product);
}

/* The blocks of each row of blocks are counted in memory of the library, since the program gives none. */
static cusparseStatus_t count_blocks(cusparseHandle_t handle, struct regrouping *regrouping, int *place) {
    CUdeviceptr work = 0;
    int64_t rows = regrouping->blocks.rows, total = 0;
    TRY(status_of(cuMemAllocAsync(&work, (size_t)(rows + 1) * sizeof(int64_t), handle->stream)));
    regrouping->bounds = work;
    cusparseStatus_t status = launch_each(handle, "block_count", CUDA_R_32F, rows, 1, regrouping);
    status = status == CUSPARSE_STATUS_SUCCESS ? add_up(handle, CUDA_R_32F, work, rows, &total) : status;
    if (status == CUSPARSE_STATUS_SUCCESS) {
        status = write_offsets(handle, CUDA_R_32F, work, regrouping->blocks.offsets, rows);
    }
    if (status == CUSPARSE_STATUS_SUCCESS) {
        status = report_total(handle, work + (uint64_t)rows * sizeof(int64_t), total, place);
    }
    cusparseStatus_t freed = status_of(cuMemFreeAsync(work, handle->stream));
    return status == CUSPARSE_STATUS_SUCCESS ? freed : status;
}

EXPORT cusparseStatus_t cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t direction, int rows,
                                            int columns, cusparseMatDescr_t descriptor, const int *offsets,
                                            const int *column_indices, int size, cusparseMatDescr_t block_descriptor,
                                            int *block_offsets, int *count) {
    TRY(check(handle, direction, rows, columns, size, descriptor));
    VALID(block_descriptor != NULL && offsets != NULL && block_offsets != NULL && rows > 0);
    struct regrouping regrouping = {
        .blocks = blocks_at(direction, (int)blocks_for_lines(rows, size), 0, size, block_descriptor, NULL,
                            block_offsets, NULL),
        .elements = rows_at(rows, offsets, column_indices, NULL, descriptor)};
    return count_blocks(handle, &regrouping, count);
}

/* A value outside the matrix is 0. */
static cusparseStatus_t to_blocks(cusparseHandle_t handle, cudaDataType type, struct regrouping regrouping) {
    int64_t rows = regrouping.blocks.rows;
    uint64_t end = regrouping.blocks.offsets.data + (uint64_t)rows * sizeof(int32_t);
    int32_t count;
    VALID(regrouping.blocks.offsets.data != 0);
    TRY(read_back(handle, &count, end, sizeof count));
    count -= regrouping.blocks.offsets.base;
    TRY(launch_each(handle, "block_columns", type, rows, 1, &regrouping));
    return launch_each(handle, "block_values", type, count * regrouping.blocks.size * regrouping.blocks.size, 1,
                       &regrouping);
}

static cusparseStatus_t to_elements(cusparseHandle_t handle, cudaDataType type, struct regrouping regrouping) {
    uint64_t end = regrouping.blocks.offsets.data + (uint64_t)regrouping.blocks.rows * sizeof(int32_t);
    int32_t count;
    VALID(regrouping.blocks.offsets.data != 0 && regrouping.elements.offsets.data != 0);
    TRY(read_back(handle, &count, end, sizeof count));
    regrouping.blocks.count = count - regrouping.blocks.offsets.base;
    TRY(launch_each(handle, "block_offsets", type, regrouping.elements.rows + 1, 1, &regrouping));
    return launch_each(handle, "block_elements", type,
                       regrouping.blocks.count * regrouping.blocks.size * regrouping.blocks.size, 1, &regrouping);
}

#define BLOCKS(letter, type, number)                                                                                   \
    EXPORT cusparseStatus_t cusparse##letter##bsrmv(                                                                   \
        cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t operation, int rows, int columns,  \
        int count, const number *alpha, cusparseMatDescr_t descriptor, const number *values, const int *offsets,       \
        const int *column_indices, int size, const number *x, const number *beta, number *y) {                         \
        TRY(check(handle, direction, rows, columns, size, descriptor));                                                \
        VALID(count >= 0 && offsets != NULL);                                                                          \
        struct block_product product = {                                                                               \
            .a = blocks_at(direction, rows, count, size, descriptor, values, offsets, column_indices),                 \
            .x = (uintptr_t)x,                                                                                         \
            .y = (uintptr_t)y};                                                                                        \
        return multiply(handle, type, operation, product, alpha, beta);                                                \
    }                                                                                                                  \
    EXPORT cusparseStatus_t cusparse##letter##csr2bsr(                                                                 \
        cusparseHandle_t handle, cusparseDirection_t direction, int rows, int columns, cusparseMatDescr_t descriptor,  \
        const number *values, const int *offsets, const int *column_indices, int size,                                 \
        cusparseMatDescr_t block_descriptor, number *block_values, int *block_offsets, int *block_columns) {           \
        TRY(check(handle, direction, rows, columns, size, descriptor));                                                \
        VALID(block_descriptor != NULL && offsets != NULL);                                                            \
        struct regrouping regrouping = {                                                                               \
            .blocks = blocks_at(direction, (int)blocks_for_lines(rows, size), 0, size, block_descriptor, block_values, \
                                block_offsets, block_columns),                                                         \
            .elements = rows_at(rows, offsets, column_indices, values, descriptor)};                                   \
        return to_blocks(handle, type, regrouping);                                                                    \
    }                                                                                                                  \
    EXPORT cusparseStatus_t cusparse##letter##bsr2csr(                                                                 \
        cusparseHandle_t handle, cusparseDirection_t direction, int rows, int columns,                                 \
        cusparseMatDescr_t block_descriptor, const number *block_values, const int *block_offsets,                     \
        const int *block_columns, int size, cusparseMatDescr_t descriptor, number *values, int *offsets,               \
        int *column_indices) {                                                                                         \
        TRY(check(handle, direction, rows, columns, size, block_descriptor));                                          \
        VALID(descriptor != NULL && (int64_t)rows * size <= INT32_MAX);                                                \
        struct regrouping regrouping = {                                                                               \
            .blocks = blocks_at(direction, rows, 0, size, block_descriptor, block_values, block_offsets,               \
                                block_columns),                                                                        \
            .elements = rows_at(rows * size, offsets, column_indices, values, descriptor)};                            \
        return to_elements(handle, type, regrouping);                                                                  \
    }

BLOCKS(S, CUDA_R_32F, float)
BLOCKS(D, CUDA_R_64F, double)
BLOCKS(C, CUDA_C_32F, void)
BLOCKS(Z, CUDA_C_64F, void)
