/* Kernels: their modules, which are loaded when a routine first needs them, and their launches. */
#include <math.h>
#include <stdio.h>

#include "../cublas.h"

KERNELS(cublas, f32)
KERNELS(cublas, f64)
KERNELS(cublas, c32)
KERNELS(cublas, c64)
KERNELS(cublas, f16)
KERNELS(cublas, bf16)
KERNELS(cublas, s8)

/* Modules, by the type of the elements that are read. */
static const struct {
    cudaDataType type;
    const char *text;
} modules[MOST_MODULES] = {
    {CUDA_R_32F, cublas_f32}, {CUDA_R_64F, cublas_f64},   {CUDA_C_32F, cublas_c32}, {CUDA_C_64F, cublas_c64},
    {CUDA_R_16F, cublas_f16}, {CUDA_R_16BF, cublas_bf16}, {CUDA_R_8I, cublas_s8},
};

cublasStatus_t launch(cublasHandle_t handle, CUstream stream, cudaDataType type, const char *kernel,
                      const unsigned grid[3], unsigned threads, void *parameters) {
    int found = 0;
    while (modules[found].type != type) {
        found++;
        REQUIRE(found < MOST_MODULES, CUBLAS_STATUS_NOT_SUPPORTED);
    }
    return status_of(
        run_kernel(&handle->modules, found, modules[found].text, kernel, stream, grid, threads, parameters));
}

cublasStatus_t launch_each(cublasHandle_t handle, const char *stem, cudaDataType type, int64_t count, int64_t batches,
                           void *parameters) {
    char kernel[32];
    unsigned grid[3] = {blocks_for(count), 1, layers_for(batches)};
    snprintf(kernel, sizeof kernel, "%s_%s", stem, type_name(type));
    return launch(handle, handle->stream, type, kernel, grid, BLOCK, parameters);
}

cublasStatus_t borrow(cublasHandle_t handle, size_t size, CUdeviceptr *address) {
    return status_of(cuMemAllocAsync(address, size, handle->stream));
}

cublasStatus_t give_back(cublasHandle_t handle, CUdeviceptr address) {
    return status_of(cuMemFreeAsync(address, handle->stream));
}

struct scalar constant(double value) {
    return (struct scalar){.re = value};
}

/* The value of IEEE 754's binary16. */
static double half_value(uint16_t bits) {
    int exponent = bits >> 10 & 0x1f;
    int fraction = bits & 0x3ff;
    double size = exponent == 0x1f ? (fraction == 0 ? INFINITY : NAN)
                                   : ldexp(exponent == 0 ? fraction : 0x400 + fraction, exponent == 0 ? -24 : exponent - 25);
    return bits & 0x8000 ? -size : size;
}

static struct scalar on_host(cudaDataType type, const void *address) {
    struct scalar found = {.type = (int32_t)type};
    const float *floats = address;
    const double *doubles = address;
    switch (type) {
    case CUDA_R_64F:
        found.re = *doubles;
        break;
    case CUDA_C_32F:
        found.re = floats[0];
        found.im = floats[1];
        break;
    case CUDA_C_64F:
        found.re = doubles[0];
        found.im = doubles[1];
        break;
    case CUDA_R_32I:
        found.re = *(const int32_t *)address;
        break;
    case CUDA_R_16F:
        found.re = half_value(*(const uint16_t *)address);
        break;
    default:
        found.re = *floats;
    }
    return found;
}

struct scalar scalar_in(cublasPointerMode_t mode, cudaDataType type, const void *address) {
    if (mode == CUBLAS_POINTER_MODE_HOST) {
        return on_host(type, address);
    }
    return (struct scalar){.device = (uintptr_t)address, .type = (int32_t)type};
}

struct scalar scalar_at(cublasHandle_t handle, cudaDataType type, const void *address) {
    return scalar_in(handle->pointer_mode, type, address);
}

int is_constant(struct scalar scalar, double value) {
    return scalar.device == 0 && scalar.re == value && scalar.im == 0;
}

struct scalar conjugated_scalar(struct scalar scalar) {
    scalar.is_conjugate = !scalar.is_conjugate;
    return scalar;
}
