/* Copies and fills. */
#include "cudart.h"

static cudaError_t copy(CUdeviceptr to, CUdeviceptr from, size_t size, int kind) {
    switch (kind) {
    case cudaMemcpyHostToDevice:
        return cuMemcpyHtoD_v2(to, (const void *)(uintptr_t)from, size);
    case cudaMemcpyDeviceToHost:
        return cuMemcpyDtoH_v2((void *)(uintptr_t)to, from, size);
    case cudaMemcpyDeviceToDevice:
        return cuMemcpyDtoD_v2(to, from, size);
    case cudaMemcpyHostToHost:
    case cudaMemcpyDefault:
        return cuMemcpy(to, from, size);
    default:
        return cudaErrorInvalidMemcpyDirection;
    }
}

static cudaError_t copy_async(CUdeviceptr to, CUdeviceptr from, size_t size, int kind,
                              cudaStream_t stream) {
    switch (kind) {
    case cudaMemcpyHostToDevice:
        return cuMemcpyHtoDAsync_v2(to, (const void *)(uintptr_t)from, size, stream);
    case cudaMemcpyDeviceToHost:
        return cuMemcpyDtoHAsync_v2((void *)(uintptr_t)to, from, size, stream);
    case cudaMemcpyDeviceToDevice:
        return cuMemcpyDtoDAsync_v2(to, from, size, stream);
    case cudaMemcpyHostToHost:
    case cudaMemcpyDefault:
        return cuMemcpyAsync(to, from, size, stream);
    default:
        return cudaErrorInvalidMemcpyDirection;
    }
}

EXPORT cudaError_t cudaMemcpy(void *to, const void *from, size_t size, int kind) {
    IN_CONTEXT(copy(address_of(to), address_of(from), size, kind));
}

EXPORT cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, int kind,
                                   cudaStream_t stream) {
    IN_CONTEXT(copy_async(address_of(to), address_of(from), size, kind, stream));
}

/* Part of a variable: `size` bytes from `offset` on. The kind of the copy must not be `wrong`, of which the
 * other end is the device's, nor one of host memory alone. */
static cudaError_t part_of(const void *symbol, size_t offset, size_t size, int kind, int wrong,
                           CUdeviceptr *address) {
    size_t whole;
    cudaError_t result = variable_place(symbol, address, &whole);
    if (result != cudaSuccess) {
        return result;
    }
    *address += offset;
    if (offset > whole || size > whole - offset) {
        return cudaErrorInvalidValue;
    }
    return kind == wrong || kind == cudaMemcpyHostToHost ? cudaErrorInvalidMemcpyDirection
                                                         : cudaSuccess;
}

EXPORT cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t size,
                                      size_t offset, int kind) {
    CUdeviceptr to;
    TRY(part_of(symbol, offset, size, kind, cudaMemcpyDeviceToHost, &to));
    return remember(copy(to, address_of(from), size, kind));
}

EXPORT cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t size,
                                           size_t offset, int kind, cudaStream_t stream) {
    CUdeviceptr to;
    TRY(part_of(symbol, offset, size, kind, cudaMemcpyDeviceToHost, &to));
    return remember(copy_async(to, address_of(from), size, kind, stream));
}

EXPORT cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t size, size_t offset,
                                        int kind) {
    CUdeviceptr from;
    TRY(part_of(symbol, offset, size, kind, cudaMemcpyHostToDevice, &from));
    return remember(copy(address_of(to), from, size, kind));
}

EXPORT cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t size,
                                             size_t offset, int kind, cudaStream_t stream) {
    CUdeviceptr from;
    TRY(part_of(symbol, offset, size, kind, cudaMemcpyHostToDevice, &from));
    return remember(copy_async(address_of(to), from, size, kind, stream));
}

EXPORT cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                                  size_t size) {
    CUcontext to_context;
    CUcontext from_context;
    TRY(primary_context(to_device, &to_context));
    TRY(primary_context(from_device, &from_context));
    IN_CONTEXT(cuMemcpyPeer(address_of(to), to_context, address_of(from), from_context, size));
}

EXPORT cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                       size_t size, cudaStream_t stream) {
    CUcontext to_context;
    CUcontext from_context;
    TRY(primary_context(to_device, &to_context));
    TRY(primary_context(from_device, &from_context));
    IN_CONTEXT(cuMemcpyPeerAsync(address_of(to), to_context, address_of(from), from_context, size,
                                 stream));
}

unsigned memory_type(int kind, int host) {
    if (kind == cudaMemcpyDefault) {
        return CU_MEMORYTYPE_UNIFIED;
    }
    return kind == host || kind == cudaMemcpyHostToHost ? CU_MEMORYTYPE_HOST
                                                        : CU_MEMORYTYPE_DEVICE;
}

