/* NCCL over the CUDA driver API: what the parts of the library share.
 *
 * What the functions do is from NVIDIA's documentation ("NVIDIA Collective Communication Library (NCCL) Documentation" of
 * 2.28). Types and values are those of its header (nccl.h of 2.28.3). */
#ifndef OFFLOAD_TCK_NCCL_H
#define OFFLOAD_TCK_NCCL_H

#include "../mathematics/library.h"
#include "parameters.h"

/* Each function has a second name, with which tools replace the first one. */
#define FUNCTION(name, arguments)                                                                                      \
    EXPORT ncclResult_t name arguments;                                                                                \
    EXPORT ncclResult_t p##name arguments __attribute__((alias(#name)));                                               \
    ncclResult_t name arguments

typedef enum {
    ncclSuccess = 0,
    ncclUnhandledCudaError = 1,
    ncclSystemError = 2,
    ncclInternalError = 3,
    ncclInvalidArgument = 4,
    ncclInvalidUsage = 5,
    ncclRemoteError = 6,
    ncclInProgress = 7
} ncclResult_t;

typedef enum {
    ncclInt8,
    ncclUint8,
    ncclInt32,
    ncclUint32,
    ncclInt64,
    ncclUint64,
    ncclFloat16,
    ncclFloat32,
    ncclFloat64,
    ncclBfloat16,
    ncclFloat8e4m3,
    ncclFloat8e5m2,
    ncclNumTypes
} ncclDataType_t;

/* Built-in operations are those of `parameters.h`; others were created by the program. */
typedef int ncclRedOp_t;
enum { BUILT_IN_OPERATIONS = 5 };

/* ncclScalarResidence_t. */
enum { SCALAR_OF_DEVICE = 0, SCALAR_OF_HOST = 1 };

typedef struct {
    char internal[128];
} ncclUniqueId;

/* Attributes after `version` are there as far as `size` reaches. Those without effect here are checked. */
typedef struct {
    size_t size;
    unsigned magic;
    unsigned version;
    int blocking;
    int cgaClusterSize;
    int minCTAs;
    int maxCTAs;
} ncclConfig_t;

struct clique;

/* A product with a scalar before a sum (ncclRedOpCreatePreMulSum). */
struct scaled_sum {
    int is_used;
    ncclDataType_t type;
    CUdeviceptr address; /* of the scalar on the device, or 0 */
    uint64_t value;
};
enum { MOST_SUMS = 64 };

/* A rank of a clique. The memory of each rank, its area, holds the data that it sends and the flags of their readers. */
typedef struct ncclComm {
    struct clique *clique;
    ncclUniqueId id;
    int rank;
    int ranks;
    int device;
    int is_retained;  /* whether the library has retained the primary context */
    int is_blocking;
    CUcontext context;
    CUdeviceptr areas[MOST_RANKS]; /* of all ranks, as this process addresses them */
    int is_imported[MOST_RANKS];
    CUstream side;                 /* for the library's own work, which waits for no work of the program */
    CUstream last_stream;          /* of the last operation, and the event after it */
    CUevent last;
    int has_last;
    uint64_t splits;
    int is_finalized;
    _Atomic ncclResult_t state;    /* ncclInProgress until an initialisation without blocking has ended */
    struct scaled_sum sums[MOST_SUMS];
    struct modules modules;
} *ncclComm_t;

/* The status of a driver call; a failure is reported with the name of the call. */
ncclResult_t checked(CUresult result, const char *call);
#define CUDA(call) TRY(checked(call, #call))

/* Reports a message, which `ncclGetLastError` returns and NCCL_DEBUG prints, and returns the result. */
ncclResult_t report(ncclResult_t result, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define EXPECT(condition, result, ...)                                                                                 \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            return report(result, __VA_ARGS__);                                                                        \
        }                                                                                                              \
    } while (0)

/* Makes the context of a communicator current until leave(). */
ncclResult_t enter(ncclComm_t comm);
void leave(void);

/* The result of a communicator that has failed or is not ready. */
ncclResult_t state_of(ncclComm_t comm);

/* Calls of a thread between these two are one operation. */
ncclResult_t ncclGroupStart(void);
ncclResult_t ncclGroupEnd(void);

/* Whether the thread has a current context. A thread without one gets that of its device, as from the CUDA runtime. */
int bind_device(void);

size_t size_of(ncclDataType_t type);

/* The functions of the driver that this library calls besides those of library.h. */
CUresult cuInit(unsigned flags);
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device);
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device);
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuCtxPushCurrent_v2(CUcontext context);
CUresult cuCtxPopCurrent_v2(CUcontext *context);
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags);
CUresult cuStreamCreate(CUstream *stream, unsigned flags);
CUresult cuStreamDestroy_v2(CUstream stream);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags);
CUresult cuStreamIsCapturing(CUstream stream, int *status);
CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr address, uint32_t value, unsigned flags);
CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr address, uint32_t value, unsigned flags);
CUresult cuEventCreate(CUevent *event, unsigned flags);
CUresult cuEventDestroy_v2(CUevent event);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventQuery(CUevent event);
CUresult cuEventSynchronize(CUevent event);
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream);
CUresult cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr address);
CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *address, CUipcMemHandle handle, unsigned flags);
CUresult cuIpcCloseMemHandle(CUdeviceptr address);

#endif
