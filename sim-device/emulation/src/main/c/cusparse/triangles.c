/* csrsv2 and csrsm2 of CUDA 11: systems with a triangle of a matrix that is given as arrays. CUDA 12 does not have them. */
#include "cusparse.h"

#if CUDA_MAJOR == 11

typedef struct {
    cudaDataType type;
    cusparseOperation_t operation;
    int rows;
    int count;
    cusparseMatDescr_t descriptor;
    const void *values;
    const int *offsets;
    const int *columns;
} triangle;

static cusparseStatus_t check(cusparseHandle_t handle, const triangle *given, const struct analysed *analysed,
                              unsigned policy) {
    OPEN(handle);
    VALID(given->rows >= 0 && given->count >= 0 && given->descriptor != NULL && analysed != NULL);
    VALID(is_operation(given->operation) && policy <= LAST_SOLVE_POLICY);
    VALID(given->rows == 0 || given->offsets != NULL);
    VALID(given->count == 0 || (given->values != NULL && given->columns != NULL));
    REQUIRE(given->descriptor->type == CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
    return CUSPARSE_STATUS_SUCCESS;
}

static struct cusparseSpMatDescr matrix_of(const triangle *given) {
    return (struct cusparseSpMatDescr){.format = CUSPARSE_FORMAT_CSR,
                                       .rows = given->rows,
                                       .columns = given->rows,
                                       .count = given->count,
                                       .lines = (void *)given->offsets,
                                       .others = (void *)given->columns,
                                       .values = (void *)given->values,
                                       .line_type = CUSPARSE_INDEX_32I,
                                       .other_type = CUSPARSE_INDEX_32I,
                                       .base = given->descriptor->base,
                                       .type = given->type,
                                       .batches = 1};
}

/* The work area: the places of the diagonal, and the order of a matrix that is transposed. */
static size_t work_size(const triangle *given) {
    struct cusparseSpMatDescr matrix = matrix_of(given);
    return pivots_size(given->rows) + reading_size(&matrix, given->operation);
}

static void *order_in(const triangle *given, void *work) {
    return (char *)work + pivots_size(given->rows);
}

static cusparseStatus_t analyse(cusparseHandle_t handle, const triangle *given, struct analysed *analysed, void *work) {
    struct cusparseSpMatDescr matrix = matrix_of(given);
    struct sparse view;
    VALID(work != NULL || given->rows == 0);
    analysed->base = given->descriptor->base;
    TRY(read_by_rows(handle, &matrix, given->operation, order_in(given, work), &view));
    TRY(find_diagonal(handle, given->type, analysed, view, work));
    if (given->descriptor->diagonal == CUSPARSE_DIAG_TYPE_UNIT) {
        return status_of(cuMemsetD32Async(analysed->position, UINT32_MAX, 1, handle->stream));
    }
    return CUSPARSE_STATUS_SUCCESS;
}

/* The other triangle of a transposed matrix is used. */
static cusparseStatus_t solve(cusparseHandle_t handle, const triangle *given, const struct analysed *analysed,
                              struct solve solve, const void *alpha, void *work) {
    struct cusparseSpMatDescr matrix = matrix_of(given);
    int is_transposed = given->operation != CUSPARSE_OPERATION_NON_TRANSPOSE;
    VALID(alpha != NULL && analysed->position != 0 && (work != NULL || given->rows == 0));
    solve.a = view_by_rows(&matrix, given->operation, order_in(given, work));
    solve.alpha = scalar_at(handle, given->type, alpha);
    solve.is_lower = (given->descriptor->fill == CUSPARSE_FILL_MODE_LOWER) != is_transposed;
    solve.has_unit_diagonal = given->descriptor->diagonal == CUSPARSE_DIAG_TYPE_UNIT;
    TRY(launch_each(handle, "solve", given->type, solve.columns, 1, &solve));
    REQUIRE(!solve.has_unit_diagonal, CUSPARSE_STATUS_SUCCESS);
    struct pivots pivots = pivots_of(analysed, solve.a, work);
    pivots.is_numerical = 1;
    return launch_block(handle, "pivot", given->type, &pivots);
}

static struct dense dense_at(const void *values, int64_t lead) {
    return (struct dense){.data = (uintptr_t)values, .row = 1, .column = lead};
}

/* op(B), which is not conjugated (cuSPARSE Library 11.8, "cusparse<t>csrsm2_solve()"). */
static cusparseStatus_t right_sides(cusparseOperation_t operation, int rows, int columns, const void *values, int lead,
                                    struct dense *view) {
    int is_plain = operation == CUSPARSE_OPERATION_NON_TRANSPOSE;
    int least = is_plain ? rows : columns;
    VALID(is_operation(operation) && columns >= 0 && lead >= (least > 1 ? least : 1));
    REQUIRE(operation != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, CUSPARSE_STATUS_NOT_SUPPORTED);
    *view = dense_at(values, lead);
    if (!is_plain) {
        view->row = lead;
        view->column = 1;
    }
    return CUSPARSE_STATUS_SUCCESS;
}

#define GIVEN(type) triangle given = {type, operation, rows, count, descriptor, values, offsets, columns}
#define MATRIX cusparseMatDescr_t descriptor, const void *values, const int *offsets, const int *columns
#define VECTOR_ARGUMENTS                                                                                               \
    cusparseHandle_t handle, cusparseOperation_t operation, int rows, int count, MATRIX, struct analysed *analysed

#define VECTOR(letter, type)                                                                                           \
    EXPORT cusparseStatus_t cusparse##letter##csrsv2_bufferSize(VECTOR_ARGUMENTS, int *size) {                         \
        GIVEN(type);                                                                                                   \
        TRY(check(handle, &given, analysed, 0));                                                                       \
        VALID(size != NULL);                                                                                           \
        REQUIRE(work_size(&given) <= INT32_MAX, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES);                               \
        *size = (int)work_size(&given);                                                                                \
        return CUSPARSE_STATUS_SUCCESS;                                                                                \
    }                                                                                                                  \
    EXPORT cusparseStatus_t cusparse##letter##csrsv2_bufferSizeExt(VECTOR_ARGUMENTS, size_t *size) {                   \
        GIVEN(type);                                                                                                   \
        TRY(check(handle, &given, analysed, 0));                                                                       \
        VALID(size != NULL);                                                                                           \
        *size = work_size(&given);                                                                                     \
        return CUSPARSE_STATUS_SUCCESS;                                                                                \
    }                                                                                                                  \
    EXPORT cusparseStatus_t cusparse##letter##csrsv2_analysis(VECTOR_ARGUMENTS, unsigned policy, void *work) {         \
        GIVEN(type);                                                                                                   \
        TRY(check(handle, &given, analysed, policy));                                                                  \
        return analyse(handle, &given, analysed, work);                                                                \
    }                                                                                                                  \
    EXPORT cusparseStatus_t cusparse##letter##csrsv2_solve(                                                            \
        cusparseHandle_t handle, cusparseOperation_t operation, int rows, int count, const void *alpha, MATRIX,        \
        struct analysed *analysed, const void *f, void *x, unsigned policy, void *work) {                              \
        GIVEN(type);                                                                                                   \
        TRY(check(handle, &given, analysed, policy));                                                                  \
        VALID(rows == 0 || (f != NULL && x != NULL));                                                                  \
        struct solve equations = {.b = dense_at(f, rows), .c = dense_at(x, rows), .columns = 1};                       \
        return solve(handle, &given, analysed, equations, alpha, work);                                                \
    }

