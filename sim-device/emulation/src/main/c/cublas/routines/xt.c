/* cublasXt: level 3 of BLAS on matrices of the host or of a device, which are copied to the device of the handle and back. Of
 * the devices that a program selects, the first one computes; no part of a product is computed on the host. */
#include <stdlib.h>

#include "../cublas.h"

CUresult cuInit(unsigned flags);
CUresult cuDeviceGetCount(int *count);
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, int device);
CUresult cuDevicePrimaryCtxRelease_v2(int device);
CUresult cuCtxPushCurrent_v2(CUcontext context);
CUresult cuCtxPopCurrent_v2(CUcontext *context);

/* cublasXtPinnedMemMode_t, and the size of tiles that a handle starts with ("cuBLAS Library",
 * "cublasXtSetBlockDim()"). Both settings are kept and have no effect. */
enum { PINNING_DISABLED = 0, PINNING_ENABLED = 1, BLOCK_DIMENSION = 2048 };

typedef struct cublasXtContext {
    cublasHandle_t blas; /* null before devices are selected */
    CUcontext context;
    int device;
    int block_dimension;
    int pinning;
} *cublasXtHandle_t;

EXPORT cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle) {
    VALID(handle != NULL);
    REQUIRE(cuInit(0) == CUDA_SUCCESS, CUBLAS_STATUS_NOT_INITIALIZED);
    cublasXtHandle_t opened = calloc(1, sizeof *opened);
    REQUIRE(opened != NULL, CUBLAS_STATUS_ALLOC_FAILED);
    opened->block_dimension = BLOCK_DIMENSION;
    *handle = opened;
    return CUBLAS_STATUS_SUCCESS;
}

/* Makes the context of the handle current. */
static cublasStatus_t enter(cublasXtHandle_t handle) {
    return status_of(cuCtxPushCurrent_v2(handle->context));
}

static void leave(void) {
    CUcontext context;
    cuCtxPopCurrent_v2(&context);
}

