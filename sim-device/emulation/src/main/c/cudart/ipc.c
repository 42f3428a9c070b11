/* Memory, events and memory pools that processes share. Handles and descriptors are the driver's. */
#include "cudart.h"

EXPORT cudaError_t cudaIpcGetMemHandle(CUipcMemHandle *handle, void *pointer) {
    IN_CONTEXT(cuIpcGetMemHandle(handle, address_of(pointer)));
}

EXPORT cudaError_t cudaIpcOpenMemHandle(void **pointer, CUipcMemHandle handle, unsigned flags) {
    CUdeviceptr address = 0;
    REQUIRE(pointer != NULL);
    TRY(bind_context(NULL));
    TRY(cuIpcOpenMemHandle_v2(&address, handle, flags));
    *pointer = (void *)(uintptr_t)address;
    return cudaSuccess;
}

EXPORT cudaError_t cudaIpcCloseMemHandle(void *pointer) {
    IN_CONTEXT(cuIpcCloseMemHandle(address_of(pointer)));
}

EXPORT cudaError_t cudaIpcGetEventHandle(CUipcEventHandle *handle, cudaEvent_t event) {
    IN_CONTEXT(cuIpcGetEventHandle(handle, event));
}

EXPORT cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, CUipcEventHandle handle) {
    IN_CONTEXT(cuIpcOpenEventHandle(event, handle));
}

EXPORT cudaError_t cudaMemPoolExportToShareableHandle(void *handle, CUmemoryPool pool, int type, unsigned flags) {
    TRY(start_driver());
    return remember(cuMemPoolExportToShareableHandle(handle, pool, type, flags));
}

EXPORT cudaError_t cudaMemPoolImportFromShareableHandle(CUmemoryPool *pool, void *handle, int type, unsigned flags) {
    TRY(start_driver());
    return remember(cuMemPoolImportFromShareableHandle(pool, handle, type, flags));
}

EXPORT cudaError_t cudaMemPoolExportPointer(CUmemPoolPtrExportData *data, void *pointer) {
    IN_CONTEXT(cuMemPoolExportPointer(data, address_of(pointer)));
}

EXPORT cudaError_t cudaMemPoolImportPointer(void **pointer, CUmemoryPool pool, CUmemPoolPtrExportData *data) {
    CUdeviceptr address = 0;
    REQUIRE(pointer != NULL);
    TRY(bind_context(NULL));
    TRY(cuMemPoolImportPointer(&address, pool, data));
    *pointer = (void *)(uintptr_t)address;
    return cudaSuccess;
}
