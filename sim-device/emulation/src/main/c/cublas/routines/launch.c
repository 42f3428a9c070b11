/* Kernels: their modules, which are loaded when a routine first needs them, and their launches. */
#include <math.h>
#include <stdio.h>

#include "../cublas.h"

/* The text of each module, which ends with a NUL. */
#define MODULE(type)                                                                                                   \
    extern const char cublas_##type[];                                                                                 \
    __asm__(".section .rodata\n.globl cublas_" #type "\n.hidden cublas_" #type "\ncublas_" #type                       \
            ":\n.incbin \"cublas/kernels/" #type ".ptx\"\n.byte 0\n.text\n");
MODULE(f32)
MODULE(f64)
MODULE(c32)
MODULE(c64)
MODULE(f16)
MODULE(bf16)
MODULE(s8)

static const struct {
    cudaDataType type;
    const char *name;
    size_t size; /* of an element */
    const char *text;
} types[] = {
    {CUDA_R_32F, "f32", 4, cublas_f32},   {CUDA_R_64F, "f64", 8, cublas_f64}, {CUDA_C_32F, "c32", 8, cublas_c32},
    {CUDA_C_64F, "c64", 16, cublas_c64},  {CUDA_R_16F, "f16", 2, cublas_f16}, {CUDA_R_16BF, "bf16", 2, cublas_bf16},
    {CUDA_R_8I, "s8", 1, cublas_s8},      {CUDA_R_32I, "s32", 4, NULL},
};

enum { TYPES = sizeof types / sizeof *types };

_Static_assert(TYPES == MODULES + 1, "the last type has no module");

/* The most layers of a grid (CUDA C++ Programming Guide, "Compute Capabilities"). */
#define MOST_LAYERS 65535

/* Threads of a block, and the most blocks of a row: threads take more than one element beyond. */
enum { BLOCK = 256, MOST_BLOCKS = 4096 };

static int index_of(cudaDataType type) {
    int found = 0;
    while (found < TYPES && types[found].type != type) {
        found++;
    }
    return found;
}

size_t type_size(cudaDataType type) {
    int found = index_of(type);
    return found == TYPES ? 0 : types[found].size;
}

const char *type_name(cudaDataType type) {
    int found = index_of(type);
    return found == TYPES ? "" : types[found].name;
}

static CUresult find_kernel(cublasHandle_t handle, cudaDataType type, const char *kernel, CUfunction *function) {
    char name[64];
    int found = index_of(type);
    CUresult result = CUDA_SUCCESS;
    snprintf(name, sizeof name, "offload_tck_%s", kernel);
    pthread_mutex_lock(&handle->lock);
    if (handle->modules[found] == NULL) {
        result = cuModuleLoadData(&handle->modules[found], types[found].text);
    }
    pthread_mutex_unlock(&handle->lock);
    return result == CUDA_SUCCESS ? cuModuleGetFunction(function, handle->modules[found], name) : result;
}

cublasStatus_t launch(cublasHandle_t handle, CUstream stream, cudaDataType type, const char *kernel,
                      const unsigned grid[3], unsigned threads, void *parameters) {
    CUfunction function = NULL;
    CUresult result = find_kernel(handle, type, kernel, &function);
    if (result == CUDA_SUCCESS) {
        result = cuLaunchKernel(function, grid[0], grid[1], grid[2], threads, 1, 1, 0, stream,
                                (void *[]){parameters}, NULL);
    }
    return status_of(result);
}

cublasStatus_t launch_each(cublasHandle_t handle, const char *stem, cudaDataType type, int64_t count, int64_t batches,
                           void *parameters) {
    char kernel[32];
    int64_t blocks = (count + BLOCK - 1) / BLOCK;
    unsigned grid[3] = {(unsigned)(blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS), 1,
                        (unsigned)(batches < MOST_LAYERS ? batches : MOST_LAYERS)};
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

cudaDataType real_type(cudaDataType type) {
    return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}