EXPORT cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle) {
    REQUIRE(handle != NULL, CUBLAS_STATUS_NOT_INITIALIZED);
    if (handle->blas != NULL && enter(handle) == CUBLAS_STATUS_SUCCESS) {
        cublasDestroy_v2(handle->blas);
        leave();
        cuDevicePrimaryCtxRelease_v2(handle->device);
    }
    free(handle);
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT cublasStatus_t cublasXtMaxBoards(int *boards) {
    VALID(boards != NULL);
    REQUIRE(cuInit(0) == CUDA_SUCCESS, CUBLAS_STATUS_NOT_INITIALIZED);
    return status_of(cuDeviceGetCount(boards));
}

/* A board of the kit has one device. */
EXPORT cublasStatus_t cublasXtGetNumBoards(int count, int devices[], int *boards) {
    VALID(count > 0 && devices != NULL && boards != NULL);
    *boards = count;
    return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t select_device(cublasXtHandle_t handle, int device) {
    TRY(status_of(cuDevicePrimaryCtxRetain(&handle->context, device)));
    handle->device = device;
    cublasStatus_t status = enter(handle);
    if (status == CUBLAS_STATUS_SUCCESS) {
        status = cublasCreate_v2(&handle->blas);
        leave();
    }
    if (status != CUBLAS_STATUS_SUCCESS) {
        cuDevicePrimaryCtxRelease_v2(device);
    }
    return status;
}

EXPORT cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int devices[]) {
    REQUIRE(handle != NULL, CUBLAS_STATUS_NOT_INITIALIZED);
    int present = 0;
    TRY(status_of(cuDeviceGetCount(&present)));
    VALID(count > 0 && devices != NULL && handle->blas == NULL);
    for (int each = 0; each < count; each++) {
        VALID(devices[each] >= 0 && devices[each] < present);
    }
    return select_device(handle, devices[0]);
}

#define XT_SETTING(set, get, field, condition)                                                                         \
    EXPORT cublasStatus_t set(cublasXtHandle_t handle, int value) {                                                    \
        REQUIRE(handle != NULL, CUBLAS_STATUS_NOT_INITIALIZED);                                                        \
        VALID(condition);                                                                                              \
        handle->field = value;                                                                                         \
        return CUBLAS_STATUS_SUCCESS;                                                                                  \
    }                                                                                                                  \
    EXPORT cublasStatus_t get(cublasXtHandle_t handle, int *value) {                                                   \
        REQUIRE(handle != NULL, CUBLAS_STATUS_NOT_INITIALIZED);                                                        \
        VALID(value != NULL);                                                                                          \
        *value = handle->field;                                                                                        \
        return CUBLAS_STATUS_SUCCESS;                                                                                  \
    }
XT_SETTING(cublasXtSetBlockDim, cublasXtGetBlockDim, block_dimension, value > 0)
XT_SETTING(cublasXtSetPinningMemMode, cublasXtGetPinningMemMode, pinning,
           value == PINNING_DISABLED || value == PINNING_ENABLED)

/* The kinds of routines and the types of elements (cublasXtBlasOp_t and cublasXtOpType_t). */
enum { ROUTINES = 12, ELEMENT_TYPES = 4 };

EXPORT cublasStatus_t cublasXtSetCpuRoutine(cublasXtHandle_t handle, int routine, int type, void *function) {
    (void)function;
    REQUIRE(handle != NULL, CUBLAS_STATUS_NOT_INITIALIZED);
    VALID(routine >= 0 && routine < ROUTINES && type >= 0 && type < ELEMENT_TYPES);
    return CUBLAS_STATUS_SUCCESS;
}

EXPORT cublasStatus_t cublasXtSetCpuRatio(cublasXtHandle_t handle, int routine, int type, float ratio) {
    REQUIRE(handle != NULL, CUBLAS_STATUS_NOT_INITIALIZED);
    VALID(routine >= 0 && routine < ROUTINES && type >= 0 && type < ELEMENT_TYPES && ratio >= 0 && ratio <= 1);
    return CUBLAS_STATUS_SUCCESS;
}

/* A matrix of the program, and its copy, which has no gaps. */
struct operand {
    const void *data;
    size_t lead;
    size_t rows;
    size_t columns;
    CUdeviceptr copy;
};

static size_t lead_of(const struct operand *operand) {
    return operand->rows > 1 ? operand->rows : 1;
}

static void *at(const struct operand *operand) {
    return (void *)(uintptr_t)operand->copy;
}

/* Copies a matrix to its copy, or back. */
static cublasStatus_t move(const struct operand *operand, size_t size, int is_back) {
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
                          .srcDevice = (uintptr_t)operand->data,
                          .srcPitch = operand->lead * size,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = operand->copy,
                          .dstPitch = lead_of(operand) * size,
                          .WidthInBytes = operand->rows * size,
                          .Height = operand->columns};
    if (is_back) {
        copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
        copy.srcDevice = operand->copy;
        copy.srcPitch = lead_of(operand) * size;
        copy.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
        copy.dstDevice = (uintptr_t)operand->data;
        copy.dstPitch = operand->lead * size;
    }
    return operand->rows == 0 || operand->columns == 0 ? CUBLAS_STATUS_SUCCESS : status_of(cuMemcpy2D_v2(&copy));
}

static cublasStatus_t copy_in(cublasXtHandle_t handle, size_t size, struct operand *operands, int count) {
    for (int each = 0; each < count; each++) {
        struct operand *operand = &operands[each];
        TRY(borrow(handle->blas, (lead_of(operand) * operand->columns + 1) * size, &operand->copy));
        TRY(move(operand, size, 0));
    }
    return CUBLAS_STATUS_SUCCESS;
}

/* Enters the context of the handle unless the arguments are invalid. */
static cublasStatus_t begin(cublasXtHandle_t handle, const struct operand *operands, int count) {
    REQUIRE(handle != NULL && handle->blas != NULL, CUBLAS_STATUS_NOT_INITIALIZED);
    for (int each = 0; each < count; each++) {
        VALID(operands[each].data != NULL && operands[each].lead >= lead_of(&operands[each]));
    }
    return enter(handle);
}

/* Copies the last matrix back if all went well so far, and leaves the context. */
static cublasStatus_t end(cublasXtHandle_t handle, cudaDataType type, struct operand *operands, int count,
                          cublasStatus_t status) {
    if (status == CUBLAS_STATUS_SUCCESS) {
        status = status_of(cuStreamSynchronize(handle->blas->stream));
    }
    if (status == CUBLAS_STATUS_SUCCESS) {
        status = move(&operands[count - 1], type_size(type), 1);
    }
    for (int each = 0; each < count; each++) {
        if (operands[each].copy != 0) {
            give_back(handle->blas, operands[each].copy);
        }
    }
    leave();
    return status;
}

