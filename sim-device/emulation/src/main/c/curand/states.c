/* The states of subsequences, which are a distance apart and at the offset of the generator. A step of XORWOW and of MRG32k3a
 * is a product with a matrix, so that many steps are one with a power of it. */
#include <string.h>

#include "curand.h"
#include "sequences.h"

/* "cuRAND Library", "Pseudorandom Sequences": from a subsequence to the next, 2^67 and 2^76 numbers. */
enum { XORWOW_DISTANCE = 67, MRG_DISTANCE = 76 };

enum { XORWOW_WORDS = 5, XORWOW_BITS = 32 * XORWOW_WORDS, ORDER = 3 };

/* What becomes of each bit of a state. */
struct bits {
    uint32_t of[XORWOW_BITS][XORWOW_WORDS];
};

static void step_bits(struct bits *matrix) {
    for (int bit = 0; bit < XORWOW_BITS; bit++) {
        struct xorwow state = {0};
        state.x[bit / 32] = 1u << bit % 32;
        next_xorwow(&state);
        memcpy(matrix->of[bit], state.x, sizeof state.x);
    }
}

static void apply_bits(const struct bits *matrix, uint32_t state[XORWOW_WORDS]) {
    uint32_t result[XORWOW_WORDS] = {0};
    for (int bit = 0; bit < XORWOW_BITS; bit++) {
        uint32_t mask = -(state[bit / 32] >> bit % 32 & 1);
        for (int word = 0; word < XORWOW_WORDS; word++) {
            result[word] ^= mask & matrix->of[bit][word];
        }
    }
    memcpy(state, result, sizeof result);
}

static void square_bits(struct bits *matrix) {
    struct bits before = *matrix;
    for (int bit = 0; bit < XORWOW_BITS; bit++) {
        apply_bits(&before, matrix->of[bit]);
    }
}

static struct xorwow first_xorwow(uint64_t seed) {
    uint32_t low = 1099087573u * ((uint32_t)seed ^ 0xaad26b49u);
    uint32_t high = 2591861531u * ((uint32_t)(seed >> 32) ^ 0xf7dcefddu);
    return (struct xorwow){
        {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low}, 6615241u + high + low};
}

/* Takes the steps of all subsequences before the offset; the first ones have one more. */
static void skip_xorwow(struct xorwow *states, uint64_t count, uint64_t offset) {
    uint64_t steps = offset / count;
    struct bits power;
    step_bits(&power);
    for (uint64_t rest = steps; rest != 0; rest >>= 1) {
        for (uint64_t each = 0; rest & 1 && each < count; each++) {
            apply_bits(&power, states[each].x);
        }
        square_bits(&power);
    }
    for (uint64_t each = 0; each < count; each++) {
        states[each].weyl += (uint32_t)steps * 362437u;
        if (each < offset % count) {
            next_xorwow(&states[each]);
        }
    }
}

static void seed_xorwow(const struct curandGenerator_st *generator, struct xorwow *states) {
    uint64_t count = subsequences(generator);
    struct bits distance;
    step_bits(&distance);
    for (int each = 0; each < XORWOW_DISTANCE; each++) {
        square_bits(&distance);
    }
    states[0] = first_xorwow(generator->seed);
    for (uint64_t each = 1; each < count; each++) {
        states[each] = states[each - 1];
        apply_bits(&distance, states[each].x);
    }
    skip_xorwow(states, count, generator->offset);
}

/* A matrix of a component of MRG32k3a. */
struct matrix {
    uint64_t modulus;
    uint64_t of[ORDER][ORDER];
};

static const struct matrix steps[2] = {
    {MRG_MODULUS_1, {{0, 1, 0}, {0, 0, 1}, {MRG_MODULUS_1 - MRG_FACTOR_13, MRG_FACTOR_12, 0}}},
    {MRG_MODULUS_2, {{0, 1, 0}, {0, 0, 1}, {MRG_MODULUS_2 - MRG_FACTOR_23, 0, MRG_FACTOR_21}}}};

