/* Contexts and primary contexts. */
#include "client.h"

EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev) {
    return DRIVER_CALL(cuDevicePrimaryCtxRetain, OUT_64(pctx), IN(dev));
}

EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev) {
    return DRIVER_CALL(cuDevicePrimaryCtxRelease_v2, IN(dev));
}

EXPORT CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice dev, unsigned flags) {
    return DRIVER_CALL(cuDevicePrimaryCtxSetFlags_v2, IN(dev), IN(flags));
}

EXPORT CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned *flags, int *active) {
    return DRIVER_CALL(cuDevicePrimaryCtxGetState, IN(dev), OUT_32(flags), OUT_32(active));
}

EXPORT CUresult cuDevicePrimaryCtxReset_v2(CUdevice dev) {
    return DRIVER_CALL(cuDevicePrimaryCtxReset_v2, IN(dev));
}

EXPORT CUresult cuCtxCreate_v2(CUcontext *pctx, unsigned flags, CUdevice dev) {
    return DRIVER_CALL(cuCtxCreate_v2, OUT_64(pctx), IN(flags), IN(dev));
}

/* With execution affinity, which no device supports without MPS. */
EXPORT CUresult cuCtxCreate_v3(CUcontext *pctx, const void *paramsArray, int numParams,
                               unsigned flags, CUdevice dev) {
    if (paramsArray != NULL || numParams != 0) {
        return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
    }
    return cuCtxCreate_v2(pctx, flags, dev);
}

/* With execution affinity or CUDA in graphics. */
EXPORT CUresult cuCtxCreate_v4(CUcontext *pctx, const CUctxCreateParams *ctxCreateParams,
                               unsigned flags, CUdevice dev) {
    if (ctxCreateParams == NULL) {
        return cuCtxCreate_v2(pctx, flags, dev);
    }
    if (ctxCreateParams->cigParams != NULL) {
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    return cuCtxCreate_v3(pctx, ctxCreateParams->execAffinityParams,
                          ctxCreateParams->numExecAffinityParams, flags, dev);
}

EXPORT CUresult cuCtxDestroy_v2(CUcontext ctx) {
    return DRIVER_CALL(cuCtxDestroy_v2, IN_POINTER(ctx));
}

EXPORT CUresult cuCtxPushCurrent_v2(CUcontext ctx) {
    return DRIVER_CALL(cuCtxPushCurrent_v2, IN_POINTER(ctx));
}

EXPORT CUresult cuCtxPopCurrent_v2(CUcontext *pctx) {
    return DRIVER_CALL(cuCtxPopCurrent_v2, OPTIONAL_64(pctx));
}

EXPORT CUresult cuCtxSetCurrent(CUcontext ctx) {
    return DRIVER_CALL(cuCtxSetCurrent, IN_POINTER(ctx));
}

EXPORT CUresult cuCtxGetCurrent(CUcontext *pctx) {
    return DRIVER_CALL(cuCtxGetCurrent, OUT_64(pctx));
}

EXPORT CUresult cuCtxGetDevice(CUdevice *device) {
    return DRIVER_CALL(cuCtxGetDevice, OUT_32(device));
}

EXPORT CUresult cuCtxGetFlags(unsigned *flags) {
    return DRIVER_CALL(cuCtxGetFlags, OUT_32(flags));
}

EXPORT CUresult cuCtxGetId(CUcontext ctx, unsigned long long *ctxId) {
    return DRIVER_CALL(cuCtxGetId, IN_POINTER(ctx), OUT_64(ctxId));
}

EXPORT CUresult cuCtxSynchronize(void) {
    return DRIVER_CALL_NONE(cuCtxSynchronize);
}

EXPORT CUresult cuCtxSetLimit(int limit, size_t value) {
    return DRIVER_CALL(cuCtxSetLimit, IN(limit), IN(value));
}

EXPORT CUresult cuCtxGetLimit(size_t *pvalue, int limit) {
    return DRIVER_CALL(cuCtxGetLimit, OUT_64(pvalue), IN(limit));
}

EXPORT CUresult cuCtxGetCacheConfig(int *pconfig) {
    return DRIVER_CALL(cuCtxGetCacheConfig, OUT_32(pconfig));
}

EXPORT CUresult cuCtxSetCacheConfig(int config) {
    return DRIVER_CALL(cuCtxSetCacheConfig, IN(config));
}

EXPORT CUresult cuCtxGetSharedMemConfig(int *pConfig) {
    return DRIVER_CALL(cuCtxGetSharedMemConfig, OUT_32(pConfig));
}

EXPORT CUresult cuCtxSetSharedMemConfig(int config) {
    return DRIVER_CALL(cuCtxSetSharedMemConfig, IN(config));
}

EXPORT CUresult cuCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority) {
    int least = 0;
    int greatest = 0;
    CUresult result = DRIVER_CALL(cuCtxGetStreamPriorityRange, OUT_32(&least), OUT_32(&greatest));
    if (result == CUDA_SUCCESS && leastPriority != NULL) {
        *leastPriority = least;
    }
    if (result == CUDA_SUCCESS && greatestPriority != NULL) {
        *greatestPriority = greatest;
    }
    return result;
}

EXPORT CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned *version) {
    return DRIVER_CALL(cuCtxGetApiVersion, IN_POINTER(ctx), OUT_32(version));
}

EXPORT CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned Flags) {
    return DRIVER_CALL(cuCtxEnablePeerAccess, IN_POINTER(peerContext), IN(Flags));
}

EXPORT CUresult cuCtxDisablePeerAccess(CUcontext peerContext) {
    return DRIVER_CALL(cuCtxDisablePeerAccess, IN_POINTER(peerContext));
}
