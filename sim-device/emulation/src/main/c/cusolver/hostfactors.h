/* Factors of sparse matrices that the host computes, all in double precision. */
#ifndef OFFLOAD_TCK_CUSOLVER_HOSTFACTORS_H
#define OFFLOAD_TCK_CUSOLVER_HOSTFACTORS_H

#include <complex.h>

#include "cusolver.h"

typedef double complex number;

/* A number of a program's array of one of the four types. */
number read_number(cudaDataType type, const void *values, size_t at);
void write_number(cudaDataType type, void *values, size_t at, number value);

/* Columns of a triangular factor, whose size grows. */
struct triangle {
    int64_t *offsets; /* order + 1 */
    int32_t *rows;
    number *values;
    int64_t size;     /* elements for which there is memory */
};

/* The rotation of a row of the matrix with a row of R. */
struct rotation {
    number cosine;
    number sine;
};

/* A matrix by rows, and its factor: R of A = Q R or A = R^H R, or L and U of P A = L U. */
struct host_factors {
    enum factor factor;
    int rows;
    int order; /* columns */
    int32_t *offsets;
    int32_t *columns;
    number *values;
    struct pattern pattern; /* of R */
    number *r;              /* the values of R */
    int failed;             /* the first row without a pivot, or `order` */
    number *line;           /* all columns of a row, which is 0 before and after each */
    struct rotation *rotations; /* those of the steps of the pattern */
    int32_t *pivots;        /* row k of P A is row pivots[k] of A */
    struct triangle lower;  /* without the diagonal, with the rows of A */
    struct triangle upper;  /* the diagonal is the last element of a column */
    int is_analysed;
    int is_loaded;
    int is_factorised;
};

/* Reads the pattern of a matrix and finds that of R. What was computed before is freed. */
cusolverStatus_t analyse(struct host_factors *of, const struct host_matrix *matrix);

void load_values(struct host_factors *of, cudaDataType type, const void *values);

/* Computes the factor. A pivot of P A = L U stays on the diagonal of A if its absolute value is at least `threshold` times the
 * largest of the column. */
cusolverStatus_t factorise(struct host_factors *of, double threshold);

/* Returns the first row of R, or of U, whose diagonal is not greater than the tolerance, or -1. */
int find_small(const struct host_factors *of, double tolerance);

/* Solves A x = b, or minimises |A x - b| if A has more rows than columns. */
cusolverStatus_t solve_factors(const struct host_factors *of, cudaDataType type, const void *b, void *x);

/* Frees all but the structure. */
void free_factors(struct host_factors *of);

/* LU factors (hostlu.c). */
cusolverStatus_t factorise_pivoted(struct host_factors *of, double threshold);
void solve_pivoted(const struct host_factors *of, number *sides);

#endif
