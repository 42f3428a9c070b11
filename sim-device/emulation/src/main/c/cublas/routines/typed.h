/* Routines are defined once for the types of BLAS, and for `int` and `int64_t`: DEFINE(letter, type, Int, suffix). */
#ifndef OFFLOAD_TCK_CUBLAS_TYPED_H
#define OFFLOAD_TCK_CUBLAS_TYPED_H

#define WIDTHS(DEFINE, letter, type) DEFINE(letter, type, int, ) DEFINE(letter, type, int64_t, _64)
#define REAL_TYPES(DEFINE) WIDTHS(DEFINE, S, CUDA_R_32F) WIDTHS(DEFINE, D, CUDA_R_64F)
#define COMPLEX_TYPES(DEFINE) WIDTHS(DEFINE, C, CUDA_C_32F) WIDTHS(DEFINE, Z, CUDA_C_64F)
#define TYPES(DEFINE) REAL_TYPES(DEFINE) COMPLEX_TYPES(DEFINE)

#endif
