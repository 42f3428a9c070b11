/* Streams and events. Handles, flags and the streams 1 (legacy) and 2 (per thread) are the driver's. */
#include "cudart.h"

EXPORT cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags,
                                                int priority) {
    IN_CONTEXT(cuStreamCreateWithPriority(stream, flags, priority));
}

EXPORT cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

EXPORT cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    return cudaStreamCreateWithFlags(stream, 0);
}

EXPORT cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    IN_CONTEXT(cuStreamDestroy_v2(stream));
}

EXPORT cudaError_t cudaStreamQuery(cudaStream_t stream) {
    IN_CONTEXT(cuStreamQuery(stream));
}

EXPORT cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    IN_CONTEXT(cuStreamSynchronize(stream));
}

EXPORT cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    IN_CONTEXT(cuStreamWaitEvent(stream, event, flags));
}

EXPORT cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    IN_CONTEXT(cuStreamGetPriority(stream, priority));
}

EXPORT cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags) {
    IN_CONTEXT(cuStreamGetFlags(stream, flags));
}

EXPORT cudaError_t cudaStreamSetAttribute(cudaStream_t stream, int attribute, const CUlaunchAttributeValue *value) {
    IN_CONTEXT(cuStreamSetAttribute(stream, attribute, value));
}

EXPORT cudaError_t cudaStreamGetAttribute(cudaStream_t stream, int attribute, CUlaunchAttributeValue *value) {
    IN_CONTEXT(cuStreamGetAttribute(stream, attribute, value));
}

EXPORT cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
    IN_CONTEXT(cuStreamCopyAttributes(to, from));
}

EXPORT cudaError_t cudaCtxResetPersistingL2Cache(void) {
    IN_CONTEXT(cuCtxResetPersistingL2Cache());
}

#if CUDART_MAJOR >= 12
EXPORT cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) {
    IN_CONTEXT(cuStreamGetDevice(stream, device));
}

EXPORT cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
    IN_CONTEXT(cuStreamGetId(stream, id));
}
#endif

EXPORT cudaError_t cudaStreamAddCallback(cudaStream_t stream, CUstreamCallback callback, void *data,
                                         unsigned flags) {
    IN_CONTEXT(cuStreamAddCallback(stream, callback, data, flags));
}

EXPORT cudaError_t cudaLaunchHostFunc(cudaStream_t stream, CUhostFn function, void *data) {
    IN_CONTEXT(cuLaunchHostFunc(stream, function, data));
}

EXPORT cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *address, size_t size,
                                            unsigned flags) {
    IN_CONTEXT(cuStreamAttachMemAsync(stream, address_of(address), size, flags));
}

EXPORT cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
    IN_CONTEXT(cuEventCreate(event, flags));
}

EXPORT cudaError_t cudaEventCreate(cudaEvent_t *event) {
    return cudaEventCreateWithFlags(event, 0);
}

EXPORT cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                            unsigned flags) {
    IN_CONTEXT(cuEventRecordWithFlags(event, stream, flags));
}

EXPORT cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    IN_CONTEXT(cuEventRecord(event, stream));
}

EXPORT cudaError_t cudaEventQuery(cudaEvent_t event) {
    IN_CONTEXT(cuEventQuery(event));
}

EXPORT cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    IN_CONTEXT(cuEventSynchronize(event));
}

EXPORT cudaError_t cudaEventDestroy(cudaEvent_t event) {
    IN_CONTEXT(cuEventDestroy_v2(event));
}

EXPORT cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
    IN_CONTEXT(cuEventElapsedTime(milliseconds, start, end));
}
