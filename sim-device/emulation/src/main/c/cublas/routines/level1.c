/* Level 1 of BLAS: vectors. */
#include <stdio.h>

#include "../cublas.h"
#include "typed.h"

/* Reductions run in one block. */
static const unsigned one_block[3] = {1, 1, 1};

static cublasStatus_t each(cublasHandle_t handle, const char *stem, cudaDataType type, struct vectors *vectors) {
    return vectors->count <= 0 ? CUBLAS_STATUS_SUCCESS
                               : launch_each(handle, stem, type, vectors->count, 1, vectors);
}

static cublasStatus_t axpy(cublasHandle_t handle, cudaDataType type, int64_t count, cudaDataType alpha_type,
                           const void *alpha, const void *x, int64_t x_step, void *y, int64_t y_step) {
    OPEN(handle);
    VALID(alpha != NULL);
    struct vectors given = {.x = vector(type, x, count, x_step),
                            .y = vector(type, y, count, y_step),
                            .alpha = scalar_at(handle, alpha_type, alpha),
                            .count = count};
    return is_constant(given.alpha, 0) ? CUBLAS_STATUS_SUCCESS : each(handle, "axpy", type, &given);
}

#define ELEMENTWISE(letter, type, Int, suffix)                                                                         \
    EXPORT cublasStatus_t cublas##letter##axpy_v2##suffix(cublasHandle_t handle, Int count, const void *alpha,         \
                                                          const void *x, Int x_step, void *y, Int y_step) {            \
        return axpy(handle, type, count, type, alpha, x, x_step, y, y_step);                                           \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublas##letter##copy_v2##suffix(cublasHandle_t handle, Int count, const void *x, Int x_step, \
                                                          void *y, Int y_step) {                                       \
        OPEN(handle);                                                                                                  \
        return count <= 0 ? CUBLAS_STATUS_SUCCESS                                                                      \
                          : copy_matrix(handle, type, count, 1, vector(type, x, count, x_step),                        \
                                        vector(type, y, count, y_step));                                               \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublas##letter##swap_v2##suffix(cublasHandle_t handle, Int count, void *x, Int x_step,       \
                                                          void *y, Int y_step) {                                       \
        OPEN(handle);                                                                                                  \
        struct vectors given = {                                                                                       \
            .x = vector(type, x, count, x_step), .y = vector(type, y, count, y_step), .count = count};                 \
        return each(handle, "swap", type, &given);                                                                     \
    }
TYPES(ELEMENTWISE)

static cublasStatus_t scal(cublasHandle_t handle, cudaDataType type, int64_t count, cudaDataType alpha_type,
                           const void *alpha, void *x, int64_t step) {
    OPEN(handle);
    VALID(alpha != NULL);
    struct vectors given = {.x = vector(type, x, count, step),
                            .alpha = scalar_at(handle, alpha_type, alpha),
                            .count = step <= 0 ? 0 : count};
    return each(handle, "scal", type, &given);
}

/* Factors of these have types of their own: cublasCsscal scales complex numbers by a real one. */
#define SCAL(name, type, alpha_type, Int)                                                                              \
    EXPORT cublasStatus_t name(cublasHandle_t handle, Int count, const void *alpha, void *x, Int step) {               \
        return scal(handle, type, count, alpha_type, alpha, x, step);                                                  \
    }
#define ROT(name, type, cosine_type, sine_type, Int)                                                                   \
    EXPORT cublasStatus_t name(cublasHandle_t handle, Int count, void *x, Int x_step, void *y, Int y_step,             \
                               const void *cosine, const void *sine) {                                                 \
        OPEN(handle);                                                                                                  \
        VALID(cosine != NULL && sine != NULL);                                                                         \
        struct vectors given = {.x = vector(type, x, count, x_step),                                                   \
                                .y = vector(type, y, count, y_step),                                                   \
                                .alpha = scalar_at(handle, cosine_type, cosine),                                       \
                                .beta = scalar_at(handle, sine_type, sine),                                            \
                                .count = count};                                                                       \
        return each(handle, "rot", type, &given);                                                                      \
    }
