/* Memory: allocated, freed, queried, mapped. Copies are in copy.c. */
#include <limits.h>
#include <string.h>

#include "client.h"
#include "ipc.h"
#include "session.h"

EXPORT CUresult cuMemGetInfo_v2(size_t *free, size_t *total) {
    return DRIVER_CALL(cuMemGetInfo_v2, OUT_64(free), OUT_64(total));
}

static unsigned narrow(size_t bytes) {
    return bytes > UINT_MAX ? UINT_MAX : (unsigned)bytes;
}

/* The version of CUDA 2, with 32-bit sizes. */
EXPORT CUresult cuMemGetInfo(unsigned *free, unsigned *total) {
    size_t free_bytes = 0;
    size_t total_bytes = 0;
    REQUIRE(free != NULL && total != NULL)
    CUresult result = cuMemGetInfo_v2(&free_bytes, &total_bytes);
    if (result == CUDA_SUCCESS) {
        *free = narrow(free_bytes);
        *total = narrow(total_bytes);
    }
    return result;
}

EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *dptr, size_t bytesize) {
    return DRIVER_CALL(cuMemAlloc_v2, OUT_64(dptr), IN(bytesize));
}

EXPORT CUresult cuMemAllocPitch_v2(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes,
                                   size_t Height, unsigned ElementSizeBytes) {
    return DRIVER_CALL(cuMemAllocPitch_v2, OUT_64(dptr), OUT_64(pPitch), IN(WidthInBytes),
                       IN(Height), IN(ElementSizeBytes));
}

EXPORT CUresult cuMemFree_v2(CUdeviceptr dptr) {
    return DRIVER_CALL(cuMemFree_v2, IN(dptr));
}

EXPORT CUresult cuMemGetAddressRange_v2(CUdeviceptr *pbase, size_t *psize, CUdeviceptr dptr) {
    return DRIVER_CALL(cuMemGetAddressRange_v2, OPTIONAL_64(pbase), OPTIONAL_64(psize), IN(dptr));
}

EXPORT CUresult cuMemAllocHost_v2(void **pp, size_t bytesize) {
    return DRIVER_CALL(cuMemAllocHost_v2, OUT_64(pp), IN(bytesize));
}

/* The version of CUDA 2, with 32-bit sizes. */
EXPORT CUresult cuMemAllocHost(void **pp, unsigned bytesize) {
    return cuMemAllocHost_v2(pp, bytesize);
}

EXPORT CUresult cuMemFreeHost(void *p) {
    return DRIVER_CALL(cuMemFreeHost, IN_POINTER(p));
}

EXPORT CUresult cuMemHostAlloc(void **pp, size_t bytesize, unsigned Flags) {
    return DRIVER_CALL(cuMemHostAlloc, OUT_64(pp), IN(bytesize), IN(Flags));
}

EXPORT CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *pdptr, void *p, unsigned Flags) {
    return DRIVER_CALL(cuMemHostGetDevicePointer_v2, OUT_64(pdptr), IN_POINTER(p), IN(Flags));
}

EXPORT CUresult cuMemHostGetFlags(unsigned *pFlags, void *p) {
    return DRIVER_CALL(cuMemHostGetFlags, OUT_32(pFlags), IN_POINTER(p));
}

EXPORT CUresult cuMemHostRegister_v2(void *p, size_t bytesize, unsigned Flags) {
    REQUIRE(p != NULL)
    if (session_state() == OPEN && session_share_memory() != 0) {
        return CUDA_ERROR_OPERATING_SYSTEM;
    }
    return DRIVER_CALL(cuMemHostRegister_v2, IN_POINTER(p), IN(bytesize), IN(Flags));
}

EXPORT CUresult cuMemHostRegister(void *p, size_t bytesize, unsigned Flags) {
    return cuMemHostRegister_v2(p, bytesize, Flags);
}

EXPORT CUresult cuMemHostUnregister(void *p) {
    return DRIVER_CALL(cuMemHostUnregister, IN_POINTER(p));
}

EXPORT CUresult cuMemAllocManaged(CUdeviceptr *dptr, size_t bytesize, unsigned flags) {
    return DRIVER_CALL(cuMemAllocManaged, OUT_64(dptr), IN(bytesize), IN(flags));
}

EXPORT CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice,
                                   CUstream hStream) {
    return DRIVER_CALL(cuMemPrefetchAsync, IN(devPtr), IN(count), IN(dstDevice),
                       IN_POINTER(hStream));
}

EXPORT CUresult cuMemAdvise(CUdeviceptr devPtr, size_t count, int advice, CUdevice device) {
    return DRIVER_CALL(cuMemAdvise, IN(devPtr), IN(count), IN(advice), IN(device));
}

/* The device of a location, all of whose memory of the host is one; 0 if it is none. */
static int find_place(CUmemLocation location, CUdevice *device) {
    *device = location.type == CU_MEM_LOCATION_TYPE_DEVICE ? location.id : CU_DEVICE_CPU;
    return location.type >= CU_MEM_LOCATION_TYPE_DEVICE &&
           location.type <= CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT;
}

EXPORT CUresult cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation location,
                                      unsigned flags, CUstream hStream) {
    CUdevice device;
    REQUIRE(find_place(location, &device) && flags == 0)
    return cuMemPrefetchAsync(devPtr, count, device, hStream);
}

