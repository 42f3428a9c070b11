/* Level 2 of BLAS: a matrix and vectors. A vector is a matrix of one column. */
#include "../cublas.h"
#include "typed.h"

/* y = alpha a x + beta y, for a of rows x columns. */
static cublasStatus_t product(cublasHandle_t handle, cudaDataType type, int64_t rows, int64_t columns,
                              const void *alpha, struct view a, struct view x, const void *beta, struct view y,
                              int64_t batches) {
    VALID(rows >= 0 && columns >= 0 && batches >= 0 && alpha != NULL && beta != NULL);
    multiplication given = {.from = type,
                            .to = type,
                            .a = a,
                            .b = x,
                            .c = y,
                            .alpha = scalar_at(handle, type, alpha),
                            .beta = scalar_at(handle, type, beta),
                            .rows = rows,
                            .columns = 1,
                            .depth = columns,
                            .batches = batches};
    return multiply(handle, &given);
}

static int is_plain(cublasOperation_t operation) {
    return operation == CUBLAS_OP_N || operation == CUBLAS_OP_CONJG;
}

#define GEMV(letter, type, Int, suffix)                                                                                \
    EXPORT cublasStatus_t cublas##letter##gemv_v2##suffix(                                                             \
        cublasHandle_t handle, cublasOperation_t operation, Int rows, Int columns, const void *alpha, const void *a,   \
        Int lead, const void *x, Int x_step, const void *beta, void *y, Int y_step) {                                  \
        OPEN(handle);                                                                                                  \
        VALID(x_step != 0 && y_step != 0 && lead >= (rows > 1 ? rows : 1));                                            \
        Int to = is_plain(operation) ? rows : columns;                                                                 \
        Int from = is_plain(operation) ? columns : rows;                                                               \
        return product(handle, type, to, from, alpha, with_operation(dense(a, lead), operation),                       \
                       vector(type, x, from, x_step), beta, vector(type, y, to, y_step), 1);                           \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublas##letter##gemvStridedBatched##suffix(                                                  \
        cublasHandle_t handle, cublasOperation_t operation, Int rows, Int columns, const void *alpha, const void *a,   \
        Int lead, long long a_stride, const void *x, Int x_step, long long x_stride, const void *beta, void *y,        \
        Int y_step, long long y_stride, Int batches) {                                                                 \
        OPEN(handle);                                                                                                  \
        VALID(x_step != 0 && y_step != 0 && lead >= (rows > 1 ? rows : 1));                                            \
        Int to = is_plain(operation) ? rows : columns;                                                                 \
        Int from = is_plain(operation) ? columns : rows;                                                               \
        struct view from_view = vector(type, x, from, x_step);                                                         \
        struct view to_view = vector(type, y, to, y_step);                                                             \
        from_view.batch = x_stride;                                                                                    \
        to_view.batch = y_stride;                                                                                      \
        return product(handle, type, to, from, alpha, with_operation(batched(a, lead, a_stride), operation),           \
                       from_view, beta, to_view, batches);                                                             \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublas##letter##gbmv_v2##suffix(                                                             \
        cublasHandle_t handle, cublasOperation_t operation, Int rows, Int columns, Int below, Int above,               \
        const void *alpha, const void *a, Int lead, const void *x, Int x_step, const void *beta, void *y,              \
        Int y_step) {                                                                                                  \
        OPEN(handle);                                                                                                  \
        VALID(x_step != 0 && y_step != 0 && below >= 0 && above >= 0 && lead >= below + above + 1);                    \
        Int to = is_plain(operation) ? rows : columns;                                                                 \
        Int from = is_plain(operation) ? columns : rows;                                                               \
        return product(handle, type, to, from, alpha, with_operation(banded(a, lead, below, above), operation),        \
                       vector(type, x, from, x_step), beta, vector(type, y, to, y_step), 1);                           \
    }
TYPES(GEMV)

/* The bands of one triangle. */
static struct view half_banded(const void *data, int64_t lead, int64_t bands, cublasFillMode_t fill) {
    int is_lower = fill == CUBLAS_FILL_MODE_LOWER;
    return banded(data, lead, is_lower ? bands : 0, is_lower ? 0 : bands);
}

