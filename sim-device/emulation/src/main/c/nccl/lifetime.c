/* The end of communicators. */
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "clique.h"
#include "start.h"
#include "task.h"

#define NOT_READY 600

/* Members of this process whose area a communicator frees. */
struct freed {
    int count;
    struct member *members[MOST_RANKS];
};

/* Frees the areas of this process when all its ranks have left: the streams of others may still use them. cuMemFree would
 * wait for all streams, also for those that wait for calls of this thread. */
static void free_areas(ncclComm_t comm, struct freed *freed) {
    struct clique *clique = comm->clique;
    for (int rank = 0; rank < comm->ranks; rank++) {
        struct member *member = &clique->members[rank];
        if (member->process == getpid() && !atomic_load(&member->has_left)) {
            return;
        }
    }
    for (int rank = 0; rank < comm->ranks; rank++) {
        struct member *member = &clique->members[rank];
        if (member->process == getpid() && member->area != 0 && !atomic_exchange(&member->is_freed, 1)) {
            cuMemFreeAsync(member->area, comm->side);
            freed->members[freed->count++] = member;
        }
    }
}

static void leave_clique(ncclComm_t comm, struct freed *freed) {
    for (int rank = 0; rank < comm->ranks; rank++) {
        if (comm->is_imported[rank]) {
            cuIpcCloseMemHandle(comm->areas[rank]);
        }
    }
    if (comm->areas[comm->rank] != 0) {
        atomic_store(&comm->clique->members[comm->rank].has_left, 1);
        free_areas(comm, freed);
    }
}

/* Frees what lies in the context of a communicator. */
static void release_own(ncclComm_t comm) {
    if (comm->side != NULL) {
        cuStreamDestroy_v2(comm->side);
    }
    if (comm->last != NULL) {
        cuEventDestroy_v2(comm->last);
    }
    close_modules(&comm->modules);
}

/* A context that the library has retained ends after the area in it. */
void release(ncclComm_t comm) {
    struct freed freed = {.count = 0};
    int is_current = comm->context != NULL && enter(comm) == ncclSuccess;
    if (comm->clique != NULL) {
        leave_clique(comm, &freed);
    }
    release_own(comm);
    if (is_current) {
        leave();
    }
    for (int each = 0; each < freed.count; each++) {
        if (freed.members[each]->is_retained) {
            cuDevicePrimaryCtxRelease_v2(freed.members[each]->ordinal);
        }
    }
    if (comm->is_retained && comm->areas[comm->rank] == 0) {
        cuDevicePrimaryCtxRelease_v2(comm->device);
    }
    if (comm->clique != NULL) {
        close_clique(comm->clique);
    }
    free(comm);
}

/* Whether a reader has not read yet what this rank has written. */
static ncclResult_t is_unread(ncclComm_t comm, int *unread) {
    static const unsigned parts[] = {0, FLAGS_OF_TRANSFERS};
    uint32_t flags[MOST_RANKS];
    *unread = 0;
    for (size_t part = 0; part < sizeof parts / sizeof *parts; part++) {
        CUDA(cuMemcpyDtoHAsync_v2(flags, comm->areas[comm->rank] + parts[part], comm->ranks * sizeof *flags, comm->side));
        CUDA(cuStreamSynchronize(comm->side));
        for (int reader = 0; reader < comm->ranks; reader++) {
            *unread |= flags[reader] == IS_FULL;
        }
    }
    return ncclSuccess;
}

/* Waits until the operations of this rank have ended, and others have read its data. */
static ncclResult_t drain(ncclComm_t comm) {
    int unread = 1;
    if (comm->has_last) {
        CUDA(cuEventSynchronize(comm->last));
    }
    while (unread && atomic_load(&comm->clique->failed) == 0) {
        TRY(is_unread(comm, &unread));
        if (unread) {
            pause_shortly();
        }
    }
    return ncclSuccess;
}

static ncclResult_t finalize(ncclComm_t comm) {
    while (atomic_load(&comm->state) == ncclInProgress) {
        pause_shortly();
    }
    if (comm->is_finalized || comm->state != ncclSuccess || atomic_load(&comm->clique->failed) != 0) {
        return ncclSuccess;
    }
    TRY(enter(comm));
    ncclResult_t result = drain(comm);
    leave();
    comm->is_finalized = 1;
    return result;
}

FUNCTION(ncclCommFinalize, (ncclComm_t comm)) {
    EXPECT(comm != NULL, ncclInvalidArgument, "ncclCommFinalize: the communicator is NULL");
    EXPECT(!comm->is_finalized, ncclInvalidArgument, "ncclCommFinalize: the communicator was finalized before");
    return finalize(comm);
}

FUNCTION(ncclCommDestroy, (ncclComm_t comm)) {
    if (comm == NULL) {
        return ncclSuccess;
    }
    ncclResult_t result = finalize(comm);
    release(comm);
    return result;
}

/* Ends the waits of this rank: for data of others, and for the readers of its own. */
static void abandon(ncclComm_t comm) {
    for (int rank = 0; rank < comm->ranks; rank++) {
        set_flag(comm->side, shared_flag(comm, rank, comm->rank), IS_ABANDONED);
        set_flag(comm->side, transfer_flag(comm, rank, comm->rank), IS_ABANDONED);
        set_flag(comm->side, shared_flag(comm, comm->rank, rank), IS_ABANDONED);
        set_flag(comm->side, transfer_flag(comm, comm->rank, rank), IS_ABANDONED);
    }
    cuStreamSynchronize(comm->side);
}

/* Operations go on, with any data. Each sets flags again, which are therefore abandoned until the last one has ended. */
static ncclResult_t abort_operations(ncclComm_t comm) {
    TRY(enter(comm));
    while (comm->has_last && cuEventQuery(comm->last) == NOT_READY) {
        abandon(comm);
        pause_shortly();
    }
    leave();
    return ncclSuccess;
}

FUNCTION(ncclCommAbort, (ncclComm_t comm)) {
    if (comm == NULL) {
        return ncclSuccess;
    }
    while (atomic_load(&comm->state) == ncclInProgress) {
        if (comm->clique != NULL) {
            fail(comm->clique, ncclRemoteError);
        }
        pause_shortly();
    }
    ncclResult_t result = ncclSuccess;
    if (comm->state == ncclSuccess) {
        fail(comm->clique, ncclRemoteError);
        result = abort_operations(comm);
    }
    release(comm);
    return result;
}
