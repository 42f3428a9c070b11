/* Operations that programs create, and types of data. */
#include <string.h>

#include "operation.h"

static const struct {
    const char *name;
    size_t size;
} types[ncclNumTypes] = {
    [ncclInt8] = {"s8", 1},        [ncclUint8] = {"u8", 1},       [ncclInt32] = {"s32", 4},
    [ncclUint32] = {"u32", 4},     [ncclInt64] = {"s64", 8},      [ncclUint64] = {"u64", 8},
    [ncclFloat16] = {"f16", 2},    [ncclFloat32] = {"f32", 4},    [ncclFloat64] = {"f64", 8},
    [ncclBfloat16] = {"bf16", 2},  [ncclFloat8e4m3] = {"e4m3", 1}, [ncclFloat8e5m2] = {"e5m2", 1},
};

int is_type(ncclDataType_t type) {
    return (unsigned)type < ncclNumTypes;
}

size_t size_of(ncclDataType_t type) {
    return types[type].size;
}

const char *name_of(ncclDataType_t type) {
    return types[type].name;
}

int is_operation(ncclComm_t comm, ncclRedOp_t operation, ncclDataType_t type) {
    if (operation < BUILT_IN_OPERATIONS) {
        return operation >= 0;
    }
    const struct scaled_sum *sum = scaled_sum_of(comm, operation);
    return sum != NULL && sum->type == type;
}

const struct scaled_sum *scaled_sum_of(ncclComm_t comm, ncclRedOp_t operation) {
    int at = operation - BUILT_IN_OPERATIONS;
    return at >= 0 && at < MOST_SUMS && comm->sums[at].is_used ? &comm->sums[at] : NULL;
}

FUNCTION(ncclRedOpCreatePreMulSum,
         (ncclRedOp_t * op, void *scalar, ncclDataType_t datatype, int residence, ncclComm_t comm)) {
    EXPECT(comm != NULL && op != NULL && scalar != NULL, ncclInvalidArgument, "ncclRedOpCreatePreMulSum: a pointer is NULL");
    EXPECT(is_type(datatype), ncclInvalidArgument, "ncclRedOpCreatePreMulSum: the type is %d", datatype);
    EXPECT(residence == SCALAR_OF_DEVICE || residence == SCALAR_OF_HOST, ncclInvalidArgument,
           "ncclRedOpCreatePreMulSum: the residence is %d", residence);
    TRY(state_of(comm));
    int at = 0;
    while (at < MOST_SUMS && comm->sums[at].is_used) {
        at++;
    }
    EXPECT(at < MOST_SUMS, ncclInvalidUsage, "ncclRedOpCreatePreMulSum: there are %d operations already", MOST_SUMS);
    comm->sums[at] = (struct scaled_sum){.is_used = 1, .type = datatype};
    if (residence == SCALAR_OF_HOST) {
        memcpy(&comm->sums[at].value, scalar, size_of(datatype));
    } else {
        comm->sums[at].address = (CUdeviceptr)scalar;
    }
    *op = BUILT_IN_OPERATIONS + at;
    return ncclSuccess;
}

FUNCTION(ncclRedOpDestroy, (ncclRedOp_t op, ncclComm_t comm)) {
    EXPECT(comm != NULL, ncclInvalidArgument, "ncclRedOpDestroy: the communicator is NULL");
    EXPECT(scaled_sum_of(comm, op) != NULL, ncclInvalidArgument,
           "ncclRedOpDestroy: %d is no operation that this communicator has created", op);
    comm->sums[op - BUILT_IN_OPERATIONS].is_used = 0;
    return ncclSuccess;
}
