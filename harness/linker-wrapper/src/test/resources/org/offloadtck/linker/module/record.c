/* What the functions of a module call: one prints its arguments, the other mixes them. */
#include <stdint.h>
#include <stdio.h>

void record(uint64_t a, uint32_t b, uint64_t c, uint32_t d, uint64_t e, uint32_t f, uint64_t g,
            uint32_t h, uint64_t i, uint32_t j) {
  printf("%lx %x %lx %x %lx %x %lx %x %lx %x\n", a, b, c, d, e, f, g, h, i, j);
}

uint64_t mix(uint64_t a, uint32_t b, uint64_t c, uint32_t d, uint64_t e, uint32_t f, uint64_t g,
             uint32_t h) {
  return a * 3 + b * 5 + c * 7 + d * 11 + e * 13 + f * 17 + g * 19 + h * 23;
}

int main(void) { return 0; }