/* y = alpha a x + beta y for a symmetric or Hermitian matrix that is stored in full, in bands or packed. */
#define SYMMETRIC_FULL(name, type, Int, shape)                                                                         \
    EXPORT cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t fill, Int order, const void *alpha,             \
                               const void *a, Int lead, const void *x, Int x_step, const void *beta, void *y,          \
                               Int y_step) {                                                                           \
        OPEN(handle);                                                                                                  \
        VALID(x_step != 0 && y_step != 0 && lead >= (order > 1 ? order : 1));                                          \
        return product(handle, type, order, order, alpha, with_shape(dense(a, lead), shape, fill),                     \
                       vector(type, x, order, x_step), beta, vector(type, y, order, y_step), 1);                       \
    }
#define SYMMETRIC_BANDED(name, type, Int, shape)                                                                       \
    EXPORT cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t fill, Int order, Int bands, const void *alpha,  \
                               const void *a, Int lead, const void *x, Int x_step, const void *beta, void *y,          \
                               Int y_step) {                                                                           \
        OPEN(handle);                                                                                                  \
        VALID(x_step != 0 && y_step != 0 && bands >= 0 && lead > bands);                                               \
        return product(handle, type, order, order, alpha, with_shape(half_banded(a, lead, bands, fill), shape, fill),  \
                       vector(type, x, order, x_step), beta, vector(type, y, order, y_step), 1);                       \
    }
#define SYMMETRIC_PACKED(name, type, Int, shape)                                                                       \
    EXPORT cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t fill, Int order, const void *alpha,             \
                               const void *a, const void *x, Int x_step, const void *beta, void *y, Int y_step) {      \
        OPEN(handle);                                                                                                  \
        VALID(x_step != 0 && y_step != 0);                                                                             \
        return product(handle, type, order, order, alpha, with_shape(packed(a, order), shape, fill),                   \
                       vector(type, x, order, x_step), beta, vector(type, y, order, y_step), 1);                       \
    }

