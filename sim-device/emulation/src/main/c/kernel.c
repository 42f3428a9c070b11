/* Kernels: attributes, occupancy and launch. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "layout.h"
#include "names.h"

/* Number of block sizes for which the callback of the caller is called: multiples of a warp up to
 * the largest block (CUDA C++ Programming Guide, "Compute Capabilities", table of technical
 * specifications). */
#define WARP 32
#define BLOCK_SIZES 32

EXPORT CUresult cuFuncGetAttribute(int *pi, int attrib, CUfunction hfunc) {
    return DRIVER_CALL(cuFuncGetAttribute, OUT_32(pi), IN(attrib), IN_POINTER(hfunc));
}

EXPORT CUresult cuFuncSetAttribute(CUfunction hfunc, int attrib, int value) {
    return DRIVER_CALL(cuFuncSetAttribute, IN_POINTER(hfunc), IN(attrib), IN(value));
}

EXPORT CUresult cuFuncSetCacheConfig(CUfunction hfunc, int config) {
    return DRIVER_CALL(cuFuncSetCacheConfig, IN_POINTER(hfunc), IN(config));
}

EXPORT CUresult cuFuncSetSharedMemConfig(CUfunction hfunc, int config) {
    return DRIVER_CALL(cuFuncSetSharedMemConfig, IN_POINTER(hfunc), IN(config));
}

EXPORT CUresult cuFuncLoad(CUfunction function) {
    return DRIVER_CALL(cuFuncLoad, IN_POINTER(function));
}

EXPORT CUresult cuFuncIsLoaded(int *state, CUfunction function) {
    return DRIVER_CALL(cuFuncIsLoaded, OUT_32(state), IN_POINTER(function));
}

EXPORT CUresult cuFuncGetModule(CUmodule *hmod, CUfunction hfunc) {
    return DRIVER_CALL(cuFuncGetModule, OUT_64(hmod), IN_POINTER(hfunc));
}

/* Names that were returned to the caller. */
struct name {
    struct name *next;
    char *text;
};

const char *keep_name(char *text) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct name *names;
    pthread_mutex_lock(&lock);
    struct name *each = names;
    while (each != NULL && strcmp(each->text, text) != 0) {
        each = each->next;
    }
    if (each != NULL) {
        free(text);
    } else if ((each = malloc(sizeof *each)) != NULL) {
        each->text = text;
        each->next = names;
        names = each;
    }
    pthread_mutex_unlock(&lock);
    return each == NULL ? text : each->text;
}

EXPORT CUresult cuFuncGetName(const char **name, CUfunction hfunc) {
    char *text = NULL;
    REQUIRE(name != NULL)
    CUresult result = DRIVER_CALL(cuFuncGetName, OUT_COPY(&text, NULL), IN_POINTER(hfunc));
    if (text != NULL) {
        *name = keep_name(text);
    }
    return result;
}

EXPORT CUresult cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t *paramOffset,
                                   size_t *paramSize) {
    REQUIRE(paramOffset != NULL)
    return DRIVER_CALL(cuFuncGetParamInfo, IN_POINTER(func), IN(paramIndex), OUT_64(paramOffset),
                       OPTIONAL_64(paramSize));
}

EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, CUfunction func,
                                                            int blockSize, size_t dynamicSMemSize) {
    return DRIVER_CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor, OUT_32(numBlocks),
                       IN_POINTER(func), IN(blockSize), IN(dynamicSMemSize));
}

EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks,
                                                                     CUfunction func, int blockSize,
                                                                     size_t dynamicSMemSize,
                                                                     unsigned flags) {
    return DRIVER_CALL(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, OUT_32(numBlocks),
                       IN_POINTER(func), IN(blockSize), IN(dynamicSMemSize), IN(flags));
}

/* Calls the callback of the caller for each block size, and last for the limit if it is not one of them.
 * Returns the number of bytes filled. */
static size_t ask(CUoccupancyB2DSize function, int limit, uint64_t sizes[BLOCK_SIZES + 1]) {
    size_t count = 0;
    if (function == NULL) {
        return 0;
    }
    while (count < BLOCK_SIZES) {
        sizes[count] = function((int)(count + 1) * WARP);
        count++;
    }
    if (limit > 0 && limit < BLOCK_SIZES * WARP && limit % WARP != 0) {
        sizes[count++] = function(limit);
    }
    return count * sizeof *sizes;
}

