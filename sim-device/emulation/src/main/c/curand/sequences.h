/* Random numbers, for the host and for kernels. The algorithms are those that NVIDIA documents ("cuRAND Library", "Pseudorandom Sequences"). What the
 * documentation does not say, such as seeds and constants of scaling, was found by comparison with the host generators of
 * libcurand.so of CUDA 12.1, whose numbers these are. */
#ifndef OFFLOAD_TCK_CURAND_SEQUENCES_H
#define OFFLOAD_TCK_CURAND_SEQUENCES_H

#include "arithmetic.h"
#include "parameters.h"

#define TWO_TO_MINUS_32 2.3283064365386963e-10
#define TWO_TO_MINUS_53 1.1102230246251565e-16

/* From the numbers of MRG32k3a, which are at most its first modulus. */
#define MRG_TO_32_BITS 1.000000048662
#define MRG_TO_UNIFORM 2.3283065498378288e-10

/* XORWOW (G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8, 2003, 3.1). */
struct xorwow {
    uint32_t x[5];
    uint32_t weyl;
};

BOTH uint32_t next_xorwow(struct xorwow *state) {
    uint32_t first = state->x[0] ^ state->x[0] >> 2;
    for (int each = 0; each < 4; each++) {
        state->x[each] = state->x[each + 1];
    }
    state->x[4] = state->x[4] ^ state->x[4] << 4 ^ first ^ first << 1;
    state->weyl += 362437;
    return state->x[4] + state->weyl;
}

/* MRG32k3a (P. L'Ecuyer, Good parameters and implementations for combined multiple recursive random number generators,
 * Operations Research 47, 1999). */
#define MRG_MODULUS_1 4294967087ull
#define MRG_MODULUS_2 4294944443ull
#define MRG_FACTOR_12 1403580ull
#define MRG_FACTOR_13 810728ull
#define MRG_FACTOR_21 527612ull
#define MRG_FACTOR_23 1370589ull

struct mrg {
    uint32_t first[3];
    uint32_t second[3];
};

/* A number from 1 to the modulus. */
BOTH double next_mrg(struct mrg *state) {
    uint64_t first = MRG_FACTOR_12 * state->first[1] + MRG_FACTOR_13 * (MRG_MODULUS_1 - state->first[0]);
    uint64_t second = MRG_FACTOR_21 * state->second[2] + MRG_FACTOR_23 * (MRG_MODULUS_2 - state->second[0]);
    for (int each = 0; each < 2; each++) {
        state->first[each] = state->first[each + 1];
        state->second[each] = state->second[each + 1];
    }
    state->first[2] = (uint32_t)(first % MRG_MODULUS_1);
    state->second[2] = (uint32_t)(second % MRG_MODULUS_2);
    return state->first[2] - (double)state->second[2] + (state->first[2] > state->second[2] ? 0 : MRG_MODULUS_1);
}

/* Philox4x32-10 (J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC 2011): four words of a counter. */
BOTH void philox(uint64_t counter, uint64_t subsequence, uint64_t key, uint32_t words[4]) {
    uint32_t keys[2] = {(uint32_t)key, (uint32_t)(key >> 32)};
    words[0] = (uint32_t)counter;
    words[1] = (uint32_t)(counter >> 32);
    words[2] = (uint32_t)subsequence;
    words[3] = (uint32_t)(subsequence >> 32);
    for (int round = 0; round < 10; round++) {
        uint64_t first = 0xD2511F53ull * words[0];
        uint64_t second = 0xCD9E8D57ull * words[2];
        words[0] = (uint32_t)(second >> 32) ^ words[1] ^ keys[0];
        words[1] = (uint32_t)second;
        words[2] = (uint32_t)(first >> 32) ^ words[3] ^ keys[1];
        words[3] = (uint32_t)first;
        keys[0] += 0x9E3779B9u;
        keys[1] += 0xBB67AE85u;
    }
}

