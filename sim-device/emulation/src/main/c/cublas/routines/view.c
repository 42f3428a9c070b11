/* Views of matrices and vectors. */
#include "../cublas.h"

struct view batched(const void *data, int64_t lead, int64_t stride) {
    return (struct view){.data = (uintptr_t)data, .row = 1, .column = lead, .batch = stride};
}

struct view dense(const void *data, int64_t lead) {
    return batched(data, lead, 0);
}

struct view addressed(const void *addresses, int64_t lead) {
    struct view view = dense(addresses, lead);
    view.has_addresses = 1;
    return view;
}

/* With a negative increment, the first element is the last one in memory, as in BLAS. */
struct view vector(cudaDataType type, const void *data, int64_t count, int64_t increment) {
    int64_t skipped = increment < 0 ? (1 - count) * increment * (int64_t)type_size(type) : 0;
    return (struct view){.data = (uintptr_t)data + (uint64_t)skipped, .row = increment};
}

struct view row_vector(struct view column) {
    column.column = column.row;
    column.row = 0;
    return column;
}

/* Without a structure, the steps are exchanged, so that kernels have less to look at. */
struct view transposed(struct view view) {
    if (view.shape == GENERAL && view.storage == FULL) {
        int64_t row = view.row;
        view.row = view.column;
        view.column = row;
    } else {
        view.is_transposed = !view.is_transposed;
    }
    return view;
}

struct view conjugated(struct view view) {
    view.is_conjugate = !view.is_conjugate;
    return view;
}

struct view with_operation(struct view view, cublasOperation_t operation) {
    int is_transposed = operation == CUBLAS_OP_T || operation == CUBLAS_OP_C;
    int is_conjugate = operation == CUBLAS_OP_C || operation == CUBLAS_OP_CONJG;
    view = is_transposed ? transposed(view) : view;
    return is_conjugate ? conjugated(view) : view;
}

struct view with_shape(struct view view, enum shape shape, cublasFillMode_t fill) {
    view.shape = shape;
    view.is_lower = fill == CUBLAS_FILL_MODE_LOWER;
    return view;
}

struct view triangular(struct view view, cublasFillMode_t fill, cublasOperation_t operation,
                       cublasDiagType_t diagonal) {
    view = with_shape(view, TRIANGULAR, fill);
    view.has_unit_diagonal = diagonal == CUBLAS_DIAG_UNIT;
    return with_operation(view, operation);
}

enum region region_of(cublasFillMode_t fill) {
    return fill == CUBLAS_FILL_MODE_LOWER ? LOWER : UPPER;
}

struct view packed(const void *data, int64_t order) {
    return (struct view){.data = (uintptr_t)data, .order = order, .storage = PACKED};
}

struct view banded(const void *data, int64_t lead, int64_t below, int64_t above) {
    return (struct view){
        .data = (uintptr_t)data, .column = lead, .below = below, .above = above, .storage = BANDED};
}
