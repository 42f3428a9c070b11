/* Handles, settings, and the version of the library. */
#include <stdio.h>
#include <stdlib.h>

#include "cudnn.h"

/* The last release of cuDNN 8, and the one of cuDNN 9 that PyTorch 2.9 is built with. CUDNN_VERSION has two digits for a
 * number from release 9 on (cudnn_version.h). */
#if CUDNN_MAJOR >= 9
enum { MINOR = 10, PATCH = 2, VERSION = CUDNN_MAJOR * 10000 + MINOR * 100 + PATCH };
#else
enum { MINOR = 9, PATCH = 7, VERSION = CUDNN_MAJOR * 1000 + MINOR * 100 + PATCH };
#endif

EXPORT cudnnStatus_t cudnnCreate(cudnnHandle_t *handle) {
    VALID(handle != NULL);
    cudnnHandle_t opened = calloc(1, sizeof *opened);
    REQUIRE(opened != NULL, CUDNN_STATUS_ALLOC_FAILED);
    if (!has_context()) {
        free(opened);
        return CUDNN_STATUS_NOT_INITIALIZED;
    }
    open_modules(&opened->modules);
    *handle = opened;
    return CUDNN_STATUS_SUCCESS;
}

EXPORT cudnnStatus_t cudnnDestroy(cudnnHandle_t handle) {
    OPEN(handle);
    close_modules(&handle->modules);
    free(handle);
    return CUDNN_STATUS_SUCCESS;
}

SETTING(cudnnStatus_t, cudnnHandle_t, cudnnSetStream, cudnnGetStream, CUstream, stream, 1)

EXPORT size_t cudnnGetVersion(void) {
    return VERSION;
}

/* That of the CUDA runtime that the library is linked with. */
EXPORT size_t cudnnGetCudartVersion(void) {
    int version = 0;
    cudaRuntimeGetVersion(&version);
    return (size_t)version;
}

EXPORT cudnnStatus_t cudnnGetProperty(int type, int *value) {
    static const int parts[] = {CUDNN_MAJOR, MINOR, PATCH};
    VALID(value != NULL && type >= MAJOR_VERSION && type <= PATCH_LEVEL);
    *value = parts[type];
    return CUDNN_STATUS_SUCCESS;
}

EXPORT const char *cudnnGetErrorString(cudnnStatus_t status) {
#define NAMED(name)                                                                                                    \
    case name:                                                                                                         \
        return #name;
    switch (status) {
        NAMED(CUDNN_STATUS_SUCCESS)
        NAMED(CUDNN_STATUS_NOT_INITIALIZED)
        NAMED(CUDNN_STATUS_ALLOC_FAILED)
        NAMED(CUDNN_STATUS_BAD_PARAM)
        NAMED(CUDNN_STATUS_INTERNAL_ERROR)
        NAMED(CUDNN_STATUS_INVALID_VALUE)
        NAMED(CUDNN_STATUS_EXECUTION_FAILED)
        NAMED(CUDNN_STATUS_NOT_SUPPORTED)
    }
    return "CUDNN_UNKNOWN_STATUS";
}

/* Of the calling thread. */
static _Thread_local struct {
    const char *function;
    const char *condition;
} last;

cudnnStatus_t reject(cudnnStatus_t status, const char *function, const char *condition) {
    last.function = function;
    last.condition = condition;
    return status;
}

#if CUDNN_MAJOR >= 9
/* The message is empty if no call was rejected since the last one ("cuDNN API", cudnnGetLastErrorString()). */
EXPORT void cudnnGetLastErrorString(char *message, size_t size) {
    if (message == NULL || size == 0) {
        return;
    }
    if (last.function == NULL) {
        *message = 0;
    } else {
        snprintf(message, size, "%s: this does not hold: %s", last.function, last.condition);
    }
    last.function = NULL;
}
#endif

/* cudnnErrQueryMode_t. No kernel reports an error of its own, so that only those of the stream are left. */
enum { CUDNN_ERRQUERY_RAWCODE, CUDNN_ERRQUERY_NONBLOCKING, CUDNN_ERRQUERY_BLOCKING };

EXPORT cudnnStatus_t cudnnQueryRuntimeError(cudnnHandle_t handle, cudnnStatus_t *status, int mode, void *tag) {
    OPEN(handle);
    VALID(status != NULL && mode >= CUDNN_ERRQUERY_RAWCODE && mode <= CUDNN_ERRQUERY_BLOCKING && tag == NULL);
    *status = mode == CUDNN_ERRQUERY_BLOCKING ? status_of(cuStreamSynchronize(handle->stream)) : CUDNN_STATUS_SUCCESS;
    return CUDNN_STATUS_SUCCESS;
}

/* Whether the parts of the library have one release: they are one file. */
#define PART(name)                                                                                                     \
    EXPORT cudnnStatus_t cudnn##name##VersionCheck(void) {                                                             \
        return CUDNN_STATUS_SUCCESS;                                                                                   \
    }
#if CUDNN_MAJOR >= 9
PART(Graph)
PART(Ops)
PART(Cnn)
PART(Adv)
#else
PART(OpsInfer)
PART(OpsTrain)
PART(CnnInfer)
PART(CnnTrain)
PART(AdvInfer)
PART(AdvTrain)
#endif