/* A coordinate of a point of a Sobol sequence, in the order of Gray codes, from the shift and the directions of its dimension. */
BOTH uint64_t sobol(const uint64_t *directions, uint64_t index) {
    uint64_t found = *directions;
    for (uint64_t gray = index ^ index >> 1; gray != 0; gray >>= 1) {
        directions++;
        found ^= gray & 1 ? *directions : 0;
    }
    return found;
}

BOTH int is_pair(const struct request *request) {
    return request->distribution == NORMAL || request->distribution == LOG_NORMAL;
}

/* The turns that subsequences of XORWOW or MRG32k3a take: one for a number, or for two normally distributed ones. */
BOTH uint64_t turns_of(const struct request *request) {
    return is_pair(request) ? request->count / 2 : request->count;
}

/* Whether a number takes two words of 32 bits. */
BOTH int takes_two(const struct request *request) {
    return request->is_wide || request->distribution == POISSON;
}

BOTH void store(const struct request *request, uint64_t at, double number) {
    if (request->distribution == BITS || request->distribution == POISSON) {
        ((uint32_t *)request->to)[at] = (uint32_t)number;
    } else if (request->is_wide) {
        ((double *)request->to)[at] = number;
    } else {
        ((float *)request->to)[at] = (float)number;
    }
}

/* The first number of the table of a Poisson distribution whose probability is not below this one. */
BOTH double poisson(const struct request *request, double probability) {
    const double *table = (const double *)request->table;
    uint32_t low = 0;
    uint32_t high = request->entries - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (table[middle] < probability) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return (double)request->first + low;
}

/* A normally distributed number in the distribution of the request. */
BOTH double distributed(const struct request *request, double normal) {
    double number = request->mean + request->deviation * normal;
    return request->distribution == LOG_NORMAL ? exponential(number) : number;
}

struct pair {
    double first;
    double second;
};

/* Two normally distributed numbers, from a number of at most 1 and an angle in units of pi (G. E. P. Box and M. E. Muller, A
 * note on the generation of random normal deviates, Annals of Mathematical Statistics 29, 1958). */
BOTH struct pair box_muller(const struct request *request, double uniform, double angle) {
    struct pair found;
    double radius = square_root(-2 * logarithm(uniform));
    sine_and_cosine(angle, &found.first, &found.second);
    found.first = distributed(request, radius * found.first);
    found.second = distributed(request, radius * found.second);
    return found;
}

/* A number above 0 and of at most 1: half a step above a multiple of the step, in single precision. */
BOTH double narrow_uniform(uint32_t word) {
    return (float)word * (float)TWO_TO_MINUS_32 + (float)TWO_TO_MINUS_32 / 2;
}

BOTH double wide_uniform(uint64_t bits) {
    return (double)bits * TWO_TO_MINUS_53 + TWO_TO_MINUS_53 / 2;
}

BOTH double uniform_of(const uint32_t *words, int has_two) {
    return has_two ? wide_uniform(words[0] ^ (uint64_t)words[1] << 21) : narrow_uniform(words[0]);
}

/* The number that is made of words, or the two normally distributed ones. */
BOTH struct pair of_words(const struct request *request, const uint32_t *words) {
    int has_two = takes_two(request);
    struct pair found = {(double)words[0], 0};
    if (request->distribution == UNIFORM) {
        found.first = uniform_of(words, has_two);
    } else if (request->distribution == POISSON) {
        found.first = poisson(request, uniform_of(words, has_two));
    } else if (is_pair(request)) {
        found = box_muller(request, uniform_of(words, has_two), 2 * uniform_of(words + 1 + has_two, has_two));
    }
    return found;
}

/* Stores what a turn of XORWOW or MRG32k3a gives: a number, or two normally distributed ones. */
BOTH void store_turn(const struct request *request, uint64_t turn, struct pair numbers) {
    if (is_pair(request)) {
        store(request, 2 * turn, numbers.first);
        store(request, 2 * turn + 1, numbers.second);
    } else {
        store(request, turn, numbers.first);
    }
}

