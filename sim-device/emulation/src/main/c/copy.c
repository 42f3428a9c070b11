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

/* Where an end of a copy is in memory. */
struct end {
    uint64_t address;
    uint64_t row_pitch;
    uint64_t slice_pitch;
};

static void move_slices(const struct end *from, const struct end *to, size_t width, size_t height,
                        size_t depth) {
    for (size_t z = 0; z < depth; z++) {
        for (size_t row = 0; row < height; row++) {
            memmove(arena_at(to->address + z * to->slice_pitch + row * to->row_pitch),
                    arena_at(from->address + z * from->slice_pitch + row * from->row_pitch), width);
        }
    }
}

/* A call that copies `depth` slices. */
#define COPY_ROWS(symbol, copy, depth, ...)                                                        \
    do {                                                                                           \
        unsigned moves = 0;                                                                        \
        struct end ends[2] = {{0, 0, 0}, {0, 0, 0}};                                               \
        REQUIRE((copy) != NULL)                                                                    \
        CUresult result_ =                                                                         \
            DRIVER_CALL(symbol, OUT_32(&moves), OUT_BYTES(ends, sizeof ends), __VA_ARGS__);        \
        if (moves) {                                                                               \
            move_slices(&ends[0], &ends[1], (copy)->WidthInBytes, (copy)->Height, depth);          \
        }                                                                                          \
        return result_;                                                                            \
    } while (0)

EXPORT CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *pCopy) {
    COPY_ROWS(cuMemcpy2D_v2, pCopy, 1, IN_COPY_2D(pCopy));
}

EXPORT CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *pCopy) {
    COPY_ROWS(cuMemcpy2DUnaligned_v2, pCopy, 1, IN_COPY_2D(pCopy));
}

EXPORT CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *pCopy, CUstream hStream) {
    COPY_ROWS(cuMemcpy2DAsync_v2, pCopy, 1, IN_COPY_2D(pCopy), IN_POINTER(hStream));
}

/* Copies a row for a function, which reports name unless a function of the CUDA runtime makes the call. `stream` is
 * null for a copy without one. */
static CUresult copy_row(const char *function, CUDA_MEMCPY2D copy, const CUstream *stream) {
    const char *before = caller_of_thread();
    if (before == NULL) {
        set_caller(function);
    }
    copy.Height = 1;
    CUresult result = stream == NULL ? cuMemcpy2D_v2(&copy) : cuMemcpy2DAsync_v2(&copy, *stream);
    set_caller(before);
    return result;
}

#define FROM_HOST .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = srcHost
#define FROM_DEVICE .srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = srcDevice
#define FROM_ARRAY                                                                                 \
    .srcMemoryType = CU_MEMORYTYPE_ARRAY, .srcArray = srcArray, .srcXInBytes = srcOffset
#define TO_HOST .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = dstHost
#define TO_DEVICE .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = dstDevice
#define TO_ARRAY                                                                                   \
    .dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = dstArray, .dstXInBytes = dstOffset
#define COPY_ROW(stream, ...)                                                                      \
    copy_row(__func__, (CUDA_MEMCPY2D){.WidthInBytes = ByteCount, __VA_ARGS__}, stream)

EXPORT CUresult cuMemcpyHtoA_v2(CUarray dstArray, size_t dstOffset, const void *srcHost,
                                size_t ByteCount) {
    REQUIRE(srcHost != NULL || ByteCount == 0)
    return COPY_ROW(NULL, FROM_HOST, TO_ARRAY);
}

EXPORT CUresult cuMemcpyHtoAAsync_v2(CUarray dstArray, size_t dstOffset, const void *srcHost,
                                     size_t ByteCount, CUstream hStream) {
    REQUIRE(srcHost != NULL || ByteCount == 0)
    return COPY_ROW(&hStream, FROM_HOST, TO_ARRAY);
}

EXPORT CUresult cuMemcpyAtoH_v2(void *dstHost, CUarray srcArray, size_t srcOffset,
                                size_t ByteCount) {
    REQUIRE(dstHost != NULL || ByteCount == 0)
    return COPY_ROW(NULL, FROM_ARRAY, TO_HOST);
}

EXPORT CUresult cuMemcpyAtoHAsync_v2(void *dstHost, CUarray srcArray, size_t srcOffset,
                                     size_t ByteCount, CUstream hStream) {
    REQUIRE(dstHost != NULL || ByteCount == 0)
    return COPY_ROW(&hStream, FROM_ARRAY, TO_HOST);
}

EXPORT CUresult cuMemcpyDtoA_v2(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice,
                                size_t ByteCount) {
    return COPY_ROW(NULL, FROM_DEVICE, TO_ARRAY);
}

EXPORT CUresult cuMemcpyAtoD_v2(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset,
                                size_t ByteCount) {
    return COPY_ROW(NULL, FROM_ARRAY, TO_DEVICE);
}

EXPORT CUresult cuMemcpyAtoA_v2(CUarray dstArray, size_t dstOffset, CUarray srcArray,
                                size_t srcOffset, size_t ByteCount) {
    return COPY_ROW(NULL, FROM_ARRAY, TO_ARRAY);
}

EXPORT CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *pCopy) {
    COPY_ROWS(cuMemcpy3D_v2, pCopy, pCopy->Depth, IN_COPY_3D(pCopy));
}

EXPORT CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *pCopy, CUstream hStream) {
    COPY_ROWS(cuMemcpy3DAsync_v2, pCopy, pCopy->Depth, IN_COPY_3D(pCopy), IN_POINTER(hStream));
}

/* CUDA_MEMCPY3D_PEER has the contexts where CUDA_MEMCPY3D has reserved pointers. Each address of the session is of one
 * device, so that the contexts add nothing. */
static CUDA_MEMCPY3D without_contexts(const CUDA_MEMCPY3D *peer) {
    CUDA_MEMCPY3D copy = *peer;
    copy.reserved0 = NULL;
    copy.reserved1 = NULL;
    return copy;
}

EXPORT CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D *pCopy) {
    REQUIRE(pCopy != NULL)
    CUDA_MEMCPY3D copy = without_contexts(pCopy);
    return cuMemcpy3D_v2(&copy);
}

EXPORT CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D *pCopy, CUstream hStream) {
    REQUIRE(pCopy != NULL)
    CUDA_MEMCPY3D copy = without_contexts(pCopy);
    return cuMemcpy3DAsync_v2(&copy, hStream);
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
