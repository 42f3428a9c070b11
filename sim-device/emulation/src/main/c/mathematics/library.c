#include "library.h"

#include <stdio.h>
#include <string.h>

/* The oldest release whose libraries the kit has: the function for SET_CALLER is of every release. */
#define OLDEST_RELEASE 11000

enum { MOST_BLOCKS = 4096 };

/* The four types of BLAS come first. */
static const struct {
    cudaDataType type;
    const char *name;
    size_t size;
} types[] = {
    {CUDA_R_32F, "f32", 4}, {CUDA_R_64F, "f64", 8},   {CUDA_C_32F, "c32", 8}, {CUDA_C_64F, "c64", 16},
    {CUDA_R_16F, "f16", 2}, {CUDA_R_16BF, "bf16", 2}, {CUDA_R_8I, "s8", 1},   {CUDA_R_32I, "s32", 4},
};

enum { TYPES = sizeof types / sizeof *types };

static int index_of(cudaDataType type) {
    int found = 0;
    while (found < TYPES && types[found].type != type) {
        found++;
    }
    return found;
}

int module_of(cudaDataType type) {
    int found = index_of(type);
    return found < BLAS_TYPES ? found : BLAS_TYPES;
}

int is_blas_type(cudaDataType type) {
    return module_of(type) < BLAS_TYPES;
}

size_t type_size(cudaDataType type) {
    int found = index_of(type);
    return found == TYPES ? 0 : types[found].size;
}

const char *type_name(cudaDataType type) {
    int found = index_of(type);
    return found == TYPES ? "" : types[found].name;
}

int is_complex(cudaDataType type) {
    return type == CUDA_C_32F || type == CUDA_C_64F;
}

cudaDataType real_type(cudaDataType type) {
    return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}

void open_modules(struct modules *modules) {
    pthread_mutex_init(&modules->lock, NULL);
}

void close_modules(struct modules *modules) {
    for (int each = 0; each < MOST_MODULES; each++) {
        if (modules->loaded[each] != NULL) {
            cuModuleUnload(modules->loaded[each]);
        }
    }
    pthread_mutex_destroy(&modules->lock);
}

unsigned blocks_for(int64_t count) {
    int64_t blocks = (count + BLOCK - 1) / BLOCK;
    return (unsigned)(blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS);
}

unsigned layers_for(int64_t batches) {
    return (unsigned)(batches < MOST_LAYERS ? batches : MOST_LAYERS);
}

int has_context(void) {
    CUcontext context = NULL;
    return (cuCtxGetCurrent(&context) == CUDA_SUCCESS && context != NULL) || cudaFree(NULL) == 0;
}

static CUresult find_kernel(struct modules *modules, int module, const char *text, const char *kernel,
                            CUfunction *function) {
    char name[64];
    CUresult result = CUDA_SUCCESS;
    snprintf(name, sizeof name, "offload_tck_%s", kernel);
    pthread_mutex_lock(&modules->lock);
    if (modules->loaded[module] == NULL) {
        result = cuModuleLoadData(&modules->loaded[module], text);
    }
    pthread_mutex_unlock(&modules->lock);
    return result == CUDA_SUCCESS ? cuModuleGetFunction(function, modules->loaded[module], name) : result;
}

CUresult run_kernel(struct modules *modules, int module, const char *text, const char *kernel, CUstream stream,
                    const unsigned grid[3], unsigned threads, void *parameters) {
    CUfunction function = NULL;
    CUresult result = find_kernel(modules, module, text, kernel, &function);
    return result != CUDA_SUCCESS ? result
                                  : cuLaunchKernel(function, grid[0], grid[1], grid[2], threads, 1, 1, 0, stream,
                                                   (void *[]){parameters}, NULL);
}

/* Tells the kit's driver the function that the program has called; NULL for none. */
static void set_caller(const char *function) {
    void *found = NULL;
    void (*set)(const char *);
    int status;
    if (cuGetProcAddress_v2(SET_CALLER, &found, OLDEST_RELEASE, 0, &status) == CUDA_SUCCESS && found != NULL) {
        memcpy(&set, &found, sizeof set);
        set(function);
    }
}

CUresult allocate_for(const char *function, CUdeviceptr *address, size_t size) {
    set_caller(function);
    CUresult result = cuMemAlloc_v2(address, size);
    set_caller(NULL);
    return result;
}
