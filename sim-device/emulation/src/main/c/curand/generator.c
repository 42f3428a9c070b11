/* Generators and their settings. */
#include <stdlib.h>

#include "curand.h"

/* cuRAND 10.3 (curandGetVersion of libcurand.so of CUDA 12.1: 10302). */
enum { VERSION = 10300, MAJOR = 10, MINOR = 3 };

int is_quasi(curandRngType_t type) {
    return type >= CURAND_RNG_QUASI_DEFAULT;
}

int is_scrambled(curandRngType_t type) {
    return type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
}

int bits_of(curandRngType_t type) {
    return type == CURAND_RNG_QUASI_SOBOL64 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 ? 64 : 32;
}

static int is_type(curandRngType_t type) {
    switch (type) {
    case CURAND_RNG_PSEUDO_XORWOW:
    case CURAND_RNG_PSEUDO_MRG32K3A:
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
        return 1;
    default:
        return 0;
    }
}

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, int is_host) {
    type += type == CURAND_RNG_PSEUDO_DEFAULT || type == CURAND_RNG_QUASI_DEFAULT;
    REQUIRE(generator != NULL && is_type(type), CURAND_STATUS_TYPE_ERROR);
    REQUIRE(is_host || has_context(), CURAND_STATUS_INITIALIZATION_FAILED);
    curandGenerator_t created = calloc(1, sizeof *created);
    REQUIRE(created != NULL, CURAND_STATUS_ALLOCATION_FAILED);
    created->type = type;
    created->is_host = is_host;
    created->ordering = is_quasi(type) ? CURAND_ORDERING_QUASI_DEFAULT : CURAND_ORDERING_PSEUDO_DEFAULT;
    created->dimensions = 1;
    open_modules(&created->modules);
    *generator = created;
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type) {
    return create(generator, type, 0);
}

EXPORT curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) {
    return create(generator, type, 1);
}

EXPORT curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    REQUIRE(generator != NULL, CURAND_STATUS_NOT_INITIALIZED);
    free_memory(generator, &generator->states);
    free_memory(generator, &generator->table);
    close_modules(&generator->modules);
    free(generator);
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandStatus_t curandGetVersion(int *version) {
    REQUIRE(version != NULL, CURAND_STATUS_OUT_OF_RANGE);
    *version = VERSION;
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandStatus_t curandGetProperty(int type, int *value) {
    REQUIRE(value != NULL && type >= MAJOR_VERSION && type <= PATCH_LEVEL, CURAND_STATUS_OUT_OF_RANGE);
    *value = type == MAJOR_VERSION ? MAJOR : type == MINOR_VERSION ? MINOR : 0;
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandStatus_t curandSetStream(curandGenerator_t generator, CUstream stream) {
    REQUIRE(generator != NULL, CURAND_STATUS_NOT_INITIALIZED);
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
    REQUIRE(generator != NULL, CURAND_STATUS_NOT_INITIALIZED);
    REQUIRE(!is_quasi(generator->type), CURAND_STATUS_TYPE_ERROR);
    generator->seed = seed;
    forget_seed(generator);
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    REQUIRE(generator != NULL, CURAND_STATUS_NOT_INITIALIZED);
    generator->offset = offset;
    forget_seed(generator);
    return CURAND_STATUS_SUCCESS;
}

/* Orders that depend on the device are those of the default here. Host generators have none. */
static int has_ordering(const struct curandGenerator_st *generator, curandOrdering_t ordering) {
    switch (ordering) {
    case CURAND_ORDERING_PSEUDO_BEST:
    case CURAND_ORDERING_PSEUDO_DEFAULT:
    case CURAND_ORDERING_PSEUDO_LEGACY:
        return !is_quasi(generator->type);
    case CURAND_ORDERING_PSEUDO_DYNAMIC:
        return !is_quasi(generator->type) && !generator->is_host;
    case CURAND_ORDERING_QUASI_DEFAULT:
        return is_quasi(generator->type);
    default:
        return 0;
    }
}

EXPORT curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t ordering) {
    REQUIRE(generator != NULL, CURAND_STATUS_NOT_INITIALIZED);
    REQUIRE(has_ordering(generator, ordering), CURAND_STATUS_OUT_OF_RANGE);
    generator->ordering = ordering;
    forget_seed(generator);
    return CURAND_STATUS_SUCCESS;
}

EXPORT curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned dimensions) {
    REQUIRE(generator != NULL, CURAND_STATUS_NOT_INITIALIZED);
    REQUIRE(is_quasi(generator->type), CURAND_STATUS_TYPE_ERROR);
    REQUIRE(dimensions >= 1 && dimensions <= MOST_DIMENSIONS, CURAND_STATUS_OUT_OF_RANGE);
    generator->dimensions = dimensions;
    forget_seed(generator);
    return CURAND_STATUS_SUCCESS;
}
