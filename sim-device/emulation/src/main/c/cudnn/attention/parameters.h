/* Parameters of the kernels of attention, for the library and for the kernels. Sizes and strides count elements. Tables are
 * arrays of int32_t. Queries are numbered sequence by sequence, and so are keys, which have the numbers of values. */
#ifndef OFFLOAD_TCK_CUDNN_ATTENTION_PARAMETERS_H
#define OFFLOAD_TCK_CUDNN_ATTENTION_PARAMETERS_H

#include "../recurrence/parameters.h"

/* Vectors, as each head sees them: a part of a row, or all of it if `head` is 0. */
struct heads {
    struct lines lines;
    int64_t head; /* from the part of a head to the next one */
};

/* The part of a batch that kernels of attention work on. `scores` have a row of `longest` columns for each head and query. */
struct attention {
    struct heads rows;  /* the vectors of queries; or what is read with the coefficients */
    struct heads others; /* those of keys or values */
    uint64_t scores;
    uint64_t to;         /* a row of heads x width for each query or key */
    uint64_t firsts;     /* tables: for each query, its first key; and the first and last + 1 one of its window */
    uint64_t lows;
    uint64_t highs;
    uint64_t first_queries; /* for each key, the first query of its sequences, their number, and the time of the key */
    uint64_t query_counts;
    uint64_t times;
    int64_t queries;
    int64_t keys;
    int64_t longest;
    int64_t head_count;
    int64_t width; /* of a vector of a head */
    double scale;
    int64_t is_by_key;
};

#endif