/* Runs a routine of cuBLAS on copies of operands, of which the last one is the result. */
#define RUN(type, routine, operands, ...)                                                                              \
    enum { COUNT = sizeof operands / sizeof *operands };                                                               \
    TRY(begin(handle, operands, COUNT));                                                                               \
    cublasStatus_t status = copy_in(handle, type_size(type), operands, COUNT);                                         \
    if (status == CUBLAS_STATUS_SUCCESS) {                                                                             \
        status = routine(handle->blas, __VA_ARGS__);                                                                   \
    }                                                                                                                  \
    return end(handle, type, operands, COUNT, status);

/* An operand as the routines take it: its copy and the leading dimension of that. */
#define COPY(operand) at(&(operand)), (int64_t)lead_of(&(operand))

#define OPERATION_ROWS(operation, rows, columns) ((operation) == CUBLAS_OP_N ? (rows) : (columns))
#define OPERAND(data, lead, operation, rows, columns)                                                                  \
    { data, lead, OPERATION_ROWS(operation, rows, columns), OPERATION_ROWS(operation, columns, rows), 0 }
#define RESULT(data, lead, rows, columns) OPERAND(data, lead, CUBLAS_OP_N, rows, columns)

#define XT_GEMM(letter, type)                                                                                          \
    cublasStatus_t cublas##letter##gemm_v2_64(cublasHandle_t, cublasOperation_t, cublasOperation_t, int64_t, int64_t,  \
                                              int64_t, const void *, const void *, int64_t, const void *, int64_t,     \
                                              const void *, void *, int64_t);                                          \
    EXPORT cublasStatus_t cublasXt##letter##gemm(                                                                      \
        cublasXtHandle_t handle, cublasOperation_t a_operation, cublasOperation_t b_operation, size_t rows,            \
        size_t columns, size_t depth, const void *alpha, const void *a, size_t a_lead, const void *b, size_t b_lead,   \
        const void *beta, void *c, size_t c_lead) {                                                                    \
        struct operand of[] = {OPERAND(a, a_lead, a_operation, rows, depth),                                           \
                               OPERAND(b, b_lead, b_operation, depth, columns), RESULT(c, c_lead, rows, columns)};     \
        RUN(type, cublas##letter##gemm_v2_64, of, a_operation, b_operation, (int64_t)rows, (int64_t)columns,           \
            (int64_t)depth, alpha, COPY(of[0]), COPY(of[1]), beta, COPY(of[2]))                                        \
    }

#define XT_RANK_K(name, routine, type)                                                                                 \
    cublasStatus_t routine(cublasHandle_t, cublasFillMode_t, cublasOperation_t, int64_t, int64_t, const void *,        \
                           const void *, int64_t, const void *, void *, int64_t);                                      \
    EXPORT cublasStatus_t name(cublasXtHandle_t handle, cublasFillMode_t fill, cublasOperation_t operation,            \
                               size_t order, size_t depth, const void *alpha, const void *a, size_t a_lead,            \
                               const void *beta, void *c, size_t c_lead) {                                             \
        struct operand of[] = {OPERAND(a, a_lead, operation, order, depth), RESULT(c, c_lead, order, order)};          \
        RUN(type, routine, of, fill, operation, (int64_t)order, (int64_t)depth, alpha, COPY(of[0]), beta,              \
            COPY(of[1]))                                                                                               \
    }

#define XT_RANK_2K(name, routine, type)                                                                                \
    cublasStatus_t routine(cublasHandle_t, cublasFillMode_t, cublasOperation_t, int64_t, int64_t, const void *,        \
                           const void *, int64_t, const void *, int64_t, const void *, void *, int64_t);               \
    EXPORT cublasStatus_t name(cublasXtHandle_t handle, cublasFillMode_t fill, cublasOperation_t operation,            \
                               size_t order, size_t depth, const void *alpha, const void *a, size_t a_lead,            \
                               const void *b, size_t b_lead, const void *beta, void *c, size_t c_lead) {               \
        struct operand of[] = {OPERAND(a, a_lead, operation, order, depth),                                            \
                               OPERAND(b, b_lead, operation, order, depth), RESULT(c, c_lead, order, order)};          \
        RUN(type, routine, of, fill, operation, (int64_t)order, (int64_t)depth, alpha, COPY(of[0]), COPY(of[1]), beta, \
            COPY(of[2]))                                                                                               \
    }

