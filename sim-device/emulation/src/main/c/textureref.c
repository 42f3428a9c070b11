/* What programs set and get of texture references. Nothing of it is set at first: modes and flags are 0. */
#include <string.h>

#include "reference.h"

/* CU_PARAM_TR_DEFAULT. */
#define DEFAULT_UNIT (-1)

/* CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT. */
#define TEXTURE_ALIGNMENT 14

/* The alignment of the driver's allocations (GlobalMemory.ALIGNMENT), which textures may have although the attribute
 * of some devices is greater. */
#define ALLOCATION_ALIGNMENT 256

#define DIMENSIONS 3
#define LAST_ADDRESS_MODE 3 /* CU_TR_ADDRESS_MODE_BORDER */
#define LAST_FILTER_MODE 1  /* CU_TR_FILTER_MODE_LINEAR */

/* Reads the reference `hTexRef` to `it`; returns from the function if there is none. */
#define READ(it)                                                                                   \
    struct CUtexref_st it;                                                                         \
    REQUIRE(read_texture(hTexRef, &it) == CUDA_SUCCESS)

/* Changes it. */
#define COMMIT(it) commit_texture(hTexRef, &(it), __func__)

/* Kernels find the references of their module, so that a parameter for one has no effect. */
EXPORT CUresult cuParamSetTexRef(CUfunction hfunc, int texunit, CUtexref hTexRef) {
    READ(it)
    REQUIRE(hfunc != NULL && texunit == DEFAULT_UNIT && it.of.variable != 0)
    return CUDA_SUCCESS;
}

/* Binds a copy of a reference to an array with the format of `level`, its first level. */
static CUresult set_array(struct CUtexref_st *reference, CUarray level, CUDA_RESOURCE_DESC resource) {
    CUDA_ARRAY3D_DESCRIPTOR shape;
    CUresult result = cuArray3DGetDescriptor_v2(&shape, level);
    if (result == CUDA_SUCCESS) {
        reference->is_bound = 1;
        reference->format = shape.Format;
        reference->channels = shape.NumChannels;
        reference->resource = resource;
    }
    return result;
}

EXPORT CUresult cuTexRefSetArray(CUtexref hTexRef, CUarray hArray, unsigned Flags) {
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = hArray};
    READ(it)
    REQUIRE(Flags == OVERRIDE_FORMAT)
    const char *before = set_function(__func__);
    CUresult result = set_array(&it, hArray, resource);
    set_caller(before);
    return result != CUDA_SUCCESS ? result : COMMIT(it);
}

EXPORT CUresult cuTexRefSetMipmappedArray(CUtexref hTexRef, CUmipmappedArray hMipmappedArray,
                                          unsigned Flags) {
    CUarray level;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
                                   .res.mipmap.hMipmappedArray = hMipmappedArray};
    READ(it)
    REQUIRE(Flags == OVERRIDE_FORMAT)
    const char *before = set_function(__func__);
    CUresult result = cuMipmappedArrayGetLevel(&level, hMipmappedArray, 0);
    if (result == CUDA_SUCCESS) {
        result = set_array(&it, level, resource);
    }
    set_caller(before);
    return result != CUDA_SUCCESS ? result : COMMIT(it);
}

/* The bytes of an address behind the aligned one that a texture takes. */
static CUresult misalignment(CUdeviceptr address, size_t *bytes) {
    CUdevice device;
    int alignment;
    CUresult result = DRIVER_CALL(cuCtxGetDevice, OUT_32(&device));
    if (result == CUDA_SUCCESS) {
        result = DRIVER_CALL(cuDeviceGetAttribute, OUT_32(&alignment), IN(TEXTURE_ALIGNMENT), IN(device));
    }
    if (result == CUDA_SUCCESS) {
        int most = alignment < ALLOCATION_ALIGNMENT ? alignment : ALLOCATION_ALIGNMENT;
        *bytes = most > 0 ? address % (unsigned)most : 0;
    }
    return result;
}

/* Address 0 unbinds, as no memory is there. */
EXPORT CUresult cuTexRefSetAddress_v2(size_t *ByteOffset, CUtexref hTexRef, CUdeviceptr dptr,
                                      size_t bytes) {
    size_t before;
    READ(it)
    CUresult result = misalignment(dptr, &before);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    REQUIRE(before == 0 || ByteOffset != NULL)
    it.is_bound = dptr != 0 || bytes != 0;
    it.resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_LINEAR};
    it.resource.res.linear.devPtr = dptr - before;
    it.resource.res.linear.sizeInBytes = bytes + before;
    if (ByteOffset != NULL) {
        *ByteOffset = before;
    }
    return COMMIT(it);
}

EXPORT CUresult cuTexRefSetAddress2D_v3(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR *desc,
                                        CUdeviceptr dptr, size_t Pitch) {
    READ(it)
    REQUIRE(desc != NULL)
    it.is_bound = 1;
    it.format = desc->Format;
    it.channels = desc->NumChannels;
    it.resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_PITCH2D};
    it.resource.res.pitch2D.devPtr = dptr;
    it.resource.res.pitch2D.width = desc->Width;
    it.resource.res.pitch2D.height = desc->Height;
    it.resource.res.pitch2D.pitchInBytes = Pitch;
    return COMMIT(it);
}

EXPORT CUresult cuTexRefSetFormat(CUtexref hTexRef, int fmt, int NumPackedComponents) {
    READ(it)
    REQUIRE(fmt != 0 && (NumPackedComponents == 1 || NumPackedComponents == 2 || NumPackedComponents == 4))
    it.format = fmt;
    it.channels = (unsigned)NumPackedComponents;
    return COMMIT(it);
}

