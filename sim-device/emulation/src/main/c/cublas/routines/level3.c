/* Level 3 of BLAS: products of matrices of which one has a structure. cublas<t>gemm is in gemm.c. */
#include "../cublas.h"
#include "typed.h"

static int fits(int64_t lead, int64_t rows) {
    return lead >= (rows > 1 ? rows : 1);
}

/* c = alpha a b + beta c for a structured a on the left, or c = alpha b a + beta c. */
static cublasStatus_t multiply_sided(cublasHandle_t handle, cudaDataType type, cublasSideMode_t side, int64_t rows,
                                     int64_t columns, struct scalar alpha, struct view a, struct view b,
                                     struct scalar beta, struct view c) {
    int is_left = side == CUBLAS_SIDE_LEFT;
    multiplication given = {.from = type,
                            .to = type,
                            .a = is_left ? a : b,
                            .b = is_left ? b : a,
                            .c = c,
                            .alpha = alpha,
                            .beta = beta,
                            .rows = rows,
                            .columns = columns,
                            .depth = is_left ? rows : columns,
                            .batches = 1};
    return multiply(handle, &given);
}

#define SYMM(name, type, Int, shape)                                                                                   \
    EXPORT cublasStatus_t name(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, Int rows,          \
                               Int columns, const void *alpha, const void *a, Int a_lead, const void *b, Int b_lead,   \
                               const void *beta, void *c, Int c_lead) {                                                \
        OPEN(handle);                                                                                                  \
        VALID(rows >= 0 && columns >= 0 && alpha != NULL && beta != NULL);                                             \
        VALID(fits(a_lead, side == CUBLAS_SIDE_LEFT ? rows : columns) && fits(b_lead, rows) && fits(c_lead, rows));    \
        return multiply_sided(handle, type, side, rows, columns, scalar_at(handle, type, alpha),                       \
                              with_shape(dense(a, a_lead), shape, fill), dense(b, b_lead),                             \
                              scalar_at(handle, type, beta), dense(c, c_lead));                                        \
    }
#define ALL_SYMM(letter, type, Int, suffix) SYMM(cublas##letter##symm_v2##suffix, type, Int, SYMMETRIC)
#define ALL_HEMM(letter, type, Int, suffix) SYMM(cublas##letter##hemm_v2##suffix, type, Int, HERMITIAN)
TYPES(ALL_SYMM)
COMPLEX_TYPES(ALL_HEMM)

/* A triangle of c = alpha a b + beta c, with factors of which one is transposed. */
typedef struct {
    cudaDataType type;
    cublasFillMode_t fill;
    cublasOperation_t operation; /* of a; b has the opposite one */
    int64_t order;
    int64_t depth;
    int is_hermitian;
} triangle;

/* op(a) and the transposed, or conjugate transposed, op(b). */
static cublasStatus_t multiply_triangle(cublasHandle_t handle, triangle triangle, struct scalar alpha, struct view a,
                                        struct view b, struct scalar beta, struct view c) {
    int is_transposed = triangle.operation != CUBLAS_OP_N;
    struct view left = is_transposed ? transposed(a) : a;
    struct view right = is_transposed ? b : transposed(b);
    left = triangle.is_hermitian && is_transposed ? conjugated(left) : left;
    right = triangle.is_hermitian && !is_transposed ? conjugated(right) : right;
    multiplication given = {.from = triangle.type,
                            .to = triangle.type,
                            .a = left,
                            .b = right,
                            .c = c,
                            .alpha = alpha,
                            .beta = beta,
                            .rows = triangle.order,
                            .columns = triangle.order,
                            .depth = triangle.depth,
                            .batches = 1,
                            .region = region_of(triangle.fill),
                            .is_hermitian = triangle.is_hermitian};
    return multiply(handle, &given);
}

static int is_valid(const triangle *triangle, int64_t a_lead, int64_t b_lead, int64_t c_lead) {
    int64_t stored = triangle->operation == CUBLAS_OP_N ? triangle->order : triangle->depth;
    return triangle->order >= 0 && triangle->depth >= 0 && fits(a_lead, stored) && fits(b_lead, stored) &&
           fits(c_lead, triangle->order);
}

/* Both factors of a rank-2k update, whose second term has them exchanged. */
static cublasStatus_t multiply_both(cublasHandle_t handle, triangle triangle, struct scalar alpha, struct view a,
                                    struct view b, struct scalar beta, struct view c) {
    TRY(multiply_triangle(handle, triangle, alpha, a, b, beta, c));
    alpha = triangle.is_hermitian ? conjugated_scalar(alpha) : alpha;
    return multiply_triangle(handle, triangle, alpha, b, a, constant(1), c);
}

