/* Memory, events and memory pools that processes share. What the server has mapped in its memory of the session, this
 * library maps in its own mapping of that memory. */
#include "ipc.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Held during each call that maps or unmaps, so that ranges are not reused between call and mapping. */
static pthread_mutex_t mapping_lock = PTHREAD_MUTEX_INITIALIZER;

void mapping_begin(void) {
    pthread_mutex_lock(&mapping_lock);
}

void mapping_end(void) {
    pthread_mutex_unlock(&mapping_lock);
}

CUresult map_pages(CUresult result, const struct pages *pages) {
    if (result == CUDA_SUCCESS && pages->bytes > 0 &&
        arena_map(pages->file, pages->from, pages->at, pages->bytes) != 0) {
        result = CUDA_ERROR_MAP_FAILED;
    }
    free(pages->file);
    return result;
}

/* Handles. */

CUresult cuIpcCloseMemHandle(CUdeviceptr dptr);

/* Stores the bytes of a handle. */
static CUresult store_handle(CUresult result, char *bytes, size_t size, void *handle, size_t room) {
    if (result == CUDA_SUCCESS) {
        memset(handle, 0, room);
        memcpy(handle, bytes, size < room ? size : room);
    }
    free(bytes);
    return result;
}

EXPORT CUresult cuIpcGetMemHandle(CUipcMemHandle *pHandle, CUdeviceptr dptr) {
    char *bytes = NULL;
    size_t size = 0;
    REQUIRE(pHandle != NULL)
    CUresult result = DRIVER_CALL(cuIpcGetMemHandle, OUT_COPY(&bytes, &size), IN(dptr));
    return store_handle(result, bytes, size, pHandle, sizeof *pHandle);
}

EXPORT CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned Flags) {
    struct pages pages = {0};
    REQUIRE(pdptr != NULL)
    mapping_begin();
    CUresult result = map_pages(DRIVER_CALL(cuIpcOpenMemHandle_v2, OUT_64(pdptr), OUT_PAGES(&pages),
                                            IN_BYTES(&handle, sizeof handle), IN(Flags)),
                                &pages);
    mapping_end();
    if (result == CUDA_ERROR_MAP_FAILED && pages.bytes > 0) {
        cuIpcCloseMemHandle(*pdptr);
    }
    return result;
}

EXPORT CUresult cuIpcOpenMemHandle(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned Flags) {
    return cuIpcOpenMemHandle_v2(pdptr, handle, Flags);
}

EXPORT CUresult cuIpcCloseMemHandle(CUdeviceptr dptr) {
    uint64_t at = 0;
    uint64_t bytes = 0;
    mapping_begin();
    CUresult result = DRIVER_CALL(cuIpcCloseMemHandle, OUT_64(&at), OUT_64(&bytes), IN(dptr));
    if (result == CUDA_SUCCESS && arena_unmap(at, bytes) != 0) {
        result = CUDA_ERROR_UNMAP_FAILED;
    }
    mapping_end();
    return result;
}

EXPORT CUresult cuIpcGetEventHandle(CUipcEventHandle *pHandle, CUevent event) {
    char *bytes = NULL;
    size_t size = 0;
    REQUIRE(pHandle != NULL)
    CUresult result = DRIVER_CALL(cuIpcGetEventHandle, OUT_COPY(&bytes, &size), IN_POINTER(event));
    return store_handle(result, bytes, size, pHandle, sizeof *pHandle);
}

EXPORT CUresult cuIpcOpenEventHandle(CUevent *phEvent, CUipcEventHandle handle) {
    return DRIVER_CALL(cuIpcOpenEventHandle, OUT_64(phEvent), IN_BYTES(&handle, sizeof handle));
}

/* Descriptors of files. */

static CUresult open_descriptor(CUresult result, char *file, void *descriptor) {
    if (result == CUDA_SUCCESS) {
        int opened = open(file, O_RDWR | O_CLOEXEC);
        result = opened < 0 ? CUDA_ERROR_OPERATING_SYSTEM : CUDA_SUCCESS;
        *(int *)descriptor = opened;
    }
    free(file);
    return result;
}

EXPORT CUresult cuMemExportToShareableHandle(void *shareableHandle, CUmemGenericAllocationHandle handle,
                                             int handleType, unsigned long long flags) {
    char *file = NULL;
    size_t size = 0;
    REQUIRE(shareableHandle != NULL)
    CUresult result = DRIVER_CALL(cuMemExportToShareableHandle, OUT_COPY(&file, &size), IN(handle), IN(handleType),
                                  IN(flags));
    return open_descriptor(result, file, shareableHandle);
}

EXPORT CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *osHandle,
                                               int shHandleType) {
    return DRIVER_CALL(cuMemImportFromShareableHandle, OUT_64(handle), IN_POINTER(osHandle), IN(shHandleType));
}

EXPORT CUresult cuMemPoolExportToShareableHandle(void *handle_out, CUmemoryPool pool, int handleType,
                                                 unsigned long long flags) {
    char *file = NULL;
    size_t size = 0;
    REQUIRE(handle_out != NULL)
    CUresult result = DRIVER_CALL(cuMemPoolExportToShareableHandle, OUT_COPY(&file, &size), IN_POINTER(pool),
                                  IN(handleType), IN(flags));
    return open_descriptor(result, file, handle_out);
}

EXPORT CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *pool_out, void *handle, int handleType,
                                                   unsigned long long flags) {
    return DRIVER_CALL(cuMemPoolImportFromShareableHandle, OUT_64(pool_out), IN_POINTER(handle), IN(handleType),
                       IN(flags));
}

EXPORT CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *shareData_out, CUdeviceptr ptr) {
    char *bytes = NULL;
    size_t size = 0;
    REQUIRE(shareData_out != NULL)
    CUresult result = DRIVER_CALL(cuMemPoolExportPointer, OUT_COPY(&bytes, &size), IN(ptr));
    return store_handle(result, bytes, size, shareData_out, sizeof *shareData_out);
}

EXPORT CUresult cuMemPoolImportPointer(CUdeviceptr *ptr_out, CUmemoryPool pool, CUmemPoolPtrExportData *shareData) {
    struct pages pages = {0};
    REQUIRE(ptr_out != NULL && shareData != NULL)
    mapping_begin();
    CUresult result = map_pages(DRIVER_CALL(cuMemPoolImportPointer, OUT_64(ptr_out), OUT_PAGES(&pages),
                                            IN_POINTER(pool), IN_BYTES(shareData, sizeof *shareData)),
                                &pages);
    mapping_end();
    return result;
}
