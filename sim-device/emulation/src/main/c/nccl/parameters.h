/* Parameters of the kernels of NCCL (kernels.cu), for the library and for the kernels. */
#ifndef OFFLOAD_TCK_NCCL_PARAMETERS_H
#define OFFLOAD_TCK_NCCL_PARAMETERS_H

#include <stdint.h>

/* The most ranks of a communicator. */
enum { MOST_RANKS = 64 };

/* ncclRedOp_t (nccl.h of NCCL 2.28.3). */
enum { OPERATION_SUM = 0, OPERATION_PRODUCT = 1, OPERATION_MAXIMUM = 2, OPERATION_MINIMUM = 3, OPERATION_AVERAGE = 4 };

/* Combines the elements of the ranks, in the order of ranks. */
struct combination {
    uint64_t sources[MOST_RANKS];
    uint64_t to;
    uint64_t count;
    int32_t ranks;
    int32_t operation;
};

/* Multiplies elements by a scalar of their type: the one at `address`, or `value` if that is 0. */
struct scaling {
    uint64_t from;
    uint64_t to;
    uint64_t count;
    uint64_t address;
    uint64_t value;
};

#endif
