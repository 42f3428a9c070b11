/* Initialisation of communicators. Those of one group go through it together, since each waits for the others. */
#ifndef OFFLOAD_TCK_NCCL_START_H
#define OFFLOAD_TCK_NCCL_START_H

#include "clique.h"

/* A communicator that is initialised with others, or by a split of its parent. */
struct start {
    struct start *next;
    ncclComm_t comm; /* NULL in a split for a rank that has no color */
    ncclComm_t *out;
    ncclComm_t parent;
    uint64_t split;
    struct choice choice;
};

/* NCCL_SPLIT_NOCOLOR. */
enum { NO_COLOR = -1 };

/* A communicator for the current context. */
ncclResult_t create(ncclComm_t *comm, const ncclConfig_t *config, const char *function);

/* Takes what a split has decided: id, rank and number of ranks. */
ncclResult_t choose(const struct start *start);
ncclResult_t decide(const struct start *start);

/* The phases of each communicator. */
ncclResult_t join(ncclComm_t comm);
ncclResult_t export_area(ncclComm_t comm);
ncclResult_t connect_areas(ncclComm_t comm);
ncclResult_t meet(ncclComm_t comm);

/* Frees what a communicator has. */
void release(ncclComm_t comm);

/* Runs or, without blocking, begins an initialisation, or adds it to the group of the thread. */
ncclResult_t submit_start(const struct start *start);

ncclResult_t fail_group(ncclResult_t result);

#endif
