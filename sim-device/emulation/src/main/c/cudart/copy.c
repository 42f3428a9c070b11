/* Copies and fills. */
#include "cudart.h"

/* cudaMemcpyKind. */
enum {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

#define IS_KIND(kind) ((kind) >= cudaMemcpyHostToHost && (kind) <= cudaMemcpyDefault)

#define cudaErrorInvalidPitchValue 12

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

/* The memory type of one end of a copy whose other end is the host for kind `host`. */
static unsigned memory_type(int kind, int host) {
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

/* CUDA arrays are not offered (cudaMallocArray is not exported), so there is none to copy. */
cudaError_t slices_of(const cudaMemcpy3DParms *all, CUDA_MEMCPY3D *copy) {
    if (all == NULL || all->from_array != NULL || all->to_array != NULL) {
        return cudaErrorInvalidValue;
    }
    if (!IS_KIND(all->kind)) {
        return cudaErrorInvalidMemcpyDirection;
    }
    *copy = (CUDA_MEMCPY3D){
        .srcXInBytes = all->from_position.x,
        .srcY = all->from_position.y,
        .srcZ = all->from_position.z,
        .srcMemoryType = memory_type(all->kind, cudaMemcpyHostToDevice),
        .srcHost = all->from.pointer,
        .srcDevice = address_of(all->from.pointer),
        .srcPitch = all->from.pitch,
        .srcHeight = all->from.height,
        .dstXInBytes = all->to_position.x,
        .dstY = all->to_position.y,
        .dstZ = all->to_position.z,
        .dstMemoryType = memory_type(all->kind, cudaMemcpyDeviceToHost),
        .dstHost = all->to.pointer,
        .dstDevice = address_of(all->to.pointer),
        .dstPitch = all->to.pitch,
        .dstHeight = all->to.height,
        .WidthInBytes = all->extent.width,
        .Height = all->extent.height,
        .Depth = all->extent.depth,
    };
    return all->extent.width > all->from.pitch || all->extent.width > all->to.pitch ? cudaErrorInvalidPitchValue
                                                                                    : cudaSuccess;
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
