/* CUDA arrays, mipmapped arrays and channel descriptors. Copies are in arraycopy.c. */
#include "cudart.h"

/* cudaChannelFormatKind. */
enum {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned = 1,
    cudaChannelFormatKindFloat = 2,
    cudaChannelFormatKindNone = 3
};

/* CUarray_format of each kind of channel. */
static const struct {
    int format;
    int kind;
    int bits;
} formats[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, cudaChannelFormatKindUnsigned, 8},
    {CU_AD_FORMAT_UNSIGNED_INT16, cudaChannelFormatKindUnsigned, 16},
    {CU_AD_FORMAT_UNSIGNED_INT32, cudaChannelFormatKindUnsigned, 32},
    {CU_AD_FORMAT_SIGNED_INT8, cudaChannelFormatKindSigned, 8},
    {CU_AD_FORMAT_SIGNED_INT16, cudaChannelFormatKindSigned, 16},
    {CU_AD_FORMAT_SIGNED_INT32, cudaChannelFormatKindSigned, 32},
    {CU_AD_FORMAT_HALF, cudaChannelFormatKindFloat, 16},
    {CU_AD_FORMAT_FLOAT, cudaChannelFormatKindFloat, 32},
};

#define FORMATS (sizeof formats / sizeof *formats)

cudaError_t format_of(const cudaChannelFormatDesc *channels, int *format, unsigned *count) {
    const int bits[] = {channels->x, channels->y, channels->z, channels->w};
    *count = 0;
    while (*count < 4 && bits[*count] != 0) {
        (*count)++;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (bits[i] != (i < *count ? channels->x : 0)) {
            return cudaErrorInvalidChannelDescriptor;
        }
    }
    for (size_t i = 0; i < FORMATS; i++) {
        if (formats[i].kind == channels->kind && formats[i].bits == channels->x && *count != 3) {
            *format = formats[i].format;
            return cudaSuccess;
        }
    }
    return cudaErrorInvalidChannelDescriptor;
}

cudaChannelFormatDesc channels_of(int format, unsigned count) {
    for (size_t i = 0; i < FORMATS; i++) {
        if (formats[i].format == format) {
            int bits = formats[i].bits;
            return (cudaChannelFormatDesc){bits, count > 1 ? bits : 0, count > 2 ? bits : 0,
                                           count > 3 ? bits : 0, formats[i].kind};
        }
    }
    return (cudaChannelFormatDesc){0, 0, 0, 0, cudaChannelFormatKindNone};
}

static cudaError_t describe(CUarray array, CUDA_ARRAY3D_DESCRIPTOR *shape) {
    cudaError_t result = bind_context(NULL);
    return result != cudaSuccess ? result : cuArray3DGetDescriptor_v2(shape, array);
}

cudaError_t element_of(CUarray array, size_t *bytes) {
    CUDA_ARRAY3D_DESCRIPTOR shape;
    cudaError_t result = describe(array, &shape);
    if (result == cudaSuccess) {
        *bytes = (size_t)channels_of(shape.Format, 1).x / BITS_OF_BYTE * shape.NumChannels;
    }
    return result;
}

EXPORT cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
    return (cudaChannelFormatDesc){x, y, z, w, kind};
}

/* The shape of an array of elements with the channels `channels`. */
static cudaError_t shape_of(const cudaChannelFormatDesc *channels, cudaExtent extent, unsigned flags,
                            CUDA_ARRAY3D_DESCRIPTOR *shape) {
    if (channels == NULL) {
        return cudaErrorInvalidValue;
    }
    shape->Width = extent.width;
    shape->Height = extent.height;
    shape->Depth = extent.depth;
    shape->Flags = flags;
    cudaError_t result = format_of(channels, &shape->Format, &shape->NumChannels);
    return result != cudaSuccess ? result : bind_context(NULL);
}

EXPORT cudaError_t cudaMalloc3DArray(CUarray *array, const cudaChannelFormatDesc *channels,
                                     cudaExtent extent, unsigned flags) {
    CUDA_ARRAY3D_DESCRIPTOR shape;
    REQUIRE(array != NULL);
    TRY(shape_of(channels, extent, flags, &shape));
    return remember(cuArray3DCreate_v2(array, &shape));
}

EXPORT cudaError_t cudaMallocArray(CUarray *array, const cudaChannelFormatDesc *channels,
                                   size_t width, size_t height, unsigned flags) {
    CUDA_ARRAY3D_DESCRIPTOR shape;
    REQUIRE(array != NULL);
    TRY(shape_of(channels, (cudaExtent){width, height, 0}, flags, &shape));
    return remember(cuArray3DCreate_v2(array, &shape));
}

EXPORT cudaError_t cudaFreeArray(CUarray array) {
    TRY(bind_context(NULL));
    return remember(array == NULL ? cudaSuccess : cuArrayDestroy(array));
}

EXPORT cudaError_t cudaMallocMipmappedArray(CUmipmappedArray *array,
                                            const cudaChannelFormatDesc *channels,
                                            cudaExtent extent, unsigned levels, unsigned flags) {
    CUDA_ARRAY3D_DESCRIPTOR shape;
    REQUIRE(array != NULL);
    TRY(shape_of(channels, extent, flags, &shape));
    return remember(cuMipmappedArrayCreate(array, &shape, levels));
}

EXPORT cudaError_t cudaGetMipmappedArrayLevel(CUarray *level, CUmipmappedArray array,
                                              unsigned number) {
    IN_CONTEXT(cuMipmappedArrayGetLevel(level, array, number));
}

EXPORT cudaError_t cudaFreeMipmappedArray(CUmipmappedArray array) {
    TRY(bind_context(NULL));
    return remember(array == NULL ? cudaSuccess : cuMipmappedArrayDestroy(array));
}

EXPORT cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *channels, cudaExtent *extent,
                                    unsigned *flags, CUarray array) {
    CUDA_ARRAY3D_DESCRIPTOR shape;
    TRY(describe(array, &shape));
    if (channels != NULL) {
        *channels = channels_of(shape.Format, shape.NumChannels);
    }
    if (extent != NULL) {
        *extent = (cudaExtent){shape.Width, shape.Height, shape.Depth};
    }
    if (flags != NULL) {
        *flags = shape.Flags;
    }
    return cudaSuccess;
}

EXPORT cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *channels, CUarray array) {
    REQUIRE(channels != NULL);
    return cudaArrayGetInfo(channels, NULL, NULL, array);
}

/* CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH. */
#define LINEAR_WIDTH 69

EXPORT cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *width,
                                                        const cudaChannelFormatDesc *channels,
                                                        int device) {
    int format;
    unsigned count;
    int most;
    REQUIRE(width != NULL && channels != NULL);
    TRY(format_of(channels, &format, &count));
    TRY(start_driver());
    TRY(cuDeviceGetAttribute(&most, LINEAR_WIDTH, device));
    *width = (size_t)most;
    return cudaSuccess;
}
