/* Level 1 of BLAS: vectors. */
#include "../cublas.h"
#include "typed.h"

/* Reductions run in one block. */
static const unsigned one_block[3] = {1, 1, 1};
enum { REDUCERS = 256 };

static cublasStatus_t each(cublasHandle_t handle, const char *stem, cudaDataType type, struct vectors *vectors) {
    return vectors->count <= 0 ? CUBLAS_STATUS_SUCCESS
                               : launch_each(handle, stem, type, vectors->count, 1, vectors);
}

#define ELEMENTWISE(letter, type, Int, suffix)                                                                         \
    EXPORT cublasStatus_t cublas##letter##axpy_v2##suffix(cublasHandle_t handle, Int count, const void *alpha,         \
                                                          const void *x, Int x_step, void *y, Int y_step) {            \
        OPEN(handle);                                                                                                  \
        REQUIRE(alpha != NULL);                                                                                        \
        struct vectors given = {.x = vector(type, x, count, x_step),                                                   \
                                .y = vector(type, y, count, y_step),                                                   \
                                .alpha = scalar_at(handle, type, alpha),                                               \
                                .count = count};                                                                       \
        return is_constant(given.alpha, 0) ? CUBLAS_STATUS_SUCCESS : each(handle, "axpy", type, &given);               \
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

/* Factors of these have types of their own: cublasCsscal scales complex numbers by a real one. */
#define SCAL(name, type, alpha_type, Int)                                                                              \
    EXPORT cublasStatus_t name(cublasHandle_t handle, Int count, const void *alpha, void *x, Int step) {               \
        OPEN(handle);                                                                                                  \
        REQUIRE(alpha != NULL);                                                                                        \
        if (step <= 0) {                                                                                               \
            return CUBLAS_STATUS_SUCCESS;                                                                              \
        }                                                                                                              \
        struct vectors given = {                                                                                       \
            .x = vector(type, x, count, step), .alpha = scalar_at(handle, alpha_type, alpha), .count = count};         \
        return each(handle, "scal", type, &given);                                                                     \
    }
#define ROT(name, type, cosine_type, sine_type, Int)                                                                   \
    EXPORT cublasStatus_t name(cublasHandle_t handle, Int count, void *x, Int x_step, void *y, Int y_step,             \
                               const void *cosine, const void *sine) {                                                 \
        OPEN(handle);                                                                                                  \
        REQUIRE(cosine != NULL && sine != NULL);                                                                       \
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
        REQUIRE(values != NULL);                                                                                       \
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
static cublasStatus_t reduce(cublasHandle_t handle, const char *kernel, cudaDataType type, struct vectors *vectors,
                             void *result, size_t size) {
    REQUIRE(result != NULL);
    int is_on_host = handle->pointer_mode == CUBLAS_POINTER_MODE_HOST;
    vectors->result = is_on_host ? handle->result : (uintptr_t)result;
    TRY(launch(handle, handle->stream, type, kernel, one_block, REDUCERS, vectors));
    if (!is_on_host) {
        return CUBLAS_STATUS_SUCCESS;
    }
    TRY(status_of(cuMemcpyDtoHAsync_v2(result, handle->result, size, handle->stream)));
    return status_of(cuStreamSynchronize(handle->stream));
}

#define DOT(name, kernel, type, Int, conjugates)                                                                       \
    EXPORT cublasStatus_t name(cublasHandle_t handle, Int count, const void *x, Int x_step, const void *y, Int y_step, \
                               void *result) {                                                                         \
        OPEN(handle);                                                                                                  \
        struct vectors given = {.x = vector(type, x, count, x_step),                                                   \
                                .y = vector(type, y, count, y_step),                                                   \
                                .count = count,                                                                        \
                                .is_conjugate = conjugates};                                                           \
        return reduce(handle, kernel, type, &given, result, type_size(type));                                          \
    }
#define ALL_DOT(Int, suffix)                                                                                           \
    DOT(cublasSdot_v2##suffix, "dot_f32", CUDA_R_32F, Int, 0)                                                          \
    DOT(cublasDdot_v2##suffix, "dot_f64", CUDA_R_64F, Int, 0)                                                          \
    DOT(cublasCdotu_v2##suffix, "dot_c32", CUDA_C_32F, Int, 0)                                                         \
    DOT(cublasCdotc_v2##suffix, "dot_c32", CUDA_C_32F, Int, 1)                                                         \
    DOT(cublasZdotu_v2##suffix, "dot_c64", CUDA_C_64F, Int, 0)                                                         \
    DOT(cublasZdotc_v2##suffix, "dot_c64", CUDA_C_64F, Int, 1)
ALL_DOT(int, )
ALL_DOT(int64_t, _64)

/* With an increment of 0 or less, or without elements, the result is 0, as in BLAS. */
#define REDUCTION(name, kernel, type, Int, size)                                                                       \
    EXPORT cublasStatus_t name(cublasHandle_t handle, Int count, const void *x, Int step, void *result) {              \
        OPEN(handle);                                                                                                  \
        struct vectors given = {.x = vector(type, x, count, step),                                                     \
                                .count = step <= 0 ? 0 : count,                                                        \
                                .has_long_result = sizeof(Int) == sizeof(int64_t)};                                    \
        return reduce(handle, kernel, type, &given, result, size);                                                     \
    }
#define REDUCTIONS(letter, both, name, type, Int, suffix)                                                              \
    REDUCTION(cublas##both##asum_v2##suffix, "asum_" name, type, Int, type_size(real_type(type)))                      \
    REDUCTION(cublas##both##nrm2_v2##suffix, "nrm2_" name, type, Int, type_size(real_type(type)))                      \
    REDUCTION(cublasI##letter##amax_v2##suffix, "amax_" name, type, Int, sizeof(Int))                                  \
    REDUCTION(cublasI##letter##amin_v2##suffix, "amin_" name, type, Int, sizeof(Int))
#define ALL_REDUCTIONS(Int, suffix)                                                                                    \
    REDUCTIONS(s, S, "f32", CUDA_R_32F, Int, suffix)                                                                   \
    REDUCTIONS(d, D, "f64", CUDA_R_64F, Int, suffix)                                                                   \
    REDUCTIONS(c, Sc, "c32", CUDA_C_32F, Int, suffix)                                                                  \
    REDUCTIONS(z, Dz, "c64", CUDA_C_64F, Int, suffix)
ALL_REDUCTIONS(int, )
ALL_REDUCTIONS(int64_t, _64)
