/* Parameters of the kernels of cuRAND (kernels.cu), for the library and for the kernels. */
#ifndef OFFLOAD_TCK_CURAND_PARAMETERS_H
#define OFFLOAD_TCK_CURAND_PARAMETERS_H

#include <stdint.h>

enum distribution { BITS, UNIFORM, NORMAL, LOG_NORMAL, POISSON };

/* What a call generates: `count` numbers, of 64 bits if they are wide. */
struct request {
    uint64_t to;
    uint64_t count;
    int32_t distribution;
    int32_t is_wide;
    double mean;
    double deviation;
    uint64_t table;  /* of a Poisson distribution: the probabilities that a number is `first` or less, `first` + 1 or less, ... */
    uint32_t entries;
    uint32_t first;
};

/* The subsequences of a pseudorandom generator, which take turns. */
struct sequences {
    uint64_t states;   /* one of each: a `xorwow`, an `mrg`, or a counter of Philox */
    uint64_t count;
    uint64_t position; /* the turns that earlier calls have taken; of Philox, the numbers */
    uint64_t key;      /* the seed of Philox */
    struct request request;
};

/* A Sobol sequence. Each dimension has as many numbers of the request as the others, one dimension after another. */
struct points {
    uint64_t directions; /* of each dimension: its digital shift, and a number of 64 bits for each bit of the index */
    uint64_t each;       /* numbers of a dimension */
    uint64_t position;   /* the index of the first */
    int32_t bits;        /* 32 or 64 */
    int32_t unused;
    struct request request;
};

#endif