EXPORT CUresult cuOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, CUfunction func,
                                                 CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                 size_t dynamicSMemSize, int blockSizeLimit) {
    uint64_t sizes[BLOCK_SIZES + 1];
    size_t length = ask(blockSizeToDynamicSMemSize, blockSizeLimit, sizes);
    return DRIVER_CALL(cuOccupancyMaxPotentialBlockSize, OUT_32(minGridSize), OUT_32(blockSize),
                       IN_POINTER(func), IN_BYTES(sizes, length), IN(dynamicSMemSize),
                       IN(blockSizeLimit));
}

EXPORT CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(
    int *minGridSize, int *blockSize, CUfunction func,
    CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit,
    unsigned flags) {
    uint64_t sizes[BLOCK_SIZES + 1];
    size_t length = ask(blockSizeToDynamicSMemSize, blockSizeLimit, sizes);
    return DRIVER_CALL(cuOccupancyMaxPotentialBlockSizeWithFlags, OUT_32(minGridSize),
                       OUT_32(blockSize), IN_POINTER(func), IN_BYTES(sizes, length),
                       IN(dynamicSMemSize), IN(blockSizeLimit), IN(flags));
}

EXPORT CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, CUfunction func,
                                                        int numBlocks, int blockSize) {
    return DRIVER_CALL(cuOccupancyAvailableDynamicSMemPerBlock, OUT_64(dynamicSmemSize),
                       IN_POINTER(func), IN(numBlocks), IN(blockSize));
}

#define IN_SHAPE                                                                                   \
    IN(gridDimX), IN(gridDimY), IN(gridDimZ), IN(blockDimX), IN(blockDimY), IN(blockDimZ),         \
        IN(sharedMemBytes), IN_POINTER(hStream)

EXPORT CUresult cuLaunchKernel(CUfunction f, unsigned gridDimX, unsigned gridDimY,
                               unsigned gridDimZ, unsigned blockDimX, unsigned blockDimY,
                               unsigned blockDimZ, unsigned sharedMemBytes, CUstream hStream,
                               void **kernelParams, void **extra) {
    unsigned char *block;
    size_t size;
    CUresult result = layout_pack(f, kernelParams, extra, &block, &size);
    if (result == CUDA_SUCCESS) {
        result = DRIVER_CALL(cuLaunchKernel, IN_POINTER(f), IN_SHAPE, IN_BYTES(block, size));
    }
    free(block);
    return result;
}

EXPORT CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned gridDimX, unsigned gridDimY,
                                          unsigned gridDimZ, unsigned blockDimX, unsigned blockDimY,
                                          unsigned blockDimZ, unsigned sharedMemBytes,
                                          CUstream hStream, void **kernelParams) {
    unsigned char *block;
    size_t size;
    CUresult result = layout_pack(f, kernelParams, NULL, &block, &size);
    if (result == CUDA_SUCCESS) {
        result =
            DRIVER_CALL(cuLaunchCooperativeKernel, IN_POINTER(f), IN_SHAPE, IN_BYTES(block, size));
    }
    free(block);
    return result;
}

#define IN_CONFIG                                                                                  \
    IN(config->gridDimX), IN(config->gridDimY), IN(config->gridDimZ), IN(config->blockDimX),       \
        IN(config->blockDimY), IN(config->blockDimZ), IN(config->sharedMemBytes),                  \
        IN_POINTER(config->hStream),                                                               \
        IN_BYTES(config->attrs, config->numAttrs * sizeof *config->attrs), IN(config->numAttrs)

EXPORT CUresult cuOccupancyMaxActiveClusters(int *numClusters, CUfunction func,
                                             const CUlaunchConfig *config) {
    REQUIRE(config != NULL && config->numAttrs < 1 << 16)
    return DRIVER_CALL(cuOccupancyMaxActiveClusters, OUT_32(numClusters), IN_CONFIG,
                       IN_POINTER(func));
}

EXPORT CUresult cuOccupancyMaxPotentialClusterSize(int *clusterSize, CUfunction func,
                                                   const CUlaunchConfig *config) {
    REQUIRE(config != NULL && config->numAttrs < 1 << 16)
    return DRIVER_CALL(cuOccupancyMaxPotentialClusterSize, OUT_32(clusterSize), IN_CONFIG,
                       IN_POINTER(func));
}

EXPORT CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction f, void **kernelParams,
                                 void **extra) {
    unsigned char *block;
    size_t size;
    REQUIRE(config != NULL && config->numAttrs < 1 << 16)
    CUresult result = layout_pack(f, kernelParams, extra, &block, &size);
    if (result == CUDA_SUCCESS) {
        result =
            DRIVER_CALL(cuLaunchKernelEx, IN_CONFIG, IN_POINTER(f), IN_BYTES(block, size));
    }
    free(block);
    return result;
}
