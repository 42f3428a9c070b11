/* The functions for communication: they check their arguments and submit tasks. */
#include <stdint.h>

#include "task.h"

static int is_collective(const struct task *task) {
    return task->kind < SEND;
}

static int needs_source(const struct task *task) {
    return is_collective(task) ? task->kind != BROADCAST || task->root == task->comm->rank : task->kind == SEND;
}

static int needs_target(const struct task *task) {
    return is_collective(task) ? task->kind != REDUCE || task->root == task->comm->rank : task->kind == RECEIVE;
}

static int is_reduction(const struct task *task) {
    return task->kind == ALL_REDUCE || task->kind == REDUCE || task->kind == REDUCE_SCATTER;
}

static ncclResult_t check(const struct task *task, const char *function) {
    EXPECT(task->comm != NULL, ncclInvalidArgument, "%s: the communicator is NULL", function);
    TRY(state_of(task->comm));
    EXPECT(is_type(task->type), ncclInvalidArgument, "%s: the type is %d, when it should be from 0 to %d", function,
           task->type, ncclNumTypes - 1);
    EXPECT(task->root >= 0 && task->root < task->comm->ranks, ncclInvalidArgument,
           "%s: the rank is %d, when it should be from 0 to %d", function, task->root, task->comm->ranks - 1);
    EXPECT(!is_reduction(task) || is_operation(task->comm, task->operation, task->type), ncclInvalidArgument,
           "%s: operation %d is none of this communicator for that type", function, task->operation);
    EXPECT(task->count <= SIZE_MAX / sizeof(double) / MOST_RANKS, ncclInvalidArgument, "%s: the count is too large",
           function);
    EXPECT(task->count == 0 || !needs_source(task) || task->from != 0, ncclInvalidArgument,
           "%s: the address of the data to send is NULL", function);
    EXPECT(task->count == 0 || !needs_target(task) || task->to != 0, ncclInvalidArgument,
           "%s: the address of the data to receive is NULL", function);
    return ncclSuccess;
}

static ncclResult_t perform(struct task task, const char *function) {
    ncclResult_t result = check(&task, function);
    if (result != ncclSuccess) {
        return fail_group(result);
    }
    const struct scaled_sum *sum = is_reduction(&task) ? scaled_sum_of(task.comm, task.operation) : NULL;
    if (sum != NULL) {
        task.scale = *sum;
    }
    return submit(&task);
}

#define TASK(of, source, target, ...)                                                                                  \
    (struct task) {                                                                                                    \
        .kind = of, .comm = comm, .from = (CUdeviceptr)(source), .to = (CUdeviceptr)(target), .count = count,          \
        .type = datatype, .stream = stream, __VA_ARGS__                                                                \
    }

FUNCTION(ncclAllReduce, (const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, ncclRedOp_t op,
                         ncclComm_t comm, CUstream stream)) {
    return perform(TASK(ALL_REDUCE, sendbuff, recvbuff, .operation = op), "ncclAllReduce");
}

FUNCTION(ncclReduce, (const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, ncclRedOp_t op,
                      int root, ncclComm_t comm, CUstream stream)) {
    return perform(TASK(REDUCE, sendbuff, recvbuff, .operation = op, .root = root), "ncclReduce");
}

FUNCTION(ncclReduceScatter, (const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype,
                             ncclRedOp_t op, ncclComm_t comm, CUstream stream)) {
    return perform(TASK(REDUCE_SCATTER, sendbuff, recvbuff, .operation = op), "ncclReduceScatter");
}

FUNCTION(ncclBroadcast, (const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, int root,
                         ncclComm_t comm, CUstream stream)) {
    return perform(TASK(BROADCAST, sendbuff, recvbuff, .root = root), "ncclBroadcast");
}

FUNCTION(ncclBcast,
         (void *buff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm, CUstream stream)) {
    return perform(TASK(BROADCAST, buff, buff, .root = root), "ncclBcast");
}

FUNCTION(ncclAllGather, (const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, ncclComm_t comm,
                         CUstream stream)) {
    return perform(TASK(ALL_GATHER, sendbuff, recvbuff, .root = 0), "ncclAllGather");
}

FUNCTION(ncclSend, (const void *sendbuff, size_t count, ncclDataType_t datatype, int peer, ncclComm_t comm,
                    CUstream stream)) {
    return perform(TASK(SEND, sendbuff, NULL, .root = peer), "ncclSend");
}

FUNCTION(ncclRecv, (void *recvbuff, size_t count, ncclDataType_t datatype, int peer, ncclComm_t comm,
                    CUstream stream)) {
    return perform(TASK(RECEIVE, NULL, recvbuff, .root = peer), "ncclRecv");
}

/* A part of the data of each rank. */
static const char *part(const void *data, int rank, size_t count, ncclDataType_t type) {
    return data == NULL ? NULL : (const char *)data + rank * count * size_of(type);
}

/* Ends a group of transfers, and returns its first failure. */
static ncclResult_t end_transfers(ncclResult_t result) {
    ncclResult_t ended = ncclGroupEnd();
    return result != ncclSuccess ? result : ended;
}

/* The functions below are groups of transfers. Their arguments are checked as those of a transfer with the root. */
static ncclResult_t check_parts(ncclComm_t comm, size_t count, ncclDataType_t datatype, int root, const void *from,
                                const void *to, const char *function) {
    CUstream stream = NULL;
    TRY(check(&TASK(SEND, from, NULL, .root = root), function));
    return check(&TASK(RECEIVE, NULL, to, .root = root), function);
}

FUNCTION(ncclAlltoAll, (const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, ncclComm_t comm,
                        CUstream stream)) {
    TRY(fail_group(check_parts(comm, count, datatype, 0, sendbuff, recvbuff, "ncclAlltoAll")));
    ncclResult_t result = ncclGroupStart();
    for (int rank = 0; result == ncclSuccess && rank < comm->ranks; rank++) {
        result = ncclSend(part(sendbuff, rank, count, datatype), count, datatype, rank, comm, stream);
        if (result == ncclSuccess) {
            result = ncclRecv((void *)part(recvbuff, rank, count, datatype), count, datatype, rank, comm, stream);
        }
    }
    return end_transfers(result);
}

FUNCTION(ncclGather, (const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, int root,
                      ncclComm_t comm, CUstream stream)) {
    const void *to = comm != NULL && comm->rank != root ? sendbuff : recvbuff;
    TRY(fail_group(check_parts(comm, count, datatype, root, sendbuff, to, "ncclGather")));
    ncclResult_t result = ncclGroupStart();
    result = ncclSend(sendbuff, count, datatype, root, comm, stream);
    for (int rank = 0; result == ncclSuccess && comm->rank == root && rank < comm->ranks; rank++) {
        result = ncclRecv((void *)part(recvbuff, rank, count, datatype), count, datatype, rank, comm, stream);
    }
    return end_transfers(result);
}

FUNCTION(ncclScatter, (const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, int root,
                       ncclComm_t comm, CUstream stream)) {
    const void *from = comm != NULL && comm->rank != root ? recvbuff : sendbuff;
    TRY(fail_group(check_parts(comm, count, datatype, root, from, recvbuff, "ncclScatter")));
    ncclResult_t result = ncclGroupStart();
    for (int rank = 0; result == ncclSuccess && comm->rank == root && rank < comm->ranks; rank++) {
        result = ncclSend(part(sendbuff, rank, count, datatype), count, datatype, rank, comm, stream);
    }
    if (result == ncclSuccess) {
        result = ncclRecv(recvbuff, count, datatype, root, comm, stream);
    }
    return end_transfers(result);
}
