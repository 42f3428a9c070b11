/* The phases of an initialisation: a rank joins, exports its area, connects with the areas of the others, and meets them. */
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "start.h"
#include "task.h"

/* CU_STREAM_NON_BLOCKING, CU_EVENT_DISABLE_TIMING, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS. */
enum { NON_BLOCKING = 1, DISABLE_TIMING = 2, LAZY_PEER_ACCESS = 1 };

#define PEER_ACCESS_ALREADY_ENABLED 704

ncclResult_t enter(ncclComm_t comm) {
    CUDA(cuCtxPushCurrent_v2(comm->context));
    return ncclSuccess;
}

void leave(void) {
    CUcontext context;
    cuCtxPopCurrent_v2(&context);
}

static ncclResult_t make_area(ncclComm_t comm, struct member *member) {
    CUdeviceptr area = 0;
    CUDA(cuStreamCreate(&comm->side, NON_BLOCKING));
    CUDA(cuEventCreate(&comm->last, DISABLE_TIMING));
    CUDA(allocate_for("ncclCommInitRank", &area, area_size(comm->ranks)));
    comm->areas[comm->rank] = area;
    member->area = area;
    member->ordinal = comm->device;
    member->is_retained = comm->is_retained;
    CUDA(cuMemsetD32Async(area, IS_EMPTY, SHARED_PART / sizeof(uint32_t), comm->side));
    CUDA(cuStreamSynchronize(comm->side));
    CUDA(cuDeviceGetUuid_v2(&member->device, comm->device));
    return ncclSuccess;
}

static ncclResult_t claim(ncclComm_t comm) {
    struct clique *clique = comm->clique;
    int ranks = 0;
    int is_claimed = 0;
    atomic_compare_exchange_strong(&clique->ranks, &ranks, comm->ranks);
    EXPECT(ranks == 0 || ranks == comm->ranks, ncclInvalidArgument,
           "rank %d has %d ranks, when it should be %d as in another rank", comm->rank, comm->ranks, ranks);
    EXPECT(atomic_compare_exchange_strong(&clique->members[comm->rank].is_claimed, &is_claimed, 1), ncclInvalidUsage,
           "rank %d is that of two callers", comm->rank);
    return ncclSuccess;
}

ncclResult_t join(ncclComm_t comm) {
    TRY(open_clique(&comm->id, &comm->clique));
    struct clique *clique = comm->clique;
    struct member *member = &clique->members[comm->rank];
    ncclResult_t result = claim(comm);
    if (result == ncclSuccess) {
        member->process = getpid();
        member->context = comm->context;
        result = make_area(comm, member);
    }
    atomic_fetch_add(&clique->joined, result == ncclSuccess);
    return result == ncclSuccess ? result : fail(clique, result);
}

/* Memory is exported only if ranks are in several processes: the driver reports a stream that waits for ever unless the
 * process shares memory (ADR 33). */
static ncclResult_t export_to_processes(ncclComm_t comm) {
    struct clique *clique = comm->clique;
    struct member *member = &clique->members[comm->rank];
    TRY(await(clique, &clique->joined, comm->ranks));
    for (int rank = 0; rank < comm->ranks; rank++) {
        if (clique->members[rank].process != member->process) {
            CUDA(cuIpcGetMemHandle(&member->handle, member->area));
            break;
        }
    }
    return ncclSuccess;
}

ncclResult_t export_area(ncclComm_t comm) {
    ncclResult_t result = export_to_processes(comm);
    if (result != ncclSuccess) {
        return fail(comm->clique, result);
    }
    atomic_fetch_add(&comm->clique->exported, 1);
    return ncclSuccess;
}

static ncclResult_t connect_to(ncclComm_t comm, int rank) {
    struct member *member = &comm->clique->members[rank];
    EXPECT(memcmp(&member->device, &comm->clique->members[comm->rank].device, sizeof member->device) != 0,
           ncclInvalidUsage, "ranks %d and %d have one device, when each should have its own", comm->rank, rank);
    if (member->process == getpid()) {
        CUresult result = cuCtxEnablePeerAccess(member->context, 0);
        comm->areas[rank] = member->area;
        return result == PEER_ACCESS_ALREADY_ENABLED ? ncclSuccess : checked(result, "cuCtxEnablePeerAccess");
    }
    CUDA(cuIpcOpenMemHandle_v2(&comm->areas[rank], member->handle, LAZY_PEER_ACCESS));
    comm->is_imported[rank] = 1;
    return ncclSuccess;
}

ncclResult_t connect_areas(ncclComm_t comm) {
    struct clique *clique = comm->clique;
    ncclResult_t result = await(clique, &clique->exported, comm->ranks);
    for (int rank = 0; result == ncclSuccess && rank < comm->ranks; rank++) {
        result = rank == comm->rank ? ncclSuccess : connect_to(comm, rank);
    }
    if (result != ncclSuccess) {
        remove_name(&comm->id);
        return fail(clique, result);
    }
    if (atomic_fetch_add(&clique->connected, 1) + 1 == comm->ranks) {
        remove_name(&comm->id);
    }
    return ncclSuccess;
}

ncclResult_t meet(ncclComm_t comm) {
    TRY(await(comm->clique, &comm->clique->connected, comm->ranks));
    atomic_store(&comm->state, ncclSuccess);
    return ncclSuccess;
}
