/* Collective calls on a stream. A writer copies a piece of its data to its own area and marks it as full for each reader; a
 * reader waits for all writers, combines or copies the pieces, and marks them as empty. So no rank needs the addresses of
 * the others, and a call of one rank waits for no call of another. */
#include <stdio.h>

#include "task.h"

KERNELS(nccl, all)

/* CU_STREAM_WAIT_VALUE_AND. */
enum { WAIT_FOR_A_BIT = 2 };

size_t area_size(int ranks) {
    return SHARED_PART + SHARED_BYTES + (size_t)ranks * TRANSFER_BYTES;
}

CUdeviceptr shared_flag(ncclComm_t comm, int writer, int reader) {
    return comm->areas[writer] + (size_t)reader * sizeof(uint32_t);
}

CUdeviceptr transfer_flag(ncclComm_t comm, int sender, int receiver) {
    return comm->areas[sender] + FLAGS_OF_TRANSFERS + (size_t)receiver * sizeof(uint32_t);
}

ncclResult_t wait_for(CUstream stream, CUdeviceptr flag, unsigned bit) {
    CUDA(cuStreamWaitValue32_v2(stream, flag, bit, WAIT_FOR_A_BIT));
    return ncclSuccess;
}

ncclResult_t set_flag(CUstream stream, CUdeviceptr flag, unsigned bit) {
    CUDA(cuStreamWriteValue32_v2(stream, flag, bit, 0));
    return ncclSuccess;
}

/* A piece of a collective call: elements of each segment, as many segments as ranks or one. */
struct piece {
    const struct task *task;
    CUstream stream;
    uint64_t first;
    uint64_t count;
    int segments;
};

static int writes(const struct task *task, int rank) {
    return task->kind != BROADCAST || task->root == rank;
}

static int reads(const struct task *task, int rank) {
    return task->kind != REDUCE || task->root == rank;
}

static CUdeviceptr slot(const struct piece *piece, int rank, int segment) {
    return piece->task->comm->areas[rank] + SHARED_PART + segment * piece->count * size_of(piece->task->type);
}

static ncclResult_t launch(const struct piece *piece, const char *verb, void *parameters) {
    char kernel[32];
    unsigned grid[3] = {blocks_for((int64_t)piece->count), 1, 1};
    snprintf(kernel, sizeof kernel, "%s_%s", verb, name_of(piece->task->type));
    return checked(run_kernel(&piece->task->comm->modules, 0, nccl_all, kernel, piece->stream, grid, BLOCK, parameters),
                   kernel);
}

static ncclResult_t copy(const struct piece *piece, CUdeviceptr to, CUdeviceptr from) {
    CUDA(cuMemcpyAsync(to, from, piece->count * size_of(piece->task->type), piece->stream));
    return ncclSuccess;
}

static ncclResult_t scale(const struct piece *piece, CUdeviceptr to, CUdeviceptr from) {
    const struct scaled_sum *sum = &piece->task->scale;
    struct scaling scaling = {
        .from = from, .to = to, .count = piece->count, .address = sum->address, .value = sum->value};
    return launch(piece, "scale", &scaling);
}

static ncclResult_t write_segments(const struct piece *piece) {
    const struct task *task = piece->task;
    for (int segment = 0; segment < piece->segments; segment++) {
        CUdeviceptr from = task->from + (segment * task->count + piece->first) * size_of(task->type);
        CUdeviceptr to = slot(piece, task->comm->rank, segment);
        TRY(task->scale.is_used ? scale(piece, to, from) : copy(piece, to, from));
    }
    return ncclSuccess;
}

static ncclResult_t write_piece(const struct piece *piece) {
    ncclComm_t comm = piece->task->comm;
    for (int reader = 0; reader < comm->ranks; reader++) {
        if (reader != comm->rank && reads(piece->task, reader)) {
            TRY(wait_for(piece->stream, shared_flag(comm, comm->rank, reader), IS_EMPTY));
        }
    }
    TRY(write_segments(piece));
    for (int reader = 0; reader < comm->ranks; reader++) {
        if (reader != comm->rank && reads(piece->task, reader)) {
            TRY(set_flag(piece->stream, shared_flag(comm, comm->rank, reader), IS_FULL));
        }
    }
    return ncclSuccess;
}

