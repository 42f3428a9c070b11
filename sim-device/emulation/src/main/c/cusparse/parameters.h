/* Parameters of the kernels of cuSPARSE (kernels.cu), for the library and for the kernels. Steps and counts are of elements. */
#ifndef OFFLOAD_TCK_CUSPARSE_PARAMETERS_H
#define OFFLOAD_TCK_CUSPARSE_PARAMETERS_H

#include <stdint.h>

/* An array of indices as a program stores them. */
struct indices {
    uint64_t data; /* its address, or 0 */
    int64_t batch; /* to the array of the next matrix */
    int32_t is_wide; /* int64_t, not int32_t */
    int32_t base;
};

/* A factor, in the memory of the device or of the host. */
struct scalar {
    uint64_t device; /* its address, or 0 */
    double re;
    double im;
};

/* A dense matrix. A vector is a matrix of one column. */
struct dense {
    uint64_t data;
    int64_t row;    /* from an element to that of the next row */
    int64_t column; /* to that of the next column */
    int64_t batch;  /* to the next matrix */
    int64_t is_conjugate;
};

/* The stored elements of a sparse matrix, in their order. A line is a row, or a column if the matrix is stored by columns. */
struct entries {
    struct indices offsets; /* of the first element of each line, and the end of the last one; or none */
    struct indices lines;   /* the line of each element, where there are no offsets */
    struct indices others;  /* the other index of each element */
    uint64_t values;
    int64_t batch;      /* to the values of the next matrix */
    int64_t line_count;
    int64_t count;
    int64_t is_by_columns;
};

/* A sparse matrix as a product or a solver reads it: by the rows of its result. */
struct sparse {
    struct indices offsets;
    struct indices columns;
    uint64_t order; /* the address of int64_t[count], the element at each place; or 0 if they lie in order */
    int64_t order_batch;
    uint64_t values;
    int64_t batch;
    int64_t rows;
    int64_t is_conjugate;
};

/* c = alpha a b + beta c. */
struct product {
    struct sparse a;
    struct dense b;
    struct dense c;
    struct scalar alpha;
    struct scalar beta;
    int64_t columns;
    int64_t batches;
};

/* c = alpha inverse(a) b, with a triangle of a. */
struct solve {
    struct sparse a;
    struct dense b;
    struct dense c;
    struct scalar alpha;
    int64_t columns;
    int32_t is_lower;
    int32_t has_unit_diagonal;
};

/* The stored elements of c = alpha a b + beta c. */
struct sampled {
    struct entries c;
    struct dense a;
    struct dense b;
    struct scalar alpha;
    struct scalar beta;
    int64_t depth;
    int64_t batches;
};

/* Sorts the elements of a matrix by an index. All arrays are int64_t[count]. */
struct sorting {
    struct entries entries;
    uint64_t keys;
    uint64_t others; /* the other index of each element */
    uint64_t from;   /* the elements in their order */
    uint64_t to;
    uint64_t bounds; /* the address of int64_t[lines + 1]: the first place of each key */
    int64_t lines;
    int64_t width;   /* of sorted runs, which a pass merges in pairs */
    int32_t is_by_line; /* the key is the line of an element, not the other index */
    int32_t is_by_both; /* elements of the same key are sorted by their other index */
};

/* Moves values or indices: to[i] = from[order[i]]. */
struct movement {
    struct indices from;
    struct indices to;
    uint64_t order; /* or 0 */
    int64_t count;
};

/* A dense matrix and the sparse one of its elements that are not 0. */
struct conversion {
    struct dense dense;
    struct entries entries;
    uint64_t bounds; /* the address of int64_t[lines + 1] */
    int64_t length;  /* of a line, or the lines whose counts are added up */
};

/* A sparse and a dense vector. */
struct vectors {
    struct indices indices;
    uint64_t x;
    uint64_t y;
    uint64_t result; /* the address of the result */
    struct scalar alpha; /* or the cosine */
    struct scalar beta;  /* or the sine */
    int64_t count;       /* of x */
    int64_t size;        /* of y */
    int64_t is_conjugate; /* x of a product */
};

/* to = alpha a b + beta d, or to = alpha a + beta b, of sparse matrices by rows. A matrix without offsets is 0. A product
 * without d adds beta to. */
struct combination {
    struct sparse a;
    struct sparse b;
    struct sparse d;
    struct entries to;
    struct scalar alpha;
    struct scalar beta;
    uint64_t bounds; /* the address of int64_t[rows + 1] */
    int64_t is_product;
};

/* The elements of a matrix on its diagonal, and the first row where one is missing or 0. */
struct pivots {
    struct sparse a;
    uint64_t places;   /* the address of int64_t[rows]: the place of each; or -1 */
    uint64_t position; /* the address of int32_t: the row, or -1 */
    int32_t is_numerical; /* an element of 0 counts, too */
    int32_t unused;
};

/* Incomplete factors that replace the elements of a matrix, whose rows are in the order of their columns. */
struct incomplete {
    struct pivots pivots;
    struct scalar tolerance; /* a pivot up to it is replaced by `boost` */
    struct scalar boost;
    int32_t has_boost;
    int32_t unused;
};

/* A sparse matrix of blocks of size x size elements, in the order of its block rows. */
struct blocks {
    struct indices offsets; /* of the block rows */
    struct indices columns;
    uint64_t values;
    int64_t rows; /* of blocks */
    int64_t count; /* of blocks */
    int64_t size;
    int64_t is_by_columns; /* the elements of a block */
};

/* y = alpha a x + beta y. */
struct block_product {
    struct blocks a;
    uint64_t x;
    uint64_t y;
    struct scalar alpha;
    struct scalar beta;
};

/* A matrix in blocks and in single elements. */
struct regrouping {
    struct blocks blocks;
    struct sparse elements;
    uint64_t bounds; /* the address of int64_t[block rows + 1] */
};

#endif
