/* Factors of matrices of one pattern (cusolverRf.h of CUDA 11.8), and their places in memory. */
#ifndef OFFLOAD_TCK_CUSOLVER_REFACTOR_H
#define OFFLOAD_TCK_CUSOLVER_REFACTOR_H

#include "cusolver.h"

typedef enum { CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_MATRIX_FORMAT_CSC } cusolverRfMatrixFormat_t;

typedef enum {
    CUSOLVERRF_UNIT_DIAGONAL_STORED_L,
    CUSOLVERRF_UNIT_DIAGONAL_STORED_U,
    CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L,
    CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U
} cusolverRfUnitDiagonal_t;

/* A step needs those before it; a step that is repeated takes back those after it. */
enum step { CREATED, SET_UP, ANALYSED, REFACTORED };

typedef struct cusolverRfCommon {
    cusolverRfMatrixFormat_t format;
    cusolverRfUnitDiagonal_t unit;
    int fast_mode;
    int factorization;
    int triangular_solve;
    enum step step;
    int batches;
    int32_t *offsets; /* of M on the host; those on the device are parts of `memory` */
    int32_t *columns;
    int32_t *diagonals;
    CUdeviceptr memory;
    struct refactorisation device;
    struct cusolverSpContext warps; /* in which stream kernels run, and their modules */
} *cusolverRfHandle_t;

/* A matrix of the host: by rows, or by columns as the handle says. */
struct lines {
    int count;
    const int *offsets;
    const int *indices;
};

/* What is set up, on the host. There are arrays of values for each of `batches` matrices. */
struct assembly {
    int batches;
    int order;
    struct lines a;
    double *const *values;
    struct lines lower;
    struct lines upper;
    const int *p;
    const int *q;
};

/* Finds the pattern of M, and uploads it and P A Q^T (refactorsetup.c). */
cusolverStatus_t assemble(cusolverRfHandle_t handle, const struct assembly *given, const char *function);

/* Frees what was set up. */
void discard(cusolverRfHandle_t handle);

#endif
