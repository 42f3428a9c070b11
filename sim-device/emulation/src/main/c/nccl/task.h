/* What a call of a program asks a rank to do, and how it is put onto a stream. */
#ifndef OFFLOAD_TCK_NCCL_TASK_H
#define OFFLOAD_TCK_NCCL_TASK_H

#include "operation.h"

enum kind { ALL_REDUCE = 1, REDUCE, REDUCE_SCATTER, BROADCAST, ALL_GATHER, SEND, RECEIVE };

/* Addresses are those of the program. The count is that of the function: elements of a rank's part, if there are parts. */
struct task {
    struct task *next;
    enum kind kind;
    ncclComm_t comm;
    CUdeviceptr from;
    CUdeviceptr to;
    uint64_t count;
    ncclDataType_t type;
    ncclRedOp_t operation;
    struct scaled_sum scale; /* of an operation that is not built in */
    int root;                /* or the other rank of a transfer */
    CUstream stream;
};

/* An area: a word for each reader of the part for collective calls, one for each receiver, the part, and a part for each
 * receiver. */
enum {
    FLAGS_OF_TRANSFERS = 4096,
    SHARED_PART = 8192,
    SHARED_BYTES = 1 << 20,
    TRANSFER_BYTES = 1 << 18,
};

/* Flags of a part and one reader. Streams wait for a bit, so that both bits end each wait. */
enum { IS_FULL = 1, IS_EMPTY = 2, IS_ABANDONED = IS_FULL | IS_EMPTY };

size_t area_size(int ranks);
CUdeviceptr shared_flag(ncclComm_t comm, int writer, int reader);
CUdeviceptr transfer_flag(ncclComm_t comm, int sender, int receiver);

/* Puts tasks onto a stream, whose context is current. */
ncclResult_t enqueue_collective(const struct task *task, CUstream stream);
ncclResult_t enqueue_transfers(const struct task *tasks, ncclComm_t comm, CUstream stream);

ncclResult_t wait_for(CUstream stream, CUdeviceptr flag, unsigned bit);
ncclResult_t set_flag(CUstream stream, CUdeviceptr flag, unsigned bit);

/* Starts a task, or adds it to the group of the thread. */
ncclResult_t submit(const struct task *task);

/* Keeps a failure for the end of the group of the thread, and returns it. */
ncclResult_t fail_group(ncclResult_t result);

#endif
