/* cublas<t>gemm and its forms for batches and for mixed types. */
#include "../cublas.h"
#include "typed.h"

/* C = alpha op(A) op(B) + beta C: the operations, the sizes of C and the depth, and the leading dimensions. */
typedef struct {
    cublasOperation_t a;
    cublasOperation_t b;
    int64_t rows;
    int64_t columns;
    int64_t depth;
    int64_t a_lead;
    int64_t b_lead;
    int64_t c_lead;
} shape;

/* The types of the factors, of the result, and of alpha and beta. */
typedef struct {
    cudaDataType from;
    cudaDataType to;
    cudaDataType scale;
} types;

static int is_operation(cublasOperation_t operation) {
    return operation >= CUBLAS_OP_N && operation <= CUBLAS_OP_CONJG;
}

/* Whether a matrix of rows x columns fits its leading dimension when it is not transposed. */
static int fits(cublasOperation_t operation, int64_t rows, int64_t columns, int64_t lead) {
    int64_t stored = operation == CUBLAS_OP_N || operation == CUBLAS_OP_CONJG ? rows : columns;
    return lead >= (stored > 1 ? stored : 1);
}

static int is_valid(const shape *shape) {
    return is_operation(shape->a) && is_operation(shape->b) && shape->rows >= 0 && shape->columns >= 0 &&
           shape->depth >= 0 && fits(shape->a, shape->rows, shape->depth, shape->a_lead) &&
           fits(shape->b, shape->depth, shape->columns, shape->b_lead) &&
           fits(CUBLAS_OP_N, shape->rows, shape->columns, shape->c_lead);
}

/* `a`, `b` and `c` are the matrices as they are stored. */
static cublasStatus_t gemm(cublasHandle_t handle, types types, shape shape, const void *alpha, struct view a,
                           struct view b, const void *beta, struct view c, int64_t batches) {
    OPEN(handle);
    VALID(is_valid(&shape) && batches >= 0 && alpha != NULL && beta != NULL);
    multiplication given = {.from = types.from,
                            .to = types.to,
                            .a = with_operation(a, shape.a),
                            .b = with_operation(b, shape.b),
                            .c = c,
                            .alpha = scalar_at(handle, types.scale, alpha),
                            .beta = scalar_at(handle, types.scale, beta),
                            .rows = shape.rows,
                            .columns = shape.columns,
                            .depth = shape.depth,
                            .batches = batches};
    return multiply(handle, &given);
}

static cublasStatus_t find_types(cudaDataType a, cudaDataType b, cudaDataType c, int compute, types *found) {
    *found = (types){.from = a, .to = c};
    return find_scale_type(a, b, c, compute, &found->scale);
}

#define SHAPE {a_operation, b_operation, rows, columns, depth, a_lead, b_lead, c_lead}
#define PARAMETERS(Int)                                                                                                \
    cublasHandle_t handle, cublasOperation_t a_operation, cublasOperation_t b_operation, Int rows, Int columns, Int depth

#define GEMM(name, type, Int)                                                                                          \
    EXPORT cublasStatus_t name(PARAMETERS(Int), const void *alpha, const void *a, Int a_lead, const void *b,           \
                               Int b_lead, const void *beta, void *c, Int c_lead) {                                    \
        return gemm(handle, (types){type, type, type}, (shape)SHAPE, alpha, dense(a, a_lead), dense(b, b_lead), beta,  \
                    dense(c, c_lead), 1);                                                                              \
    }

#define GEMM_BATCHED(name, type, Int)                                                                                  \
    EXPORT cublasStatus_t name(PARAMETERS(Int), const void *alpha, const void *const a[], Int a_lead,                  \
                               const void *const b[], Int b_lead, const void *beta, void *const c[], Int c_lead,       \
                               Int batches) {                                                                          \
        return gemm(handle, (types){type, type, type}, (shape)SHAPE, alpha, addressed(a, a_lead), addressed(b, b_lead), \
                    beta, addressed(c, c_lead), batches);                                                              \
    }

#define GEMM_STRIDED(name, type, Int)                                                                                  \
    EXPORT cublasStatus_t name(PARAMETERS(Int), const void *alpha, const void *a, Int a_lead, long long a_stride,      \
                               const void *b, Int b_lead, long long b_stride, const void *beta, void *c, Int c_lead,   \
                               long long c_stride, Int batches) {                                                      \
        return gemm(handle, (types){type, type, type}, (shape)SHAPE, alpha, batched(a, a_lead, a_stride),              \
                    batched(b, b_lead, b_stride), beta, batched(c, c_lead, c_stride), batches);                        \
    }