#define XT_SIDED(name, routine, type)                                                                                  \
    cublasStatus_t routine(cublasHandle_t, cublasSideMode_t, cublasFillMode_t, int64_t, int64_t, const void *,         \
                           const void *, int64_t, const void *, int64_t, const void *, void *, int64_t);               \
    EXPORT cublasStatus_t name(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, size_t rows,     \
                               size_t columns, const void *alpha, const void *a, size_t a_lead, const void *b,         \
                               size_t b_lead, const void *beta, void *c, size_t c_lead) {                              \
        size_t order = side == CUBLAS_SIDE_LEFT ? rows : columns;                                                      \
        struct operand of[] = {RESULT(a, a_lead, order, order), RESULT(b, b_lead, rows, columns),                      \
                               RESULT(c, c_lead, rows, columns)};                                                      \
        RUN(type, routine, of, side, fill, (int64_t)rows, (int64_t)columns, alpha, COPY(of[0]), COPY(of[1]), beta,     \
            COPY(of[2]))                                                                                               \
    }

#define XT_TRIANGULAR(letter, type)                                                                                    \
    cublasStatus_t cublas##letter##trsm_v2_64(cublasHandle_t, cublasSideMode_t, cublasFillMode_t, cublasOperation_t,   \
                                              cublasDiagType_t, int64_t, int64_t, const void *, const void *, int64_t, \
                                              void *, int64_t);                                                        \
    EXPORT cublasStatus_t cublasXt##letter##trsm(                                                                      \
        cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t operation,            \
        cublasDiagType_t diagonal, size_t rows, size_t columns, const void *alpha, const void *a, size_t a_lead,       \
        void *b, size_t b_lead) {                                                                                      \
        size_t order = side == CUBLAS_SIDE_LEFT ? rows : columns;                                                      \
        struct operand of[] = {RESULT(a, a_lead, order, order), RESULT(b, b_lead, rows, columns)};                     \
        RUN(type, cublas##letter##trsm_v2_64, of, side, fill, operation, diagonal, (int64_t)rows, (int64_t)columns,    \
            alpha, COPY(of[0]), COPY(of[1]))                                                                           \
    }                                                                                                                  \
    cublasStatus_t cublas##letter##trmm_v2_64(cublasHandle_t, cublasSideMode_t, cublasFillMode_t, cublasOperation_t,   \
                                              cublasDiagType_t, int64_t, int64_t, const void *, const void *, int64_t, \
                                              const void *, int64_t, void *, int64_t);                                 \
    EXPORT cublasStatus_t cublasXt##letter##trmm(                                                                      \
        cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t operation,            \
        cublasDiagType_t diagonal, size_t rows, size_t columns, const void *alpha, const void *a, size_t a_lead,       \
        const void *b, size_t b_lead, void *c, size_t c_lead) {                                                        \
        size_t order = side == CUBLAS_SIDE_LEFT ? rows : columns;                                                      \
        struct operand of[] = {RESULT(a, a_lead, order, order), RESULT(b, b_lead, rows, columns),                      \
                               RESULT(c, c_lead, rows, columns)};                                                      \
        RUN(type, cublas##letter##trmm_v2_64, of, side, fill, operation, diagonal, (int64_t)rows, (int64_t)columns,    \
            alpha, COPY(of[0]), COPY(of[1]), COPY(of[2]))                                                              \
    }

#define XT(letter, type)                                                                                               \
    XT_GEMM(letter, type)                                                                                              \
    XT_RANK_K(cublasXt##letter##syrk, cublas##letter##syrk_v2_64, type)                                                \
    XT_RANK_2K(cublasXt##letter##syr2k, cublas##letter##syr2k_v2_64, type)                                             \
    XT_RANK_2K(cublasXt##letter##syrkx, cublas##letter##syrkx_64, type)                                                \
    XT_SIDED(cublasXt##letter##symm, cublas##letter##symm_v2_64, type)                                                 \
    XT_TRIANGULAR(letter, type)
#define XT_COMPLEX(letter, type)                                                                                       \
    XT(letter, type)                                                                                                   \
    XT_RANK_K(cublasXt##letter##herk, cublas##letter##herk_v2_64, type)                                                \
    XT_RANK_2K(cublasXt##letter##her2k, cublas##letter##her2k_v2_64, type)                                             \
    XT_RANK_2K(cublasXt##letter##herkx, cublas##letter##herkx_64, type)                                                \
    XT_SIDED(cublasXt##letter##hemm, cublas##letter##hemm_v2_64, type)
XT(S, CUDA_R_32F)
XT(D, CUDA_R_64F)
XT_COMPLEX(C, CUDA_C_32F)
XT_COMPLEX(Z, CUDA_C_64F)
