/* How products and solvers read sparse matrices: by the rows of their results. Matrices that lie otherwise are sorted, so that
 * each element of a result is a sum in an order that does not change. */
#include "cusparse.h"

struct indices indices_at(const void *data, cusparseIndexType_t type, cusparseIndexBase_t base, int64_t batch) {
    return (struct indices){.data = (uintptr_t)data,
                            .batch = batch,
                            .is_wide = type == CUSPARSE_INDEX_64I,
                            .base = base == CUSPARSE_INDEX_BASE_ONE};
}

/* An array of a work area. */
static struct indices work_indices(uint64_t data) {
    return (struct indices){.data = data, .is_wide = 1};
}

struct entries entries_of(cusparseSpMatDescr_t matrix) {
    int is_batched = matrix->batches > 1;
    int is_by_columns = matrix->format == CUSPARSE_FORMAT_CSC;
    struct indices lines = indices_at(matrix->lines, matrix->line_type, matrix->base, is_batched ? matrix->line_batch : 0);
    struct entries entries = {.others = indices_at(matrix->others, matrix->other_type, matrix->base,
                                                   is_batched ? matrix->batch : 0),
                              .values = (uintptr_t)matrix->values,
                              .batch = is_batched ? matrix->batch : 0,
                              .line_count = is_by_columns ? matrix->columns : matrix->rows,
                              .count = matrix->count,
                              .is_by_columns = is_by_columns};
    if (matrix->format == CUSPARSE_FORMAT_COO) {
        entries.lines = lines;
    } else {
        entries.offsets = lines;
    }
    return entries;
}

struct entries csr_entries(int rows, int count, const int *offsets, const int *columns, const void *values,
                           cusparseIndexBase_t base) {
    return (struct entries){.offsets = indices_at(offsets, CUSPARSE_INDEX_32I, base, 0),
                            .others = indices_at(columns, CUSPARSE_INDEX_32I, base, 0),
                            .values = (uintptr_t)values,
                            .line_count = rows,
                            .count = count};
}

int64_t rows_of(int64_t rows, int64_t columns, cusparseOperation_t operation) {
    return operation == CUSPARSE_OPERATION_NON_TRANSPOSE ? rows : columns;
}

int64_t columns_of(int64_t rows, int64_t columns, cusparseOperation_t operation) {
    return rows_of(columns, rows, operation);
}

/* The arrays of `struct sorting`: two orders, keys, other indices, and bounds. */
size_t sorting_size(int64_t lines, int64_t count) {
    return (size_t)(4 * count + lines + 1) * sizeof(int64_t);
}

static void set_arrays(struct sorting *sorting, void *work) {
    uint64_t address = (uintptr_t)work, size = (uint64_t)sorting->entries.count * sizeof(int64_t);
    sorting->from = address;
    sorting->to = address + size;
    sorting->keys = address + 2 * size;
    sorting->others = address + 3 * size;
    sorting->bounds = address + 4 * size;
}

static struct indices of_batch(struct indices indices, int64_t batch) {
    indices.data += (uint64_t)(batch * indices.batch) * (indices.is_wide ? sizeof(int64_t) : sizeof(int32_t));
    return indices;
}

cusparseStatus_t sort(cusparseHandle_t handle, cudaDataType type, struct sorting *sorting, int64_t batch, void *work) {
    struct entries *entries = &sorting->entries;
    set_arrays(sorting, work);
    entries->others = of_batch(entries->others, batch);
    if (entries->offsets.data != 0) {
        entries->offsets = of_batch(entries->offsets, batch);
    } else {
        entries->lines = of_batch(entries->lines, batch);
    }
    TRY(launch_each(handle, "keys", type, entries->count, 1, sorting));
    for (sorting->width = 1; sorting->width < entries->count; sorting->width *= 2) {
        TRY(launch_each(handle, "merge", type, entries->count, 1, sorting));
        uint64_t sorted = sorting->to;
        sorting->to = sorting->from;
        sorting->from = sorted;
    }
    return launch_each(handle, "bounds", type, sorting->lines + 1, 1, sorting);
}

/* Whether the rows of op(A) are lines with offsets. */
static int lies_by_rows(cusparseSpMatDescr_t matrix, cusparseOperation_t operation) {
    int is_transposed = operation != CUSPARSE_OPERATION_NON_TRANSPOSE;
    return matrix->format == (is_transposed ? CUSPARSE_FORMAT_CSC : CUSPARSE_FORMAT_CSR);
}

size_t reading_size(cusparseSpMatDescr_t matrix, cusparseOperation_t operation) {
    int64_t rows = rows_of(matrix->rows, matrix->columns, operation);
    return lies_by_rows(matrix, operation) ? 0 : (size_t)matrix->batches * sorting_size(rows, matrix->count);
}

/* The passes of a merge sort exchange the two orders. */
static int ends_in_second(int64_t count) {
    int is_second = 0;
    for (int64_t width = 1; width < count; width *= 2) {
        is_second = !is_second;
    }
    return is_second;
}

struct sparse view_by_rows(cusparseSpMatDescr_t matrix, cusparseOperation_t operation, void *work) {
    struct entries entries = entries_of(matrix);
    int64_t rows = rows_of(matrix->rows, matrix->columns, operation);
    struct sparse view = {.offsets = entries.offsets,
                          .columns = entries.others,
                          .values = entries.values,
                          .batch = entries.batch,
                          .rows = rows,
                          .is_conjugate = operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
    if (!lies_by_rows(matrix, operation)) {
        struct sorting sorting = {.entries = entries};
        set_arrays(&sorting, work);
        view.offsets = work_indices(sorting.bounds);
        view.columns = work_indices(sorting.others);
        view.order = ends_in_second(matrix->count) ? sorting.to : sorting.from;
        view.order_batch = matrix->batches > 1 ? (int64_t)(sorting_size(rows, matrix->count) / sizeof(int64_t)) : 0;
        view.offsets.batch = view.order_batch;
        view.columns.batch = view.order_batch;
    }
    return view;
}

cusparseStatus_t read_by_rows(cusparseHandle_t handle, cusparseSpMatDescr_t matrix, cusparseOperation_t operation,
                              void *work, struct sparse *view) {
    int is_transposed = operation != CUSPARSE_OPERATION_NON_TRANSPOSE;
    int64_t rows = rows_of(matrix->rows, matrix->columns, operation);
    VALID(work != NULL || reading_size(matrix, operation) == 0);
    *view = view_by_rows(matrix, operation, work);
    for (int64_t batch = 0; batch < matrix->batches && !lies_by_rows(matrix, operation); batch++) {
        struct sorting sorting = {.entries = entries_of(matrix),
                                  .lines = rows,
                                  .is_by_line = is_transposed == (matrix->format == CUSPARSE_FORMAT_CSC)};
        TRY(sort(handle, matrix->type, &sorting, batch, (char *)work + (size_t)batch * sorting_size(rows, matrix->count)));
    }
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t add_up(cusparseHandle_t handle, cudaDataType type, CUdeviceptr bounds, int64_t lines, int64_t *total) {
    struct conversion conversion = {.bounds = bounds, .length = lines};
    TRY(launch_block(handle, "sum", type, &conversion));
    return read_back(handle, total, bounds + (uint64_t)lines * sizeof(int64_t), sizeof *total);
}