#define TRIANGLE(type, is_hermitian) {type, fill, operation, order, depth, is_hermitian}
#define RANK_K(name, type, Int, is_hermitian, alpha_type, beta_type)                                                   \
    EXPORT cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t operation, Int order,   \
                               Int depth, const void *alpha, const void *a, Int a_lead, const void *beta, void *c,     \
                               Int c_lead) {                                                                           \
        triangle triangle = TRIANGLE(type, is_hermitian);                                                              \
        OPEN(handle);                                                                                                  \
        VALID(is_valid(&triangle, a_lead, a_lead, c_lead) && alpha != NULL && beta != NULL);                           \
        return multiply_triangle(handle, triangle, scalar_at(handle, alpha_type, alpha), dense(a, a_lead),             \
                                 dense(a, a_lead), scalar_at(handle, beta_type, beta), dense(c, c_lead));              \
    }
#define RANK_2K(name, type, Int, is_hermitian, does, beta_type)                                                        \
    EXPORT cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t operation, Int order,   \
                               Int depth, const void *alpha, const void *a, Int a_lead, const void *b, Int b_lead,     \
                               const void *beta, void *c, Int c_lead) {                                                \
        triangle triangle = TRIANGLE(type, is_hermitian);                                                              \
        OPEN(handle);                                                                                                  \
        VALID(is_valid(&triangle, a_lead, b_lead, c_lead) && alpha != NULL && beta != NULL);                           \
        return does(handle, triangle, scalar_at(handle, type, alpha), dense(a, a_lead), dense(b, b_lead),              \
                    scalar_at(handle, beta_type, beta), dense(c, c_lead));                                             \
    }