EXPORT CUresult cuMemAdvise_v2(CUdeviceptr devPtr, size_t count, int advice,
                               CUmemLocation location) {
    CUdevice device;
    REQUIRE(find_place(location, &device))
    return cuMemAdvise(devPtr, count, advice, device);
}

EXPORT CUresult cuMemRangeGetAttribute(void *data, size_t dataSize, int attribute, CUdeviceptr devPtr,
                                       size_t count) {
    REQUIRE(data != NULL)
    return DRIVER_CALL(cuMemRangeGetAttribute, OUT_BYTES(data, dataSize), IN(dataSize), IN(attribute),
                       IN(devPtr), IN(count));
}

EXPORT CUresult cuMemRangeGetAttributes(void **data, size_t *dataSizes, int *attributes, size_t numAttributes,
                                        CUdeviceptr devPtr, size_t count) {
    CUresult result = CUDA_SUCCESS;
    REQUIRE(data != NULL && dataSizes != NULL && attributes != NULL && numAttributes > 0)
    for (size_t i = 0; result == CUDA_SUCCESS && i < numAttributes; i++) {
        result = cuMemRangeGetAttribute(data[i], dataSizes[i], attributes[i], devPtr, count);
    }
    return result;
}

EXPORT CUresult cuMemAllocAsync(CUdeviceptr *dptr, size_t bytesize, CUstream hStream) {
    return DRIVER_CALL(cuMemAllocAsync, OUT_64(dptr), IN(bytesize), IN_POINTER(hStream));
}

EXPORT CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) {
    return DRIVER_CALL(cuMemFreeAsync, IN(dptr), IN_POINTER(hStream));
}

EXPORT CUresult cuMemAddressReserve(CUdeviceptr *ptr, size_t size, size_t alignment,
                                    CUdeviceptr addr, unsigned long long flags) {
    return DRIVER_CALL(cuMemAddressReserve, OUT_64(ptr), IN(size), IN(alignment), IN(addr),
                       IN(flags));
}

EXPORT CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size) {
    return DRIVER_CALL(cuMemAddressFree, IN(ptr), IN(size));
}

#define IN_PROPERTIES(prop)                                                                        \
    IN((prop)->type), IN((prop)->requestedHandleTypes), IN((prop)->location.type),                 \
        IN((prop)->location.id), IN_POINTER((prop)->win32HandleMetaData),                          \
        IN((prop)->allocFlags.compressionType), IN((prop)->allocFlags.gpuDirectRDMACapable),       \
        IN((prop)->allocFlags.usage)

EXPORT CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
                            const CUmemAllocationProp *prop, unsigned long long flags) {
    REQUIRE(prop != NULL)
    return DRIVER_CALL(cuMemCreate, OUT_64(handle), IN(size), IN_PROPERTIES(prop), IN(flags));
}

EXPORT CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
    return DRIVER_CALL(cuMemRelease, IN(handle));
}

EXPORT CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *addr) {
    return DRIVER_CALL(cuMemRetainAllocationHandle, OUT_64(handle), IN_POINTER(addr));
}

/* What can be created is pinned memory of a device, without compression. */
EXPORT CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle) {
    CUmemAllocationProp found = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location.type = CU_MEM_LOCATION_TYPE_DEVICE};
    REQUIRE(prop != NULL)
    CUresult result = DRIVER_CALL(cuMemGetAllocationPropertiesFromHandle, OUT_32(&found.requestedHandleTypes),
                                  OUT_32(&found.location.id), IN(handle));
    if (result == CUDA_SUCCESS) {
        *prop = found;
    }
    return result;
}

EXPORT CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset,
                         CUmemGenericAllocationHandle handle, unsigned long long flags) {
    struct pages pages = {0};
    mapping_begin();
    CUresult result = map_pages(
        DRIVER_CALL(cuMemMap, OUT_PAGES(&pages), IN(ptr), IN(size), IN(offset), IN(handle), IN(flags)), &pages);
    mapping_end();
    return result;
}

EXPORT CUresult cuMemUnmap(CUdeviceptr ptr, size_t size) {
    mapping_begin();
    CUresult result = DRIVER_CALL(cuMemUnmap, IN(ptr), IN(size));
    if (result == CUDA_SUCCESS && arena_unmap(ptr, size) != 0) {
        result = CUDA_ERROR_UNMAP_FAILED;
    }
    mapping_end();
    return result;
}

EXPORT CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc,
                               size_t count) {
    REQUIRE(desc != NULL && count < 1 << 16)
    return DRIVER_CALL(cuMemSetAccess, IN(ptr), IN(size), IN_BYTES(desc, count * sizeof *desc),
                       IN(count));
}

EXPORT CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location,
                               CUdeviceptr ptr) {
    REQUIRE(location != NULL)
    return DRIVER_CALL(cuMemGetAccess, OUT_64(flags), IN(location->type), IN(location->id),
                       IN(ptr));
}

EXPORT CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop,
                                              int option) {
    REQUIRE(prop != NULL)
    return DRIVER_CALL(cuMemGetAllocationGranularity, OUT_64(granularity), IN_PROPERTIES(prop),
                       IN(option));
}
