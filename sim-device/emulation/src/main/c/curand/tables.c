/* The tables of directions and scrambles, which kernels of programs read: those of the generators of this library. A table is
 * computed when a program first asks for it, and stays. */
#include <pthread.h>
#include <stdlib.h>

#include "curand.h"

typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

typedef enum {
    CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
    CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
    CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
    CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
} curandDirectionVectorSet_t;

/* The tables of a type of generators: directions of all dimensions, and a shift of each. */
struct table {
    void *directions;
    void *shifts;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put(void *table, size_t at, int bits, uint64_t value) {
    if (bits == 64) {
        ((uint64_t *)table)[at] = value;
    } else {
        ((uint32_t *)table)[at] = (uint32_t)value;
    }
}

static void fill(struct table *table, int bits, const uint64_t *from) {
    for (size_t dimension = 0; dimension < MOST_DIMENSIONS; dimension++) {
        put(table->shifts, dimension, bits, *from++);
        for (int each = 0; each < bits; each++) {
            put(table->directions, dimension * bits + each, bits, *from++);
        }
    }
}

static void compute(struct table *table, curandRngType_t type) {
    int bits = bits_of(type);
    struct table made = {malloc((size_t)MOST_DIMENSIONS * bits * (bits / 8)), malloc((size_t)MOST_DIMENSIONS * (bits / 8))};
    uint64_t *numbers = malloc((size_t)MOST_DIMENSIONS * (bits + 1) * sizeof *numbers);
    if (made.directions != NULL && made.shifts != NULL && numbers != NULL) {
        compute_directions(type, MOST_DIMENSIONS, numbers);
        fill(&made, bits, numbers);
        *table = made;
    } else {
        free(made.directions);
        free(made.shifts);
    }
    free(numbers);
}

/* The tables of a type of Sobol sequences; null if there is no memory. */
static struct table table_of(curandRngType_t type) {
    static struct table tables[CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 + 1 - CURAND_RNG_QUASI_SOBOL32];
    struct table *table = &tables[type - CURAND_RNG_QUASI_SOBOL32];
    pthread_mutex_lock(&lock);
    if (table->directions == NULL) {
        compute(table, type);
    }
    struct table found = *table;
    pthread_mutex_unlock(&lock);
    return found;
}

/* Of which type of generators a set has the directions; CURAND_RNG_QUASI_DEFAULT for another set. */
static curandRngType_t type_of(curandDirectionVectorSet_t set) {
    switch (set) {
    case CURAND_DIRECTION_VECTORS_32_JOEKUO6:
        return CURAND_RNG_QUASI_SOBOL32;
    case CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6:
        return CURAND_RNG_QUASI_SCRAMBLED_SOBOL32;
    case CURAND_DIRECTION_VECTORS_64_JOEKUO6:
        return CURAND_RNG_QUASI_SOBOL64;
    case CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6:
        return CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
    default:
        return CURAND_RNG_QUASI_DEFAULT;
    }
}

#define GET_DIRECTIONS(size)                                                                                           \
    EXPORT curandStatus_t curandGetDirectionVectors##size(curandDirectionVectors##size##_t **vectors,                  \
                                                          curandDirectionVectorSet_t set) {                            \
        curandRngType_t type = type_of(set);                                                                           \
        REQUIRE(vectors != NULL && type != CURAND_RNG_QUASI_DEFAULT && bits_of(type) == size,                          \
                CURAND_STATUS_OUT_OF_RANGE);                                                                           \
        *vectors = table_of(type).directions;                                                                          \
        return *vectors != NULL ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;                             \
    }
GET_DIRECTIONS(32)
GET_DIRECTIONS(64)

#define GET_SHIFTS(size, element)                                                                                      \
    EXPORT curandStatus_t curandGetScrambleConstants##size(element **constants) {                                      \
        REQUIRE(constants != NULL, CURAND_STATUS_OUT_OF_RANGE);                                                        \
        *constants = table_of(CURAND_RNG_QUASI_SCRAMBLED_SOBOL##size).shifts;                                          \
        return *constants != NULL ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;                           \
    }
GET_SHIFTS(32, unsigned)
GET_SHIFTS(64, unsigned long long)
