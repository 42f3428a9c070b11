/* Handles, their settings, and what the library says of itself. */
#include <stdlib.h>

#include "cublas.h"

/* The release whose headers the library follows. */
#define VERSION (CUBLAS_MAJOR * 10000)

/* The largest result of a reduction, a complex number. */
#define RESULT_SIZE 16

STATUS_OF(cublasStatus_t, CUBLAS_STATUS)

static cublasStatus_t open_handle(cublasHandle_t handle) {
    REQUIRE(has_context(), CUBLAS_STATUS_NOT_INITIALIZED);
    return status_of(allocate_for("cublasCreate_v2", &handle->result, RESULT_SIZE));
}

EXPORT cublasStatus_t cublasCreate_v2(cublasHandle_t *handle) {
    VALID(handle != NULL);
    cublasHandle_t opened = calloc(1, sizeof *opened);
    REQUIRE(opened != NULL, CUBLAS_STATUS_ALLOC_FAILED);
    cublasStatus_t status = open_handle(opened);
    if (status != CUBLAS_STATUS_SUCCESS) {
        free(opened);
        return status;
    }
    open_modules(&opened->modules);
    *handle = opened;
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
    OPEN(handle);
    cuMemFree_v2(handle->result);
    close_modules(&handle->modules);
    free(handle);
    return CUBLAS_STATUS_SUCCESS;
}

#define CUBLAS_SETTING(set, get, type, field) SETTING(cublasStatus_t, cublasHandle_t, set, get, type, field, 1)
CUBLAS_SETTING(cublasSetStream_v2, cublasGetStream_v2, CUstream, stream)
CUBLAS_SETTING(cublasSetPointerMode_v2, cublasGetPointerMode_v2, cublasPointerMode_t, pointer_mode)
CUBLAS_SETTING(cublasSetAtomicsMode, cublasGetAtomicsMode, int, atomics_mode)
CUBLAS_SETTING(cublasSetMathMode, cublasGetMathMode, int, math_mode)
CUBLAS_SETTING(cublasSetSmCountTarget, cublasGetSmCountTarget, int, multiprocessors)

/* The kernels need no memory but what borrow() allocates. */
EXPORT cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t size) {
    VALID(workspace != NULL || size == 0);
    return handle == NULL ? CUBLAS_STATUS_NOT_INITIALIZED : CUBLAS_STATUS_SUCCESS;
}

EXPORT cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version) {
    (void)handle;
    VALID(version != NULL);
    *version = VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT cublasStatus_t cublasGetProperty(int type, int *value) {
    VALID(value != NULL && type >= MAJOR_VERSION && type <= PATCH_LEVEL);
    *value = type == MAJOR_VERSION ? CUBLAS_MAJOR : 0;
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT size_t cublasGetCudartVersion(void) {
    return CUBLAS_MAJOR * 1000;
}

EXPORT cublasStatus_t cublasLoggerConfigure(int is_on, int to_output, int to_errors, const char *file) {
    (void)is_on, (void)to_output, (void)to_errors, (void)file;
    return CUBLAS_STATUS_SUCCESS;
}

static void (*logger)(const char *message);

EXPORT cublasStatus_t cublasSetLoggerCallback(void (*callback)(const char *message)) {
    logger = callback;
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT cublasStatus_t cublasGetLoggerCallback(void (**callback)(const char *message)) {
    VALID(callback != NULL);
    *callback = logger;
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT const char *cublasGetStatusName(cublasStatus_t status) {
    switch (status) {
#define NAMED(name)                                                                                                    \
    case name:                                                                                                         \
        return #name;
        NAMED(CUBLAS_STATUS_SUCCESS)
        NAMED(CUBLAS_STATUS_NOT_INITIALIZED)
        NAMED(CUBLAS_STATUS_ALLOC_FAILED)
        NAMED(CUBLAS_STATUS_INVALID_VALUE)
        NAMED(CUBLAS_STATUS_ARCH_MISMATCH)
        NAMED(CUBLAS_STATUS_MAPPING_ERROR)
        NAMED(CUBLAS_STATUS_EXECUTION_FAILED)
        NAMED(CUBLAS_STATUS_INTERNAL_ERROR)
        NAMED(CUBLAS_STATUS_NOT_SUPPORTED)
        NAMED(CUBLAS_STATUS_LICENSE_ERROR)
#undef NAMED
    default:
        return "CUBLAS_STATUS_UNKNOWN";
    }
}

EXPORT const char *cublasGetStatusString(cublasStatus_t status) {
    switch (status) {
    case CUBLAS_STATUS_SUCCESS:
        return "the operation completed successfully";
    case CUBLAS_STATUS_NOT_INITIALIZED:
        return "the library was not initialized";
    case CUBLAS_STATUS_ALLOC_FAILED:
        return "resource allocation failed";
    case CUBLAS_STATUS_INVALID_VALUE:
        return "an unsupported value or parameter was passed to the function";
    case CUBLAS_STATUS_ARCH_MISMATCH:
        return "the function requires a feature absent from the device architecture";
    case CUBLAS_STATUS_MAPPING_ERROR:
        return "an access to GPU memory space failed";
    case CUBLAS_STATUS_EXECUTION_FAILED:
        return "the GPU program failed to execute";
    case CUBLAS_STATUS_INTERNAL_ERROR:
        return "an internal operation failed";
    case CUBLAS_STATUS_NOT_SUPPORTED:
        return "the functionality requested is not supported";
    case CUBLAS_STATUS_LICENSE_ERROR:
        return "the functionality requested requires some license";
    default:
        return "unknown error";
    }
}
