/* The generation of numbers, by kernels or on the host. */
#include "curand.h"
#include "sequences.h"

KERNELS(curand, all)

/* The status of a launch. */
static curandStatus_t launch(curandGenerator_t generator, const char *kernel, uint64_t threads, void *parameters) {
    unsigned grid[3] = {blocks_for((int64_t)threads), 1, 1};
    CUresult result =
        run_kernel(&generator->modules, 0, curand_all, kernel, generator->stream, grid, BLOCK, parameters);
    return result == CUDA_SUCCESS ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

static void take_turns(const struct sequences *at, curandRngType_t type) {
    uint64_t turns = turns_of(&at->request);
    for (uint64_t turn = 0; turn < turns; turn++) {
        uint64_t subsequence = (at->position + turn) % at->count;
        if (type == CURAND_RNG_PSEUDO_MRG32K3A) {
            take_mrg(&at->request, (struct mrg *)at->states + subsequence, turn);
        } else {
            take_xorwow(&at->request, (struct xorwow *)at->states + subsequence, turn);
        }
    }
}

static curandStatus_t generate_turns(curandGenerator_t generator, struct sequences *at) {
    uint64_t turns = turns_of(&at->request);
    generator->position += turns;
    if (generator->is_host) {
        take_turns(at, generator->type);
        return CURAND_STATUS_SUCCESS;
    }
    return launch(generator, generator->type == CURAND_RNG_PSEUDO_MRG32K3A ? "rand_mrg32k3a" : "rand_xorwow",
                  turns < at->count ? turns : at->count, at);
}

static curandStatus_t generate_groups(curandGenerator_t generator, struct sequences *at) {
    uint64_t first = at->position / GROUP;
    uint64_t end = end_of_groups(at);
    generator->position += at->request.count;
    for (uint64_t group = first; generator->is_host && group < end; group++) {
        take_philox(at, group, (uint64_t *)at->states + group % at->count);
    }
    uint64_t threads = end - first < at->count ? end - first : at->count;
    return generator->is_host ? CURAND_STATUS_SUCCESS : launch(generator, "rand_philox", threads, at);
}

static curandStatus_t generate_points(curandGenerator_t generator, const struct request *request) {
    struct points points = {.directions = generator->states,
                            .each = request->count / generator->dimensions,
                            .position = generator->position,
                            .bits = bits_of(generator->type),
                            .request = *request};
    generator->position += points.each;
    for (uint64_t each = 0; generator->is_host && each < request->count; each++) {
        take_point(&points, each);
    }
    return generator->is_host ? CURAND_STATUS_SUCCESS : launch(generator, "rand_sobol", request->count, &points);
}

/* Whether a generator makes as many numbers of that kind in a call. Philox makes two normally distributed ones of a group. */
static int takes(const struct curandGenerator_st *generator, const struct request *request) {
    if (is_quasi(generator->type)) {
        return request->count % generator->dimensions == 0;
    }
    return !is_pair(request) || generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10 || request->count % 2 == 0;
}

static curandStatus_t generate(curandGenerator_t generator, struct request request, const char *function) {
    REQUIRE(generator != NULL, CURAND_STATUS_NOT_INITIALIZED);
    REQUIRE(takes(generator, &request), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    if (request.count == 0) {
        return CURAND_STATUS_SUCCESS;
    }
    REQUIRE(generator->is_host || has_context(), CURAND_STATUS_LAUNCH_FAILURE);
    TRY(seed(generator, function));
    if (request.distribution == POISSON) {
        TRY(tabulate(generator, request.mean, function));
        request.table = generator->table;
        request.first = generator->first;
        request.entries = generator->entries;
    }
    struct sequences at = {.states = generator->states,
                           .count = subsequences(generator),
                           .position = generator->position,
                           .key = generator->seed,
                           .request = request};
    if (is_quasi(generator->type)) {
        return generate_points(generator, &request);
    }
    return generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10 ? generate_groups(generator, &at)
                                                              : generate_turns(generator, &at);
}

EXPORT curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
    REQUIRE(generator != NULL, CURAND_STATUS_NOT_INITIALIZED);
    return seed(generator, "curandGenerateSeeds");
}

EXPORT curandStatus_t curandGenerate(curandGenerator_t generator, unsigned *to, size_t count) {
    REQUIRE(generator != NULL, CURAND_STATUS_NOT_INITIALIZED);
    REQUIRE(bits_of(generator->type) == 32, CURAND_STATUS_TYPE_ERROR);
    return generate(generator, (struct request){.to = (uint64_t)to, .count = count, .distribution = BITS},
                    "curandGenerate");
}

EXPORT curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *to, size_t count) {
    REQUIRE(generator != NULL, CURAND_STATUS_NOT_INITIALIZED);
    REQUIRE(bits_of(generator->type) == 64, CURAND_STATUS_TYPE_ERROR);
    return generate(generator,
                    (struct request){.to = (uint64_t)to, .count = count, .distribution = BITS, .is_wide = 1},
                    "curandGenerateLongLong");
}

#define GENERATE_UNIFORM(name, type, wide)                                                                             \
    EXPORT curandStatus_t name(curandGenerator_t generator, type *to, size_t count) {                                  \
        struct request request = {                                                                                     \
            .to = (uint64_t)to, .count = count, .distribution = UNIFORM, .is_wide = wide};                             \
        return generate(generator, request, #name);                                                                    \
    }
GENERATE_UNIFORM(curandGenerateUniform, float, 0)
GENERATE_UNIFORM(curandGenerateUniformDouble, double, 1)

#define GENERATE_NORMAL(name, type, wide, kind)                                                                        \
    EXPORT curandStatus_t name(curandGenerator_t generator, type *to, size_t count, type mean, type deviation) {       \
        struct request request = {.to = (uint64_t)to,                                                                  \
                                  .count = count,                                                                      \
                                  .distribution = kind,                                                                \
                                  .is_wide = wide,                                                                     \
                                  .mean = mean,                                                                        \
                                  .deviation = deviation};                                                             \
        return generate(generator, request, #name);                                                                    \
    }
GENERATE_NORMAL(curandGenerateNormal, float, 0, NORMAL)
GENERATE_NORMAL(curandGenerateNormalDouble, double, 1, NORMAL)
GENERATE_NORMAL(curandGenerateLogNormal, float, 0, LOG_NORMAL)
GENERATE_NORMAL(curandGenerateLogNormalDouble, double, 1, LOG_NORMAL)

/* "cuRAND Library", "curandGeneratePoisson()". */
#define MOST_MEAN 400000

EXPORT curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned *to, size_t count, double mean) {
    REQUIRE(mean > 0 && mean <= MOST_MEAN, CURAND_STATUS_OUT_OF_RANGE);
    struct request request = {.to = (uint64_t)to, .count = count, .distribution = POISSON, .mean = mean};
    return generate(generator, request, "curandGeneratePoisson");
}

/* CURAND_CHOOSE_BEST to CURAND_POISSON (curand.h). All methods give the numbers of the table. */
EXPORT curandStatus_t curandGeneratePoissonMethod(curandGenerator_t generator, unsigned *to, size_t count, double mean,
                                                  int method) {
    enum { CURAND_CHOOSE_BEST = 0, CURAND_POISSON = 13 };
    REQUIRE(method >= CURAND_CHOOSE_BEST && method <= CURAND_POISSON, CURAND_STATUS_OUT_OF_RANGE);
    return curandGeneratePoisson(generator, to, count, mean);
}
