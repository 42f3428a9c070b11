/* The directions of Sobol sequences, from the numbers that S. Joe and F. Y. Kuo have published (new-joe-kuo-6.1000, beside
 * this file): a line for each dimension from the second on has its number, the degree and the inner coefficients of a
 * primitive polynomial, and the first directions as odd integers ("Notes on generating Sobol sequences", 2008). The file is that of Apache
 * Commons Math 3.6.1; its licence is in META-INF/licenses of the jar. */
#include <stdlib.h>
#include <string.h>

#include "curand.h"

extern const char joe_kuo[];
__asm__(".section .rodata\n.globl joe_kuo\n.hidden joe_kuo\njoe_kuo:\n.incbin \"curand/new-joe-kuo-6.1000\"\n.byte 0\n.text\n");

enum { MOST_BITS = 64 };

static const char *next_line(const char *line) {
    const char *end = strchr(line, '\n');
    return end == NULL ? line + strlen(line) : end + 1;
}

/* The directions of a line's dimension: each is the sum of earlier ones that the polynomial selects. */
static void read_directions(const char *line, int bits, uint64_t *directions) {
    char *rest;
    strtol(line, &rest, 10);
    int degree = (int)strtol(rest, &rest, 10);
    uint64_t inner = strtoul(rest, &rest, 10);
    for (int each = 0; each < bits; each++) {
        if (each < degree) {
            directions[each] = strtoull(rest, &rest, 10) << (bits - 1 - each);
            continue;
        }
        directions[each] = directions[each - degree] ^ directions[each - degree] >> degree;
        for (int term = 1; term < degree; term++) {
            directions[each] ^= inner >> (degree - 1 - term) & 1 ? directions[each - term] : 0;
        }
    }
}

void compute_directions(uint32_t dimensions, int bits, uint64_t *directions) {
    const char *line = next_line(joe_kuo);
    for (int each = 0; each < bits; each++) {
        directions[each] = 1ull << (bits - 1 - each);
    }
    for (uint32_t dimension = 1; dimension < dimensions; dimension++) {
        read_directions(line, bits, directions + (size_t)dimension * bits);
        line = next_line(line);
    }
}