#define SYRK(letter, type, Int, suffix)                                                                                \
    RANK_K(cublas##letter##syrk_v2##suffix, type, Int, 0, type, type)                                                  \
    RANK_2K(cublas##letter##syr2k_v2##suffix, type, Int, 0, multiply_both, type)                                       \
    RANK_2K(cublas##letter##syrkx##suffix, type, Int, 0, multiply_triangle, type)
#define HERK(letter, type, Int, suffix)                                                                                \
    RANK_K(cublas##letter##herk_v2##suffix, type, Int, 1, real_type(type), real_type(type))                            \
    RANK_2K(cublas##letter##her2k_v2##suffix, type, Int, 1, multiply_both, real_type(type))                            \
    RANK_2K(cublas##letter##herkx##suffix, type, Int, 1, multiply_triangle, real_type(type))
TYPES(SYRK)
COMPLEX_TYPES(HERK)

/* c = alpha a b. The routine permits c to be b, of which a copy is then multiplied. */
static cublasStatus_t multiply_in_place(cublasHandle_t handle, cudaDataType type, cublasSideMode_t side, int64_t rows,
                                        int64_t columns, struct scalar alpha, struct view a, struct view b) {
    CUdeviceptr copy;
    if (rows == 0 || columns == 0) {
        return CUBLAS_STATUS_SUCCESS;
    }
    TRY(borrow(handle, (size_t)(rows * columns) * type_size(type), &copy));
    struct view other = dense((void *)(uintptr_t)copy, rows);
    cublasStatus_t status = copy_matrix(handle, type, rows, columns, b, other);
    if (status == CUBLAS_STATUS_SUCCESS) {
        status = multiply_sided(handle, type, side, rows, columns, alpha, a, other, constant(0), b);
    }
    cublasStatus_t end = give_back(handle, copy);
    return status == CUBLAS_STATUS_SUCCESS ? end : status;
}

#define TRMM(letter, type, Int, suffix)                                                                                \
    EXPORT cublasStatus_t cublas##letter##trmm_v2##suffix(                                                             \
        cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t operation,              \
        cublasDiagType_t diagonal, Int rows, Int columns, const void *alpha, const void *a, Int a_lead, const void *b, \
        Int b_lead, void *c, Int c_lead) {                                                                             \
        OPEN(handle);                                                                                                  \
        VALID(rows >= 0 && columns >= 0 && alpha != NULL);                                                             \
        VALID(fits(a_lead, side == CUBLAS_SIDE_LEFT ? rows : columns) && fits(b_lead, rows) && fits(c_lead, rows));    \
        struct scalar factor = scalar_at(handle, type, alpha);                                                         \
        struct view left = triangular(dense(a, a_lead), fill, operation, diagonal);                                    \
        if (b == c) {                                                                                                  \
            return multiply_in_place(handle, type, side, rows, columns, factor, left, dense(c, c_lead));               \
        }                                                                                                              \
        return multiply_sided(handle, type, side, rows, columns, factor, left, dense(b, b_lead), constant(0),          \
                              dense(c, c_lead));                                                                       \
    }
TYPES(TRMM)

cublasStatus_t solve(cublasHandle_t handle, cudaDataType type, struct solve *parameters) {
    if (parameters->rows == 0 || parameters->columns == 0 || parameters->batches == 0) {
        return CUBLAS_STATUS_SUCCESS;
    }
    return launch_each(handle, "solve", type, parameters->columns, parameters->batches, parameters);
}

/* x a = b is the transposed a x = b with x and b transposed. */
static cublasStatus_t solve_sided(cublasHandle_t handle, cudaDataType type, cublasSideMode_t side, int64_t rows,
                                  int64_t columns, const void *alpha, struct view a, struct view b, int64_t batches) {
    int is_left = side == CUBLAS_SIDE_LEFT;
    struct solve given = {.a = is_left ? a : transposed(a),
                          .b = is_left ? b : transposed(b),
                          .alpha = scalar_at(handle, type, alpha),
                          .rows = is_left ? rows : columns,
                          .columns = is_left ? columns : rows,
                          .batches = batches};
    return solve(handle, type, &given);
}

#define TRSM(letter, type, Int, suffix)                                                                                \
    EXPORT cublasStatus_t cublas##letter##trsm_v2##suffix(                                                             \
        cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t operation,              \
        cublasDiagType_t diagonal, Int rows, Int columns, const void *alpha, const void *a, Int a_lead, void *b,       \
        Int b_lead) {                                                                                                  \
        OPEN(handle);                                                                                                  \
        VALID(rows >= 0 && columns >= 0 && alpha != NULL);                                                             \
        VALID(fits(a_lead, side == CUBLAS_SIDE_LEFT ? rows : columns) && fits(b_lead, rows));                          \
        return solve_sided(handle, type, side, rows, columns, alpha,                                                   \
                           triangular(dense(a, a_lead), fill, operation, diagonal), dense(b, b_lead), 1);              \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublas##letter##trsmBatched##suffix(                                                         \
        cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t operation,              \
        cublasDiagType_t diagonal, Int rows, Int columns, const void *alpha, const void *const a[], Int a_lead,        \
        void *const b[], Int b_lead, Int batches) {                                                                    \
        OPEN(handle);                                                                                                  \
        VALID(rows >= 0 && columns >= 0 && batches >= 0 && alpha != NULL);                                             \
        VALID(fits(a_lead, side == CUBLAS_SIDE_LEFT ? rows : columns) && fits(b_lead, rows));                          \
        return solve_sided(handle, type, side, rows, columns, alpha,                                                   \
                           triangular(addressed(a, a_lead), fill, operation, diagonal), addressed(b, b_lead),          \
                           batches);                                                                                   \
    }
TYPES(TRSM)

/* c = alpha op(a) + beta op(b); c = a diag(x) or diag(x) a. */
#define EXTENSIONS(letter, type, Int, suffix)                                                                          \
    EXPORT cublasStatus_t cublas##letter##geam##suffix(                                                                \
        cublasHandle_t handle, cublasOperation_t a_operation, cublasOperation_t b_operation, Int rows, Int columns,    \
        const void *alpha, const void *a, Int a_lead, const void *beta, const void *b, Int b_lead, void *c,            \
        Int c_lead) {                                                                                                  \
        OPEN(handle);                                                                                                  \
        VALID(rows >= 0 && columns >= 0 && alpha != NULL && beta != NULL && fits(c_lead, rows));                       \
        struct combination given = {.a = with_operation(dense(a, a_lead), a_operation),                                \
                                    .b = with_operation(dense(b, b_lead), b_operation),                                \
                                    .to = dense(c, c_lead),                                                            \
                                    .alpha = scalar_at(handle, type, alpha),                                           \
                                    .beta = scalar_at(handle, type, beta),                                             \
                                    .rows = rows,                                                                      \
                                    .columns = columns,                                                                \
                                    .batches = 1};                                                                     \
        return rows == 0 || columns == 0 ? CUBLAS_STATUS_SUCCESS                                                       \
                                         : launch_each(handle, "combine", type, (int64_t)rows * columns, 1, &given);   \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublas##letter##dgmm##suffix(cublasHandle_t handle, cublasSideMode_t side, Int rows,         \
                                                       Int columns, const void *a, Int a_lead, const void *x,          \
                                                       Int x_step, void *c, Int c_lead) {                              \
        OPEN(handle);                                                                                                  \
        VALID(rows >= 0 && columns >= 0 && fits(a_lead, rows) && fits(c_lead, rows));                                  \
        int is_left = side == CUBLAS_SIDE_LEFT;                                                                        \
        struct view diagonal = vector(type, x, is_left ? rows : columns, x_step);                                      \
        struct combination given = {.a = dense(a, a_lead),                                                             \
                                    .b = is_left ? diagonal : row_vector(diagonal),                                    \
                                    .to = dense(c, c_lead),                                                            \
                                    .alpha = constant(1),                                                              \
                                    .beta = constant(1),                                                               \
                                    .rows = rows,                                                                      \
                                    .columns = columns,                                                                \
                                    .batches = 1,                                                                      \
                                    .is_product = 1};                                                                  \
        return rows == 0 || columns == 0 ? CUBLAS_STATUS_SUCCESS                                                       \
                                         : launch_each(handle, "combine", type, (int64_t)rows * columns, 1, &given);   \
    }
TYPES(EXTENSIONS)
