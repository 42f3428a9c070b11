/* Memory pools. Handles, properties and attributes are the driver's. */
#include "cudart.h"

typedef CUmemoryPool cudaMemPool_t;

EXPORT cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    TRY(start_driver());
    return remember(cuDeviceGetDefaultMemPool(pool, device));
}

EXPORT cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    TRY(start_driver());
    return remember(cuDeviceGetMemPool(pool, device));
}

EXPORT cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    TRY(start_driver());
    return remember(cuDeviceSetMemPool(device, pool));
}

EXPORT cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const CUmemPoolProps *properties) {
    TRY(start_driver());
    return remember(cuMemPoolCreate(pool, properties));
}

EXPORT cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    TRY(start_driver());
    return remember(cuMemPoolDestroy(pool));
}

EXPORT cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t kept) {
    TRY(start_driver());
    return remember(cuMemPoolTrimTo(pool, kept));
}

EXPORT cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, int attribute, void *value) {
    TRY(start_driver());
    return remember(cuMemPoolSetAttribute(pool, attribute, value));
}

EXPORT cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, int attribute, void *value) {
    TRY(start_driver());
    return remember(cuMemPoolGetAttribute(pool, attribute, value));
}

EXPORT cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const CUmemAccessDesc *access, size_t count) {
    TRY(start_driver());
    return remember(cuMemPoolSetAccess(pool, access, count));
}

EXPORT cudaError_t cudaMemPoolGetAccess(int *flags, cudaMemPool_t pool, CUmemLocation *location) {
    TRY(start_driver());
    return remember(cuMemPoolGetAccess(flags, pool, location));
}

EXPORT cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
    CUdeviceptr address = 0;
    REQUIRE(pointer != NULL);
    TRY(bind_context(NULL));
    if (size > 0) {
        TRY(cuMemAllocFromPoolAsync(&address, size, pool, stream));
    }
    *pointer = (void *)(uintptr_t)address;
    return cudaSuccess;
}

#if CUDART_MAJOR >= 13
EXPORT cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *pool, CUmemLocation *location, int type) {
    TRY(start_driver());
    return remember(cuMemGetDefaultMemPool(pool, location, type));
}

EXPORT cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, CUmemLocation *location, int type) {
    TRY(start_driver());
    return remember(cuMemGetMemPool(pool, location, type));
}

EXPORT cudaError_t cudaMemSetMemPool(CUmemLocation *location, int type, cudaMemPool_t pool) {
    TRY(start_driver());
    return remember(cuMemSetMemPool(location, type, pool));
}
#endif
