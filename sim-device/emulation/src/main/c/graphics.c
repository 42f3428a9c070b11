/* Resources of OpenGL. No context of OpenGL is on an emulated device, as none is on a GPU without a display, so that no
 * resource can be registered. */
#include "client.h"
#include "session.h"

/* The answer to a call in a process with or without a driver that is initialized. */
static CUresult answer(CUresult result) {
    return session_state() == CLOSED ? CUDA_ERROR_NOT_INITIALIZED : result;
}

EXPORT CUresult cuGLGetDevices_v2(unsigned *pCudaDeviceCount, CUdevice *pCudaDevices, unsigned cudaDeviceCount,
                                  int deviceList) {
    (void)pCudaDevices;
    (void)cudaDeviceCount;
    (void)deviceList;
    REQUIRE(pCudaDeviceCount != NULL)
    *pCudaDeviceCount = 0;
    return answer(CUDA_ERROR_NO_DEVICE);
}

EXPORT CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource *pCudaResource, unsigned buffer, unsigned Flags) {
    (void)buffer;
    (void)Flags;
    REQUIRE(pCudaResource != NULL)
    return answer(CUDA_ERROR_INVALID_GRAPHICS_CONTEXT);
}

EXPORT CUresult cuGraphicsGLRegisterImage(CUgraphicsResource *pCudaResource, unsigned image, unsigned target,
                                          unsigned Flags) {
    (void)image;
    (void)target;
    (void)Flags;
    REQUIRE(pCudaResource != NULL)
    return answer(CUDA_ERROR_INVALID_GRAPHICS_CONTEXT);
}

/* The functions for buffers of CUDA 2 (Driver API 13.0, "OpenGL Interoperability [DEPRECATED]"). */

EXPORT CUresult cuGLInit(void) {
    return answer(CUDA_ERROR_UNKNOWN);
}

EXPORT CUresult cuGLCtxCreate_v2(CUcontext *pCtx, unsigned Flags, CUdevice device) {
    (void)Flags;
    (void)device;
    REQUIRE(pCtx != NULL)
    return answer(CUDA_ERROR_INVALID_GRAPHICS_CONTEXT);
}

EXPORT CUresult cuGLRegisterBufferObject(unsigned buffer) {
    (void)buffer;
    return answer(CUDA_ERROR_INVALID_GRAPHICS_CONTEXT);
}

EXPORT CUresult cuGLMapBufferObject_v2(CUdeviceptr *dptr, size_t *size, unsigned buffer) {
    (void)dptr;
    (void)size;
    (void)buffer;
    return answer(CUDA_ERROR_INVALID_VALUE);
}

EXPORT CUresult cuGLUnmapBufferObject(unsigned buffer) {
    (void)buffer;
    return answer(CUDA_ERROR_INVALID_VALUE);
}

EXPORT CUresult cuGLUnregisterBufferObject(unsigned buffer) {
    (void)buffer;
    return answer(CUDA_ERROR_INVALID_VALUE);
}

/* Whatever is passed as a resource of these is none. */

EXPORT CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource) {
    (void)resource;
    return answer(CUDA_ERROR_INVALID_HANDLE);
}

EXPORT CUresult cuGraphicsMapResources(unsigned count, CUgraphicsResource *resources, CUstream hStream) {
    (void)hStream;
    REQUIRE(count > 0 && resources != NULL)
    return answer(CUDA_ERROR_INVALID_HANDLE);
}

EXPORT CUresult cuGraphicsUnmapResources(unsigned count, CUgraphicsResource *resources, CUstream hStream) {
    (void)hStream;
    REQUIRE(count > 0 && resources != NULL)
    return answer(CUDA_ERROR_INVALID_HANDLE);
}

EXPORT CUresult cuGraphicsResourceSetMapFlags_v2(CUgraphicsResource resource, unsigned flags) {
    (void)resource;
    (void)flags;
    return answer(CUDA_ERROR_INVALID_HANDLE);
}

EXPORT CUresult cuGraphicsSubResourceGetMappedArray(CUarray *pArray, CUgraphicsResource resource,
                                                    unsigned arrayIndex, unsigned mipLevel) {
    (void)pArray;
    (void)resource;
    (void)arrayIndex;
    (void)mipLevel;
    return answer(CUDA_ERROR_INVALID_HANDLE);
}

EXPORT CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray *pMipmappedArray,
                                                          CUgraphicsResource resource) {
    (void)pMipmappedArray;
    (void)resource;
    return answer(CUDA_ERROR_INVALID_HANDLE);
}

EXPORT CUresult cuGraphicsResourceGetMappedPointer_v2(CUdeviceptr *pDevPtr, size_t *pSize,
                                                      CUgraphicsResource resource) {
    (void)pDevPtr;
    (void)pSize;
    (void)resource;
    return answer(CUDA_ERROR_INVALID_HANDLE);
}
