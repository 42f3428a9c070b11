/* Launches of kernels, their attributes and occupancy. */
#include <limits.h>

#include "cudart.h"

/* What `kernel<<<grid, block, shared, stream>>>` leaves for the stub of the kernel. Arguments of a launch
 * may launch kernels themselves, so there may be several. */
struct configuration {
    dim3 grid;
    dim3 block;
    size_t shared;
    cudaStream_t stream;
};

#define DEEPEST 64
static __thread struct configuration configurations[DEEPEST];
static __thread unsigned depth;

EXPORT unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                            cudaStream_t stream) {
    if (depth == DEEPEST) {
        return (unsigned)remember(cudaErrorInvalidConfiguration);
    }
    configurations[depth++] = (struct configuration){grid, block, shared, stream};
    return 0;
}

EXPORT cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared,
                                              void *stream) {
    if (depth == 0) {
        return remember(cudaErrorMissingConfiguration);
    }
    struct configuration *top = &configurations[--depth];
    *grid = top->grid;
    *block = top->block;
    *shared = top->shared;
    *(cudaStream_t *)stream = top->stream;
    return cudaSuccess;
}

static cudaError_t check_side(unsigned extent, int attribute, CUdevice device) {
    int most;
    cudaError_t result = cuDeviceGetAttribute(&most, attribute, device);
    if (result != cudaSuccess) {
        return result;
    }
    return extent == 0 || extent > (unsigned)most ? cudaErrorInvalidConfiguration : cudaSuccess;
}

static cudaError_t check_sides(dim3 extent, int first, CUdevice device) {
    cudaError_t result = check_side(extent.x, first, device);
    result = result == cudaSuccess ? check_side(extent.y, first + 1, device) : result;
    return result == cudaSuccess ? check_side(extent.z, first + 2, device) : result;
}

/* The driver has one code for a shape that no device has and for other arguments (1); the runtime has
 * one of its own for the shape (9). */
static cudaError_t explain(cudaError_t result, dim3 grid, dim3 block) {
    CUdevice device;
    if (result != cudaErrorInvalidValue || cuCtxGetDevice(&device) != CUDA_SUCCESS) {
        return result;
    }
    cudaError_t shape = check_sides(grid, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, device);
    if (shape == cudaSuccess) {
        shape = check_sides(block, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, device);
    }
    if (shape == cudaSuccess) {
        shape = check_side(block.x * block.y * block.z, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                           device);
    }
    return shape == cudaSuccess ? result : shape;
}

EXPORT cudaError_t cudaLaunchKernel(const void *symbol, dim3 grid, dim3 block, void **arguments,
                                    size_t shared, cudaStream_t stream) {
    CUfunction function;
    REQUIRE(shared <= UINT_MAX);
    TRY(kernel_function(symbol, &function));
    cudaError_t result = CALLED(cuLaunchKernel(function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                               (unsigned)shared, stream, arguments, NULL));
    return remember(explain(result, grid, block));
}

EXPORT cudaError_t cudaLaunchCooperativeKernel(const void *symbol, dim3 grid, dim3 block,
                                               void **arguments, size_t shared,
                                               cudaStream_t stream) {
    CUfunction function;
    REQUIRE(shared <= UINT_MAX);
    TRY(kernel_function(symbol, &function));
    cudaError_t result =
        CALLED(cuLaunchCooperativeKernel(function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                         (unsigned)shared, stream, arguments));
    return remember(explain(result, grid, block));
}

static CUlaunchConfig driver_config(const cudaLaunchConfig_t *config) {
    return (CUlaunchConfig){config->grid.x,  config->grid.y,  config->grid.z,
                            config->block.x, config->block.y, config->block.z,
                            (unsigned)config->shared, config->stream, config->attributes,
                            config->count};
}

EXPORT cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *symbol,
                                       void **arguments) {
    CUfunction function;
    REQUIRE(config != NULL && config->shared <= UINT_MAX);
    TRY(kernel_function(symbol, &function));
    CUlaunchConfig shape = driver_config(config);
    cudaError_t result = CALLED(cuLaunchKernelEx(&shape, function, arguments, NULL));
    return remember(explain(result, config->grid, config->block));
}

EXPORT cudaError_t cudaGetFuncBySymbol(CUfunction *function, const void *symbol) {
    REQUIRE(function != NULL);
    return remember(kernel_function(symbol, function));
}

#if CUDART_MAJOR >= 12
/* A handle of a kernel, cudaKernel_t, is the library's record of it: it has no context. */
EXPORT cudaError_t cudaGetKernel(struct kernel **kernel, const void *symbol) {
    REQUIRE(kernel != NULL);
    *kernel = find_kernel(symbol);
    return remember(*kernel == NULL ? cudaErrorInvalidDeviceFunction : cudaSuccess);
}

EXPORT cudaError_t cudaFuncGetName(const char **name, const void *symbol) {
    CUfunction function;
    TRY(kernel_function(symbol, &function));
    return remember(cuFuncGetName(name, function));
}

