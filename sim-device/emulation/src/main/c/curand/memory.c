/* What a generator keeps in memory: states or directions, and the table of a distribution. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "curand.h"

void free_memory(curandGenerator_t generator, CUdeviceptr *address) {
    if (generator->is_host) {
        free((void *)*address);
    } else if (*address != 0) {
        cuMemFree_v2(*address);
    }
    *address = 0;
}

/* Keeps values, which were allocated, at an address in place of what is there, and frees them. */
static curandStatus_t keep(curandGenerator_t generator, CUdeviceptr *address, void *values, size_t size,
                           const char *function) {
    REQUIRE(values != NULL, CURAND_STATUS_ALLOCATION_FAILED);
    free_memory(generator, address);
    if (generator->is_host) {
        *address = (CUdeviceptr)values;
        return CURAND_STATUS_SUCCESS;
    }
    CUresult result = allocate_for(function, address, size);
    result = result == CUDA_SUCCESS ? cuMemcpyHtoD_v2(*address, values, size) : result;
    free(values);
    return result == CUDA_SUCCESS ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

void forget_seed(curandGenerator_t generator) {
    generator->is_seeded = 0;
}

static curandStatus_t keep_states(curandGenerator_t generator, const char *function) {
    size_t size = subsequences(generator) * state_size(generator->type);
    void *states = malloc(size);
    if (states != NULL) {
        seed_states(generator, states);
    }
    return keep(generator, &generator->states, states, size, function);
}

static curandStatus_t keep_directions(curandGenerator_t generator, const char *function) {
    size_t size = (size_t)generator->dimensions * (bits_of(generator->type) + 1) * sizeof(uint64_t);
    void *directions = malloc(size);
    if (directions != NULL) {
        compute_directions(generator->type, generator->dimensions, directions);
    }
    return keep(generator, &generator->states, directions, size, function);
}

curandStatus_t seed(curandGenerator_t generator, const char *function) {
    if (!generator->is_seeded) {
        TRY(is_quasi(generator->type) ? keep_directions(generator, function) : keep_states(generator, function));
        generator->position = generator->offset;
        generator->is_seeded = 1;
    }
    return CURAND_STATUS_SUCCESS;
}

/* The probabilities that a number is at most `first`, `first` + 1 and so on. Those that are left out on both sides, more
 * than 12 standard deviations away, are less than a step of the numbers in double precision. */
curandStatus_t tabulate(curandGenerator_t generator, double mean, const char *function) {
    if (generator->table != 0 && generator->mean == mean) {
        return CURAND_STATUS_SUCCESS;
    }
    double reach = 12 * sqrt(mean) + 24;
    uint32_t first = mean > reach ? (uint32_t)(mean - reach) : 0;
    uint32_t entries = (uint32_t)(mean + reach) - first + 1;
    double *table = malloc(entries * sizeof *table);
    double sum = 0;
    for (uint32_t each = 0; table != NULL && each < entries; each++) {
        double number = (double)first + each;
        sum += exp(number * log(mean) - mean - lgamma(number + 1));
        table[each] = sum;
    }
    generator->mean = mean;
    generator->first = first;
    generator->entries = entries;
    return keep(generator, &generator->table, table, entries * sizeof *table, function);
}
