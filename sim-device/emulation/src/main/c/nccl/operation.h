/* Types of data, and operations on them. */
#ifndef OFFLOAD_TCK_NCCL_OPERATION_H
#define OFFLOAD_TCK_NCCL_OPERATION_H

#include "nccl.h"

int is_type(ncclDataType_t type);

/* The name of a type in those of kernels. */
const char *name_of(ncclDataType_t type);

/* Whether a communicator has that operation for a type. */
int is_operation(ncclComm_t comm, ncclRedOp_t operation, ncclDataType_t type);

/* NULL for a built-in operation. */
const struct scaled_sum *scaled_sum_of(ncclComm_t comm, ncclRedOp_t operation);

#endif
