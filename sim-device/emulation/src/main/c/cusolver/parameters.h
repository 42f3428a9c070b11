/* Parameters of the kernels of cuSOLVER (kernels.cu), for the library and for the kernels. Sizes and steps count elements,
 * matrices are stored by columns. A block has the matrix of its number. */
#ifndef OFFLOAD_TCK_CUSOLVER_PARAMETERS_H
#define OFFLOAD_TCK_CUSOLVER_PARAMETERS_H

#include <stdint.h>

/* Threads of a block. Each is in one of its warps. */
enum { LANES = 32, WARPS = 8, THREADS = LANES * WARPS };

/* The matrices of a batch. */
struct stack {
    uint64_t data;   /* the address of the first one, or of an array of the addresses of all */
    int64_t lead;    /* from a column to the next one */
    int64_t stride;  /* from a matrix to the next one */
    int64_t has_addresses;
};

/* Triangular factors of a matrix and their use. `pivots` is 0 if rows are not exchanged. */
struct triangles {
    struct stack a;
    struct stack b;   /* right sides */
    uint64_t pivots;  /* the address of an index for each exchange of rows, from 1 on */
    uint64_t info;    /* the address of an int32_t for each matrix */
    uint64_t work;    /* of the inverse: a matrix */
    int64_t rows;     /* of a */
    int64_t columns;  /* of a */
    int64_t sides;    /* columns of b */
    int32_t has_long_pivots; /* of 64 bits */
    int32_t is_upper;
    int32_t is_transposed;
    int32_t is_conjugate;
};

/* Householder reflections, H = I - tau v v^H. v(0) is 1, and the rest of v is stored below the diagonal of a. */
struct reflections {
    struct stack a;
    struct stack c;   /* is multiplied by the reflections */
    uint64_t tau;     /* the address of a number for each reflection */
    uint64_t info;
    int64_t rows;     /* of the matrix that changes */
    int64_t columns;
    int64_t count;    /* of reflections */
    int32_t is_right; /* c is the left factor */
    int32_t is_adjoint;
};

/* How often Jacobi rotations are repeated, and what came of it. */
struct iteration {
    double tolerance;
    int64_t most;      /* sweeps */
    uint64_t outcome;  /* the address of two double: the residual and the sweeps; or 0 */
};

/* Eigenvalues and eigenvectors of Hermitian matrices. The vectors replace a. */
struct spectrum {
    struct stack a;
    uint64_t values;  /* the address of `order` real numbers for each matrix */
    uint64_t info;
    uint64_t work;
    int64_t work_size; /* bytes for each matrix */
    int64_t order;
    struct iteration iteration;
    int32_t is_upper;
    int32_t has_vectors;
};

/* The place of singular vectors, which are columns. No column is stored if `columns` is 0. */
struct vectors_of {
    uint64_t data;
    int64_t row;     /* step to the next element of a vector */
    int64_t column;  /* step to the next vector */
    int64_t stride;
    int64_t columns;
    int64_t is_conjugate;
};

/* Singular values and vectors of matrices with at least as many rows as columns: of a, or of its adjoint. */
struct singular {
    struct stack a;
    uint64_t values; /* the address of `columns` real numbers for each matrix */
    int64_t values_stride;
    struct vectors_of left;
    struct vectors_of right;
    uint64_t info;
    uint64_t work;
    int64_t work_size;
    int64_t rows;
    int64_t columns;
    struct iteration iteration;
    int64_t is_adjoint; /* the matrix is the adjoint of a */
};

/* A system of equations with a sparse matrix by rows, and the factor R of its rows. Lines are counted from 0 on in R. */
struct sparse_system {
    uint64_t values;
    uint64_t offsets; /* the address of int32_t[order + 1] */
    uint64_t columns; /* the address of an int32_t for each element */
    uint64_t b;
    uint64_t x;
    uint64_t r_values;
    uint64_t r_offsets; /* the address of int64_t[order + 1] */
    uint64_t r_columns; /* the address of an int32_t for each element: the diagonal comes first */
    uint64_t c;         /* the right side of R x = c */
    uint64_t row;       /* a row with all columns, which is 0 before and after each row */
    uint64_t singular;  /* the address of an int32_t: the first row of R whose diagonal is too small, or -1 */
    double tolerance;
    int64_t order;
    int64_t base;       /* of the indices of the matrix */
    int64_t rows;       /* the following belong to QR factors that are kept (struct pattern) */
    uint64_t step_ends;
    uint64_t steps;
    uint64_t rotations; /* the address of two numbers for each step */
};

/* Matrices of one pattern, each with a block, whose factors L and U lie in one matrix M by rows, in order and with the diagonal of
 * that factor which has no unit diagonal. P A Q^T = L U. */
struct refactorisation {
    uint64_t offsets;   /* the address of int32_t[order + 1], as those of the pattern are */
    uint64_t columns;
    uint64_t diagonals; /* the places of the diagonal in M */
    uint64_t values;    /* of M; those of the next matrix are `count` further */
    uint64_t line;      /* a row with all columns; the next matrix has its own */
    uint64_t places;    /* for each element of A, its place in M */
    uint64_t pivots;    /* for each matrix, an int32_t: the first pivot that is 0, or -1 */
    uint64_t boosted;   /* for each matrix, an int32_t: whether a pivot was replaced */
    uint64_t given;     /* the values of A, or the right side, which the solution replaces */
    uint64_t p;
    uint64_t q;
    uint64_t temporary; /* `temporary_stride` elements for each matrix */
    int64_t temporary_stride;
    int64_t order;
    int64_t count;      /* of the elements of M */
    int64_t given_count; /* of those of A */
    double zero;
    double boost;       /* what replaces a pivot that is not greater than `zero`; none if 0 */
    int32_t has_addresses; /* `given` is the address of an array of addresses */
    int32_t has_unit_upper;
};

#endif
