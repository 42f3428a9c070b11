/* Copies with an end in an array. cudaMemcpy3D is in copy.c. */
#include "cudart.h"

static cudaError_t copy_rows(const CUDA_MEMCPY2D *copy, const cudaStream_t *stream) {
    return stream == NULL ? cuMemcpy2DUnaligned_v2(copy) : cuMemcpy2DAsync_v2(copy, *stream);
}

/* Rows in memory. */
typedef struct {
    void *pointer;
    size_t pitch;
} memory_place;

/* Whether one end of a copy of a kind can be an array: `wrong` is the kind whose device end is the other one. */
static cudaError_t check(int kind, int wrong, size_t pitch, size_t width) {
    if (!IS_KIND(kind) || kind == wrong || kind == cudaMemcpyHostToHost) {
        return cudaErrorInvalidMemcpyDirection;
    }
    return width > pitch ? cudaErrorInvalidPitchValue : bind_context(NULL);
}

/* A single row needs no pitch: 0 stands for its width. */
static size_t pitch_of(memory_place place, size_t width, size_t height) {
    return place.pitch == 0 && height == 1 ? width : place.pitch;
}

static cudaError_t copy_to(array_place to, memory_place from, size_t width, size_t height, int kind,
                           const cudaStream_t *stream) {
    size_t pitch = pitch_of(from, width, height);
    cudaError_t result = check(kind, cudaMemcpyDeviceToHost, pitch, width);
    CUDA_MEMCPY2D copy = {
        .srcMemoryType = memory_type(kind, cudaMemcpyHostToDevice),
        .srcHost = from.pointer,
        .srcDevice = address_of(from.pointer),
        .srcPitch = pitch,
        .dstMemoryType = CU_MEMORYTYPE_ARRAY,
        .dstArray = to.array,
        .dstXInBytes = to.x,
        .dstY = to.y,
        .WidthInBytes = width,
        .Height = height,
    };
    return result != cudaSuccess ? result : copy_rows(&copy, stream);
}

static cudaError_t copy_from(memory_place to, array_place from, size_t width, size_t height,
                             int kind, const cudaStream_t *stream) {
    size_t pitch = pitch_of(to, width, height);
    cudaError_t result = check(kind, cudaMemcpyHostToDevice, pitch, width);
    CUDA_MEMCPY2D copy = {
        .srcMemoryType = CU_MEMORYTYPE_ARRAY,
        .srcArray = from.array,
        .srcXInBytes = from.x,
        .srcY = from.y,
        .dstMemoryType = memory_type(kind, cudaMemcpyDeviceToHost),
        .dstHost = to.pointer,
        .dstDevice = address_of(to.pointer),
        .dstPitch = pitch,
        .WidthInBytes = width,
        .Height = height,
    };
    return result != cudaSuccess ? result : copy_rows(&copy, stream);
}

cudaError_t copy_array_rows(array_place to, array_place from, size_t width, size_t height,
                            const cudaStream_t *stream) {
    cudaError_t result = bind_context(NULL);
    CUDA_MEMCPY2D copy = {
        .srcMemoryType = CU_MEMORYTYPE_ARRAY,
        .srcArray = from.array,
        .srcXInBytes = from.x,
        .srcY = from.y,
        .dstMemoryType = CU_MEMORYTYPE_ARRAY,
        .dstArray = to.array,
        .dstXInBytes = to.x,
        .dstY = to.y,
        .WidthInBytes = width,
        .Height = height,
    };
    return result != cudaSuccess ? result : copy_rows(&copy, stream);
}

EXPORT cudaError_t cudaMemcpy2DToArray(CUarray to, size_t x, size_t y, const void *from,
                                       size_t pitch, size_t width, size_t height, int kind) {
    return remember(copy_to((array_place){to, x, y}, (memory_place){(void *)from, pitch}, width,
                            height, kind, NULL));
}

EXPORT cudaError_t cudaMemcpy2DToArrayAsync(CUarray to, size_t x, size_t y, const void *from,
                                            size_t pitch, size_t width, size_t height, int kind,
                                            cudaStream_t stream) {
    return remember(copy_to((array_place){to, x, y}, (memory_place){(void *)from, pitch}, width,
                            height, kind, &stream));
}

EXPORT cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, CUarray from, size_t x, size_t y,
                                         size_t width, size_t height, int kind) {
    return remember(copy_from((memory_place){to, pitch}, (array_place){from, x, y}, width, height,
                              kind, NULL));
}

