/* The descriptor of a sparse matrix, which a program creates with cuSPARSE and gives to cuSOLVER, too (cusparse.h of CUDA 12.1). */
#ifndef OFFLOAD_TCK_MATHEMATICS_DESCRIPTOR_H
#define OFFLOAD_TCK_MATHEMATICS_DESCRIPTOR_H

typedef enum { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT } cusparseDiagType_t;
typedef enum {
    CUSPARSE_MATRIX_TYPE_GENERAL,
    CUSPARSE_MATRIX_TYPE_SYMMETRIC,
    CUSPARSE_MATRIX_TYPE_HERMITIAN,
    CUSPARSE_MATRIX_TYPE_TRIANGULAR
} cusparseMatrixType_t;

/* What functions that are given the arrays of a matrix need besides. */
typedef struct cusparseMatDescr {
    cusparseMatrixType_t type;
    cusparseFillMode_t fill;
    cusparseDiagType_t diagonal;
    cusparseIndexBase_t base;
} *cusparseMatDescr_t;

#endif
