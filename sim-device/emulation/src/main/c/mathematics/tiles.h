/* Products of tiles of matrices, in device code. */
#ifndef OFFLOAD_TCK_MATHEMATICS_TILES_H
#define OFFLOAD_TCK_MATHEMATICS_TILES_H

#include "numbers.h"

/* A block of 16 x 16 threads computes a tile of the result, each thread an element in every 16th row and column. */
enum { SIDE = 16, TILE = 64, DEPTH = 16, EACH = TILE / SIDE, TILE_THREADS = SIDE * SIDE };

/* Adds the products of two tiles of the factors. The inner loops have to be unrolled, so that the sums are registers. */
template <class Sum> DEVICE void multiply_tiles(Sum (&sums)[EACH][EACH], const Sum (*a)[TILE], const Sum (*b)[TILE]) {
    unsigned first_row = thread_x() % SIDE;
    unsigned first_column = thread_x() / SIDE;
#pragma unroll 1
    for (unsigned at = 0; at < DEPTH; at++) {
        Sum rows[EACH];
        Sum columns[EACH];
#pragma unroll
        for (unsigned each = 0; each < EACH; each++) {
            rows[each] = a[at][first_row + SIDE * each];
            columns[each] = b[at][first_column + SIDE * each];
        }
#pragma unroll
        for (unsigned each = 0; each < EACH * EACH; each++) {
            Sum &sum = sums[each / EACH][each % EACH];
            sum = sum + rows[each / EACH] * columns[each % EACH];
        }
    }
}

#endif
