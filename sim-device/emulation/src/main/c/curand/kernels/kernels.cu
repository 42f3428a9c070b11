/* The kernels of the kit's cuRAND. compile-kernels compiles this file to all.ptx, which is kept since the kit is built without
 * a compiler for CUDA. A test compiles it again. */
#include "../../mathematics/numbers.h"
#include "../sequences.h"

#if defined(MODULE_all)
/* A thread takes all turns of a subsequence. */
template <class State, void (*take)(const request *, State *, uint64_t)> DEVICE void take_turns(const sequences &at) {
    uint64_t first = thread();
    uint64_t turns = turns_of(&at.request);
    if (first < turns && first < at.count) {
        State *state = (State *)at.states + (at.position + first) % at.count;
        for (uint64_t turn = first; turn < turns; turn += at.count) {
            take(&at.request, state, turn);
        }
    }
}

KERNEL offload_tck_rand_xorwow(sequences sequences) { take_turns<xorwow, take_xorwow>(sequences); }

KERNEL offload_tck_rand_mrg32k3a(sequences sequences) { take_turns<mrg, take_mrg>(sequences); }

KERNEL offload_tck_rand_philox(sequences sequences) {
    uint64_t first = thread();
    uint64_t end = end_of_groups(&sequences);
    for (uint64_t group = sequences.position / GROUP + first; first < sequences.count && group < end;
         group += sequences.count) {
        take_philox(&sequences, group, (uint64_t *)sequences.states + group % sequences.count);
    }
}

KERNEL offload_tck_rand_sobol(points points) {
    for (uint64_t each = thread(); each < points.request.count; each += threads()) {
        take_point(&points, each);
    }
}
#endif