#define SYMV(letter, type, Int, suffix) SYMMETRIC_FULL(cublas##letter##symv_v2##suffix, type, Int, SYMMETRIC)
#define HEMV(letter, type, Int, suffix)                                                                                \
    SYMMETRIC_FULL(cublas##letter##hemv_v2##suffix, type, Int, HERMITIAN)                                              \
    SYMMETRIC_BANDED(cublas##letter##hbmv_v2##suffix, type, Int, HERMITIAN)                                            \
    SYMMETRIC_PACKED(cublas##letter##hpmv_v2##suffix, type, Int, HERMITIAN)
#define SBMV(letter, type, Int, suffix)                                                                                \
    SYMMETRIC_BANDED(cublas##letter##sbmv_v2##suffix, type, Int, SYMMETRIC)                                            \
    SYMMETRIC_PACKED(cublas##letter##spmv_v2##suffix, type, Int, SYMMETRIC)
TYPES(SYMV)
COMPLEX_TYPES(HEMV)
REAL_TYPES(SBMV)

/* What a matrix is changed by: alpha x y, and whether the result is Hermitian. */
typedef struct {
    cudaDataType type;
    int64_t rows;
    int64_t columns;
    enum region region;
    int is_hermitian;
} update;

static cublasStatus_t add(cublasHandle_t handle, update update, struct scalar alpha, struct view x, struct view y,
                          struct view a) {
    multiplication given = {.from = update.type,
                            .to = update.type,
                            .a = x,
                            .b = row_vector(y),
                            .c = a,
                            .alpha = alpha,
                            .beta = constant(1),
                            .rows = update.rows,
                            .columns = update.columns,
                            .depth = 1,
                            .batches = 1,
                            .region = update.region,
                            .is_hermitian = update.is_hermitian};
    return multiply(handle, &given);
}

#define GER(name, type, Int, y_view)                                                                                   \
    EXPORT cublasStatus_t name(cublasHandle_t handle, Int rows, Int columns, const void *alpha, const void *x,         \
                               Int x_step, const void *y, Int y_step, void *a, Int lead) {                             \
        OPEN(handle);                                                                                                  \
        VALID(rows >= 0 && columns >= 0 && x_step != 0 && y_step != 0 && lead >= (rows > 1 ? rows : 1));               \
        return add(handle, (update){type, rows, columns, WHOLE, 0}, scalar_at(handle, type, alpha),                    \
                   vector(type, x, rows, x_step), y_view(vector(type, y, columns, y_step)), dense(a, lead));           \
    }
#define AS_IS
#define REAL_GER(letter, type, Int, suffix) GER(cublas##letter##ger_v2##suffix, type, Int, AS_IS)
#define COMPLEX_GER(letter, type, Int, suffix)                                                                         \
    GER(cublas##letter##geru_v2##suffix, type, Int, AS_IS)                                                             \
    GER(cublas##letter##gerc_v2##suffix, type, Int, conjugated)
REAL_TYPES(REAL_GER)
COMPLEX_TYPES(COMPLEX_GER)

/* a += alpha x x, in one triangle. */
static cublasStatus_t add_square(cublasHandle_t handle, update update, const void *alpha, struct view x,
                                 struct view a) {
    VALID(update.rows >= 0 && x.row != 0 && alpha != NULL);
    cudaDataType type = update.is_hermitian ? real_type(update.type) : update.type;
    a.is_lower = update.region == LOWER;
    return add(handle, update, scalar_at(handle, type, alpha), x, update.is_hermitian ? conjugated(x) : x, a);
}

/* a += alpha x y + alpha y x, in one triangle; the second factor is conjugated if the result is Hermitian. */
static cublasStatus_t add_both(cublasHandle_t handle, update update, const void *alpha, struct view x, struct view y,
                               struct view a) {
    VALID(update.rows >= 0 && x.row != 0 && y.row != 0 && alpha != NULL);
    struct scalar factor = scalar_at(handle, update.type, alpha);
    a.is_lower = update.region == LOWER;
    TRY(add(handle, update, factor, x, update.is_hermitian ? conjugated(y) : y, a));
    return add(handle, update, update.is_hermitian ? conjugated_scalar(factor) : factor, y,
               update.is_hermitian ? conjugated(x) : x, a);
}

#define TRIANGLE(type, is_hermitian) ((update){type, order, order, region_of(fill), is_hermitian})
#define SQUARE(name, type, Int, is_hermitian)                                                                          \
    EXPORT cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t fill, Int order, const void *alpha,             \
                               const void *x, Int x_step, void *a, Int lead) {                                         \
        OPEN(handle);                                                                                                  \
        return add_square(handle, TRIANGLE(type, is_hermitian), alpha, vector(type, x, order, x_step),                 \
                          dense(a, lead));                                                                             \
    }
#define SQUARE_PACKED(name, type, Int, is_hermitian)                                                                   \
    EXPORT cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t fill, Int order, const void *alpha,             \
                               const void *x, Int x_step, void *a) {                                                   \
        OPEN(handle);                                                                                                  \
        return add_square(handle, TRIANGLE(type, is_hermitian), alpha, vector(type, x, order, x_step),                 \
                          packed(a, order));                                                                           \
    }
#define BOTH(name, type, Int, is_hermitian)                                                                            \
    EXPORT cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t fill, Int order, const void *alpha,             \
                               const void *x, Int x_step, const void *y, Int y_step, void *a, Int lead) {              \
        OPEN(handle);                                                                                                  \
        return add_both(handle, TRIANGLE(type, is_hermitian), alpha, vector(type, x, order, x_step),                   \
                        vector(type, y, order, y_step), dense(a, lead));                                               \
    }
#define BOTH_PACKED(name, type, Int, is_hermitian)                                                                     \
    EXPORT cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t fill, Int order, const void *alpha,             \
                               const void *x, Int x_step, const void *y, Int y_step, void *a) {                        \
        OPEN(handle);                                                                                                  \
        return add_both(handle, TRIANGLE(type, is_hermitian), alpha, vector(type, x, order, x_step),                   \
                        vector(type, y, order, y_step), packed(a, order));                                             \
    }
#define SYR(letter, type, Int, suffix)                                                                                 \
    SQUARE(cublas##letter##syr_v2##suffix, type, Int, 0) BOTH(cublas##letter##syr2_v2##suffix, type, Int, 0)
#define HER(letter, type, Int, suffix)                                                                                 \
    SQUARE(cublas##letter##her_v2##suffix, type, Int, 1) BOTH(cublas##letter##her2_v2##suffix, type, Int, 1)           \
    SQUARE_PACKED(cublas##letter##hpr_v2##suffix, type, Int, 1) BOTH_PACKED(cublas##letter##hpr2_v2##suffix, type, Int, 1)
#define SPR(letter, type, Int, suffix)                                                                                 \
    SQUARE_PACKED(cublas##letter##spr_v2##suffix, type, Int, 0) BOTH_PACKED(cublas##letter##spr2_v2##suffix, type, Int, 0)
TYPES(SYR)
COMPLEX_TYPES(HER)
REAL_TYPES(SPR)

/* x = a x, from a copy of x. */
static cublasStatus_t multiply_vector(cublasHandle_t handle, cudaDataType type, int64_t order, struct view a,
                                      struct view x) {
    CUdeviceptr copy;
    OPEN(handle);
    VALID(order >= 0 && x.row != 0);
    if (order == 0) {
        return CUBLAS_STATUS_SUCCESS;
    }
    TRY(borrow(handle, (size_t)order * type_size(type), &copy));
    struct view other = dense((void *)(uintptr_t)copy, order);
    multiplication given = {.from = type, .to = type, .a = a, .b = other, .c = x, .alpha = constant(1), .rows = order,
                            .columns = 1, .depth = order, .batches = 1};
    cublasStatus_t status = copy_matrix(handle, type, order, 1, x, other);
    status = status == CUBLAS_STATUS_SUCCESS ? multiply(handle, &given) : status;
    cublasStatus_t end = give_back(handle, copy);
    return status == CUBLAS_STATUS_SUCCESS ? end : status;
}

static cublasStatus_t solve_vector(cublasHandle_t handle, cudaDataType type, int64_t order, struct view a,
                                   struct view x) {
    OPEN(handle);
    VALID(order >= 0 && x.row != 0);
    struct solve given = {.a = a, .b = x, .alpha = constant(1), .rows = order, .columns = 1, .batches = 1};
    return solve(handle, type, &given);
}

#define TRIANGULAR_ROUTINES(stem, letter, type, Int, suffix, does)                                                     \
    EXPORT cublasStatus_t cublas##letter##tr##stem##_v2##suffix(                                                       \
        cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t operation, cublasDiagType_t diagonal,          \
        Int order, const void *a, Int lead, void *x, Int x_step) {                                                     \
        VALID(lead >= (order > 1 ? order : 1));                                                                        \
        return does(handle, type, order, triangular(dense(a, lead), fill, operation, diagonal),                        \
                    vector(type, x, order, x_step));                                                                   \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublas##letter##tb##stem##_v2##suffix(                                                       \
        cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t operation, cublasDiagType_t diagonal,          \
        Int order, Int bands, const void *a, Int lead, void *x, Int x_step) {                                          \
        VALID(bands >= 0 && lead > bands);                                                                             \
        return does(handle, type, order, triangular(half_banded(a, lead, bands, fill), fill, operation, diagonal),     \
                    vector(type, x, order, x_step));                                                                   \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublas##letter##tp##stem##_v2##suffix(                                                       \
        cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t operation, cublasDiagType_t diagonal,          \
        Int order, const void *a, void *x, Int x_step) {                                                               \
        return does(handle, type, order, triangular(packed(a, order), fill, operation, diagonal),                      \
                    vector(type, x, order, x_step));                                                                   \
    }
#define TRMV(letter, type, Int, suffix) TRIANGULAR_ROUTINES(mv, letter, type, Int, suffix, multiply_vector)
#define TRSV(letter, type, Int, suffix) TRIANGULAR_ROUTINES(sv, letter, type, Int, suffix, solve_vector)
TYPES(TRMV)
TYPES(TRSV)