static CUDA_MEMCPY2D rectangle(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                               size_t width, size_t height, int kind) {
    CUDA_MEMCPY2D rectangle = {
        .srcMemoryType = memory_type(kind, cudaMemcpyHostToDevice),
        .srcPitch = from_pitch,
        .dstMemoryType = memory_type(kind, cudaMemcpyDeviceToHost),
        .dstPitch = to_pitch,
        .WidthInBytes = width,
        .Height = height,
        .srcHost = from,
        .srcDevice = address_of(from),
        .dstHost = to,
        .dstDevice = address_of(to),
    };
    return rectangle;
}

static cudaError_t check_rectangle(const CUDA_MEMCPY2D *copy, int kind) {
    if (!IS_KIND(kind)) {
        return cudaErrorInvalidMemcpyDirection;
    }
    return copy->WidthInBytes > copy->srcPitch || copy->WidthInBytes > copy->dstPitch
               ? cudaErrorInvalidPitchValue
               : bind_context(NULL);
}

EXPORT cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                size_t width, size_t height, int kind) {
    CUDA_MEMCPY2D copy = rectangle(to, to_pitch, from, from_pitch, width, height, kind);
    TRY(check_rectangle(&copy, kind));
    return remember(cuMemcpy2DUnaligned_v2(&copy));
}

EXPORT cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                                     size_t from_pitch, size_t width, size_t height, int kind,
                                     cudaStream_t stream) {
    CUDA_MEMCPY2D copy = rectangle(to, to_pitch, from, from_pitch, width, height, kind);
    TRY(check_rectangle(&copy, kind));
    return remember(cuMemcpy2DAsync_v2(&copy, stream));
}

/* The driver's element size: see cudaMallocPitch. */
#define ELEMENT 4

EXPORT cudaError_t cudaMalloc3D(cudaPitchedPtr *pointer, cudaExtent extent) {
    CUdeviceptr address;
    size_t pitch;
    REQUIRE(pointer != NULL);
    TRY(bind_context(NULL));
    TRY(cuMemAllocPitch_v2(&address, &pitch, extent.width, extent.height * extent.depth, ELEMENT));
    *pointer =
        (cudaPitchedPtr){(void *)(uintptr_t)address, pitch, extent.width, extent.height};
    return cudaSuccess;
}

/* Bytes of the elements in which the extent is given: those of the arrays that take part, which are of one size. */
static cudaError_t unit_of(const cudaMemcpy3DParms *all, size_t *unit) {
    const CUarray arrays[] = {all->from_array, all->to_array};
    *unit = 0;
    for (int i = 0; i < 2; i++) {
        size_t bytes = 0;
        cudaError_t result = arrays[i] == NULL ? cudaSuccess : element_of(arrays[i], &bytes);
        if (result != cudaSuccess) {
            return result;
        }
        if (bytes != 0 && *unit != 0 && bytes != *unit) {
            return cudaErrorInvalidValue;
        }
        *unit = bytes == 0 ? *unit : bytes;
    }
    *unit = *unit == 0 ? 1 : *unit;
    return cudaSuccess;
}

/* Whether an end of a copy is either an array or memory. */
static int is_one_place(CUarray array, const cudaPitchedPtr *memory) {
    return (array == NULL) != (memory->pointer == NULL);
}

/* Positions in an array are in its elements, those in memory are in bytes. */
cudaError_t slices_of(const cudaMemcpy3DParms *all, CUDA_MEMCPY3D *copy) {
    size_t unit;
    if (all == NULL || !is_one_place(all->from_array, &all->from) ||
        !is_one_place(all->to_array, &all->to)) {
        return cudaErrorInvalidValue;
    }
    if (!IS_KIND(all->kind)) {
        return cudaErrorInvalidMemcpyDirection;
    }
    cudaError_t result = unit_of(all, &unit);
    if (result != cudaSuccess) {
        return result;
    }
    *copy = (CUDA_MEMCPY3D){
        .srcXInBytes = all->from_position.x * (all->from_array == NULL ? 1 : unit),
        .srcY = all->from_position.y,
        .srcZ = all->from_position.z,
        .srcMemoryType = all->from_array == NULL ? memory_type(all->kind, cudaMemcpyHostToDevice)
                                                 : CU_MEMORYTYPE_ARRAY,
        .srcHost = all->from.pointer,
        .srcDevice = address_of(all->from.pointer),
        .srcArray = all->from_array,
        .srcPitch = all->from.pitch,
        .srcHeight = all->from.height,
        .dstXInBytes = all->to_position.x * (all->to_array == NULL ? 1 : unit),
        .dstY = all->to_position.y,
        .dstZ = all->to_position.z,
        .dstMemoryType = all->to_array == NULL ? memory_type(all->kind, cudaMemcpyDeviceToHost)
                                               : CU_MEMORYTYPE_ARRAY,
        .dstHost = all->to.pointer,
        .dstDevice = address_of(all->to.pointer),
        .dstArray = all->to_array,
        .dstPitch = all->to.pitch,
        .dstHeight = all->to.height,
        .WidthInBytes = all->extent.width * unit,
        .Height = all->extent.height,
        .Depth = all->extent.depth,
    };
    int exceeds = (all->from_array == NULL && copy->WidthInBytes > all->from.pitch) ||
                  (all->to_array == NULL && copy->WidthInBytes > all->to.pitch);
    return exceeds ? cudaErrorInvalidPitchValue : cudaSuccess;
}

