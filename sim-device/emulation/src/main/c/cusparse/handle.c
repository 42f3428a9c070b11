/* Handles, their settings, and what the library says of itself. */
#include <stdlib.h>

#include "cusparse.h"

/* The release whose headers the library follows, as in CUSPARSE_VERSION (cusparse.h). */
#define VERSION (CUDA_MAJOR * 1000)

/* The largest product of vectors, a complex number. */
#define RESULT_SIZE 16

STATUS_OF(cusparseStatus_t, CUSPARSE_STATUS)

static cusparseStatus_t open_handle(cusparseHandle_t handle) {
    REQUIRE(has_context(), CUSPARSE_STATUS_NOT_INITIALIZED);
    return status_of(allocate_for("cusparseCreate", &handle->result, RESULT_SIZE));
}

EXPORT cusparseStatus_t cusparseCreate(cusparseHandle_t *handle) {
    VALID(handle != NULL);
    cusparseHandle_t opened = calloc(1, sizeof *opened);
    REQUIRE(opened != NULL, CUSPARSE_STATUS_ALLOC_FAILED);
    cusparseStatus_t status = open_handle(opened);
    if (status != CUSPARSE_STATUS_SUCCESS) {
        free(opened);
        return status;
    }
    open_modules(&opened->modules);
    *handle = opened;
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
    OPEN(handle);
    cuMemFree_v2(handle->result);
    close_modules(&handle->modules);
    free(handle);
    return CUSPARSE_STATUS_SUCCESS;
}

SETTING(cusparseStatus_t, cusparseHandle_t, cusparseSetStream, cusparseGetStream, CUstream, stream, 1)
SETTING(cusparseStatus_t, cusparseHandle_t, cusparseSetPointerMode, cusparseGetPointerMode, cusparsePointerMode_t,
        pointer_mode, value == CUSPARSE_POINTER_MODE_HOST || value == CUSPARSE_POINTER_MODE_DEVICE)

EXPORT cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version) {
    OPEN(handle);
    VALID(version != NULL);
    *version = VERSION;
    return CUSPARSE_STATUS_SUCCESS;
}

EXPORT cusparseStatus_t cusparseGetProperty(int type, int *value) {
    VALID(value != NULL && type >= MAJOR_VERSION && type <= PATCH_LEVEL);
    *value = type == MAJOR_VERSION ? CUDA_MAJOR : 0;
    return CUSPARSE_STATUS_SUCCESS;
}

/* What each status means (cuSPARSE Library, "cusparseStatus_t"). */
#define STATUS(name, text) [name] = {#name, text}
static const struct {
    const char *name;
    const char *text;
} statuses[] = {
    STATUS(CUSPARSE_STATUS_SUCCESS, "success"),
    STATUS(CUSPARSE_STATUS_NOT_INITIALIZED, "initialization error"),
    STATUS(CUSPARSE_STATUS_ALLOC_FAILED, "out of memory"),
    STATUS(CUSPARSE_STATUS_INVALID_VALUE, "invalid value"),
    STATUS(CUSPARSE_STATUS_ARCH_MISMATCH, "architecture mismatch"),
    STATUS(CUSPARSE_STATUS_MAPPING_ERROR, "mapping error"),
    STATUS(CUSPARSE_STATUS_EXECUTION_FAILED, "kernel launch failure"),
    STATUS(CUSPARSE_STATUS_INTERNAL_ERROR, "internal error"),
    STATUS(CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, "matrix type not supported"),
    STATUS(CUSPARSE_STATUS_ZERO_PIVOT, "zero pivot"),
    STATUS(CUSPARSE_STATUS_NOT_SUPPORTED, "operation not supported"),
    STATUS(CUSPARSE_STATUS_INSUFFICIENT_RESOURCES, "insufficient resources"),
};

EXPORT const char *cusparseGetErrorName(cusparseStatus_t status) {
    size_t count = sizeof statuses / sizeof *statuses;
    return (size_t)status < count ? statuses[status].name : "CUSPARSE_STATUS_UNKNOWN";
}

EXPORT const char *cusparseGetErrorString(cusparseStatus_t status) {
    size_t count = sizeof statuses / sizeof *statuses;
    return (size_t)status < count ? statuses[status].text : "unknown error";
}
