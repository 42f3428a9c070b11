/* Kernels: their modules, which are loaded when a routine first needs them, and their launches. */
#include <stdio.h>

#include "cusparse.h"

/* The text of each module, which ends with a NUL. */
#define MODULE(type)                                                                                                   \
    extern const char cusparse_##type[];                                                                               \
    __asm__(".section .rodata\n.globl cusparse_" #type "\n.hidden cusparse_" #type "\ncusparse_" #type                 \
            ":\n.incbin \"cusparse/kernels/" #type ".ptx\"\n.byte 0\n.text\n");
MODULE(f32)
MODULE(f64)
MODULE(c32)
MODULE(c64)

static const struct {
    cudaDataType type;
    const char *name;
    size_t size; /* of an element */
    const char *text;
} types[MODULES] = {
    {CUDA_R_32F, "f32", 4, cusparse_f32},
    {CUDA_R_64F, "f64", 8, cusparse_f64},
    {CUDA_C_32F, "c32", 8, cusparse_c32},
    {CUDA_C_64F, "c64", 16, cusparse_c64},
};

/* The most layers of a grid (CUDA C++ Programming Guide, "Compute Capabilities"). */
#define MOST_LAYERS 65535

/* Threads of a block, also in numbers.h, and the most blocks of a layer: threads take more than one element beyond. */
enum { BLOCK = 256, MOST_BLOCKS = 4096 };

static int index_of(cudaDataType type) {
    int found = 0;
    while (found < MODULES && types[found].type != type) {
        found++;
    }
    return found;
}

size_t type_size(cudaDataType type) {
    int found = index_of(type);
    return found == MODULES ? 0 : types[found].size;
}

static CUresult find_kernel(cusparseHandle_t handle, int type, const char *stem, CUfunction *function) {
    char name[64];
    CUresult result = CUDA_SUCCESS;
    snprintf(name, sizeof name, "offload_tck_sparse_%s_%s", stem, types[type].name);
    pthread_mutex_lock(&handle->lock);
    if (handle->modules[type] == NULL) {
        result = cuModuleLoadData(&handle->modules[type], types[type].text);
    }
    pthread_mutex_unlock(&handle->lock);
    return result == CUDA_SUCCESS ? cuModuleGetFunction(function, handle->modules[type], name) : result;
}

static cusparseStatus_t launch(cusparseHandle_t handle, const char *stem, cudaDataType type, int64_t blocks,
                               int64_t batches, void *parameters) {
    CUfunction function = NULL;
    int found = index_of(type);
    REQUIRE(found < MODULES, CUSPARSE_STATUS_NOT_SUPPORTED);
    CUresult result = find_kernel(handle, found, stem, &function);
    if (result == CUDA_SUCCESS) {
        result = cuLaunchKernel(function, (unsigned)(blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS), 1,
                                (unsigned)(batches < MOST_LAYERS ? batches : MOST_LAYERS), BLOCK, 1, 1, 0,
                                handle->stream, (void *[]){parameters}, NULL);
    }
    return status_of(result);
}

cusparseStatus_t launch_each(cusparseHandle_t handle, const char *stem, cudaDataType type, int64_t count,
                             int64_t batches, void *parameters) {
    REQUIRE(count > 0 && batches > 0, CUSPARSE_STATUS_SUCCESS);
    return launch(handle, stem, type, (count + BLOCK - 1) / BLOCK, batches, parameters);
}

cusparseStatus_t launch_block(cusparseHandle_t handle, const char *stem, cudaDataType type, void *parameters) {
    return launch(handle, stem, type, 1, 1, parameters);
}

cusparseStatus_t read_back(cusparseHandle_t handle, void *target, CUdeviceptr source, size_t size) {
    CUresult result = cuMemcpyDtoHAsync_v2(target, source, size, handle->stream);
    return status_of(result == CUDA_SUCCESS ? cuStreamSynchronize(handle->stream) : result);
}

struct scalar scalar_at(cusparseHandle_t handle, cudaDataType type, const void *address) {
    const float *floats = address;
    const double *doubles = address;
    if (handle->pointer_mode == CUSPARSE_POINTER_MODE_DEVICE) {
        return (struct scalar){.device = (uintptr_t)address};
    }
    switch (type) {
    case CUDA_R_64F:
        return (struct scalar){.re = *doubles};
    case CUDA_C_32F:
        return (struct scalar){.re = floats[0], .im = floats[1]};
    case CUDA_C_64F:
        return (struct scalar){.re = doubles[0], .im = doubles[1]};
    default:
        return (struct scalar){.re = *floats};
    }
}
