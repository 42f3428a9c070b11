/* Copies of vectors and matrices between the host and the device. */
#include "../cublas.h"

/* A stream is given for an asynchronous copy. */
static cublasStatus_t copy(cublasStatus_t is_valid, CUDA_MEMCPY2D copy, const CUstream *stream) {
    TRY(is_valid);
    if (copy.WidthInBytes == 0 || copy.Height == 0) {
        return CUBLAS_STATUS_SUCCESS;
    }
    CUresult result = stream == NULL ? cuMemcpy2D_v2(&copy) : cuMemcpy2DAsync_v2(&copy, *stream);
    return result == CUDA_SUCCESS ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

/* From the host if `to_device`, from the device otherwise. */
static CUDA_MEMCPY2D parameters(int to_device, const void *from, size_t from_step, void *to, size_t to_step,
                                size_t size, size_t count) {
    CUDA_MEMCPY2D copy = {.srcPitch = from_step, .dstPitch = to_step, .WidthInBytes = size, .Height = count};
    if (to_device) {
        copy.srcMemoryType = CU_MEMORYTYPE_HOST;
        copy.srcHost = from;
        copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
        copy.dstDevice = (uintptr_t)to;
    } else {
        copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
        copy.srcDevice = (uintptr_t)from;
        copy.dstMemoryType = CU_MEMORYTYPE_HOST;
        copy.dstHost = to;
    }
    return copy;
}

static cublasStatus_t validity(int is_valid) {
    return is_valid ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

#define VECTOR(name, to_device, Int, suffix)                                                                           \
    EXPORT cublasStatus_t name##suffix(Int count, Int size, const void *x, Int x_step, void *y, Int y_step) {          \
        return copy(validity(x_step > 0 && y_step > 0 && size > 0),                                                    \
                    parameters(to_device, x, (size_t)(x_step * size), y, (size_t)(y_step * size), (size_t)size,        \
                               count < 0 ? 0 : (size_t)count),                                                         \
                    NULL);                                                                                             \
    }                                                                                                                  \
    EXPORT cublasStatus_t name##Async##suffix(Int count, Int size, const void *x, Int x_step, void *y, Int y_step,     \
                                              CUstream stream) {                                                       \
        return copy(validity(x_step > 0 && y_step > 0 && size > 0),                                                    \
                    parameters(to_device, x, (size_t)(x_step * size), y, (size_t)(y_step * size), (size_t)size,        \
                               count < 0 ? 0 : (size_t)count),                                                         \
                    &stream);                                                                                          \
    }
#define MATRIX(name, to_device, Int, suffix)                                                                           \
    EXPORT cublasStatus_t name##suffix(Int rows, Int columns, Int size, const void *a, Int a_lead, void *b,            \
                                       Int b_lead) {                                                                   \
        return copy(validity(rows >= 0 && columns >= 0 && size > 0 && a_lead >= rows && b_lead >= rows),               \
                    parameters(to_device, a, (size_t)(a_lead * size), b, (size_t)(b_lead * size),                      \
                               (size_t)(rows * size), (size_t)columns),                                                \
                    NULL);                                                                                             \
    }                                                                                                                  \
    EXPORT cublasStatus_t name##Async##suffix(Int rows, Int columns, Int size, const void *a, Int a_lead, void *b,     \
                                              Int b_lead, CUstream stream) {                                           \
        return copy(validity(rows >= 0 && columns >= 0 && size > 0 && a_lead >= rows && b_lead >= rows),               \
                    parameters(to_device, a, (size_t)(a_lead * size), b, (size_t)(b_lead * size),                      \
                               (size_t)(rows * size), (size_t)columns),                                                \
                    &stream);                                                                                          \
    }
#define TRANSFERS(Int, suffix)                                                                                         \
    VECTOR(cublasSetVector, 1, Int, suffix) VECTOR(cublasGetVector, 0, Int, suffix)                                    \
    MATRIX(cublasSetMatrix, 1, Int, suffix) MATRIX(cublasGetMatrix, 0, Int, suffix)
TRANSFERS(int, )
TRANSFERS(int64_t, _64)