BOTH void take_xorwow(const struct request *request, struct xorwow *state, uint64_t turn) {
    uint32_t words[4];
    int count = (takes_two(request) ? 2 : 1) * (is_pair(request) ? 2 : 1);
    for (int each = 0; each < count; each++) {
        words[each] = next_xorwow(state);
    }
    store_turn(request, turn, of_words(request, words));
}

/* A number of MRG32k3a is one of double precision, too. */
BOTH void take_mrg(const struct request *request, struct mrg *state, uint64_t turn) {
    double number = next_mrg(state);
    double uniform = takes_two(request) ? number * MRG_TO_UNIFORM : (float)(number * MRG_TO_UNIFORM);
    struct pair found = {number * MRG_TO_32_BITS, 0};
    if (request->distribution == UNIFORM) {
        found.first = uniform;
    } else if (request->distribution == POISSON) {
        found.first = poisson(request, uniform);
    } else if (is_pair(request)) {
        found = box_muller(request, uniform, 2 * (next_mrg(state) * MRG_TO_UNIFORM));
    }
    store_turn(request, turn, found);
}

/* The numbers of the generator that a subsequence of Philox gives in one turn. */
enum { GROUP = 4 };

/* The groups of Philox up to that of the last number of the request. */
BOTH uint64_t end_of_groups(const struct sequences *at) {
    return (at->position + at->request.count + GROUP - 1) / GROUP;
}

/* Stores those numbers of a group that belong to the request, which starts with number `position` of the generator. The
 * counter moves on with the last number of a group, so that a call that ends earlier leaves the group to the next. */
BOTH void take_philox(const struct sequences *at, uint64_t group, uint64_t *counter) {
    const struct request *request = &at->request;
    uint64_t subsequence = group % at->count;
    int count = takes_two(request) ? 2 : 1;
    uint32_t words[2 * GROUP];
    for (int each = 0; each < count; each++) {
        philox(*counter + each, subsequence, at->key, words + GROUP * each);
    }
    for (int each = 0; each < GROUP; each++) {
        uint64_t number = GROUP * group + each;
        int first = is_pair(request) ? each & ~1 : each;
        if (number >= at->position && number < at->position + request->count) {
            struct pair found = of_words(request, words + count * first);
            store(request, number - at->position, first == each ? found.first : found.second);
        }
    }
    *counter += GROUP * (group + 1) <= at->position + request->count ? count : 0;
}

/* A coordinate of a Sobol sequence as a number above 0 and of at most 1: half a step above a multiple of the step, or a step if
 * it is a uniform one of double precision from 32 bits. */
BOTH double uniform_of_point(const struct request *request, uint64_t bits, int has_64_bits) {
    if (!takes_two(request)) {
        return narrow_uniform((uint32_t)(has_64_bits ? bits >> 32 : bits));
    }
    if (has_64_bits) {
        return wide_uniform(bits >> 11);
    }
    return (double)bits * TWO_TO_MINUS_32 + (request->distribution == UNIFORM ? TWO_TO_MINUS_32 : TWO_TO_MINUS_32 / 2);
}

BOTH void take_point(const struct points *points, uint64_t at) {
    const struct request *request = &points->request;
    const uint64_t *directions = (const uint64_t *)points->directions + at / points->each * (points->bits + 1);
    uint64_t bits = sobol(directions, points->position + at % points->each);
    if (request->distribution == BITS && request->is_wide) {
        ((uint64_t *)request->to)[at] = bits;
        return;
    }
    double uniform = uniform_of_point(request, bits, points->bits == 64);
    switch (request->distribution) {
    case BITS:
        store(request, at, (double)bits);
        break;
    case UNIFORM:
        store(request, at, uniform);
        break;
    case POISSON:
        store(request, at, poisson(request, uniform));
        break;
    default:
        store(request, at, distributed(request, normal_quantile(uniform)));
        break;
    }
}

#endif
