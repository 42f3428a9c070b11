/* cuRAND over the CUDA driver API: what the parts of the library share.
 *
 * What the functions do is from NVIDIA's documentation ("cuRAND Library"). Types and values are those of its header
 * (curand.h of CUDA 12.1). CUDA 11, 12 and 13 have one library. */
#ifndef OFFLOAD_TCK_CURAND_H
#define OFFLOAD_TCK_CURAND_H

#include "../mathematics/library.h"
#include "parameters.h"

typedef enum {
    CURAND_STATUS_SUCCESS = 0,
    CURAND_STATUS_NOT_INITIALIZED = 101,
    CURAND_STATUS_ALLOCATION_FAILED = 102,
    CURAND_STATUS_TYPE_ERROR = 103,
    CURAND_STATUS_OUT_OF_RANGE = 104,
    CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
    CURAND_STATUS_LAUNCH_FAILURE = 201,
    CURAND_STATUS_INITIALIZATION_FAILED = 203,
    CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;

typedef enum {
    CURAND_RNG_PSEUDO_DEFAULT = 100,
    CURAND_RNG_PSEUDO_XORWOW = 101,
    CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200,
    CURAND_RNG_QUASI_SOBOL32 = 201,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
    CURAND_RNG_QUASI_SOBOL64 = 203,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;

typedef enum {
    CURAND_ORDERING_PSEUDO_BEST = 100,
    CURAND_ORDERING_PSEUDO_DEFAULT = 101,
    CURAND_ORDERING_PSEUDO_LEGACY = 103,
    CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
    CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;

/* A generator. Memory is that of the device, or of the host if it is a host generator. */
struct curandGenerator_st {
    curandRngType_t type;
    int is_host;
    curandOrdering_t ordering;
    uint64_t seed;
    uint64_t offset;
    uint32_t dimensions;
    CUstream stream;
    int is_seeded;      /* whether `states` and `position` are those of its settings */
    CUdeviceptr states; /* those of its subsequences, or the directions of its dimensions */
    uint64_t position;  /* as in `sequences` or `points` */
    CUdeviceptr table;  /* the last Poisson distribution */
    double mean;        /* of that distribution */
    uint32_t first;
    uint32_t entries;
    struct modules modules;
};
typedef struct curandGenerator_st *curandGenerator_t;

/* The dimensions of a Sobol sequence ("cuRAND Library", "Generator Options"). */
enum { MOST_DIMENSIONS = 20000 };

int is_quasi(curandRngType_t type);

/* Of a Sobol sequence: whether it is scrambled, and the bits of a number, 32 or 64. */
int is_scrambled(curandRngType_t type);
int bits_of(curandRngType_t type);

/* The subsequences of a pseudorandom generator. */
uint64_t subsequences(const struct curandGenerator_st *generator);

/* Computes the states of the subsequences at the offset of the generator, on the host: `count` times the size of a state. */
void seed_states(const struct curandGenerator_st *generator, void *states);
size_t state_size(curandRngType_t type);

/* Computes, for each dimension of a Sobol sequence, the digital shift, which is 0 if it is not scrambled, and as many
 * directions as a number has bits, in the low bits. */
void compute_directions(curandRngType_t type, uint32_t dimensions, uint64_t *directions);

/* Makes the states or directions of a generator, unless they are there, and the table of a Poisson distribution. `function`
 * is the one that the program has called. */
curandStatus_t seed(curandGenerator_t generator, const char *function);
curandStatus_t tabulate(curandGenerator_t generator, double mean, const char *function);
void forget_seed(curandGenerator_t generator);
void free_memory(curandGenerator_t generator, CUdeviceptr *address);

#endif