#define SCALED(letter, type, Int, suffix)                                                                              \
    SCAL(cublas##letter##scal_v2##suffix, type, type, Int)                                                             \
    ROT(cublas##letter##rot_v2##suffix, type, real_type(type), type, Int)
TYPES(SCALED)
#define MIXED(Int, suffix)                                                                                             \
    SCAL(cublasCsscal_v2##suffix, CUDA_C_32F, CUDA_R_32F, Int)                                                         \
    SCAL(cublasZdscal_v2##suffix, CUDA_C_64F, CUDA_R_64F, Int)                                                         \
    ROT(cublasCsrot_v2##suffix, CUDA_C_32F, CUDA_R_32F, CUDA_R_32F, Int)                                               \
    ROT(cublasZdrot_v2##suffix, CUDA_C_64F, CUDA_R_64F, CUDA_R_64F, Int)
MIXED(int, )
MIXED(int64_t, _64)

#define ROTM(letter, type, Int, suffix)                                                                                \
    EXPORT cublasStatus_t cublas##letter##rotm_v2##suffix(cublasHandle_t handle, Int count, void *x, Int x_step,       \
                                                          void *y, Int y_step, const void *values) {                   \
        OPEN(handle);                                                                                                  \
        VALID(values != NULL);                                                                                         \
        struct rotation given = {                                                                                      \
            .x = vector(type, x, count, x_step), .y = vector(type, y, count, y_step), .count = count};                 \
        if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE) {                                                      \
            given.device = (uintptr_t)values;                                                                          \
        }                                                                                                              \
        for (int i = 0; given.device == 0 && i < 5; i++) {                                                             \
            given.values[i] = scalar_at(handle, type, (const char *)values + (size_t)i * type_size(type)).re;          \
        }                                                                                                              \
        return count <= 0 ? CUBLAS_STATUS_SUCCESS : launch_each(handle, "rotm", type, count, 1, &given);               \
    }
REAL_TYPES(ROTM)

/* Runs a reduction whose result, of `size` bytes, goes to the host or to the device. */
static cublasStatus_t reduce(cublasHandle_t handle, const char *stem, cudaDataType type, struct vectors *vectors,
                             void *result, size_t size) {
    char kernel[32];
    OPEN(handle);
    VALID(result != NULL);
    int is_on_host = handle->pointer_mode == CUBLAS_POINTER_MODE_HOST;
    vectors->result = is_on_host ? handle->result : (uintptr_t)result;
    snprintf(kernel, sizeof kernel, "%s_%s", stem, type_name(type));
    TRY(launch(handle, handle->stream, type, kernel, one_block, BLOCK, vectors));
    if (!is_on_host) {
        return CUBLAS_STATUS_SUCCESS;
    }
    TRY(status_of(cuMemcpyDtoHAsync_v2(result, handle->result, size, handle->stream)));
    return status_of(cuStreamSynchronize(handle->stream));
}

static cublasStatus_t dot(cublasHandle_t handle, cudaDataType type, int64_t count, const void *x, int64_t x_step,
                          const void *y, int64_t y_step, int is_conjugate, void *result) {
    struct vectors given = {.x = vector(type, x, count, x_step),
                            .y = vector(type, y, count, y_step),
                            .count = count,
                            .is_conjugate = is_conjugate};
    return reduce(handle, "dot", type, &given, result, type_size(type));
}

#define DOT(name, type, Int, is_conjugate)                                                                             \
    EXPORT cublasStatus_t name(cublasHandle_t handle, Int count, const void *x, Int x_step, const void *y, Int y_step, \
                               void *result) {                                                                         \
        return dot(handle, type, count, x, x_step, y, y_step, is_conjugate, result);                                   \
    }
#define ALL_DOT(Int, suffix)                                                                                           \
    DOT(cublasSdot_v2##suffix, CUDA_R_32F, Int, 0)                                                                     \
    DOT(cublasDdot_v2##suffix, CUDA_R_64F, Int, 0)                                                                     \
    DOT(cublasCdotu_v2##suffix, CUDA_C_32F, Int, 0)                                                                    \
    DOT(cublasCdotc_v2##suffix, CUDA_C_32F, Int, 1)                                                                    \
    DOT(cublasZdotu_v2##suffix, CUDA_C_64F, Int, 0)                                                                    \
    DOT(cublasZdotc_v2##suffix, CUDA_C_64F, Int, 1)
ALL_DOT(int, )
ALL_DOT(int64_t, _64)

/* With an increment of 0 or less, or without elements, the result is 0, as in BLAS. */
static cublasStatus_t reduce_one(cublasHandle_t handle, const char *stem, cudaDataType type, int64_t count,
                                 const void *x, int64_t step, void *result, size_t size) {
    struct vectors given = {.x = vector(type, x, count, step),
                            .count = step <= 0 ? 0 : count,
                            .has_long_result = size == sizeof(int64_t)};
    return reduce(handle, stem, type, &given, result, size);
}

#define REDUCTION(name, stem, type, Int, size)                                                                         \
    EXPORT cublasStatus_t name(cublasHandle_t handle, Int count, const void *x, Int step, void *result) {              \
        return reduce_one(handle, stem, type, count, x, step, result, size);                                           \
    }
#define REDUCTIONS(letter, both, type, Int, suffix)                                                                    \
    REDUCTION(cublas##both##asum_v2##suffix, "asum", type, Int, type_size(real_type(type)))                            \
    REDUCTION(cublas##both##nrm2_v2##suffix, "nrm2", type, Int, type_size(real_type(type)))                            \
    REDUCTION(cublasI##letter##amax_v2##suffix, "amax", type, Int, sizeof(Int))                                        \
    REDUCTION(cublasI##letter##amin_v2##suffix, "amin", type, Int, sizeof(Int))
#define ALL_REDUCTIONS(Int, suffix)                                                                                    \
    REDUCTIONS(s, S, CUDA_R_32F, Int, suffix)                                                                          \
    REDUCTIONS(d, D, CUDA_R_64F, Int, suffix)                                                                          \
    REDUCTIONS(c, Sc, CUDA_C_32F, Int, suffix)                                                                         \
    REDUCTIONS(z, Dz, CUDA_C_64F, Int, suffix)
ALL_REDUCTIONS(int, )
ALL_REDUCTIONS(int64_t, _64)

/* Routines with types as parameters (cuBLAS Library, "cublasDotEx()" and others): 16-bit numbers are computed with in
 * single precision, others in their type. */
static int is_executed(cudaDataType type, cudaDataType other, cudaDataType execution) {
    int is_narrow = type == CUDA_R_16F || type == CUDA_R_16BF;
    int is_wide = type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_C_32F || type == CUDA_C_64F;
    return type == other && ((is_narrow && execution == CUDA_R_32F) || (is_wide && execution == type));
}

#define SUPPORTED(condition)                                                                                           \
    if (!(condition)) {                                                                                                \
        return CUBLAS_STATUS_NOT_SUPPORTED;                                                                            \
    }
#define DOT_EX(name, Int, is_conjugate)                                                                                \
    EXPORT cublasStatus_t name(cublasHandle_t handle, Int count, const void *x, cudaDataType type, Int x_step,         \
                               const void *y, cudaDataType y_type, Int y_step, void *result, cudaDataType to,          \
                               cudaDataType execution) {                                                               \
        SUPPORTED(is_executed(type, y_type, execution) && to == type)                                                  \
        return dot(handle, type, count, x, x_step, y, y_step, is_conjugate, result);                                   \
    }
#define SUM_EX(name, stem, Int)                                                                                        \
    EXPORT cublasStatus_t name(cublasHandle_t handle, Int count, const void *x, cudaDataType type, Int step,           \
                               void *result, cudaDataType to, cudaDataType execution) {                                \
        SUPPORTED(to == real_type(type) && is_executed(type, type, execution == to ? type : execution))                \
        return reduce_one(handle, stem, type, count, x, step, result, type_size(to));                                  \
    }
#define LEVEL1_EX(Int, suffix)                                                                                         \
    DOT_EX(cublasDotEx##suffix, Int, 0)                                                                                \
    DOT_EX(cublasDotcEx##suffix, Int, 1)                                                                               \
    SUM_EX(cublasNrm2Ex##suffix, "nrm2", Int)                                                                          \
    SUM_EX(cublasAsumEx##suffix, "asum", Int)                                                                          \
    EXPORT cublasStatus_t cublasAxpyEx##suffix(cublasHandle_t handle, Int count, const void *alpha,                    \
                                               cudaDataType alpha_type, const void *x, cudaDataType type, Int x_step,  \
                                               void *y, cudaDataType y_type, Int y_step, cudaDataType execution) {     \
        SUPPORTED(is_executed(type, y_type, execution))                                                                \
        return axpy(handle, type, count, alpha_type, alpha, x, x_step, y, y_step);                                     \
    }                                                                                                                  \
    EXPORT cublasStatus_t cublasScalEx##suffix(cublasHandle_t handle, Int count, const void *alpha,                    \
                                               cudaDataType alpha_type, void *x, cudaDataType type, Int step,          \
                                               cudaDataType execution) {                                               \
        SUPPORTED(is_executed(type, type, execution))                                                                  \
        return scal(handle, type, count, alpha_type, alpha, x, step);                                                  \
    }
LEVEL1_EX(int, )
LEVEL1_EX(int64_t, _64)
