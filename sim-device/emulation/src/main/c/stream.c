/* Streams and events. */
#include "client.h"
#include "hostcall.h"

EXPORT CUresult cuStreamCreate(CUstream *phStream, unsigned Flags) {
    return DRIVER_CALL(cuStreamCreate, OUT_64(phStream), IN(Flags));
}

EXPORT CUresult cuStreamCreateWithPriority(CUstream *phStream, unsigned flags, int priority) {
    return DRIVER_CALL(cuStreamCreateWithPriority, OUT_64(phStream), IN(flags), IN(priority));
}

EXPORT CUresult cuStreamDestroy_v2(CUstream hStream) {
    return DRIVER_CALL(cuStreamDestroy_v2, IN_POINTER(hStream));
}

EXPORT CUresult cuStreamDestroy(CUstream hStream) {
    return cuStreamDestroy_v2(hStream);
}

EXPORT CUresult cuStreamQuery(CUstream hStream) {
    return DRIVER_CALL(cuStreamQuery, IN_POINTER(hStream));
}

EXPORT CUresult cuStreamSynchronize(CUstream hStream) {
    return DRIVER_CALL(cuStreamSynchronize, IN_POINTER(hStream));
}

EXPORT CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned Flags) {
    return DRIVER_CALL(cuStreamWaitEvent, IN_POINTER(hStream), IN_POINTER(hEvent), IN(Flags));
}

EXPORT CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void *userData,
                                    unsigned flags) {
    REQUIRE(callback != NULL)
    CUresult result = DRIVER_CALL(cuStreamAddCallback, IN_POINTER(hStream), IN_POINTER(callback),
                                  IN_POINTER(userData), IN(flags));
    if (result == CUDA_SUCCESS) {
        serve_host_calls();
    }
    return result;
}

EXPORT CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void *userData) {
    REQUIRE(fn != NULL)
    CUresult result =
        DRIVER_CALL(cuLaunchHostFunc, IN_POINTER(hStream), IN_POINTER(fn), IN_POINTER(userData));
    if (result == CUDA_SUCCESS) {
        serve_host_calls();
    }
    return result;
}

EXPORT CUresult cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length,
                                       unsigned flags) {
    return DRIVER_CALL(cuStreamAttachMemAsync, IN_POINTER(hStream), IN(dptr), IN(length),
                       IN(flags));
}

EXPORT CUresult cuStreamGetPriority(CUstream hStream, int *priority) {
    return DRIVER_CALL(cuStreamGetPriority, IN_POINTER(hStream), OUT_32(priority));
}

EXPORT CUresult cuStreamGetFlags(CUstream hStream, unsigned *flags) {
    return DRIVER_CALL(cuStreamGetFlags, IN_POINTER(hStream), OUT_32(flags));
}

EXPORT CUresult cuStreamGetCtx(CUstream hStream, CUcontext *pctx) {
    return DRIVER_CALL(cuStreamGetCtx, IN_POINTER(hStream), OUT_64(pctx));
}

EXPORT CUresult cuStreamGetId(CUstream hStream, unsigned long long *streamId) {
    return DRIVER_CALL(cuStreamGetId, IN_POINTER(hStream), OUT_64(streamId));
}

EXPORT CUresult cuStreamGetDevice(CUstream hStream, CUdevice *device) {
    return DRIVER_CALL(cuStreamGetDevice, IN_POINTER(hStream), OUT_32(device));
}

EXPORT CUresult cuStreamSetAttribute(CUstream hStream, int attr, const CUlaunchAttributeValue *value) {
    REQUIRE(value != NULL)
    return DRIVER_CALL(cuStreamSetAttribute, IN_POINTER(hStream), IN(attr), IN_BYTES(value, sizeof *value));
}

EXPORT CUresult cuStreamGetAttribute(CUstream hStream, int attr, CUlaunchAttributeValue *value_out) {
    REQUIRE(value_out != NULL)
    return DRIVER_CALL(cuStreamGetAttribute, IN_POINTER(hStream), IN(attr), OUT_BYTES(value_out, sizeof *value_out));
}

EXPORT CUresult cuStreamCopyAttributes(CUstream dst, CUstream src) {
    return DRIVER_CALL(cuStreamCopyAttributes, IN_POINTER(dst), IN_POINTER(src));
}

EXPORT CUresult cuEventCreate(CUevent *phEvent, unsigned Flags) {
    return DRIVER_CALL(cuEventCreate, OUT_64(phEvent), IN(Flags));
}

EXPORT CUresult cuEventRecord(CUevent hEvent, CUstream hStream) {
    return DRIVER_CALL(cuEventRecord, IN_POINTER(hEvent), IN_POINTER(hStream));
}

EXPORT CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned flags) {
    return DRIVER_CALL(cuEventRecordWithFlags, IN_POINTER(hEvent), IN_POINTER(hStream), IN(flags));
}

EXPORT CUresult cuEventQuery(CUevent hEvent) {
    return DRIVER_CALL(cuEventQuery, IN_POINTER(hEvent));
}

EXPORT CUresult cuEventSynchronize(CUevent hEvent) {
    return DRIVER_CALL(cuEventSynchronize, IN_POINTER(hEvent));
}

EXPORT CUresult cuEventDestroy_v2(CUevent hEvent) {
    return DRIVER_CALL(cuEventDestroy_v2, IN_POINTER(hEvent));
}

EXPORT CUresult cuEventDestroy(CUevent hEvent) {
    return cuEventDestroy_v2(hEvent);
}

EXPORT CUresult cuEventElapsedTime(float *pMilliseconds, CUevent hStart, CUevent hEnd) {
    return DRIVER_CALL(cuEventElapsedTime, OUT_32(pMilliseconds), IN_POINTER(hStart),
                       IN_POINTER(hEnd));
}

/* From release 12.8 on: the first version also returned errors of work that is pending. */
EXPORT CUresult cuEventElapsedTime_v2(float *pMilliseconds, CUevent hStart, CUevent hEnd) {
    return cuEventElapsedTime(pMilliseconds, hStart, hEnd);
}

/* Operations on a word. The first versions need a driver option (NVreg_EnableStreamMemOPs) on hardware. */

EXPORT CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, uint32_t value,
                                        unsigned flags) {
    return DRIVER_CALL(cuStreamWriteValue32_v2, IN_POINTER(stream), IN(addr), IN(value), IN(flags));
}

EXPORT CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, uint32_t value, unsigned flags) {
    return cuStreamWriteValue32_v2(stream, addr, value, flags);
}

EXPORT CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr addr, uint64_t value,
                                        unsigned flags) {
    return DRIVER_CALL(cuStreamWriteValue64_v2, IN_POINTER(stream), IN(addr), IN(value), IN(flags));
}

EXPORT CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, uint64_t value, unsigned flags) {
    return cuStreamWriteValue64_v2(stream, addr, value, flags);
}

EXPORT CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr addr, uint32_t value,
                                        unsigned flags) {
    return DRIVER_CALL(cuStreamWaitValue32_v2, IN_POINTER(stream), IN(addr), IN(value), IN(flags));
}

EXPORT CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, uint32_t value, unsigned flags) {
    return cuStreamWaitValue32_v2(stream, addr, value, flags);
}

EXPORT CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr addr, uint64_t value,
                                        unsigned flags) {
    return DRIVER_CALL(cuStreamWaitValue64_v2, IN_POINTER(stream), IN(addr), IN(value), IN(flags));
}

EXPORT CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, uint64_t value, unsigned flags) {
    return cuStreamWaitValue64_v2(stream, addr, value, flags);
}
