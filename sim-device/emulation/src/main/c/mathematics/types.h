/* Types of data, for the libraries and for their kernels. */
#ifndef OFFLOAD_TCK_MATHEMATICS_TYPES_H
#define OFFLOAD_TCK_MATHEMATICS_TYPES_H

/* cudaDataType (library_types.h of CUDA 12.1): the types that the libraries have. */
typedef enum {
    CUDA_R_32F = 0,
    CUDA_R_64F = 1,
    CUDA_R_16F = 2,
    CUDA_R_8I = 3,
    CUDA_C_32F = 4,
    CUDA_C_64F = 5,
    CUDA_R_32I = 10,
    CUDA_R_16BF = 14
} cudaDataType;

#endif