#define MATRIX_ARGUMENTS(number)                                                                                       \
    cusparseHandle_t handle, int algorithm, cusparseOperation_t operation, cusparseOperation_t b_operation, int rows,  \
        int right, int count, const void *alpha, MATRIX, number *b, int b_lead, struct analysed *analysed,             \
        unsigned policy
#define MATRIX_REQUEST(type)                                                                                           \
    struct dense sides;                                                                                                \
    GIVEN(type);                                                                                                       \
    TRY(check(handle, &given, analysed, policy));                                                                      \
    VALID(algorithm == 0 || algorithm == 1);                                                                           \
    TRY(right_sides(b_operation, rows, right, b, b_lead, &sides))

#define MATRICES(letter, type)                                                                                         \
    EXPORT cusparseStatus_t cusparse##letter##csrsm2_bufferSizeExt(MATRIX_ARGUMENTS(const void), size_t *size) {       \
        MATRIX_REQUEST(type);                                                                                          \
        VALID(alpha != NULL && size != NULL);                                                                          \
        *size = work_size(&given);                                                                                     \
        return CUSPARSE_STATUS_SUCCESS;                                                                                \
    }                                                                                                                  \
    EXPORT cusparseStatus_t cusparse##letter##csrsm2_analysis(MATRIX_ARGUMENTS(const void), void *work) {              \
        MATRIX_REQUEST(type);                                                                                          \
        VALID(alpha != NULL);                                                                                          \
        return analyse(handle, &given, analysed, work);                                                                \
    }                                                                                                                  \
    EXPORT cusparseStatus_t cusparse##letter##csrsm2_solve(MATRIX_ARGUMENTS(void), void *work) {                       \
        MATRIX_REQUEST(type);                                                                                          \
        struct solve equations = {.b = sides, .c = sides, .columns = right};                                           \
        return solve(handle, &given, analysed, equations, alpha, work);                                                \
    }

#define TYPED(letter, type) VECTOR(letter, type) MATRICES(letter, type)
TYPED(S, CUDA_R_32F)
TYPED(D, CUDA_R_64F)
TYPED(C, CUDA_C_32F)
TYPED(Z, CUDA_C_64F)

ANALYSED(Csrsv2, csrsv2)
ANALYSED(Csrsm2, csrsm2)

#endif