EXPORT cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *all) {
    CUDA_MEMCPY3D copy;
    TRY(slices_of(all, &copy));
    IN_CONTEXT(cuMemcpy3D_v2(&copy));
}

EXPORT cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *all, cudaStream_t stream) {
    CUDA_MEMCPY3D copy;
    TRY(slices_of(all, &copy));
    IN_CONTEXT(cuMemcpy3DAsync_v2(&copy, stream));
}

/* A copy whose ends have devices. Their primary contexts exist afterwards. */
static cudaError_t without_devices(const cudaMemcpy3DPeerParms *all, cudaMemcpy3DParms *copy) {
    CUcontext context;
    REQUIRE(all != NULL);
    TRY(primary_context(all->from_device, &context));
    TRY(primary_context(all->to_device, &context));
    *copy = (cudaMemcpy3DParms){all->from_array, all->from_position, all->from,   all->to_array,
                                all->to_position, all->to,           all->extent, cudaMemcpyDefault};
    return cudaSuccess;
}

EXPORT cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms *all) {
    cudaMemcpy3DParms parameters;
    CUDA_MEMCPY3D copy;
    TRY(without_devices(all, &parameters));
    TRY(slices_of(&parameters, &copy));
    IN_CONTEXT(cuMemcpy3D_v2(&copy));
}

EXPORT cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms *all, cudaStream_t stream) {
    cudaMemcpy3DParms parameters;
    CUDA_MEMCPY3D copy;
    TRY(without_devices(all, &parameters));
    TRY(slices_of(&parameters, &copy));
    IN_CONTEXT(cuMemcpy3DAsync_v2(&copy, stream));
}

#if CUDART_MAJOR >= 13
/* The attributes have the layout of the driver's. */
EXPORT cudaError_t cudaMemcpyBatchAsync(void *const *targets, const void *const *sources,
                                        const size_t *sizes, size_t count,
                                        CUmemcpyAttributes *attributes, size_t *from, size_t number,
                                        cudaStream_t stream) {
    IN_CONTEXT(cuMemcpyBatchAsync_v2((CUdeviceptr *)(uintptr_t)targets, (CUdeviceptr *)(uintptr_t)sources,
                                     (size_t *)(uintptr_t)sizes, count, attributes, from, number, stream));
}
#endif

EXPORT cudaError_t cudaMemset(void *to, int value, size_t size) {
    IN_CONTEXT(cuMemsetD8_v2(address_of(to), (unsigned char)value, size));
}

EXPORT cudaError_t cudaMemsetAsync(void *to, int value, size_t size, cudaStream_t stream) {
    IN_CONTEXT(cuMemsetD8Async(address_of(to), (unsigned char)value, size, stream));
}

EXPORT cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) {
    IN_CONTEXT(cuMemsetD2D8_v2(address_of(to), pitch, (unsigned char)value, width, height));
}

EXPORT cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width,
                                     size_t height, cudaStream_t stream) {
    IN_CONTEXT(cuMemsetD2D8Async(address_of(to), pitch, (unsigned char)value, width, height,
                                 stream));
}

/* Fills slice by slice. `stream` is null for a fill that the caller waits for. */
static cudaError_t fill_slices(const cudaPitchedPtr *to, int value, const cudaExtent *extent,
                               const cudaStream_t *stream) {
    cudaError_t result = cudaSuccess;
    for (size_t z = 0; z < extent->depth && result == cudaSuccess; z++) {
        void *place = (char *)to->pointer + z * to->height * to->pitch;
        result = stream == NULL
                     ? cudaMemset2D(place, to->pitch, value, extent->width, extent->height)
                     : cudaMemset2DAsync(place, to->pitch, value, extent->width, extent->height,
                                         *stream);
    }
    return result;
}

EXPORT cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
    return fill_slices(&to, value, &extent, NULL);
}

EXPORT cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                                     cudaStream_t stream) {
    return fill_slices(&to, value, &extent, &stream);
}
