/* Texture objects and surface objects. */
#include <string.h>

#include "texture.h"

/* CU_TRSF_.... */
enum {
    CU_TRSF_READ_AS_INTEGER = 0x01,
    CU_TRSF_NORMALIZED_COORDINATES = 0x02,
    CU_TRSF_SRGB = 0x10,
    CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION = 0x20,
    CU_TRSF_SEAMLESS_CUBEMAP = 0x40
};

/* Sizes of driver and runtime agree; a view is the same structure in both. */
static cudaError_t resource_of(const cudaResourceDesc *from, CUDA_RESOURCE_DESC *to) {
    *to = (CUDA_RESOURCE_DESC){.resType = from->type, .flags = FLAGS_OF(from)};
    switch (from->type) {
    case CU_RESOURCE_TYPE_ARRAY:
        to->res.array.hArray = from->of.array;
        return cudaSuccess;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        to->res.mipmap.hMipmappedArray = from->of.mipmap;
        return cudaSuccess;
    case CU_RESOURCE_TYPE_LINEAR:
        to->res.linear.devPtr = address_of(from->of.linear.pointer);
        to->res.linear.sizeInBytes = from->of.linear.size;
        return format_of(&from->of.linear.channels, &to->res.linear.format,
                         &to->res.linear.numChannels);
    case CU_RESOURCE_TYPE_PITCH2D:
        to->res.pitch2D.devPtr = address_of(from->of.rows.pointer);
        to->res.pitch2D.width = from->of.rows.width;
        to->res.pitch2D.height = from->of.rows.height;
        to->res.pitch2D.pitchInBytes = from->of.rows.pitch;
        return format_of(&from->of.rows.channels, &to->res.pitch2D.format,
                         &to->res.pitch2D.numChannels);
    default:
        return cudaErrorInvalidValue;
    }
}

static void resource_from(const CUDA_RESOURCE_DESC *from, cudaResourceDesc *to) {
    memset(to, 0, sizeof *to);
    to->type = from->resType;
#if CUDART_MAJOR >= 13
    to->flags = from->flags;
#endif
    switch (from->resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        to->of.array = from->res.array.hArray;
        break;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        to->of.mipmap = from->res.mipmap.hMipmappedArray;
        break;
    case CU_RESOURCE_TYPE_LINEAR:
        to->of.linear.pointer = (void *)(uintptr_t)from->res.linear.devPtr;
        to->of.linear.channels = channels_of(from->res.linear.format, from->res.linear.numChannels);
        to->of.linear.size = from->res.linear.sizeInBytes;
        break;
    default:
        to->of.rows.pointer = (void *)(uintptr_t)from->res.pitch2D.devPtr;
        to->of.rows.channels = channels_of(from->res.pitch2D.format, from->res.pitch2D.numChannels);
        to->of.rows.width = from->res.pitch2D.width;
        to->of.rows.height = from->res.pitch2D.height;
        to->of.rows.pitch = from->res.pitch2D.pitchInBytes;
        break;
    }
}

static unsigned last_flags(const cudaTextureDesc *from) {
    return (from->is_exact ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0) |
           (from->is_seamless ? CU_TRSF_SEAMLESS_CUBEMAP : 0);
}

static void sampling_of(const cudaTextureDesc *from, enum fields fields, CUDA_TEXTURE_DESC *to) {
    *to = (CUDA_TEXTURE_DESC){
        .filterMode = from->filter_mode,
        .flags = (from->read_mode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0) |
                 (from->is_normalized ? CU_TRSF_NORMALIZED_COORDINATES : 0) |
                 (from->is_srgb ? CU_TRSF_SRGB : 0) |
                 (fields == ALL_FIELDS ? last_flags(from) : 0),
        .maxAnisotropy = from->anisotropy,
        .mipmapFilterMode = from->mipmap_filter_mode,
        .mipmapLevelBias = from->bias,
        .minMipmapLevelClamp = from->least,
        .maxMipmapLevelClamp = from->most,
    };
    memcpy(to->addressMode, from->address_mode, sizeof to->addressMode);
    memcpy(to->borderColor, from->border, sizeof to->borderColor);
}

