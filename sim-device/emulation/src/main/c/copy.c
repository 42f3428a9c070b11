/* Copies and fills. If an end is host memory, the server checks the other end and waits for earlier
 * work; then it has this library move the bytes. If both ends are memory of the session, or if the
 * stream is captured, the server moves the bytes in stream order. */
#include <string.h>

#include "client.h"
#include "slices.h"

/* A call that makes a copy. `moves` is set if this library has to move the bytes. */
#define COPY(symbol, to, from, size, ...)                                                          \
    do {                                                                                           \
        unsigned moves = 0;                                                                        \
        CUresult result_ = DRIVER_CALL(symbol, OUT_32(&moves), __VA_ARGS__);                       \
        if (moves) {                                                                               \
            memmove(arena_at(to), arena_at(from), size);                                           \
        }                                                                                          \
        return result_;                                                                            \
    } while (0)

EXPORT CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
    COPY(cuMemcpy, dst, src, ByteCount, IN(dst), IN(src), IN(ByteCount));
}

EXPORT CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount,
                              CUstream hStream) {
    COPY(cuMemcpyAsync, dst, src, ByteCount, IN(dst), IN(src), IN(ByteCount), IN_POINTER(hStream));
}

EXPORT CUresult cuMemcpyHtoD_v2(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount) {
    REQUIRE(srcHost != NULL || ByteCount == 0)
    COPY(cuMemcpyHtoD_v2, dstDevice, (uintptr_t)srcHost, ByteCount, IN(dstDevice),
         IN_POINTER(srcHost), IN(ByteCount));
}

EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount,
                                     CUstream hStream) {
    REQUIRE(srcHost != NULL || ByteCount == 0)
    COPY(cuMemcpyHtoDAsync_v2, dstDevice, (uintptr_t)srcHost, ByteCount, IN(dstDevice),
         IN_POINTER(srcHost), IN(ByteCount), IN_POINTER(hStream));
}

EXPORT CUresult cuMemcpyDtoH_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount) {
    REQUIRE(dstHost != NULL || ByteCount == 0)
    COPY(cuMemcpyDtoH_v2, (uintptr_t)dstHost, srcDevice, ByteCount, IN_POINTER(dstHost),
         IN(srcDevice), IN(ByteCount));
}

EXPORT CUresult cuMemcpyDtoHAsync_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount,
                                     CUstream hStream) {
    REQUIRE(dstHost != NULL || ByteCount == 0)
    COPY(cuMemcpyDtoHAsync_v2, (uintptr_t)dstHost, srcDevice, ByteCount, IN_POINTER(dstHost),
         IN(srcDevice), IN(ByteCount), IN_POINTER(hStream));
}

EXPORT CUresult cuMemcpyDtoD_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) {
    return DRIVER_CALL(cuMemcpyDtoD_v2, IN(dstDevice), IN(srcDevice), IN(ByteCount));
}

EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice,
                                     size_t ByteCount, CUstream hStream) {
    return DRIVER_CALL(cuMemcpyDtoDAsync_v2, IN(dstDevice), IN(srcDevice), IN(ByteCount),
                       IN_POINTER(hStream));
}

EXPORT CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice,
                             CUcontext srcContext, size_t ByteCount) {
    return DRIVER_CALL(cuMemcpyPeer, IN(dstDevice), IN_POINTER(dstContext), IN(srcDevice),
                       IN_POINTER(srcContext), IN(ByteCount));
}

EXPORT CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext,
                                  CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount,
                                  CUstream hStream) {
    return DRIVER_CALL(cuMemcpyPeerAsync, IN(dstDevice), IN_POINTER(dstContext), IN(srcDevice),
                       IN_POINTER(srcContext), IN(ByteCount), IN_POINTER(hStream));
}

#define IN_COPY_2D(copy)                                                                           \
    IN((copy)->srcXInBytes), IN((copy)->srcY), IN((copy)->srcMemoryType),                          \
        IN_POINTER((copy)->srcHost), IN((copy)->srcDevice), IN_POINTER((copy)->srcArray),          \
        IN((copy)->srcPitch), IN((copy)->dstXInBytes), IN((copy)->dstY),                           \
        IN((copy)->dstMemoryType), IN_POINTER((copy)->dstHost), IN((copy)->dstDevice),             \
        IN_POINTER((copy)->dstArray), IN((copy)->dstPitch), IN((copy)->WidthInBytes),              \
        IN((copy)->Height)

/* The first byte of an end of a copy; 0 for an array. */
static uint64_t origin(unsigned type, const void *host, CUdeviceptr device, size_t offset) {
    switch (type) {
    case CU_MEMORYTYPE_HOST:
        return (uintptr_t)host + offset;
    case CU_MEMORYTYPE_DEVICE:
    case CU_MEMORYTYPE_UNIFIED:
        return device + offset;
    default:
        return 0;
    }
}

/* A pitch of 0 means the width of a row that begins at column 0. */
static size_t pitch(size_t given, size_t x, size_t width) {
    return given == 0 ? x + width : given;
}