EXPORT cudaError_t cudaFuncGetParamInfo(const void *symbol, size_t index, size_t *offset,
                                        size_t *size) {
    CUfunction function;
    TRY(kernel_function(symbol, &function));
    return remember(cuFuncGetParamInfo(function, index, offset, size));
}
#endif

#if CUDART_MAJOR >= 13
/* What stubs of nvcc 13 call (crt/host_runtime.h). */
EXPORT cudaError_t __cudaGetKernel(struct kernel **kernel, const void *symbol) {
    return cudaGetKernel(kernel, symbol);
}

EXPORT cudaError_t __cudaLaunchKernel(struct kernel *kernel, dim3 grid, dim3 block,
                                      void **arguments, size_t shared, cudaStream_t stream) {
    return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}
#endif

/* cudaFuncAttributes. */
typedef struct {
    size_t shared_size;
    size_t constant_size;
    size_t local_size;
    int threads;
    int registers;
    int ptx_version;
    int binary_version;
    int cache_mode;
    int dynamic_shared_size;
    int shared_carveout;
#if CUDART_MAJOR >= 12
    int cluster_must_be_set;
    int cluster_width;
    int cluster_height;
    int cluster_depth;
    int cluster_policy;
    int non_portable_cluster;
    int reserved[16];
#endif
} cudaFuncAttributes;

static cudaError_t get_size(size_t *size, int attribute, CUfunction function) {
    int value = 0;
    cudaError_t result = cuFuncGetAttribute(&value, attribute, function);
    *size = (size_t)value;
    return result;
}

EXPORT cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *symbol) {
    CUfunction function;
    REQUIRE(attributes != NULL);
    TRY(kernel_function(symbol, &function));
    *attributes = (cudaFuncAttributes){0};
    TRY(get_size(&attributes->shared_size, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function));
    TRY(get_size(&attributes->constant_size, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, function));
    TRY(get_size(&attributes->local_size, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, function));
    const struct {
        int attribute;
        int *value;
    } numbers[] = {
        {CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &attributes->threads},
        {CU_FUNC_ATTRIBUTE_NUM_REGS, &attributes->registers},
        {CU_FUNC_ATTRIBUTE_PTX_VERSION, &attributes->ptx_version},
        {CU_FUNC_ATTRIBUTE_BINARY_VERSION, &attributes->binary_version},
        {CU_FUNC_ATTRIBUTE_CACHE_MODE_CA, &attributes->cache_mode},
        {CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, &attributes->dynamic_shared_size},
        {CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, &attributes->shared_carveout},
#if CUDART_MAJOR >= 12
        {CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET, &attributes->cluster_must_be_set},
        {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, &attributes->cluster_width},
        {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, &attributes->cluster_height},
        {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, &attributes->cluster_depth},
        {CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, &attributes->cluster_policy},
        {CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, &attributes->non_portable_cluster},
#endif
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        TRY(cuFuncGetAttribute(numbers[i].value, numbers[i].attribute, function));
    }
    return cudaSuccess;
}

/* Attributes have the numbers of the driver's. */
EXPORT cudaError_t cudaFuncSetAttribute(const void *symbol, int attribute, int value) {
    CUfunction function;
    TRY(kernel_function(symbol, &function));
    return remember(cuFuncSetAttribute(function, attribute, value));
}

EXPORT cudaError_t cudaFuncSetCacheConfig(const void *symbol, int config) {
    CUfunction function;
    TRY(kernel_function(symbol, &function));
    return remember(cuFuncSetCacheConfig(function, config));
}

EXPORT cudaError_t cudaFuncSetSharedMemConfig(const void *symbol, int config) {
    CUfunction function;
    TRY(kernel_function(symbol, &function));
    return remember(cuFuncSetSharedMemConfig(function, config));
}

EXPORT cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks,
                                                                          const void *symbol,
                                                                          int threads,
                                                                          size_t shared,
                                                                          unsigned flags) {
    CUfunction function;
    TRY(kernel_function(symbol, &function));
    return remember(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads,
                                                                         shared, flags));
}

EXPORT cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *symbol,
                                                                 int threads, size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, symbol, threads, shared,
                                                                  0);
}

EXPORT cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *symbol,
                                                             int blocks, int threads) {
    CUfunction function;
    TRY(kernel_function(symbol, &function));
    return remember(cuOccupancyAvailableDynamicSMemPerBlock(bytes, function, blocks, threads));
}

#if CUDART_MAJOR >= 12
EXPORT cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *symbol,
                                                  const cudaLaunchConfig_t *config) {
    CUfunction function;
    REQUIRE(clusters != NULL && config != NULL && config->shared <= UINT_MAX);
    TRY(kernel_function(symbol, &function));
    CUlaunchConfig shape = driver_config(config);
    return remember(cuOccupancyMaxActiveClusters(clusters, function, &shape));
}

EXPORT cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *symbol,
                                                        const cudaLaunchConfig_t *config) {
    CUfunction function;
    REQUIRE(size != NULL && config != NULL && config->shared <= UINT_MAX);
    TRY(kernel_function(symbol, &function));
    CUlaunchConfig shape = driver_config(config);
    return remember(cuOccupancyMaxPotentialClusterSize(size, function, &shape));
}
#endif
