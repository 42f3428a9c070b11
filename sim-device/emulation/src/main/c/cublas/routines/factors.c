/* Factorisations of the matrices of a batch, and their inverses. */
#include "../cublas.h"
#include "typed.h"

/* Each matrix has a block. */
static cublasStatus_t each_matrix(cublasHandle_t handle, cudaDataType type, const char *kernel,
                                  struct factors *factors) {
    unsigned grid[3] = {1, 1, (unsigned)factors->batches};
    if (factors->order == 0 || factors->batches == 0) {
        return CUBLAS_STATUS_SUCCESS;
    }
    return factors->batches > MOST_LAYERS ? CUBLAS_STATUS_NOT_SUPPORTED
                                          : launch(handle, handle->stream, type, kernel, grid, BLOCK, factors);
}

/* b = inverse(triangle) b, for a triangle of a factorised matrix. */
static cublasStatus_t solve_triangle(cublasHandle_t handle, cudaDataType type, const struct factors *factors,
                                     int is_lower, cublasOperation_t operation) {
    struct view a = with_shape(factors->a, TRIANGULAR, is_lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER);
    a.has_unit_diagonal = is_lower;
    struct solve given = {.a = with_operation(a, operation),
                          .b = factors->b,
                          .alpha = constant(1),
                          .rows = factors->order,
                          .columns = factors->columns,
                          .batches = factors->batches};
    return solve(handle, type, &given);
}

/* b = inverse(op(P L U)) b. */
static cublasStatus_t solve_factors(cublasHandle_t handle, cudaDataType type, const char *exchange,
                                    struct factors *factors, cublasOperation_t operation) {
    int is_plain = operation == CUBLAS_OP_N;
    if (is_plain) {
        TRY(each_matrix(handle, type, exchange, factors));
    }
    TRY(solve_triangle(handle, type, factors, is_plain, operation));
    TRY(solve_triangle(handle, type, factors, !is_plain, operation));
    factors->is_backward = 1;
    return is_plain ? CUBLAS_STATUS_SUCCESS : each_matrix(handle, type, exchange, factors);
}

/* Inverts matrices by factors of a copy, whose pivots are behind it. */
static cublasStatus_t invert(cublasHandle_t handle, cudaDataType type, const char *const kernels[2], struct view a,
                             struct view inverse, int order, int *info, int batches) {
    size_t size = (size_t)order * order * batches * type_size(type);
    CUdeviceptr work = 0;
    if (order == 0 || batches == 0) {
        return CUBLAS_STATUS_SUCCESS;
    }
    TRY(borrow(handle, size + (size_t)order * batches * sizeof(int), &work));
    struct factors factors = {.a = batched((const void *)work, order, (int64_t)order * order),
                              .b = inverse,
                              .pivots = work + size,
                              .info = (uintptr_t)info,
                              .order = order,
                              .columns = order,
                              .batches = batches};
    struct combination copy = {.a = a,
                               .to = factors.a,
                               .alpha = constant(1),
                               .rows = order,
                               .columns = order,
                               .batches = batches};
    cublasStatus_t status = launch_each(handle, "combine", type, (int64_t)order * order, batches, &copy);
    status = status == CUBLAS_STATUS_SUCCESS ? each_matrix(handle, type, kernels[0], &factors) : status;
    factors.is_identity = 1;
    status = status == CUBLAS_STATUS_SUCCESS ? solve_factors(handle, type, kernels[1], &factors, CUBLAS_OP_N) : status;
    cublasStatus_t freed = give_back(handle, work);
    return status == CUBLAS_STATUS_SUCCESS ? freed : status;
}

/* The largest order of cublas<t>matinvBatched (cuBLAS Library, "cublas<t>matinvBatched()"). */
enum { MOST_ORDER = 32 };

#define FACTORS(letter, type, name)                                                                                    \
    EXPORT cublasStatus_t cublas##letter##getrfBatched(cublasHandle_t handle, int order, void *const a[], int a_lead,  \
                                                       int *pivots, int *info, int batches) {                          \
        OPEN(handle);                                                                                                  \
        VALID(order >= 0 && batches >= 0 && a_lead >= (order > 1 ? order : 1) && info != NULL);                        \
        struct factors given = {.a = addressed(a, a_lead),                                                             \
                                .pivots = (uintptr_t)pivots,                                                           \
                                .info = (uintptr_t)info,                                                               \
                                .order = order,                                                                        \
                                .batches = batches};                                                                   \
        return each_matrix(handle, type, "getrf_" name, &given);                                                       \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublas##letter##getrsBatched(                                                                \
        cublasHandle_t handle, cublasOperation_t operation, int order, int columns, const void *const a[], int a_lead, \
        const int *pivots, void *const b[], int b_lead, int *info, int batches) {                                      \
        OPEN(handle);                                                                                                  \
        VALID(info != NULL);                                                                                           \
        int is_valid = order >= 0 && columns >= 0 && batches >= 0 && a_lead >= (order > 1 ? order : 1) &&              \
                       b_lead >= (order > 1 ? order : 1);                                                              \
        *info = is_valid ? 0 : -1;                                                                                     \
        VALID(is_valid);                                                                                               \
        struct factors given = {.a = addressed(a, a_lead),                                                             \
                                .b = addressed(b, b_lead),                                                             \
                                .pivots = (uintptr_t)pivots,                                                           \
                                .order = order,                                                                        \
                                .columns = columns,                                                                    \
                                .batches = batches};                                                                   \
        return solve_factors(handle, type, "exchange_" name, &given, operation);                                       \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublas##letter##getriBatched(cublasHandle_t handle, int order, const void *const a[],        \
                                                       int a_lead, const int *pivots, void *const c[], int c_lead,     \
                                                       int *info, int batches) {                                       \
        OPEN(handle);                                                                                                  \
        VALID(order >= 0 && batches >= 0 && a_lead >= (order > 1 ? order : 1) &&                                       \
                c_lead >= (order > 1 ? order : 1) && info != NULL);                                                    \
        struct factors given = {.a = addressed(a, a_lead),                                                             \
                                .b = addressed(c, c_lead),                                                             \
                                .pivots = (uintptr_t)pivots,                                                           \
                                .info = (uintptr_t)info,                                                               \
                                .order = order,                                                                        \
                                .columns = order,                                                                      \
                                .batches = batches,                                                                    \
                                .is_identity = 1};                                                                     \
        return solve_factors(handle, type, "exchange_" name, &given, CUBLAS_OP_N);                                     \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublas##letter##matinvBatched(cublasHandle_t handle, int order, const void *const a[],       \
                                                        int a_lead, void *const c[], int c_lead, int *info,            \
                                                        int batches) {                                                 \
        static const char *const kernels[2] = {"getrf_" name, "exchange_" name};                                       \
        OPEN(handle);                                                                                                  \
        VALID(order >= 0 && order <= MOST_ORDER && batches >= 0 && info != NULL);                                      \
        VALID(a_lead >= (order > 1 ? order : 1) && c_lead >= (order > 1 ? order : 1));                                 \
        return invert(handle, type, kernels, addressed(a, a_lead), addressed(c, c_lead), order, info, batches);        \
    }
FACTORS(S, CUDA_R_32F, "f32")
FACTORS(D, CUDA_R_64F, "f64")
FACTORS(C, CUDA_C_32F, "c32")
FACTORS(Z, CUDA_C_64F, "c64")
