/* Properties of communicators, and memory. */
#include <stdatomic.h>
#include <stdlib.h>

#include "clique.h"

CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *size, CUdeviceptr address);

ncclResult_t state_of(ncclComm_t comm) {
    ncclResult_t state = atomic_load(&comm->state);
    EXPECT(state != ncclInProgress, ncclInvalidArgument, "the communicator is not initialised yet");
    EXPECT(state == ncclSuccess, state, "the initialisation of the communicator has failed");
    int failed = atomic_load(&comm->clique->failed);
    EXPECT(failed == 0, (ncclResult_t)failed, "the communicator has failed with result %d", failed);
    EXPECT(!comm->is_finalized, ncclInvalidArgument, "the communicator is finalized");
    return ncclSuccess;
}

FUNCTION(ncclCommGetAsyncError, (ncclComm_t comm, ncclResult_t *asyncError)) {
    EXPECT(comm != NULL && asyncError != NULL, ncclInvalidArgument, "ncclCommGetAsyncError: a pointer is NULL");
    ncclResult_t state = atomic_load(&comm->state);
    *asyncError = state == ncclSuccess ? (ncclResult_t)atomic_load(&comm->clique->failed) : state;
    return ncclSuccess;
}

#define QUERY(name, output, field)                                                                                     \
    FUNCTION(name, (const struct ncclComm *comm, int *output)) {                                                       \
        EXPECT(comm != NULL && output != NULL, ncclInvalidArgument, #name ": a pointer is NULL");                      \
        EXPECT(comm->state == ncclSuccess, ncclInvalidArgument, #name ": the communicator is not initialised yet");    \
        *output = comm->field;                                                                                         \
        return ncclSuccess;                                                                                            \
    }
QUERY(ncclCommCount, count, ranks)
QUERY(ncclCommCuDevice, device, device)
QUERY(ncclCommUserRank, rank, rank)

struct registration {
    void *address;
    size_t size;
};

/* Data moves through the areas of the ranks, registered or not. */
FUNCTION(ncclCommRegister, (ncclComm_t comm, void *buff, size_t size, void **handle)) {
    CUdeviceptr base = 0;
    size_t room = 0;
    EXPECT(comm != NULL && buff != NULL && handle != NULL && size > 0, ncclInvalidArgument,
           "ncclCommRegister: a pointer is NULL, or the size is 0");
    TRY(state_of(comm));
    CUDA(cuMemGetAddressRange_v2(&base, &room, (CUdeviceptr)buff));
    EXPECT((CUdeviceptr)buff - base + size <= room, ncclInvalidArgument,
           "ncclCommRegister: %zu bytes, when %zu are allocated from that address on", size,
           (size_t)(base + room - (CUdeviceptr)buff));
    struct registration *made = malloc(sizeof *made);
    EXPECT(made != NULL, ncclSystemError, "ncclCommRegister: memory is exhausted");
    *made = (struct registration){buff, size};
    *handle = made;
    return ncclSuccess;
}

FUNCTION(ncclCommDeregister, (ncclComm_t comm, void *handle)) {
    EXPECT(comm != NULL, ncclInvalidArgument, "ncclCommDeregister: the communicator is NULL");
    free(handle);
    return ncclSuccess;
}

FUNCTION(ncclMemAlloc, (void **ptr, size_t size)) {
    CUdeviceptr address = 0;
    EXPECT(ptr != NULL && size > 0, ncclInvalidArgument, "ncclMemAlloc: the pointer is NULL, or the size is 0");
    EXPECT(bind_device(), ncclUnhandledCudaError, "ncclMemAlloc: there is no CUDA context");
    CUDA(allocate_for("ncclMemAlloc", &address, size));
    *ptr = (void *)address;
    return ncclSuccess;
}

FUNCTION(ncclMemFree, (void *ptr)) {
    CUDA(cuMemFree_v2((CUdeviceptr)ptr));
    return ncclSuccess;
}
