/* The memory of the session, mapped at the addresses of device pointers. */
#ifndef OFFLOAD_TCK_ARENA_H
#define OFFLOAD_TCK_ARENA_H

#include <stdint.h>

/* Whether `address` lies in the memory of the session. */
int in_arena(uint64_t address);

/* Opens the memory of the session: `descriptor` of process `server`, `capacity` bytes. Returns 0, or -1
 * after an error message. */
int arena_open(uint64_t server, uint64_t descriptor, uint64_t capacity);

/* Maps the memory below `top`. Returns 0, or -1 after an error message. */
int arena_grow(uint64_t top);

#endif
