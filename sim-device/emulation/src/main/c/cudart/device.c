/* Devices: number, attributes, limits and peers. Attributes, limits and cache configurations have the
 * numbers of the driver's. */
#include "cudart.h"

EXPORT cudaError_t cudaGetDeviceCount(int *count) {
    REQUIRE(count != NULL);
    *count = 0;
    TRY(start_driver());
    return remember(cuDeviceGetCount(count));
}

EXPORT cudaError_t cudaDeviceGetAttribute(int *value, int attribute, int device) {
    TRY(start_driver());
    return remember(cuDeviceGetAttribute(value, attribute, device));
}

EXPORT cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device) {
    TRY(start_driver());
    return remember(cuDeviceGetPCIBusId(id, length, device));
}

EXPORT cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) {
    TRY(start_driver());
    return remember(cuDeviceGetByPCIBusId(device, id));
}

EXPORT cudaError_t cudaDeviceSetLimit(int limit, size_t value) {
    IN_CONTEXT(cuCtxSetLimit(limit, value));
}

EXPORT cudaError_t cudaDeviceGetLimit(size_t *value, int limit) {
    IN_CONTEXT(cuCtxGetLimit(value, limit));
}

EXPORT cudaError_t cudaDeviceSetCacheConfig(int config) {
    IN_CONTEXT(cuCtxSetCacheConfig(config));
}

EXPORT cudaError_t cudaDeviceGetCacheConfig(int *config) {
    IN_CONTEXT(cuCtxGetCacheConfig(config));
}

EXPORT cudaError_t cudaDeviceSetSharedMemConfig(int config) {
    IN_CONTEXT(cuCtxSetSharedMemConfig(config));
}

EXPORT cudaError_t cudaDeviceGetSharedMemConfig(int *config) {
    IN_CONTEXT(cuCtxGetSharedMemConfig(config));
}

EXPORT cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    IN_CONTEXT(cuCtxGetStreamPriorityRange(least, greatest));
}

EXPORT cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    TRY(start_driver());
    return remember(cuDeviceCanAccessPeer(can, device, peer));
}

EXPORT cudaError_t cudaDeviceGetP2PAttribute(int *value, int attribute, int source, int target) {
    TRY(start_driver());
    return remember(cuDeviceGetP2PAttribute(value, attribute, source, target));
}

EXPORT cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    CUcontext context;
    TRY(bind_context(NULL));
    TRY(primary_context(peer, &context));
    return remember(cuCtxEnablePeerAccess(context, flags));
}

EXPORT cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    CUcontext context;
    TRY(bind_context(NULL));
    TRY(primary_context(peer, &context));
    return remember(cuCtxDisablePeerAccess(context));
}

/* 0 without a driver. */
EXPORT cudaError_t cudaDriverGetVersion(int *version) {
    REQUIRE(version != NULL);
    *version = 0;
    cudaError_t result = start_driver();
    return result == cudaErrorInsufficientDriver ? cudaSuccess
                                                 : remember(cuDriverGetVersion(version));
}

/* The last minor release of each major one that the library was written for. */
#if CUDART_MAJOR == 11
#define RELEASE 11080
#elif CUDART_MAJOR == 12
#define RELEASE 12060
#else
#define RELEASE 13000
#endif

EXPORT cudaError_t cudaRuntimeGetVersion(int *version) {
    REQUIRE(version != NULL);
    *version = RELEASE;
    return cudaSuccess;
}

EXPORT cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function,
                                                    unsigned version, unsigned long long flags,
                                                    int *status) {
    TRY(start_driver());
    return remember(cuGetProcAddress_v2(symbol, function, (int)version, flags, status));
}

/* Functions of a release that the driver does not reach are those of the driver's. */
static unsigned driver_release(void) {
    int version = 0;
    cudaDriverGetVersion(&version);
    return version < RELEASE ? (unsigned)version : RELEASE;
}

#if CUDART_MAJOR >= 12
EXPORT cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function,
                                           unsigned long long flags, int *status) {
    return cudaGetDriverEntryPointByVersion(symbol, function, driver_release(), flags, status);
}
#else
EXPORT cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function,
                                           unsigned long long flags) {
    return cudaGetDriverEntryPointByVersion(symbol, function, driver_release(), flags, NULL);
}
#endif

/* The tables are not documented (ADR 23). cuBLAS 12 asks for one and does without. */
EXPORT cudaError_t cudaGetExportTable(const void **table, const void *id) {
    (void)id;
    REQUIRE(table != NULL);
    *table = NULL;
    return remember(CUDA_ERROR_NOT_SUPPORTED);
}

/* What profilers bracket: nothing here depends on it. */
EXPORT cudaError_t cudaProfilerStart(void) {
    IN_CONTEXT(cudaSuccess);
}

EXPORT cudaError_t cudaProfilerStop(void) {
    IN_CONTEXT(cudaSuccess);
}
