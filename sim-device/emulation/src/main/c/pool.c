/* Memory pools. */
#include <string.h>

#include "client.h"

EXPORT CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool_out, CUdevice dev) {
    return DRIVER_CALL(cuDeviceGetDefaultMemPool, OUT_64(pool_out), IN(dev));
}

EXPORT CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice dev) {
    return DRIVER_CALL(cuDeviceGetMemPool, OUT_64(pool), IN(dev));
}

EXPORT CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool) {
    return DRIVER_CALL(cuDeviceSetMemPool, IN(dev), IN_POINTER(pool));
}

EXPORT CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *poolProps) {
    REQUIRE(poolProps != NULL)
    return DRIVER_CALL(cuMemPoolCreate, OUT_64(pool), IN(poolProps->allocType), IN(poolProps->handleTypes),
                       IN(poolProps->location.type), IN(poolProps->location.id), IN(poolProps->maxSize));
}

EXPORT CUresult cuMemPoolDestroy(CUmemoryPool pool) {
    return DRIVER_CALL(cuMemPoolDestroy, IN_POINTER(pool));
}

EXPORT CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep) {
    return DRIVER_CALL(cuMemPoolTrimTo, IN_POINTER(pool), IN(minBytesToKeep));
}

static int is_int(int attr) {
    return attr <= CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES;
}

EXPORT CUresult cuMemPoolSetAttribute(CUmemoryPool pool, int attr, const void *value) {
    REQUIRE(value != NULL)
    uint64_t number = is_int(attr) ? (uint64_t)*(const int *)value : *(const uint64_t *)value;
    return DRIVER_CALL(cuMemPoolSetAttribute, IN_POINTER(pool), IN(attr), IN(number));
}

EXPORT CUresult cuMemPoolGetAttribute(CUmemoryPool pool, int attr, void *value) {
    if (is_int(attr)) {
        return DRIVER_CALL(cuMemPoolGetAttribute, OUT_32(value), IN_POINTER(pool), IN(attr));
    }
    return DRIVER_CALL(cuMemPoolGetAttribute, OUT_64(value), IN_POINTER(pool), IN(attr));
}

EXPORT CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count) {
    REQUIRE(map != NULL && count < 1 << 16)
    return DRIVER_CALL(cuMemPoolSetAccess, IN_POINTER(pool), IN_BYTES(map, count * sizeof *map), IN(count));
}

EXPORT CUresult cuMemPoolGetAccess(int *flags, CUmemoryPool memPool, const CUmemLocation *location) {
    REQUIRE(location != NULL)
    return DRIVER_CALL(cuMemPoolGetAccess, OUT_32(flags), IN_POINTER(memPool), IN(location->type),
                       IN(location->id));
}

EXPORT CUresult cuMemAllocFromPoolAsync(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream) {
    return DRIVER_CALL(cuMemAllocFromPoolAsync, OUT_64(dptr), IN(bytesize), IN_POINTER(pool), IN_POINTER(hStream));
}

/* From release 13.0 on, a pool is that of a place and a type of allocation. */

EXPORT CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool_out, const CUmemLocation *location, int type) {
    REQUIRE(location != NULL)
    return DRIVER_CALL(cuMemGetDefaultMemPool, OUT_64(pool_out), IN(location->type), IN(location->id), IN(type));
}

EXPORT CUresult cuMemGetMemPool(CUmemoryPool *pool, const CUmemLocation *location, int type) {
    REQUIRE(location != NULL)
    return DRIVER_CALL(cuMemGetMemPool, OUT_64(pool), IN(location->type), IN(location->id), IN(type));
}

EXPORT CUresult cuMemSetMemPool(const CUmemLocation *location, int type, CUmemoryPool pool) {
    REQUIRE(location != NULL)
    return DRIVER_CALL(cuMemSetMemPool, IN(location->type), IN(location->id), IN(type), IN_POINTER(pool));
}
