/* Handles, settings, and what the library says of itself. */
#include <stdlib.h>

#include "cusolver.h"

/* The sweeps of a Jacobi method, unless a program sets them ("cuSOLVER Library", "cusolverDnXsyevjSetMaxSweeps()"). */
enum { MOST_SWEEPS = 100 };

EXPORT cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle) {
    VALID(handle != NULL);
    cusolverDnHandle_t opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        return CUSOLVER_STATUS_ALLOC_FAILED;
    }
    if (!has_context()) {
        free(opened);
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    }
    open_modules(&opened->modules);
    *handle = opened;
    return CUSOLVER_STATUS_SUCCESS;
}

EXPORT cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
    OPEN(handle);
    close_modules(&handle->modules);
    free(handle);
    return CUSOLVER_STATUS_SUCCESS;
}

SETTING(cusolverStatus_t, cusolverDnHandle_t, cusolverDnSetStream, cusolverDnGetStream, CUstream, stream, 1)

/* CUSOLVER_VERSION is 1000 times the major version and more (cusolver_common.h). */
EXPORT cusolverStatus_t cusolverGetVersion(int *version) {
    VALID(version != NULL);
    *version = SOLVER_MAJOR * 1000;
    return CUSOLVER_STATUS_SUCCESS;
}

EXPORT cusolverStatus_t cusolverGetProperty(int type, int *value) {
    VALID(value != NULL && type >= MAJOR_VERSION && type <= PATCH_LEVEL);
    *value = type == MAJOR_VERSION ? SOLVER_MAJOR : 0;
    return CUSOLVER_STATUS_SUCCESS;
}

/* Algorithms of functions, of which the library has one each. */
struct cusolverDnParams {
    int algorithm;
};

enum { CUSOLVER_ALG_0, CUSOLVER_ALG_1, CUSOLVER_ALG_2 };

EXPORT cusolverStatus_t cusolverDnCreateParams(struct cusolverDnParams **params) {
    VALID(params != NULL);
    *params = calloc(1, sizeof **params);
    return *params == NULL ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
}

EXPORT cusolverStatus_t cusolverDnDestroyParams(struct cusolverDnParams *params) {
    free(params);
    return CUSOLVER_STATUS_SUCCESS;
}

/* cusolverDnFunction_t has values from 0 on. */
EXPORT cusolverStatus_t cusolverDnSetAdvOptions(struct cusolverDnParams *params, int function, int algorithm) {
    VALID(params != NULL && function >= 0 && algorithm >= CUSOLVER_ALG_0 && algorithm <= CUSOLVER_ALG_2);
    params->algorithm = algorithm;
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t create_settings(jacobiInfo_t *settings, const char *function) {
    VALID(settings != NULL);
    jacobiInfo_t created = calloc(1, sizeof *created);
    if (created == NULL) {
        return CUSOLVER_STATUS_ALLOC_FAILED;
    }
    CUdeviceptr outcome = 0;
    size_t size = 2 * sizeof(double);
    int is_made = has_context() && allocate_for(function, &outcome, size) == CUDA_SUCCESS;
    if (!is_made || cuMemsetD8_v2(outcome, 0, size) != CUDA_SUCCESS) {
        free(created);
        return CUSOLVER_STATUS_ALLOC_FAILED;
    }
    created->iteration = (struct iteration){.most = MOST_SWEEPS, .outcome = outcome};
    *settings = created;
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t destroy_settings(jacobiInfo_t settings) {
    if (settings != NULL) {
        cuMemFree_v2(settings->iteration.outcome);
        free(settings);
    }
    return CUSOLVER_STATUS_SUCCESS;
}

struct iteration iteration_of(jacobiInfo_t settings, int64_t batches) {
    if (settings == NULL) {
        return (struct iteration){.most = MOST_SWEEPS};
    }
    struct iteration iteration = settings->iteration;
    settings->was_batched = batches > 1;
    iteration.outcome = batches > 1 ? 0 : iteration.outcome;
    return iteration;
}

/* A number of the last run: the residual, or the sweeps. Those of a batch are not kept ("cuSOLVER Library",
 * "cusolverDnXsyevjGetResidual()"). */
static cusolverStatus_t read_outcome(cusolverDnHandle_t handle, jacobiInfo_t settings, int which, double *value) {
    double outcome[2];
    OPEN(handle);
    VALID(settings != NULL);
    if (settings->was_batched) {
        return CUSOLVER_STATUS_NOT_SUPPORTED;
    }
    TRY(status_of(cuStreamSynchronize(handle->stream)));
    TRY(status_of(cuMemcpyDtoH_v2(outcome, settings->iteration.outcome, sizeof outcome)));
    *value = outcome[which];
    return CUSOLVER_STATUS_SUCCESS;
}

/* The functions of the settings of syevj and of gesvdj. Values are always sorted. */
#define SETTINGS(Name, name)                                                                                           \
    EXPORT cusolverStatus_t cusolverDnCreate##Name##Info(jacobiInfo_t *settings) {                                     \
        return create_settings(settings, "cusolverDnCreate" #Name "Info");                                             \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDnDestroy##Name##Info(jacobiInfo_t settings) {                                     \
        return destroy_settings(settings);                                                                             \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDnX##name##SetTolerance(jacobiInfo_t settings, double tolerance) {                 \
        VALID(settings != NULL);                                                                                       \
        settings->iteration.tolerance = tolerance;                                                                     \
        return CUSOLVER_STATUS_SUCCESS;                                                                                \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDnX##name##SetMaxSweeps(jacobiInfo_t settings, int sweeps) {                       \
        VALID(settings != NULL && sweeps >= 0);                                                                        \
        settings->iteration.most = sweeps;                                                                             \
        return CUSOLVER_STATUS_SUCCESS;                                                                                \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDnX##name##SetSortEig(jacobiInfo_t settings, int sorts) {                          \
        VALID(settings != NULL);                                                                                       \
        (void)sorts;                                                                                                   \
        return CUSOLVER_STATUS_SUCCESS;                                                                                \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDnX##name##GetResidual(cusolverDnHandle_t handle, jacobiInfo_t settings,           \
                                                           double *residual) {                                         \
        VALID(residual != NULL);                                                                                       \
        return read_outcome(handle, settings, 0, residual);                                                            \
    }                                                                                                                  \
    EXPORT cusolverStatus_t cusolverDnX##name##GetSweeps(cusolverDnHandle_t handle, jacobiInfo_t settings,             \
                                                         int *sweeps) {                                                \
        double found = 0;                                                                                              \
        VALID(sweeps != NULL);                                                                                         \
        TRY(read_outcome(handle, settings, 1, &found));                                                                \
        *sweeps = (int)found;                                                                                          \
        return CUSOLVER_STATUS_SUCCESS;                                                                                \
    }
SETTINGS(Syevj, syevj)
SETTINGS(Gesvdj, gesvdj)