static ncclResult_t combine(const struct piece *piece, CUdeviceptr to) {
    const struct task *task = piece->task;
    ncclComm_t comm = task->comm;
    int segment = piece->segments > 1 ? comm->rank : 0;
    struct combination combination = {.to = to,
                                      .count = piece->count,
                                      .ranks = comm->ranks,
                                      .operation = task->scale.is_used ? OPERATION_SUM : task->operation};
    for (int rank = 0; rank < comm->ranks; rank++) {
        combination.sources[rank] = slot(piece, rank, segment);
    }
    return launch(piece, "combine", &combination);
}

static ncclResult_t read_segments(const struct piece *piece) {
    const struct task *task = piece->task;
    size_t size = size_of(task->type);
    CUdeviceptr to = task->to + piece->first * size;
    switch (task->kind) {
    case BROADCAST:
        return copy(piece, to, slot(piece, task->root, 0));
    case ALL_GATHER:
        for (int rank = 0; rank < task->comm->ranks; rank++) {
            TRY(copy(piece, to + rank * task->count * size, slot(piece, rank, 0)));
        }
        return ncclSuccess;
    default:
        return combine(piece, to);
    }
}

static ncclResult_t read_piece(const struct piece *piece) {
    ncclComm_t comm = piece->task->comm;
    for (int writer = 0; writer < comm->ranks; writer++) {
        if (writer != comm->rank && writes(piece->task, writer)) {
            TRY(wait_for(piece->stream, shared_flag(comm, writer, comm->rank), IS_FULL));
        }
    }
    TRY(read_segments(piece));
    for (int writer = 0; writer < comm->ranks; writer++) {
        if (writer != comm->rank && writes(piece->task, writer)) {
            TRY(set_flag(piece->stream, shared_flag(comm, writer, comm->rank), IS_EMPTY));
        }
    }
    return ncclSuccess;
}

static ncclResult_t enqueue_pieces(const struct task *task, CUstream stream) {
    ncclComm_t comm = task->comm;
    struct piece piece = {.task = task, .stream = stream, .segments = task->kind == REDUCE_SCATTER ? comm->ranks : 1};
    uint64_t most = SHARED_BYTES / piece.segments / sizeof(double) * sizeof(double) / size_of(task->type);
    for (; piece.first < task->count; piece.first += piece.count) {
        uint64_t rest = task->count - piece.first;
        piece.count = rest < most ? rest : most;
        if (writes(task, comm->rank)) {
            TRY(write_piece(&piece));
        }
        if (reads(task, comm->rank)) {
            TRY(read_piece(&piece));
        }
    }
    return ncclSuccess;
}

/* A long sum has a part for each rank, which adds it and gives it to the others. So each element is added once. The order is
 * that of a short sum, which every rank adds for itself. */
static ncclResult_t enqueue_long_sum(const struct task *task, CUstream stream) {
    ncclComm_t comm = task->comm;
    uint64_t part = task->count / comm->ranks;
    uint64_t size = part * size_of(task->type);
    struct task sum = *task;
    sum.kind = REDUCE_SCATTER;
    sum.to = task->to + comm->rank * size;
    sum.count = part;
    struct task exchange = sum;
    exchange.kind = ALL_GATHER;
    exchange.from = sum.to;
    exchange.to = task->to;
    exchange.scale.is_used = 0;
    struct task rest = *task;
    rest.from += comm->ranks * size;
    rest.to += comm->ranks * size;
    rest.count = task->count % comm->ranks;
    TRY(enqueue_pieces(&sum, stream));
    TRY(enqueue_pieces(&exchange, stream));
    return enqueue_pieces(&rest, stream);
}

ncclResult_t enqueue_collective(const struct task *task, CUstream stream) {
    enum { LONG_SUM = 8192 };
    int is_long = task->kind == ALL_REDUCE && task->comm->ranks > 1 && task->count >= LONG_SUM;
    return is_long ? enqueue_long_sum(task, stream) : enqueue_pieces(task, stream);
}