#define ALL_GEMM(letter, type, Int, suffix)                                                                            \
    GEMM(cublas##letter##gemm_v2##suffix, type, Int)                                                                   \
    GEMM_BATCHED(cublas##letter##gemmBatched##suffix, type, Int)                                                       \
    GEMM_STRIDED(cublas##letter##gemmStridedBatched##suffix, type, Int)
TYPES(ALL_GEMM)

#define ALL_HGEMM(letter, type, Int, suffix)                                                                           \
    GEMM(cublas##letter##gemm##suffix, type, Int)                                                                      \
    GEMM_BATCHED(cublas##letter##gemmBatched##suffix, type, Int)                                                       \
    GEMM_STRIDED(cublas##letter##gemmStridedBatched##suffix, type, Int)
WIDTHS(ALL_HGEMM, H, CUDA_R_16F)

/* The algorithm with three multiplications has no place here: each product has four. */
#define GEMM3M(letter, type, Int, suffix)                                                                              \
    GEMM(cublas##letter##gemm3m##suffix, type, Int)                                                                    \
    GEMM_BATCHED(cublas##letter##gemm3mBatched##suffix, type, Int)                                                     \
    GEMM_STRIDED(cublas##letter##gemm3mStridedBatched##suffix, type, Int)
COMPLEX_TYPES(GEMM3M)

#define GEMM_EX(Int, suffix)                                                                                           \
    EXPORT cublasStatus_t cublasGemmEx##suffix(PARAMETERS(Int), const void *alpha, const void *a, cudaDataType a_type, \
                                               Int a_lead, const void *b, cudaDataType b_type, Int b_lead,             \
                                               const void *beta, void *c, cudaDataType c_type, Int c_lead,             \
                                               int compute, int algorithm) {                                           \
        types types;                                                                                                   \
        (void)algorithm;                                                                                               \
        TRY(find_types(a_type, b_type, c_type, compute, &types));                                                      \
        return gemm(handle, types, (shape)SHAPE, alpha, dense(a, a_lead), dense(b, b_lead), beta, dense(c, c_lead), 1); \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublasGemmBatchedEx##suffix(                                                                 \
        PARAMETERS(Int), const void *alpha, const void *const a[], cudaDataType a_type, Int a_lead,                    \
        const void *const b[], cudaDataType b_type, Int b_lead, const void *beta, void *const c[],                     \
        cudaDataType c_type, Int c_lead, Int batches, int compute, int algorithm) {                                    \
        types types;                                                                                                   \
        (void)algorithm;                                                                                               \
        TRY(find_types(a_type, b_type, c_type, compute, &types));                                                      \
        return gemm(handle, types, (shape)SHAPE, alpha, addressed(a, a_lead), addressed(b, b_lead), beta,              \
                    addressed(c, c_lead), batches);                                                                    \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublasGemmStridedBatchedEx##suffix(                                                          \
        PARAMETERS(Int), const void *alpha, const void *a, cudaDataType a_type, Int a_lead, long long a_stride,        \
        const void *b, cudaDataType b_type, Int b_lead, long long b_stride, const void *beta, void *c,                 \
        cudaDataType c_type, Int c_lead, long long c_stride, Int batches, int compute, int algorithm) {                \
        types types;                                                                                                   \
        (void)algorithm;                                                                                               \
        TRY(find_types(a_type, b_type, c_type, compute, &types));                                                      \
        return gemm(handle, types, (shape)SHAPE, alpha, batched(a, a_lead, a_stride), batched(b, b_lead, b_stride),    \
                    beta, batched(c, c_lead, c_stride), batches);                                                      \
    }
GEMM_EX(int, )
GEMM_EX(int64_t, _64)

/* cublasSgemmEx and cublasCgemmEx compute in single precision. */
#define TYPED_GEMM_EX(letter, Int, suffix)                                                                             \
    EXPORT cublasStatus_t cublas##letter##gemmEx##suffix(PARAMETERS(Int), const void *alpha, const void *a,            \
                                                         cudaDataType a_type, Int a_lead, const void *b,               \
                                                         cudaDataType b_type, Int b_lead, const void *beta, void *c,   \
                                                         cudaDataType c_type, Int c_lead) {                            \
        return cublasGemmEx##suffix(handle, a_operation, b_operation, rows, columns, depth, alpha, a, a_type, a_lead,  \
                                    b, b_type, b_lead, beta, c, c_type, c_lead, CUBLAS_COMPUTE_32F, 0);                \
    }
TYPED_GEMM_EX(S, int, )
TYPED_GEMM_EX(S, int64_t, _64)
TYPED_GEMM_EX(C, int, )
TYPED_GEMM_EX(C, int64_t, _64)
