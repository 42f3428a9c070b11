/* Contexts and primary contexts. */
#include <stdatomic.h>

#include "attachment.h"
#include "client.h"
#include "hostcall.h"
#include "session.h"

/* Calls in all threads that can change which context is current in a thread, or end one. */
static _Atomic unsigned long changes = 1;

/* The driver's answers in a thread. They hold until the next change, so that libraries that ask before each of
 * their calls, as CUDA runtimes do, cost no round trip. */
struct answers {
    unsigned long changes; /* when they were given */
    CUcontext context;     /* null if the driver was not asked, or there is none */
    CUdevice device;       /* -1 if the driver was not asked */
};

static __thread struct answers answers;

/* The answers that still hold. */
static struct answers *current_answers(void) {
    unsigned long now = atomic_load(&changes);
    if (answers.changes != now || session_state() != OPEN || in_host_call()) {
        answers = (struct answers){now, NULL, -1};
    }
    return &answers;
}

static CUresult changed(CUresult result) {
    atomic_fetch_add(&changes, 1);
    return result;
}

EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev) {
    return DRIVER_CALL(cuDevicePrimaryCtxRetain, OUT_64(pctx), IN(dev));
}

EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev) {
    return changed(DRIVER_CALL(cuDevicePrimaryCtxRelease_v2, IN(dev)));
}

EXPORT CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice dev, unsigned flags) {
    return DRIVER_CALL(cuDevicePrimaryCtxSetFlags_v2, IN(dev), IN(flags));
}

EXPORT CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned *flags, int *active) {
    return DRIVER_CALL(cuDevicePrimaryCtxGetState, IN(dev), OUT_32(flags), OUT_32(active));
}

EXPORT CUresult cuDevicePrimaryCtxReset_v2(CUdevice dev) {
    return changed(DRIVER_CALL(cuDevicePrimaryCtxReset_v2, IN(dev)));
}

EXPORT CUresult cuCtxCreate_v2(CUcontext *pctx, unsigned flags, CUdevice dev) {
    return changed(DRIVER_CALL(cuCtxCreate_v2, OUT_64(pctx), IN(flags), IN(dev)));
}

/* Without a suffix: the functions of earlier releases, which drivers keep. */

EXPORT CUresult cuDevicePrimaryCtxRelease(CUdevice dev) {
    return cuDevicePrimaryCtxRelease_v2(dev);
}

EXPORT CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned flags) {
    return cuDevicePrimaryCtxSetFlags_v2(dev, flags);
}

EXPORT CUresult cuDevicePrimaryCtxReset(CUdevice dev) {
    return cuDevicePrimaryCtxReset_v2(dev);
}

EXPORT CUresult cuCtxCreate(CUcontext *pctx, unsigned flags, CUdevice dev) {
    return cuCtxCreate_v2(pctx, flags, dev);
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
    CUresult result = changed(DRIVER_CALL(cuCtxDestroy_v2, IN_POINTER(ctx)));
    if (result == CUDA_SUCCESS) {
        forget_attachments(ctx);
    }
    return result;
}

EXPORT CUresult cuCtxPushCurrent_v2(CUcontext ctx) {
    return changed(DRIVER_CALL(cuCtxPushCurrent_v2, IN_POINTER(ctx)));
}

EXPORT CUresult cuCtxPopCurrent_v2(CUcontext *pctx) {
    return changed(DRIVER_CALL(cuCtxPopCurrent_v2, OPTIONAL_64(pctx)));
}

EXPORT CUresult cuCtxDestroy(CUcontext ctx) {
    return cuCtxDestroy_v2(ctx);
}

EXPORT CUresult cuCtxPushCurrent(CUcontext ctx) {
    return cuCtxPushCurrent_v2(ctx);
}

EXPORT CUresult cuCtxPopCurrent(CUcontext *pctx) {
    return cuCtxPopCurrent_v2(pctx);
}

EXPORT CUresult cuCtxSetCurrent(CUcontext ctx) {
    return changed(DRIVER_CALL(cuCtxSetCurrent, IN_POINTER(ctx)));
}

EXPORT CUresult cuCtxGetCurrent(CUcontext *pctx) {
    struct answers *known = current_answers();
    if (known->context == NULL || pctx == NULL) {
        CUresult result = DRIVER_CALL(cuCtxGetCurrent, OUT_64(pctx));
        known->context = result == CUDA_SUCCESS ? *pctx : NULL;
        return result;
    }
    *pctx = known->context;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxGetDevice(CUdevice *device) {
    struct answers *known = current_answers();
    if (known->device < 0 || device == NULL) {
        CUresult result = DRIVER_CALL(cuCtxGetDevice, OUT_32(device));
        known->device = result == CUDA_SUCCESS ? *device : -1;
        return result;
    }
    *device = known->device;
    return CUDA_SUCCESS;
}

/* What profilers bracket: nothing here depends on it. */
static CUresult require_context(void) {
    CUcontext context = NULL;
    CUresult result = cuCtxGetCurrent(&context);
    return result == CUDA_SUCCESS && context == NULL ? CUDA_ERROR_INVALID_CONTEXT : result;
}

EXPORT CUresult cuProfilerStart(void) {
    return require_context();
}

EXPORT CUresult cuProfilerStop(void) {
    return require_context();
}

/* As of CUDA 12.0 (Driver API 13.0, "Profiler Control [DEPRECATED]"). */
EXPORT CUresult cuProfilerInitialize(const char *configFile, const char *outputFile, int outputMode) {
    (void)configFile;
    (void)outputFile;
    (void)outputMode;
    return session_state() == CLOSED ? CUDA_ERROR_NOT_INITIALIZED : CUDA_ERROR_NOT_SUPPORTED;
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

EXPORT CUresult cuCtxResetPersistingL2Cache(void) {
    return DRIVER_CALL_NONE(cuCtxResetPersistingL2Cache);
}
