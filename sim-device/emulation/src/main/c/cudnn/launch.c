/* Kernels: their modules, which are loaded when a function first needs them, and their launches. */
#include <stdio.h>

#include "cudnn.h"

KERNELS(cudnn, f32)
KERNELS(cudnn, f64)
KERNELS(cudnn, f16)
KERNELS(cudnn, bf16)

static const struct {
    cudnnDataType_t type;
    const char *name;
    const char *text;
} texts[] = {
    {CUDNN_DATA_FLOAT, "f32", cudnn_f32},
    {CUDNN_DATA_DOUBLE, "f64", cudnn_f64},
    {CUDNN_DATA_HALF, "f16", cudnn_f16},
    {CUDNN_DATA_BFLOAT16, "bf16", cudnn_bf16},
};

enum { TEXTS = sizeof texts / sizeof *texts };

STATUS_OF(cudnnStatus_t, CUDNN_STATUS)

static int module_for(cudnnDataType_t type) {
    int found = 0;
    while (found < TEXTS && texts[found].type != type) {
        found++;
    }
    return found;
}

int has_kernels(cudnnDataType_t type) {
    return module_for(type) < TEXTS;
}

cudnnStatus_t launch(cudnnHandle_t handle, cudnnDataType_t type, const char *kernel, const unsigned grid[3],
                     unsigned threads, void *parameters) {
    char name[48];
    int module = module_for(type);
    SUPPORTED(module < TEXTS);
    snprintf(name, sizeof name, "dnn_%s_%s", kernel, texts[module].name);
    return status_of(run_kernel(&handle->modules, module, texts[module].text, name, handle->stream, grid, threads,
                                parameters));
}

cudnnStatus_t launch_for(cudnnHandle_t handle, cudnnDataType_t type, const char *kernel, int64_t count,
                         void *parameters) {
    unsigned grid[3] = {blocks_for(count), 1, 1};
    return count == 0 ? CUDNN_STATUS_SUCCESS : launch(handle, type, kernel, grid, BLOCK, parameters);
}
