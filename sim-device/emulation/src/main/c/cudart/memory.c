/* Memory: device, pinned, managed and stream-ordered. Flags are the driver's. */
#include "cudart.h"

/* Bytes of an element, on which a pitch depends: cudaMallocPitch does not say what it takes; pitches are
 * multiples of 512 bytes for each that the driver accepts. */
#define ELEMENT 4

EXPORT cudaError_t cudaMalloc(void **pointer, size_t size) {
    CUdeviceptr address = 0;
    REQUIRE(pointer != NULL);
    TRY(bind_context(NULL));
    if (size > 0) {
        TRY(cuMemAlloc_v2(&address, size));
    }
    *pointer = (void *)(uintptr_t)address;
    return cudaSuccess;
}

EXPORT cudaError_t cudaFree(void *pointer) {
    TRY(bind_context(NULL));
    return remember(pointer == NULL ? cudaSuccess : cuMemFree_v2(address_of(pointer)));
}

EXPORT cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream) {
    CUdeviceptr address = 0;
    REQUIRE(pointer != NULL);
    TRY(bind_context(NULL));
    if (size > 0) {
        TRY(cuMemAllocAsync(&address, size, stream));
    }
    *pointer = (void *)(uintptr_t)address;
    return cudaSuccess;
}

EXPORT cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
    IN_CONTEXT(cuMemFreeAsync(address_of(pointer), stream));
}

EXPORT cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
    CUdeviceptr address;
    REQUIRE(pointer != NULL && pitch != NULL);
    TRY(bind_context(NULL));
    TRY(cuMemAllocPitch_v2(&address, pitch, width, height, ELEMENT));
    *pointer = (void *)(uintptr_t)address;
    return cudaSuccess;
}

EXPORT cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned flags) {
    CUdeviceptr address;
    REQUIRE(pointer != NULL);
    TRY(bind_context(NULL));
    TRY(cuMemAllocManaged(&address, size, flags));
    *pointer = (void *)(uintptr_t)address;
    return cudaSuccess;
}

EXPORT cudaError_t cudaMallocHost(void **pointer, size_t size) {
    IN_CONTEXT(cuMemAllocHost_v2(pointer, size));
}

EXPORT cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned flags) {
    IN_CONTEXT(cuMemHostAlloc(pointer, size, flags));
}

EXPORT cudaError_t cudaFreeHost(void *pointer) {
    TRY(bind_context(NULL));
    return remember(pointer == NULL ? cudaSuccess : cuMemFreeHost(pointer));
}

EXPORT cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned flags) {
    IN_CONTEXT(cuMemHostRegister_v2(pointer, size, flags));
}

EXPORT cudaError_t cudaHostUnregister(void *pointer) {
    IN_CONTEXT(cuMemHostUnregister(pointer));
}

EXPORT cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags) {
    CUdeviceptr address;
    REQUIRE(device != NULL);
    TRY(bind_context(NULL));
    TRY(cuMemHostGetDevicePointer_v2(&address, host, flags));
    *device = (void *)(uintptr_t)address;
    return cudaSuccess;
}

EXPORT cudaError_t cudaHostGetFlags(unsigned *flags, void *host) {
    IN_CONTEXT(cuMemHostGetFlags(flags, host));
}

EXPORT cudaError_t cudaMemGetInfo(size_t *unused, size_t *total) {
    IN_CONTEXT(cuMemGetInfo_v2(unused, total));
}

#if CUDART_MAJOR >= 13
EXPORT cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, CUmemLocation location,
                                        unsigned flags, cudaStream_t stream) {
    IN_CONTEXT(cuMemPrefetchAsync_v2(address_of(pointer), size, location, flags, stream));
}

EXPORT cudaError_t cudaMemAdvise(const void *pointer, size_t size, int advice,
                                 CUmemLocation location) {
    IN_CONTEXT(cuMemAdvise_v2(address_of(pointer), size, advice, location));
}
#else
/* cudaCpuDeviceId. */
#define CPU_DEVICE (-1)

static CUmemLocation location_of(int device) {
    return device == CPU_DEVICE ? (CUmemLocation){CU_MEM_LOCATION_TYPE_HOST, 0}
                                : (CUmemLocation){CU_MEM_LOCATION_TYPE_DEVICE, device};
}

EXPORT cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, int device,
                                        cudaStream_t stream) {
    IN_CONTEXT(cuMemPrefetchAsync_v2(address_of(pointer), size, location_of(device), 0, stream));
}

EXPORT cudaError_t cudaMemAdvise(const void *pointer, size_t size, int advice, int device) {
    IN_CONTEXT(cuMemAdvise_v2(address_of(pointer), size, advice, location_of(device)));
}
#endif

/* Attributes have the numbers of the driver's. */
EXPORT cudaError_t cudaMemRangeGetAttribute(void *data, size_t size, int attribute, const void *pointer,
                                            size_t count) {
    IN_CONTEXT(cuMemRangeGetAttribute(data, size, attribute, address_of(pointer), count));
}

EXPORT cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes, int *attributes, size_t number,
                                             const void *pointer, size_t count) {
    IN_CONTEXT(cuMemRangeGetAttributes(data, sizes, attributes, number, address_of(pointer), count));
}

/* cudaMemoryType. */
enum {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};

/* cudaPointerAttributes. */
typedef struct {
    int type;
    int device;
    void *device_pointer;
    void *host_pointer;
#if CUDART_MAJOR >= 13
    long reserved[8];
#endif
} cudaPointerAttributes;

/* cudaInvalidDeviceId. */
#define NO_DEVICE (-2)

EXPORT cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes,
                                            const void *pointer) {
    int type = 0;
    int is_managed = 0;
    REQUIRE(attributes != NULL);
    TRY(bind_context(NULL));
    *attributes = (cudaPointerAttributes){.device = NO_DEVICE};
    int wanted[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
                    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
                    CU_POINTER_ATTRIBUTE_HOST_POINTER};
    void *places[] = {&type, &is_managed, &attributes->device, &attributes->device_pointer,
                      &attributes->host_pointer};
    TRY(cuPointerGetAttributes(sizeof wanted / sizeof *wanted, wanted, places,
                               address_of(pointer)));
    if (type == 0) {
        *attributes = (cudaPointerAttributes){
            .type = cudaMemoryTypeUnregistered, .device = NO_DEVICE, .host_pointer = (void *)pointer};
    } else if (is_managed) {
        attributes->type = cudaMemoryTypeManaged;
    } else {
        attributes->type =
            type == CU_MEMORYTYPE_HOST ? cudaMemoryTypeHost : cudaMemoryTypeDevice;
    }
    return cudaSuccess;
}

EXPORT cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
    CUdeviceptr address;
    size_t size;
    REQUIRE(pointer != NULL);
    TRY(variable_place(symbol, &address, &size));
    *pointer = (void *)(uintptr_t)address;
    return cudaSuccess;
}

EXPORT cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol) {
    CUdeviceptr address;
    REQUIRE(size != NULL);
    return remember(variable_place(symbol, &address, size));
}