EXPORT cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, CUarray from, size_t x,
                                              size_t y, size_t width, size_t height, int kind,
                                              cudaStream_t stream) {
    return remember(copy_from((memory_place){to, pitch}, (array_place){from, x, y}, width, height,
                              kind, &stream));
}

EXPORT cudaError_t cudaMemcpy2DArrayToArray(CUarray to, size_t to_x, size_t to_y, CUarray from,
                                            size_t from_x, size_t from_y, size_t width,
                                            size_t height, int kind) {
    if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) {
        return remember(cudaErrorInvalidMemcpyDirection);
    }
    return remember(copy_array_rows((array_place){to, to_x, to_y},
                                    (array_place){from, from_x, from_y}, width, height, NULL));
}

/* Bytes of a row of an array. */
static cudaError_t row_of(CUarray array, size_t *bytes) {
    CUDA_ARRAY3D_DESCRIPTOR shape;
    cudaError_t result = element_of(array, bytes);
    if (result == cudaSuccess) {
        result = cuArray3DGetDescriptor_v2(&shape, array);
    }
    if (result == cudaSuccess) {
        *bytes *= shape.Width;
    }
    return result;
}

/* Bytes that a copy of `size` bytes moves in a row with `row` bytes. */
static size_t part(size_t row, size_t x, size_t size) {
    return x < row && row - x < size ? row - x : size;
}

/* Goes on in a row after `size` bytes: at the start of the next one after the last byte. */
static void advance(array_place *place, size_t row, size_t size) {
    place->x += size;
    if (place->x == row) {
        place->x = 0;
        place->y++;
    }
}

/* Copies consecutive bytes to the rows of an array. */
static cudaError_t copy_bytes_to(array_place to, const char *from, size_t size, int kind,
                                 const cudaStream_t *stream) {
    size_t row;
    cudaError_t result = row_of(to.array, &row);
    while (result == cudaSuccess && size > 0) {
        size_t moved = part(row, to.x, size);
        result = copy_to(to, (memory_place){(void *)from, moved}, moved, 1, kind, stream);
        advance(&to, row, moved);
        from += moved;
        size -= moved;
    }
    return result;
}

static cudaError_t copy_bytes_from(char *to, array_place from, size_t size, int kind,
                                   const cudaStream_t *stream) {
    size_t row;
    cudaError_t result = row_of(from.array, &row);
    while (result == cudaSuccess && size > 0) {
        size_t moved = part(row, from.x, size);
        result = copy_from((memory_place){to, moved}, from, moved, 1, kind, stream);
        advance(&from, row, moved);
        to += moved;
        size -= moved;
    }
    return result;
}

cudaError_t copy_array_bytes(array_place to, array_place from, size_t size, const cudaStream_t *stream) {
    size_t to_row;
    size_t from_row;
    cudaError_t result = row_of(to.array, &to_row);
    if (result == cudaSuccess) {
        result = row_of(from.array, &from_row);
    }
    while (result == cudaSuccess && size > 0) {
        size_t moved = part(from_row, from.x, part(to_row, to.x, size));
        result = copy_array_rows(to, from, moved, 1, stream);
        advance(&to, to_row, moved);
        advance(&from, from_row, moved);
        size -= moved;
    }
    return result;
}

EXPORT cudaError_t cudaMemcpyToArray(CUarray to, size_t x, size_t y, const void *from, size_t size,
                                     int kind) {
    return remember(copy_bytes_to((array_place){to, x, y}, from, size, kind, NULL));
}

EXPORT cudaError_t cudaMemcpyToArrayAsync(CUarray to, size_t x, size_t y, const void *from,
                                          size_t size, int kind, cudaStream_t stream) {
    return remember(copy_bytes_to((array_place){to, x, y}, from, size, kind, &stream));
}

EXPORT cudaError_t cudaMemcpyFromArray(void *to, CUarray from, size_t x, size_t y, size_t size,
                                       int kind) {
    return remember(copy_bytes_from(to, (array_place){from, x, y}, size, kind, NULL));
}

EXPORT cudaError_t cudaMemcpyFromArrayAsync(void *to, CUarray from, size_t x, size_t y, size_t size,
                                            int kind, cudaStream_t stream) {
    return remember(copy_bytes_from(to, (array_place){from, x, y}, size, kind, &stream));
}

EXPORT cudaError_t cudaMemcpyArrayToArray(CUarray to, size_t to_x, size_t to_y, CUarray from,
                                          size_t from_x, size_t from_y, size_t size, int kind) {
    if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) {
        return remember(cudaErrorInvalidMemcpyDirection);
    }
    return remember(copy_array_bytes((array_place){to, to_x, to_y},
                                     (array_place){from, from_x, from_y}, size, NULL));
}
