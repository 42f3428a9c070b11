/* Parameters of the kernels of cuBLAS (kernels.cu), for the library and for the kernels. Sizes and strides
 * count elements. */
#ifndef OFFLOAD_TCK_CUBLAS_PARAMETERS_H
#define OFFLOAD_TCK_CUBLAS_PARAMETERS_H

#include <stdint.h>

/* Which elements of a matrix are stored, and what the others are. */
enum shape { GENERAL, SYMMETRIC, HERMITIAN, TRIANGULAR };

/* Where a stored element lies (cuBLAS Library, "cublas<t>gbmv()", "cublas<t>spmv()"). */
enum storage { FULL, PACKED, BANDED };

/* A matrix as the routines read and write it. A vector is a matrix of one column. */
struct view {
    uint64_t data;  /* the address of element (0, 0), or of an array of such addresses */
    int64_t row;    /* from an element to that of the next row */
    int64_t column; /* to that of the next column */
    int64_t batch;  /* to the next matrix of a batch */
    int64_t order;  /* of a packed matrix */
    int64_t below;  /* diagonals of a banded matrix below the main one */
    int64_t above;
    int32_t shape;
    int32_t storage;
    int32_t has_addresses; /* of the matrices of a batch */
    int32_t is_lower;      /* the stored triangle */
    int32_t has_unit_diagonal;
    int32_t is_transposed;
    int32_t is_conjugate;
    int32_t unused;
};

/* A factor, in the memory of the device or of the host. */
struct scalar {
    uint64_t device; /* its address, or 0 */
    int32_t type;    /* cudaDataType of the value there */
    int32_t is_conjugate;
    double re;
    double im;
};

/* What is written of a result. */
enum region { WHOLE, LOWER, UPPER };

/* cublasLtEpilogue_t: bits of the functions that are applied to a result (cublasLt.h). */
enum { EPILOGUE_RELU = 2, EPILOGUE_BIAS = 4, EPILOGUE_GELU = 32 };

/* to = function(alpha a b + beta c + bias). */
struct product {
    struct view a; /* rows x depth */
    struct view b; /* depth x columns */
    struct view c;
    struct view to;
    struct scalar alpha;
    struct scalar beta;
    int64_t rows;
    int64_t columns;
    int64_t depth;
    int64_t batches;
    uint64_t bias;      /* the address of a vector of `rows` elements, or 0 */
    int32_t bias_type;  /* cudaDataType */
    int32_t region;     /* enum region */
    int32_t is_hermitian; /* the diagonal is real */
    int32_t epilogue;
};

/* b = alpha inverse(a) b. */
struct solve {
    struct view a; /* rows x rows, triangular */
    struct view b; /* rows x columns */
    struct scalar alpha;
    int64_t rows;
    int64_t columns;
    int64_t batches;
};

/* to = alpha a + beta b, or the product of each element with that of b. */
struct combination {
    struct view a;
    struct view b;
    struct view to;
    struct scalar alpha;
    struct scalar beta;
    int64_t rows;
    int64_t columns;
    int64_t batches;
    int32_t is_product;
    int32_t unused;
};

/* x and y are changed as the routine says. */
struct vectors {
    struct view x;
    struct view y;
    struct scalar alpha; /* or the cosine */
    struct scalar beta;  /* or the sine */
    int64_t count;
    uint64_t result; /* the address of the result */
    int32_t is_conjugate;  /* x of a dot product */
    int32_t has_long_result; /* an index has 64 bits */
};

/* The five values of cublas<t>rotmEx: the flag and H (cuBLAS Library, "cublas<t>rotm()"). */
struct rotation {
    struct view x;
    struct view y;
    int64_t count;
    uint64_t device; /* the address of the five values, or 0 */
    double values[5];
};

/* Matrices of a batch that are factorised, used or inverted. `pivots` is 0 if rows are not exchanged. */
struct factors {
    struct view a;
    struct view b; /* right sides, or the inverse */
    uint64_t pivots; /* the address of int32_t[batches][order], from 1 on */
    uint64_t info;   /* the address of int32_t[batches] */
    int64_t order;
    int64_t columns; /* of b */
    int64_t batches;
    int32_t is_identity; /* b is set to the unit matrix first */
    int32_t is_backward; /* the last exchange of rows comes first */
};

/* QR factors of the matrices of a batch, and right sides of systems with more equations than unknowns. */
struct least_squares {
    struct view a;   /* rows x columns */
    struct view c;   /* rows x sides */
    uint64_t taus;   /* the address of the addresses of the factors of reflections */
    uint64_t info;   /* the address of int32_t[batches], or 0 */
    int64_t rows;
    int64_t columns;
    int64_t sides;
};

#endif
