/* The directions of Sobol sequences, from the numbers that S. Joe and F. Y. Kuo have published (new-joe-kuo-6.21201: "Notes on
 * generating Sobol sequences", 2008). new-joe-kuo-6.bits, beside this file, has the first 20,000 dimensions of SciPy's copy
 * (pack-directions); the licence is in META-INF/licenses of the jar. For each dimension from the second on, it has a primitive
 * polynomial, whose coefficients are bits, and the first directions as odd integers without their last bit, the first of
 * which is 1: of 19, 1, 2, ... bits, lowest first. */
#include "curand.h"
#include "sequences.h"

extern const unsigned char joe_kuo[];
__asm__(".section .rodata\n.globl joe_kuo\n.hidden joe_kuo\njoe_kuo:\n.incbin \"curand/new-joe-kuo-6.bits\"\n.text\n");

enum { POLYNOMIAL_BITS = 19, LONG = 64 };

static uint64_t take_bits(size_t *at, int count) {
    uint64_t value = 0;
    for (int each = 0; each < count; each++, ++*at) {
        value |= (uint64_t)(joe_kuo[*at / 8] >> *at % 8 & 1) << each;
    }
    return value;
}

/* The directions of the dimension at a place of the table: each is the sum of earlier ones that the polynomial selects. */
static void read_directions(size_t *at, uint64_t directions[LONG]) {
    uint64_t polynomial = take_bits(at, POLYNOMIAL_BITS);
    int degree = LONG - 1 - __builtin_clzll(polynomial);
    for (int each = 0; each < LONG; each++) {
        if (each < degree) {
            directions[each] = (2 * take_bits(at, each) + 1) << (LONG - 1 - each);
            continue;
        }
        directions[each] = directions[each - degree] ^ directions[each - degree] >> degree;
        for (int term = 1; term < degree; term++) {
            directions[each] ^= polynomial >> (degree - term) & 1 ? directions[each - term] : 0;
        }
    }
}

/* A random linear scramble and a digital shift (J. Matousek, On the L2-discrepancy for anchored boxes, Journal of Complexity
 * 14, 1998): a bit of a direction becomes its sum with random ones of the higher bits. NVIDIA's random bits are its own; these
 * are those of Philox with key 0, whose counter is the bit, from the highest on, and whose subsequence is the dimension. */
static uint64_t random_bits(uint32_t dimension, int bit) {
    uint32_t words[4];
    philox((uint64_t)bit, dimension, 0, words);
    return words[0] | (uint64_t)words[1] << 32;
}

static void scramble(uint32_t dimension, uint64_t directions[LONG]) {
    uint64_t rows[LONG];
    for (int bit = 0; bit < LONG; bit++) {
        uint64_t own = 1ull << (LONG - 1 - bit);
        rows[bit] = own | (random_bits(dimension, bit) & ~(own | (own - 1)));
    }
    for (int each = 0; each < LONG; each++) {
        uint64_t sum = 0;
        for (int bit = 0; bit < LONG; bit++) {
            sum = sum << 1 | (uint64_t)__builtin_parityll(rows[bit] & directions[each]);
        }
        directions[each] = sum;
    }
}

static uint64_t shift_of(uint32_t dimension) {
    return random_bits(dimension, LONG);
}

void compute_directions(curandRngType_t type, uint32_t dimensions, uint64_t *directions) {
    int bits = bits_of(type);
    size_t at = 0;
    for (uint32_t dimension = 0; dimension < dimensions; dimension++) {
        uint64_t all[LONG];
        for (int each = 0; each < LONG; each++) {
            all[each] = 1ull << (LONG - 1 - each);
        }
        if (dimension != 0) {
            read_directions(&at, all);
        }
        uint64_t shift = 0;
        if (is_scrambled(type)) {
            scramble(dimension, all);
            shift = shift_of(dimension);
        }
        *directions++ = shift >> (LONG - bits);
        for (int each = 0; each < bits; each++) {
            *directions++ = all[each] >> (LONG - bits);
        }
    }
}
