/* Transfers between two ranks on a stream. Those of one group progress together: in each round, a rank sends the next piece
 * to each receiver, and then receives one from each sender. */
#include "task.h"

/* Transfers with one rank in one direction, one after another. */
struct lane {
    const struct task *task; /* the one that goes on; NULL at the end */
    uint64_t done;           /* its bytes */
};

static CUdeviceptr slot(ncclComm_t comm, int sender, int receiver) {
    return comm->areas[sender] + SHARED_PART + SHARED_BYTES + (size_t)receiver * TRANSFER_BYTES;
}

static const struct task *next_with(const struct task *task, enum kind kind, ncclComm_t comm, int rank) {
    while (task != NULL && (task->comm != comm || task->kind != kind || task->root != rank || task->count == 0)) {
        task = task->next;
    }
    return task;
}

/* The bytes of the next piece. */
static uint64_t piece_of(const struct lane *lane) {
    uint64_t rest = lane->task->count * size_of(lane->task->type) - lane->done;
    return rest < TRANSFER_BYTES ? rest : TRANSFER_BYTES;
}

static void advance(struct lane *lane) {
    lane->done += piece_of(lane);
    if (lane->done == lane->task->count * size_of(lane->task->type)) {
        const struct task *ended = lane->task;
        *lane = (struct lane){.task = next_with(ended->next, ended->kind, ended->comm, ended->root)};
    }
}

static ncclResult_t send_piece(struct lane *lane, CUstream stream) {
    ncclComm_t comm = lane->task->comm;
    int receiver = lane->task->root;
    TRY(wait_for(stream, transfer_flag(comm, comm->rank, receiver), IS_EMPTY));
    CUDA(cuMemcpyAsync(slot(comm, comm->rank, receiver), lane->task->from + lane->done, piece_of(lane), stream));
    TRY(set_flag(stream, transfer_flag(comm, comm->rank, receiver), IS_FULL));
    advance(lane);
    return ncclSuccess;
}

static ncclResult_t receive_piece(struct lane *lane, CUstream stream) {
    ncclComm_t comm = lane->task->comm;
    int sender = lane->task->root;
    TRY(wait_for(stream, transfer_flag(comm, sender, comm->rank), IS_FULL));
    CUDA(cuMemcpyAsync(lane->task->to + lane->done, slot(comm, sender, comm->rank), piece_of(lane), stream));
    TRY(set_flag(stream, transfer_flag(comm, sender, comm->rank), IS_EMPTY));
    advance(lane);
    return ncclSuccess;
}

static ncclResult_t advance_all(struct lane *lanes, int ranks, ncclResult_t (*transfer)(struct lane *, CUstream),
                                CUstream stream, int *remain) {
    for (int rank = 0; rank < ranks; rank++) {
        if (lanes[rank].task != NULL) {
            TRY(transfer(&lanes[rank], stream));
            *remain |= lanes[rank].task != NULL;
        }
    }
    return ncclSuccess;
}

ncclResult_t enqueue_transfers(const struct task *tasks, ncclComm_t comm, CUstream stream) {
    struct lane sends[MOST_RANKS];
    struct lane receives[MOST_RANKS];
    int remain = 1;
    for (int rank = 0; rank < comm->ranks; rank++) {
        sends[rank] = (struct lane){.task = next_with(tasks, SEND, comm, rank)};
        receives[rank] = (struct lane){.task = next_with(tasks, RECEIVE, comm, rank)};
    }
    while (remain) {
        remain = 0;
        TRY(advance_all(sends, comm->ranks, send_piece, stream, &remain));
        TRY(advance_all(receives, comm->ranks, receive_piece, stream, &remain));
    }
    return ncclSuccess;
}
