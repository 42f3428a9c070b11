/* Triangular factors: getrf, potrf and what uses them. */
#include "cusolver.h"
#include "typed.h"

cusolverStatus_t getrf(cusolverDnHandle_t handle, cudaDataType type, int64_t rows, int64_t columns, void *a,
                       int64_t lead, void *pivots, int has_long_pivots, int *info) {
    OPEN(handle);
    CHECK(1, rows >= 0);
    CHECK(2, columns >= 0);
    CHECK(4, IS_LEAD(lead, rows));
    VALID(info != NULL);
    struct triangles given = {.a = matrix(a, lead),
                              .pivots = (uintptr_t)pivots,
                              .info = (uintptr_t)info,
                              .rows = rows,
                              .columns = columns,
                              .has_long_pivots = has_long_pivots};
    return launch(handle, type, "getrf", 1, &given);
}

cusolverStatus_t getrs(cusolverDnHandle_t handle, cudaDataType type, cublasOperation_t operation, int64_t order,
                       int64_t sides, const void *a, int64_t a_lead, const void *pivots, int has_long_pivots, void *b,
                       int64_t b_lead, int *info) {
    OPEN(handle);
    CHECK(1, operation >= CUBLAS_OP_N && operation <= CUBLAS_OP_C);
    CHECK(2, order >= 0);
    CHECK(3, sides >= 0);
    CHECK(5, IS_LEAD(a_lead, order));
    CHECK(8, IS_LEAD(b_lead, order));
    VALID(info != NULL);
    struct triangles given = {.a = matrix(a, a_lead),
                              .b = matrix(b, b_lead),
                              .pivots = (uintptr_t)pivots,
                              .info = (uintptr_t)info,
                              .rows = order,
                              .sides = sides,
                              .has_long_pivots = has_long_pivots,
                              .is_transposed = operation != CUBLAS_OP_N,
                              .is_conjugate = operation == CUBLAS_OP_C};
    return launch(handle, type, "getrs", 1, &given);
}

static int is_fill(cublasFillMode_t fill) {
    return fill == CUBLAS_FILL_MODE_LOWER || fill == CUBLAS_FILL_MODE_UPPER;
}

cusolverStatus_t potrf(cusolverDnHandle_t handle, cudaDataType type, cublasFillMode_t fill, int64_t order,
                       struct stack a, int *info, int64_t batches) {
    OPEN(handle);
    CHECK(1, is_fill(fill));
    CHECK(2, order >= 0);
    CHECK(4, IS_LEAD(a.lead, order));
    VALID(info != NULL && batches >= 0);
    struct triangles given = {
        .a = a, .info = (uintptr_t)info, .rows = order, .is_upper = fill == CUBLAS_FILL_MODE_UPPER};
    return launch(handle, type, "potrf", batches, &given);
}

cusolverStatus_t potrs(cusolverDnHandle_t handle, cudaDataType type, cublasFillMode_t fill, int64_t order,
                       int64_t sides, struct stack a, struct stack b, int *info, int64_t batches) {
    OPEN(handle);
    CHECK(1, is_fill(fill));
    CHECK(2, order >= 0);
    CHECK(3, sides >= 0);
    CHECK(5, IS_LEAD(a.lead, order));
    CHECK(7, IS_LEAD(b.lead, order));
    VALID(info != NULL && batches >= 0);
    struct triangles given = {.a = a,
                              .b = b,
                              .info = (uintptr_t)info,
                              .rows = order,
                              .sides = sides,
                              .is_upper = fill == CUBLAS_FILL_MODE_UPPER};
    return launch(handle, type, "potrs", batches, &given);
}

/* One right side for each matrix ("cuSOLVER Library", "cusolverDn<t>potrsBatched()"). The result is one number. */
static cusolverStatus_t potrs_batched(cusolverDnHandle_t handle, cudaDataType type, cublasFillMode_t fill, int order,
                                      int sides, struct stack a, struct stack b, int *info, int batches) {
    OPEN(handle);
    CHECK(3, sides == 1);
    CHECK(9, batches >= 0);
    return potrs(handle, type, fill, order, sides, a, b, info, batches);
}

static cusolverStatus_t potri(cusolverDnHandle_t handle, cudaDataType type, cublasFillMode_t fill, int order, void *a,
                              int lead, void *work, int work_count, int *info) {
    OPEN(handle);
    CHECK(1, is_fill(fill));
    CHECK(2, order >= 0);
    CHECK(4, IS_LEAD(lead, order));
    CHECK(6, work_count >= (int64_t)order * order);
    VALID(info != NULL);
    struct triangles given = {.a = matrix(a, lead),
                              .info = (uintptr_t)info,
                              .work = (uintptr_t)work,
                              .rows = order,
                              .is_upper = fill == CUBLAS_FILL_MODE_UPPER};
    return launch(handle, type, "potri", 1, &given);
}

/* A symmetric matrix, also of complex numbers. */
static cusolverStatus_t sytrf(cusolverDnHandle_t handle, cudaDataType type, cublasFillMode_t fill, int order, void *a,
                              int lead, int *pivots, int *info) {
    OPEN(handle);
    CHECK(1, is_fill(fill));
    CHECK(2, order >= 0);
    CHECK(4, IS_LEAD(lead, order));
    VALID(info != NULL);
    struct triangles given = {.a = matrix(a, lead),
                              .pivots = (uintptr_t)pivots,
                              .info = (uintptr_t)info,
                              .rows = order,
                              .is_upper = fill == CUBLAS_FILL_MODE_UPPER};
    return launch(handle, type, "sytrf", 1, &given);
}

