/* CUDA arrays and mipmapped arrays. Copies are in copy.c. */
#include "client.h"

#define IN_ARRAY(array) IN((array)->Width), IN((array)->Height), IN((array)->Format), IN((array)->NumChannels)

#define IN_ARRAY_3D(array)                                                                         \
    IN((array)->Width), IN((array)->Height), IN((array)->Depth), IN((array)->Format),              \
        IN((array)->NumChannels), IN((array)->Flags)

EXPORT CUresult cuArrayCreate_v2(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR *pAllocateArray) {
    REQUIRE(pAllocateArray != NULL)
    return DRIVER_CALL(cuArrayCreate_v2, OUT_64(pHandle), IN_ARRAY(pAllocateArray));
}

EXPORT CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *pArrayDescriptor, CUarray hArray) {
    REQUIRE(pArrayDescriptor != NULL)
    return DRIVER_CALL(cuArrayGetDescriptor_v2, OUT_64(&pArrayDescriptor->Width),
                       OUT_64(&pArrayDescriptor->Height), OUT_32(&pArrayDescriptor->Format),
                       OUT_32(&pArrayDescriptor->NumChannels), IN_POINTER(hArray));
}

EXPORT CUresult cuArrayDestroy(CUarray hArray) {
    return DRIVER_CALL(cuArrayDestroy, IN_POINTER(hArray));
}

EXPORT CUresult cuArray3DCreate_v2(CUarray *pHandle,
                                   const CUDA_ARRAY3D_DESCRIPTOR *pAllocateArray) {
    REQUIRE(pAllocateArray != NULL)
    return DRIVER_CALL(cuArray3DCreate_v2, OUT_64(pHandle), IN_ARRAY_3D(pAllocateArray));
}

EXPORT CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *pArrayDescriptor,
                                          CUarray hArray) {
    REQUIRE(pArrayDescriptor != NULL)
    return DRIVER_CALL(cuArray3DGetDescriptor_v2, OUT_64(&pArrayDescriptor->Width),
                       OUT_64(&pArrayDescriptor->Height), OUT_64(&pArrayDescriptor->Depth),
                       OUT_32(&pArrayDescriptor->Format), OUT_32(&pArrayDescriptor->NumChannels),
                       OUT_32(&pArrayDescriptor->Flags), IN_POINTER(hArray));
}

EXPORT CUresult cuMipmappedArrayCreate(CUmipmappedArray *pHandle,
                                       const CUDA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc,
                                       unsigned numMipmapLevels) {
    REQUIRE(pMipmappedArrayDesc != NULL)
    return DRIVER_CALL(cuMipmappedArrayCreate, OUT_64(pHandle), IN_ARRAY_3D(pMipmappedArrayDesc),
                       IN(numMipmapLevels));
}

EXPORT CUresult cuMipmappedArrayGetLevel(CUarray *pLevelArray, CUmipmappedArray hMipmappedArray,
                                         unsigned level) {
    return DRIVER_CALL(cuMipmappedArrayGetLevel, OUT_64(pLevelArray), IN_POINTER(hMipmappedArray),
                       IN(level));
}

EXPORT CUresult cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray) {
    return DRIVER_CALL(cuMipmappedArrayDestroy, IN_POINTER(hMipmappedArray));
}
