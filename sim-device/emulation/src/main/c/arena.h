/* The session's memory, mapped where device pointers point to. */
#ifndef OFFLOAD_TCK_ARENA_H
#define OFFLOAD_TCK_ARENA_H

#include <stdint.h>

/* Whether `address` is of the session's memory. */
int in_arena(uint64_t address);

/* Takes part in the session's memory: `descriptor` of process `server`, `capacity` bytes. 0, or -1 after
 * a line. */
int arena_open(uint64_t server, uint64_t descriptor, uint64_t capacity);

/* Maps the memory below `top`. 0, or -1 after a line. */
int arena_grow(uint64_t top);

#endif