static void sampling_from(const CUDA_TEXTURE_DESC *from, enum fields fields, cudaTextureDesc *to) {
    memcpy(to->address_mode, from->addressMode, sizeof to->address_mode);
    memcpy(to->border, from->borderColor, sizeof to->border);
    to->filter_mode = from->filterMode;
    to->read_mode = from->flags & CU_TRSF_READ_AS_INTEGER ? cudaReadModeElementType
                                                          : cudaReadModeNormalizedFloat;
    to->is_srgb = (from->flags & CU_TRSF_SRGB) != 0;
    to->is_normalized = (from->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    to->anisotropy = from->maxAnisotropy;
    to->mipmap_filter_mode = from->mipmapFilterMode;
    to->bias = from->mipmapLevelBias;
    to->least = from->minMipmapLevelClamp;
    to->most = from->maxMipmapLevelClamp;
    if (fields == ALL_FIELDS) {
        to->is_exact = (from->flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
        to->is_seamless = (from->flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
    }
}

/* The format of the channels of a resource, unless a view gives another one. */
static cudaError_t format_of_resource(const CUDA_RESOURCE_DESC *resource, int *format) {
    CUarray array = resource->res.array.hArray;
    CUDA_ARRAY3D_DESCRIPTOR shape;
    cudaError_t result = cudaSuccess;
    switch (resource->resType) {
    case CU_RESOURCE_TYPE_LINEAR:
        *format = resource->res.linear.format;
        return cudaSuccess;
    case CU_RESOURCE_TYPE_PITCH2D:
        *format = resource->res.pitch2D.format;
        return cudaSuccess;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        result = cuMipmappedArrayGetLevel(&array, resource->res.mipmap.hMipmappedArray, 0);
        break;
    default:
        break;
    }
    if (result == cudaSuccess) {
        result = cuArray3DGetDescriptor_v2(&shape, array);
    }
    if (result == cudaSuccess) {
        *format = shape.Format;
    }
    return result;
}

#define CU_TR_FILTER_MODE_LINEAR 1

static int is_integer_of_32_bits(int format) {
    return format == CU_AD_FORMAT_UNSIGNED_INT32 || format == CU_AD_FORMAT_SIGNED_INT32;
}

/* Whether values can be interpolated: fetches return floating-point numbers. */
static cudaError_t check_filter(const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *sampling) {
    int format;
    if (sampling->filterMode != CU_TR_FILTER_MODE_LINEAR ||
        resource->resType == CU_RESOURCE_TYPE_LINEAR) {
        return cudaSuccess;
    }
    cudaError_t result = format_of_resource(resource, &format);
    if (result != cudaSuccess || format == CU_AD_FORMAT_FLOAT || format == CU_AD_FORMAT_HALF) {
        return result;
    }
    return is_integer_of_32_bits(format) || (sampling->flags & CU_TRSF_READ_AS_INTEGER)
               ? cudaErrorInvalidFilterSetting
               : cudaSuccess;
}

cudaError_t create_texture(CUtexObject *texture, const cudaResourceDesc *resource,
                           const cudaTextureDesc *sampling, enum fields fields,
                           const CUDA_RESOURCE_VIEW_DESC *view) {
    CUDA_RESOURCE_DESC its_resource;
    CUDA_TEXTURE_DESC its_sampling;
    cudaError_t result = bind_context(NULL);
    if (result == cudaSuccess) {
        result = resource_of(resource, &its_resource);
    }
    if (result == cudaSuccess) {
        sampling_of(sampling, fields, &its_sampling);
        result = view == NULL ? check_filter(&its_resource, &its_sampling) : cudaSuccess;
    }
    return result != cudaSuccess
               ? result
               : cuTexObjectCreate(texture, &its_resource, &its_sampling, view);
}

EXPORT cudaError_t cudaCreateTextureObject(CUtexObject *texture, const cudaResourceDesc *resource,
                                           const cudaTextureDesc *sampling,
                                           const CUDA_RESOURCE_VIEW_DESC *view) {
    REQUIRE(texture != NULL && resource != NULL && sampling != NULL);
    return remember(create_texture(texture, resource, sampling, FIELDS, view));
}

static cudaError_t find_sampling(CUtexObject texture, CUDA_TEXTURE_DESC *sampling) {
    cudaError_t result = bind_context(NULL);
    return result != cudaSuccess ? result : cuTexObjectGetTextureDesc(sampling, texture);
}

EXPORT cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *sampling, CUtexObject texture) {
    CUDA_TEXTURE_DESC its_sampling;
    REQUIRE(sampling != NULL);
    TRY(find_sampling(texture, &its_sampling));
    sampling_from(&its_sampling, FIELDS, sampling);
    return cudaSuccess;
}

#if CUDART_MAJOR < 12
EXPORT cudaError_t cudaCreateTextureObject_v2(CUtexObject *texture, const cudaResourceDesc *resource,
                                              const cudaTextureDesc *sampling,
                                              const CUDA_RESOURCE_VIEW_DESC *view) {
    REQUIRE(texture != NULL && resource != NULL && sampling != NULL);
    return remember(create_texture(texture, resource, sampling, ALL_FIELDS, view));
}

EXPORT cudaError_t cudaGetTextureObjectTextureDesc_v2(cudaTextureDesc *sampling,
                                                      CUtexObject texture) {
    CUDA_TEXTURE_DESC its_sampling;
    REQUIRE(sampling != NULL);
    TRY(find_sampling(texture, &its_sampling));
    sampling_from(&its_sampling, ALL_FIELDS, sampling);
    return cudaSuccess;
}
#endif

EXPORT cudaError_t cudaDestroyTextureObject(CUtexObject texture) {
    TRY(bind_context(NULL));
    return remember(texture == 0 ? cudaSuccess : cuTexObjectDestroy(texture));
}

EXPORT cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *resource, CUtexObject texture) {
    CUDA_RESOURCE_DESC its_resource;
    REQUIRE(resource != NULL);
    TRY(bind_context(NULL));
    TRY(cuTexObjectGetResourceDesc(&its_resource, texture));
    resource_from(&its_resource, resource);
    return cudaSuccess;
}

EXPORT cudaError_t cudaGetTextureObjectResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *view,
                                                        CUtexObject texture) {
    IN_CONTEXT(cuTexObjectGetResourceViewDesc(view, texture));
}

cudaError_t create_surface(CUsurfObject *surface, const cudaResourceDesc *resource) {
    CUDA_RESOURCE_DESC its_resource;
    cudaError_t result = bind_context(NULL);
    if (result == cudaSuccess) {
        result = resource_of(resource, &its_resource);
    }
    return result != cudaSuccess ? result : cuSurfObjectCreate(surface, &its_resource);
}

EXPORT cudaError_t cudaCreateSurfaceObject(CUsurfObject *surface, const cudaResourceDesc *resource) {
    REQUIRE(surface != NULL && resource != NULL);
    return remember(create_surface(surface, resource));
}

EXPORT cudaError_t cudaDestroySurfaceObject(CUsurfObject surface) {
    TRY(bind_context(NULL));
    return remember(surface == 0 ? cudaSuccess : cuSurfObjectDestroy(surface));
}

EXPORT cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc *resource, CUsurfObject surface) {
    CUDA_RESOURCE_DESC its_resource;
    REQUIRE(resource != NULL);
    TRY(bind_context(NULL));
    TRY(cuSurfObjectGetResourceDesc(&its_resource, surface));
    resource_from(&its_resource, resource);
    return cudaSuccess;
}