static void square(struct matrix *matrix) {
    struct matrix before = *matrix;
    for (int row = 0; row < ORDER; row++) {
        for (int column = 0; column < ORDER; column++) {
            uint64_t sum = 0;
            for (int each = 0; each < ORDER; each++) {
                sum = (sum + before.of[row][each] * before.of[each][column]) % before.modulus;
            }
            matrix->of[row][column] = sum;
        }
    }
}

static void apply(const struct matrix *matrix, uint32_t vector[ORDER]) {
    uint32_t before[ORDER];
    memcpy(before, vector, sizeof before);
    for (int row = 0; row < ORDER; row++) {
        uint64_t sum = 0;
        for (int each = 0; each < ORDER; each++) {
            sum = (sum + matrix->of[row][each] * before[each]) % matrix->modulus;
        }
        vector[row] = (uint32_t)sum;
    }
}

/* Each seed but 0 is mixed into the constant state. */
static struct mrg first_mrg(uint64_t seed) {
    enum { CONSTANT = 12345 };
    struct mrg state = {{CONSTANT, CONSTANT, CONSTANT}, {CONSTANT, CONSTANT, CONSTANT}};
    uint64_t low = (uint32_t)seed ^ 0x55555555u;
    uint64_t high = (uint32_t)(seed >> 32) ^ 0xaaaaaaaau;
    for (int each = 0; seed != 0 && each < ORDER; each++) {
        state.first[each] = (uint32_t)((each == 1 ? high : low) * CONSTANT % MRG_MODULUS_1);
        state.second[each] = (uint32_t)((each == 1 ? low : high) * CONSTANT % MRG_MODULUS_2);
    }
    return state;
}

static uint32_t *component(struct mrg *state, int which) {
    return which == 0 ? state->first : state->second;
}

static void seed_mrg(const struct curandGenerator_st *generator, struct mrg *states) {
    uint64_t count = subsequences(generator);
    states[0] = first_mrg(generator->seed);
    for (int which = 0; which < 2; which++) {
        struct matrix power = steps[which];
        struct matrix distance = power;
        for (int each = 0; each < MRG_DISTANCE; each++) {
            square(&distance);
        }
        for (uint64_t rest = generator->offset / count; rest != 0; rest >>= 1) {
            if (rest & 1) {
                apply(&power, component(&states[0], which));
            }
            square(&power);
        }
        for (uint64_t each = 1; each < count; each++) {
            memcpy(component(&states[each], which), component(&states[each - 1], which), sizeof states->first);
            apply(&distance, component(&states[each], which));
        }
    }
    for (uint64_t each = 0; each < generator->offset % count; each++) {
        next_mrg(&states[each]);
    }
}

/* A counter is the groups that the subsequence has given. */
static void seed_philox(const struct curandGenerator_st *generator, uint64_t *counters) {
    uint64_t count = subsequences(generator);
    uint64_t groups = generator->offset / GROUP;
    for (uint64_t each = 0; each < count; each++) {
        counters[each] = groups / count + (each < groups % count);
    }
}

uint64_t subsequences(const struct curandGenerator_st *generator) {
    switch (generator->type) {
    case CURAND_RNG_PSEUDO_MRG32K3A:
        return generator->ordering == CURAND_ORDERING_PSEUDO_LEGACY ? 4096 : 81920;
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
        return 65536;
    default:
        return 4096;
    }
}

size_t state_size(curandRngType_t type) {
    switch (type) {
    case CURAND_RNG_PSEUDO_MRG32K3A:
        return sizeof(struct mrg);
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
        return sizeof(uint64_t);
    default:
        return sizeof(struct xorwow);
    }
}

void seed_states(const struct curandGenerator_st *generator, void *states) {
    switch (generator->type) {
    case CURAND_RNG_PSEUDO_MRG32K3A:
        seed_mrg(generator, states);
        break;
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
        seed_philox(generator, states);
        break;
    default:
        seed_xorwow(generator, states);
        break;
    }
}
