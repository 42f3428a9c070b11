/* What the ranks of a communicator share in the memory of the host: a file in shared memory that is named by the unique id.
 * It is zero at first, which is a valid state. The last rank that has opened it removes its name. */
#ifndef OFFLOAD_TCK_NCCL_CLIQUE_H
#define OFFLOAD_TCK_NCCL_CLIQUE_H

#include <sys/types.h>

#include "nccl.h"

/* Calls of a rank that others can still compare with theirs. */
enum { RECORDED = 32 };

struct member {
    _Atomic int is_claimed;
    _Atomic int has_left;
    _Atomic int is_freed;
    pid_t process;
    CUcontext context;
    CUuuid device;
    int ordinal;
    int is_retained; /* whether the library has retained the context */
    CUdeviceptr area;
    CUipcMemHandle handle;
};

/* What must be the same in each rank. Of a transfer, that is the count, in bytes. */
struct call {
    uint64_t count;
    int kind; /* as in `task.h` */
    int type;
    int operation; /* of all that programs have created, the first one */
    int root;
};

struct record {
    _Atomic uint64_t posted;
    struct call calls[RECORDED];
};

struct choice {
    int color;
    int key;
};

struct clique {
    _Atomic int ranks;
    _Atomic int joined;
    _Atomic int exported;
    _Atomic int connected;
    _Atomic int failed; /* the result of a failure, of which all ranks learn */
    struct member members[MOST_RANKS];
    struct record collectives[MOST_RANKS];
    struct record sends[MOST_RANKS][MOST_RANKS];    /* by sender and receiver */
    struct record receives[MOST_RANKS][MOST_RANKS]; /* likewise */
    _Atomic uint64_t splits[MOST_RANKS];            /* that a rank has made its choice for */
    struct choice choices[2][MOST_RANKS];           /* of even and odd splits */
};

ncclResult_t make_id(ncclUniqueId *id);

/* The id of the ranks with that color in a split of a communicator. */
void derive_id(ncclUniqueId *id, const ncclUniqueId *parent, uint64_t split, int color);

ncclResult_t open_clique(const ncclUniqueId *id, struct clique **clique);
void close_clique(struct clique *clique);
void remove_name(const ncclUniqueId *id);

/* Waits until `counter` is at least `value`, or the clique has failed. */
ncclResult_t await(const struct clique *clique, const _Atomic int *counter, int value);
void pause_shortly(void);

/* Marks the clique as failed, unless it has failed before. Returns the result. */
ncclResult_t fail(struct clique *clique, ncclResult_t result);

/* Records a call, and compares it with that of other ranks. */
ncclResult_t post_collective(ncclComm_t comm, struct call call);
ncclResult_t post_transfer(ncclComm_t comm, int is_sender, int peer, uint64_t bytes);

#endif
