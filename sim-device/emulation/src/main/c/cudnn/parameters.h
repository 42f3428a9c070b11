/* What the library and its kernels share: tensors. Each group of kernels has its parameters in a header of its own. */
#ifndef OFFLOAD_TCK_CUDNN_PARAMETERS_H
#define OFFLOAD_TCK_CUDNN_PARAMETERS_H

#include <stdint.h>

/* CUDNN_DIM_MAX (cudnn_ops_infer.h of 8.9). */
enum { DIMENSIONS = 8 };

/* Threads of a block of most kernels (BLOCK of mathematics/library.h). */
enum { THREADS = 256 };

/* cudnnDataType_t (cudnn_ops_infer.h of 8.9): the types that tensors can have here. */
typedef enum {
    CUDNN_DATA_FLOAT = 0,
    CUDNN_DATA_DOUBLE = 1,
    CUDNN_DATA_HALF = 2,
    CUDNN_DATA_INT8 = 3,
    CUDNN_DATA_INT32 = 4,
    CUDNN_DATA_UINT8 = 6,
    CUDNN_DATA_BFLOAT16 = 9,
    CUDNN_DATA_INT64 = 10,
    CUDNN_DATA_BOOLEAN = 11
} cudnnDataType_t;

/* A tensor: element (i, j, ...) is steps[0] i + steps[1] j + ... elements behind the address. Dimensions beyond the rank have
 * size 1 and step 0. */
struct view {
    uint64_t data;
    int32_t type; /* cudnnDataType_t */
    int32_t rank;
    int64_t sizes[DIMENSIONS];
    int64_t steps[DIMENSIONS];
};

#endif
