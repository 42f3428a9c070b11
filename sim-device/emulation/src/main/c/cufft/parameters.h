/* Parameters of the kernels of cuFFT (kernels.cu), for the library and for the kernels. */
#ifndef OFFLOAD_TCK_CUFFT_PARAMETERS_H
#define OFFLOAD_TCK_CUFFT_PARAMETERS_H

#include <stdint.h>

enum { DIMENSIONS = 3 };

/* Where a program stores the elements of transforms. A transform of fewer dimensions has lengths of 1 in front. Steps
 * count elements. */
struct layout {
    uint64_t data;
    int64_t steps[DIMENSIONS];
    int64_t batch; /* to the next transform */
    int32_t is_real;
    int32_t is_half; /* of the last dimension, only indices up to half of its length are stored */
};

/* Copies between the layout of a program and an array of complex numbers without gaps. */
struct transfer {
    struct layout at;
    uint64_t array;
    int64_t lengths[DIMENSIONS];
    int64_t batches;
};

/* A pass of a transform along one dimension: sums of `radix` elements. */
struct pass {
    uint64_t from;
    uint64_t to;
    uint64_t roots; /* the address of the `length` roots of unity, exp(-2 pi i k / length) */
    int64_t length; /* of the dimension */
    int64_t step;   /* from an element to the next one of the dimension */
    int64_t count;  /* of all elements */
    int64_t radix;
    int64_t done;   /* the product of the radices of earlier passes */
    int32_t is_inverse;
    int32_t unused;
};

#endif
