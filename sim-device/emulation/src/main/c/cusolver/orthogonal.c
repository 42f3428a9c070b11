/* QR factors: geqrf, orgqr and ormqr. The kernels need no workspace. */
#include "cusolver.h"
#include "typed.h"

cusolverStatus_t geqrf(cusolverDnHandle_t handle, cudaDataType type, int64_t rows, int64_t columns, void *a,
                       int64_t lead, void *tau, int *info) {
    OPEN(handle);
    CHECK(1, rows >= 0);
    CHECK(2, columns >= 0);
    CHECK(4, IS_LEAD(lead, rows));
    VALID(info != NULL);
    struct reflections given = {.a = matrix(a, lead),
                                .tau = (uintptr_t)tau,
                                .info = (uintptr_t)info,
                                .rows = rows,
                                .columns = columns};
    return launch(handle, type, "geqrf", 1, &given);
}

static cusolverStatus_t orgqr(cusolverDnHandle_t handle, cudaDataType type, int rows, int columns, int count, void *a,
                              int lead, const void *tau, int *info) {
    OPEN(handle);
    CHECK(1, rows >= 0);
    CHECK(2, columns >= 0 && columns <= rows);
    CHECK(3, count >= 0 && count <= columns);
    CHECK(5, IS_LEAD(lead, rows));
    VALID(info != NULL);
    struct reflections given = {.a = matrix(a, lead),
                                .tau = (uintptr_t)tau,
                                .info = (uintptr_t)info,
                                .rows = rows,
                                .columns = columns,
                                .count = count};
    return launch(handle, type, "orgqr", 1, &given);
}

/* A transposed complex matrix is no documented operation (LAPACK, unmqr). */
static int is_operation(cudaDataType type, cublasOperation_t operation) {
    return operation == CUBLAS_OP_N || operation == CUBLAS_OP_C || (operation == CUBLAS_OP_T && !is_complex(type));
}

static cusolverStatus_t ormqr(cusolverDnHandle_t handle, cudaDataType type, cublasSideMode_t side,
                              cublasOperation_t operation, int count, struct stack a, const void *tau, int rows,
                              int columns, struct stack c, int *info) {
    OPEN(handle);
    int order = side == CUBLAS_SIDE_LEFT ? rows : columns;
    CHECK(1, side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT);
    CHECK(2, is_operation(type, operation));
    CHECK(3, rows >= 0);
    CHECK(4, columns >= 0);
    CHECK(5, count >= 0 && count <= order);
    CHECK(7, IS_LEAD(a.lead, order));
    CHECK(10, IS_LEAD(c.lead, rows));
    VALID(info != NULL);
    struct reflections given = {.a = a,
                                .c = c,
                                .tau = (uintptr_t)tau,
                                .info = (uintptr_t)info,
                                .rows = rows,
                                .columns = columns,
                                .count = count,
                                .is_right = side == CUBLAS_SIDE_RIGHT,
                                .is_adjoint = operation != CUBLAS_OP_N};
    return launch(handle, type, "ormqr", 1, &given);
}

static cusolverStatus_t least_size(cusolverDnHandle_t handle, int rows, int columns, int lead, int *size) {
    OPEN(handle);
    VALID(rows >= 0 && columns >= 0 && IS_LEAD(lead, rows) && size != NULL);
    *size = 1;
    return CUSOLVER_STATUS_SUCCESS;
}

#define FACTORS(letter, type)                                                                                          \
    EXPORT cusolverStatus_t cusolverDn##letter##geqrf_bufferSize(cusolverDnHandle_t handle, int rows, int columns,     \
                                                                 void *a, int lead, int *size) {                       \
        (void)a;                                                                                                       \
        return least_size(handle, rows, columns, lead, size);                                                          \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##geqrf(cusolverDnHandle_t handle, int rows, int columns, void *a,       \
                                                      int lead, void *tau, void *work, int work_count, int *info) {    \
        (void)work, (void)work_count;                                                                                  \
        return geqrf(handle, type, rows, columns, a, lead, tau, info);                                                 \
    }

/* The names differ for real and complex types: orgqr and ungqr. */
#define PRODUCTS(letter, type, generate, multiply)                                                                     \
    EXPORT cusolverStatus_t cusolverDn##letter##generate##_bufferSize(                                                 \
        cusolverDnHandle_t handle, int rows, int columns, int count, const void *a, int lead, const void *tau,         \
        int *size) {                                                                                                   \
        (void)a, (void)tau;                                                                                            \
        VALID(columns <= rows && count >= 0 && count <= columns);                                                      \
        return least_size(handle, rows, columns, lead, size);                                                          \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##generate(cusolverDnHandle_t handle, int rows, int columns, int count,  \
                                                         void *a, int lead, const void *tau, void *work,               \
                                                         int work_count, int *info) {                                  \
        (void)work, (void)work_count;                                                                                  \
        return orgqr(handle, type, rows, columns, count, a, lead, tau, info);                                          \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##multiply##_bufferSize(                                                 \
        cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t operation, int rows, int columns,          \
        int count, const void *a, int a_lead, const void *tau, const void *c, int c_lead, int *size) {                 \
        (void)operation, (void)a, (void)tau, (void)c;                                                                  \
        int order = side == CUBLAS_SIDE_LEFT ? rows : columns;                                                         \
        VALID(count >= 0 && count <= order && IS_LEAD(a_lead, order));                                                 \
        return least_size(handle, rows, columns, c_lead, size);                                                        \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##multiply(                                                              \
        cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t operation, int rows, int columns,          \
        int count, const void *a, int a_lead, const void *tau, void *c, int c_lead, void *work, int work_count,        \
        int *info) {                                                                                                   \
        (void)work, (void)work_count;                                                                                  \
        return ormqr(handle, type, side, operation, count, matrix(a, a_lead), tau, rows, columns, matrix(c, c_lead),   \
                     info);                                                                                            \
    }

#define REAL(letter, type) PRODUCTS(letter, type, orgqr, ormqr)
#define COMPLEX(letter, type) PRODUCTS(letter, type, ungqr, unmqr)

TYPES(FACTORS)
REAL_TYPES(REAL)
COMPLEX_TYPES(COMPLEX)
