/* Kernels: their modules, which are loaded when a function first needs them, and their launches. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cusolver.h"

/* The text of each module, which ends with a NUL. */
#define MODULE(type)                                                                                                   \
    extern const char cusolver_##type[];                                                                               \
    __asm__(".section .rodata\n.globl cusolver_" #type "\n.hidden cusolver_" #type "\ncusolver_" #type                 \
            ":\n.incbin \"cusolver/kernels/" #type ".ptx\"\n.byte 0\n.text\n");
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
    {CUDA_R_32F, "f32", 4, cusolver_f32},
    {CUDA_R_64F, "f64", 8, cusolver_f64},
    {CUDA_C_32F, "c32", 8, cusolver_c32},
    {CUDA_C_64F, "c64", 16, cusolver_c64},
};

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

int is_complex(cudaDataType type) {
    return type == CUDA_C_32F || type == CUDA_C_64F;
}

size_t wide_size(cudaDataType type) {
    return is_complex(type) ? 2 * sizeof(double) : sizeof(double);
}

cudaDataType real_type(cudaDataType type) {
    return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}

cusolverStatus_t status_of(CUresult result) {
    switch (result) {
    case CUDA_SUCCESS:
        return CUSOLVER_STATUS_SUCCESS;
    case CUDA_ERROR_OUT_OF_MEMORY:
        return CUSOLVER_STATUS_ALLOC_FAILED;
    case CUDA_ERROR_NOT_INITIALIZED:
    case CUDA_ERROR_NO_DEVICE:
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    default:
        return CUSOLVER_STATUS_EXECUTION_FAILED;
    }
}

void set_caller(const char *function) {
    void *found = NULL;
    void (*set)(const char *);
    int status;
    if (cuGetProcAddress_v2(SET_CALLER, &found, SOLVER_MAJOR * 1000, 0, &status) == CUDA_SUCCESS && found != NULL) {
        memcpy(&set, &found, sizeof set);
        set(function);
    }
}

cusolverStatus_t reject(cusolverDnHandle_t handle, int *info, int parameter) {
    if (info != NULL) {
        cuMemsetD32Async((uintptr_t)info, (unsigned)-parameter, 1, handle->stream);
    }
    return CUSOLVER_STATUS_INVALID_VALUE;
}

static CUresult find_kernel(cusolverDnHandle_t handle, int module, const char *kernel, CUfunction *function) {
    char name[64];
    CUresult result = CUDA_SUCCESS;
    snprintf(name, sizeof name, "offload_tck_solver_%s_%s", kernel, types[module].name);
    pthread_mutex_lock(&handle->lock);
    if (handle->modules[module] == NULL) {
        result = cuModuleLoadData(&handle->modules[module], types[module].text);
    }
    pthread_mutex_unlock(&handle->lock);
    return result == CUDA_SUCCESS ? cuModuleGetFunction(function, handle->modules[module], name) : result;
}

cusolverStatus_t launch(cusolverDnHandle_t handle, cudaDataType type, const char *kernel, int64_t batches,
                        void *parameters) {
    CUfunction function = NULL;
    int module = index_of(type);
    REQUIRE(module < MODULES);
    if (batches == 0) {
        return CUSOLVER_STATUS_SUCCESS;
    }
    CUresult result = find_kernel(handle, module, kernel, &function);
    if (result == CUDA_SUCCESS) {
        result = cuLaunchKernel(function, (unsigned)batches, 1, 1, THREADS, 1, 1, 0, handle->stream,
                                (void *[]){parameters}, NULL);
    }
    return status_of(result);
}

cusolverStatus_t elements_of(cudaDataType type, int64_t size, int *elements) {
    int64_t element = (int64_t)type_size(type);
    int64_t count = (size + element - 1) / element;
    REQUIRE(elements != NULL && count <= INT_MAX);
    *elements = (int)count;
    return CUSOLVER_STATUS_SUCCESS;
}

struct stack matrix(const void *data, int64_t lead) {
    return (struct stack){.data = (uintptr_t)data, .lead = lead};
}

struct stack strided(const void *data, int64_t lead, int64_t stride) {
    return (struct stack){.data = (uintptr_t)data, .lead = lead, .stride = stride};
}

struct stack addressed(void *const *data, int64_t lead) {
    return (struct stack){.data = (uintptr_t)data, .lead = lead, .has_addresses = 1};
}
