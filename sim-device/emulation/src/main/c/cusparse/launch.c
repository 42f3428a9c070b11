/* Kernels: their modules, which are loaded when a routine first needs them, and their launches. */
#include <stdio.h>

#include "cusparse.h"

BLAS_KERNELS(cusparse)

/* The threads of a warp. */
enum { LANES = 32 };

static cusparseStatus_t launch(cusparseHandle_t handle, const char *stem, cudaDataType type, const unsigned grid[3],
                               unsigned threads, void *parameters) {
    char kernel[40];
    int module = module_of(type);
    REQUIRE(is_blas_type(type), CUSPARSE_STATUS_NOT_SUPPORTED);
    snprintf(kernel, sizeof kernel, "sparse_%s_%s", stem, type_name(type));
    return status_of(
        run_kernel(&handle->modules, module, texts[module], kernel, handle->stream, grid, threads, parameters));
}

cusparseStatus_t launch_each(cusparseHandle_t handle, const char *stem, cudaDataType type, int64_t count,
                             int64_t batches, void *parameters) {
    REQUIRE(count > 0 && batches > 0, CUSPARSE_STATUS_SUCCESS);
    unsigned grid[3] = {blocks_for(count), 1, layers_for(batches)};
    return launch(handle, stem, type, grid, BLOCK, parameters);
}

cusparseStatus_t launch_block(cusparseHandle_t handle, const char *stem, cudaDataType type, void *parameters) {
    return launch(handle, stem, type, (const unsigned[3]){1, 1, 1}, BLOCK, parameters);
}

cusparseStatus_t launch_warp(cusparseHandle_t handle, const char *stem, cudaDataType type, void *parameters) {
    return launch(handle, stem, type, (const unsigned[3]){1, 1, 1}, LANES, parameters);
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