static void move_2d(const CUDA_MEMCPY2D *copy) {
    size_t width = copy->WidthInBytes;
    size_t from_pitch = pitch(copy->srcPitch, copy->srcXInBytes, width);
    size_t to_pitch = pitch(copy->dstPitch, copy->dstXInBytes, width);
    uint64_t from = origin(copy->srcMemoryType, copy->srcHost, copy->srcDevice,
                           copy->srcY * from_pitch + copy->srcXInBytes);
    uint64_t to = origin(copy->dstMemoryType, copy->dstHost, copy->dstDevice,
                         copy->dstY * to_pitch + copy->dstXInBytes);
    for (size_t row = 0; row < copy->Height; row++) {
        memmove(arena_at(to + row * to_pitch), arena_at(from + row * from_pitch), width);
    }
}

#define COPY_ROWS(symbol, copy, move, ...)                                                         \
    do {                                                                                           \
        unsigned moves = 0;                                                                        \
        REQUIRE((copy) != NULL)                                                                    \
        CUresult result_ = DRIVER_CALL(symbol, OUT_32(&moves), __VA_ARGS__);                       \
        if (moves) {                                                                               \
            move(copy);                                                                            \
        }                                                                                          \
        return result_;                                                                            \
    } while (0)

EXPORT CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *pCopy) {
    COPY_ROWS(cuMemcpy2D_v2, pCopy, move_2d, IN_COPY_2D(pCopy));
}

EXPORT CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *pCopy) {
    COPY_ROWS(cuMemcpy2DUnaligned_v2, pCopy, move_2d, IN_COPY_2D(pCopy));
}

EXPORT CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *pCopy, CUstream hStream) {
    COPY_ROWS(cuMemcpy2DAsync_v2, pCopy, move_2d, IN_COPY_2D(pCopy), IN_POINTER(hStream));
}

static void move_3d(const CUDA_MEMCPY3D *copy) {
    for (size_t z = 0; z < copy->Depth; z++) {
        move_2d(&(CUDA_MEMCPY2D){
            .srcXInBytes = copy->srcXInBytes,
            .srcY = (copy->srcZ + z) * copy->srcHeight + copy->srcY,
            .srcMemoryType = copy->srcMemoryType,
            .srcHost = copy->srcHost,
            .srcDevice = copy->srcDevice,
            .srcPitch = copy->srcPitch,
            .dstXInBytes = copy->dstXInBytes,
            .dstY = (copy->dstZ + z) * copy->dstHeight + copy->dstY,
            .dstMemoryType = copy->dstMemoryType,
            .dstHost = copy->dstHost,
            .dstDevice = copy->dstDevice,
            .dstPitch = copy->dstPitch,
            .WidthInBytes = copy->WidthInBytes,
            .Height = copy->Height,
        });
    }
}

EXPORT CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *pCopy) {
    COPY_ROWS(cuMemcpy3D_v2, pCopy, move_3d, IN_COPY_3D(pCopy));
}

EXPORT CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *pCopy, CUstream hStream) {
    COPY_ROWS(cuMemcpy3DAsync_v2, pCopy, move_3d, IN_COPY_3D(pCopy), IN_POINTER(hStream));
}

/* Defines the six fills, each with and without a stream. */
#define FILL(symbol, async, element)                                                               \
    EXPORT CUresult symbol(CUdeviceptr dstDevice, element value, size_t N) {                       \
        return DRIVER_CALL(symbol, IN(dstDevice), IN(value), IN(N));                               \
    }                                                                                              \
    EXPORT CUresult async(CUdeviceptr dstDevice, element value, size_t N, CUstream hStream) {      \
        return DRIVER_CALL(async, IN(dstDevice), IN(value), IN(N), IN_POINTER(hStream));           \
    }

#define FILL_2D(symbol, async, element)                                                            \
    EXPORT CUresult symbol(CUdeviceptr dstDevice, size_t dstPitch, element value, size_t Width,    \
                           size_t Height) {                                                        \
        return DRIVER_CALL(symbol, IN(dstDevice), IN(dstPitch), IN(value), IN(Width), IN(Height)); \
    }                                                                                              \
    EXPORT CUresult async(CUdeviceptr dstDevice, size_t dstPitch, element value, size_t Width,     \
                          size_t Height, CUstream hStream) {                                       \
        return DRIVER_CALL(async, IN(dstDevice), IN(dstPitch), IN(value), IN(Width), IN(Height),   \
                           IN_POINTER(hStream));                                                   \
    }

FILL(cuMemsetD8_v2, cuMemsetD8Async, unsigned char)
FILL(cuMemsetD16_v2, cuMemsetD16Async, unsigned short)
FILL(cuMemsetD32_v2, cuMemsetD32Async, unsigned)
FILL_2D(cuMemsetD2D8_v2, cuMemsetD2D8Async, unsigned char)
FILL_2D(cuMemsetD2D16_v2, cuMemsetD2D16Async, unsigned short)
FILL_2D(cuMemsetD2D32_v2, cuMemsetD2D32Async, unsigned)