cusolverStatus_t sytrs(cusolverDnHandle_t handle, cudaDataType type, cublasFillMode_t fill, int64_t order,
                       int64_t sides, struct stack a, const int64_t *pivots, struct stack b, int *info) {
    OPEN(handle);
    CHECK(1, is_fill(fill));
    CHECK(2, order >= 0);
    CHECK(3, sides >= 0);
    CHECK(6, IS_LEAD(a.lead, order));
    CHECK(7, pivots != NULL);
    CHECK(10, IS_LEAD(b.lead, order));
    VALID(info != NULL);
    struct triangles given = {.a = a,
                              .b = b,
                              .pivots = (uintptr_t)pivots,
                              .info = (uintptr_t)info,
                              .rows = order,
                              .sides = sides,
                              .is_upper = fill == CUBLAS_FILL_MODE_UPPER};
    return launch(handle, type, "sytrs", 1, &given);
}

/* The kernels need no workspace, but programs allocate what they are told. */
static cusolverStatus_t least_size(cusolverDnHandle_t handle, int rows, int columns, int lead, int *size) {
    OPEN(handle);
    VALID(rows >= 0 && columns >= 0 && IS_LEAD(lead, rows) && size != NULL);
    *size = 1;
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t potri_size(cusolverDnHandle_t handle, cudaDataType type, cublasFillMode_t fill, int order,
                                   int lead, int *size) {
    OPEN(handle);
    VALID(is_fill(fill) && order >= 0 && IS_LEAD(lead, order));
    return elements_of(type, (int64_t)order * order * (int64_t)type_size(type), size);
}

#define LU(letter, type)                                                                                               \
    EXPORT cusolverStatus_t cusolverDn##letter##getrf_bufferSize(cusolverDnHandle_t handle, int rows, int columns,     \
                                                                 void *a, int lead, int *size) {                       \
        (void)a;                                                                                                       \
        return least_size(handle, rows, columns, lead, size);                                                          \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##getrf(cusolverDnHandle_t handle, int rows, int columns, void *a,       \
                                                      int lead, void *work, int *pivots, int *info) {                  \
        (void)work;                                                                                                    \
        return getrf(handle, type, rows, columns, a, lead, pivots, 0, info);                                           \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##getrs(cusolverDnHandle_t handle, cublasOperation_t operation,          \
                                                      int order, int sides, const void *a, int a_lead,                 \
                                                      const int *pivots, void *b, int b_lead, int *info) {             \
        return getrs(handle, type, operation, order, sides, a, a_lead, pivots, 0, b, b_lead, info);                    \
    }

#define CHOLESKY(letter, type)                                                                                         \
    EXPORT cusolverStatus_t cusolverDn##letter##potrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t fill,     \
                                                                 int order, void *a, int lead, int *size) {            \
        (void)a;                                                                                                       \
        VALID(is_fill(fill));                                                                                          \
        return least_size(handle, order, order, lead, size);                                                           \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##potrf(cusolverDnHandle_t handle, cublasFillMode_t fill, int order,     \
                                                      void *a, int lead, void *work, int work_count, int *info) {      \
        (void)work, (void)work_count;                                                                                  \
        return potrf(handle, type, fill, order, matrix(a, lead), info, 1);                                             \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##potrs(cusolverDnHandle_t handle, cublasFillMode_t fill, int order,     \
                                                      int sides, const void *a, int a_lead, void *b, int b_lead,       \
                                                      int *info) {                                                     \
        return potrs(handle, type, fill, order, sides, matrix(a, a_lead), matrix(b, b_lead), info, 1);                 \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t fill,         \
                                                             int order, void *a[], int lead, int *info, int batches) { \
        return potrf(handle, type, fill, order, addressed(a, lead), info, batches);                                    \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##potrsBatched(cusolverDnHandle_t handle, cublasFillMode_t fill,         \
                                                             int order, int sides, void *a[], int a_lead, void *b[],   \
                                                             int b_lead, int *info, int batches) {                     \
        return potrs_batched(handle, type, fill, order, sides, addressed(a, a_lead), addressed(b, b_lead), info,       \
                             batches);                                                                                 \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##potri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t fill,     \
                                                                 int order, void *a, int lead, int *size) {            \
        (void)a;                                                                                                       \
        return potri_size(handle, type, fill, order, lead, size);                                                      \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##potri(cusolverDnHandle_t handle, cublasFillMode_t fill, int order,     \
                                                      void *a, int lead, void *work, int work_count, int *info) {      \
        return potri(handle, type, fill, order, a, lead, work, work_count, info);                                      \
    }

#define SYMMETRIC(letter, type)                                                                                        \
    EXPORT cusolverStatus_t cusolverDn##letter##sytrf_bufferSize(cusolverDnHandle_t handle, int order, void *a,        \
                                                                 int lead, int *size) {                                \
        (void)a;                                                                                                       \
        return least_size(handle, order, order, lead, size);                                                           \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDn##letter##sytrf(cusolverDnHandle_t handle, cublasFillMode_t fill, int order,     \
                                                      void *a, int lead, int *pivots, void *work, int work_count,      \
                                                      int *info) {                                                     \
        (void)work, (void)work_count;                                                                                  \
        return sytrf(handle, type, fill, order, a, lead, pivots, info);                                                \
    }

TYPES(LU)
TYPES(SYMMETRIC)
TYPES(CHOLESKY)