EXPORT CUresult cuTexRefSetAddressMode(CUtexref hTexRef, int dim, int am) {
    READ(it)
    REQUIRE(dim >= 0 && dim < DIMENSIONS && am >= 0 && am <= LAST_ADDRESS_MODE)
    it.sampling.addressMode[dim] = am;
    return COMMIT(it);
}

EXPORT CUresult cuTexRefSetFilterMode(CUtexref hTexRef, int fm) {
    READ(it)
    REQUIRE(fm >= 0 && fm <= LAST_FILTER_MODE)
    it.sampling.filterMode = fm;
    return COMMIT(it);
}

EXPORT CUresult cuTexRefSetMipmapFilterMode(CUtexref hTexRef, int fm) {
    READ(it)
    REQUIRE(fm >= 0 && fm <= LAST_FILTER_MODE)
    it.sampling.mipmapFilterMode = fm;
    return COMMIT(it);
}

EXPORT CUresult cuTexRefSetMipmapLevelBias(CUtexref hTexRef, float bias) {
    READ(it)
    it.sampling.mipmapLevelBias = bias;
    return COMMIT(it);
}

EXPORT CUresult cuTexRefSetMipmapLevelClamp(CUtexref hTexRef, float minMipmapLevelClamp,
                                            float maxMipmapLevelClamp) {
    READ(it)
    it.sampling.minMipmapLevelClamp = minMipmapLevelClamp;
    it.sampling.maxMipmapLevelClamp = maxMipmapLevelClamp;
    return COMMIT(it);
}

EXPORT CUresult cuTexRefSetMaxAnisotropy(CUtexref hTexRef, unsigned maxAniso) {
    READ(it)
    it.sampling.maxAnisotropy = maxAniso;
    return COMMIT(it);
}

EXPORT CUresult cuTexRefSetBorderColor(CUtexref hTexRef, float *pBorderColor) {
    READ(it)
    REQUIRE(pBorderColor != NULL)
    memcpy(it.sampling.borderColor, pBorderColor, sizeof it.sampling.borderColor);
    return COMMIT(it);
}

EXPORT CUresult cuTexRefSetFlags(CUtexref hTexRef, unsigned Flags) {
    READ(it)
    it.sampling.flags = Flags;
    return COMMIT(it);
}

/* Getters: a value of the reference `hTexRef`, if it has one. */
#define GET(place, condition, value)                                                               \
    READ(it)                                                                                       \
    REQUIRE((place) != NULL && (condition))                                                        \
    *(place) = (value);                                                                            \
    return CUDA_SUCCESS

#define IS_BOUND_TO(type) (it.is_bound && it.resource.resType == (type))

EXPORT CUresult cuTexRefGetAddress_v2(CUdeviceptr *pdptr, CUtexref hTexRef) {
    GET(pdptr, IS_BOUND_TO(CU_RESOURCE_TYPE_LINEAR) || IS_BOUND_TO(CU_RESOURCE_TYPE_PITCH2D),
        it.resource.resType == CU_RESOURCE_TYPE_LINEAR ? it.resource.res.linear.devPtr
                                                       : it.resource.res.pitch2D.devPtr);
}

EXPORT CUresult cuTexRefGetArray(CUarray *phArray, CUtexref hTexRef) {
    GET(phArray, IS_BOUND_TO(CU_RESOURCE_TYPE_ARRAY), it.resource.res.array.hArray);
}

EXPORT CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *phMipmappedArray, CUtexref hTexRef) {
    GET(phMipmappedArray, IS_BOUND_TO(CU_RESOURCE_TYPE_MIPMAPPED_ARRAY),
        it.resource.res.mipmap.hMipmappedArray);
}

EXPORT CUresult cuTexRefGetFormat(int *pFormat, int *pNumChannels, CUtexref hTexRef) {
    READ(it)
    REQUIRE(it.format != 0)
    if (pFormat != NULL) {
        *pFormat = it.format;
    }
    if (pNumChannels != NULL) {
        *pNumChannels = (int)it.channels;
    }
    return CUDA_SUCCESS;
}

EXPORT CUresult cuTexRefGetAddressMode(int *pam, CUtexref hTexRef, int dim) {
    GET(pam, dim >= 0 && dim < DIMENSIONS, it.sampling.addressMode[dim]);
}

EXPORT CUresult cuTexRefGetFilterMode(int *pfm, CUtexref hTexRef) {
    GET(pfm, 1, it.sampling.filterMode);
}

EXPORT CUresult cuTexRefGetMipmapFilterMode(int *pfm, CUtexref hTexRef) {
    GET(pfm, 1, it.sampling.mipmapFilterMode);
}

EXPORT CUresult cuTexRefGetMipmapLevelBias(float *pbias, CUtexref hTexRef) {
    GET(pbias, 1, it.sampling.mipmapLevelBias);
}

EXPORT CUresult cuTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp, float *pmaxMipmapLevelClamp,
                                            CUtexref hTexRef) {
    READ(it)
    REQUIRE(pminMipmapLevelClamp != NULL && pmaxMipmapLevelClamp != NULL)
    *pminMipmapLevelClamp = it.sampling.minMipmapLevelClamp;
    *pmaxMipmapLevelClamp = it.sampling.maxMipmapLevelClamp;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuTexRefGetMaxAnisotropy(int *pmaxAniso, CUtexref hTexRef) {
    GET(pmaxAniso, 1, (int)it.sampling.maxAnisotropy);
}

EXPORT CUresult cuTexRefGetBorderColor(float *pBorderColor, CUtexref hTexRef) {
    READ(it)
    REQUIRE(pBorderColor != NULL)
    memcpy(pBorderColor, it.sampling.borderColor, sizeof it.sampling.borderColor);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuTexRefGetFlags(unsigned *pFlags, CUtexref hTexRef) {
    GET(pFlags, 1, it.sampling.flags);
}
