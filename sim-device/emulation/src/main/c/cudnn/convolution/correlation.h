/* Parameters of the kernels of convolutions, for the library and for the kernels. */
#ifndef OFFLOAD_TCK_CUDNN_CORRELATION_H
#define OFFLOAD_TCK_CUDNN_CORRELATION_H

#include "../parameters.h"

/* The most dimensions of an image. */
enum { SPACE = 3 };

/* Dimensions of the views of a correlation. The dimensions of the image follow. */
enum { GROUP, ROW, OUTER_INDEX, INNER, IMAGE };

/* to(row, outer, column) = activation(alpha sum of left(row, inner, place) right(outer, inner, source) + beta added + bias(row)),
 * in each group. The sum has each place of the image of `left` and each inner index. A source is
 * (column column_scales + place place_scales - offsets) / divisors if that is an integer inside the image of `right`. */
struct correlation {
    struct view left;
    struct view right;
    struct view to;
    struct view added;
    struct view bias; /* without an address for none */
    int64_t column_scales[SPACE];
    int64_t place_scales[SPACE];
    int64_t offsets[SPACE];
    int64_t divisors[SPACE];
    double alpha;
    double beta;
    int64_t is_rectified; /* negative results are 0 */
};

#endif
