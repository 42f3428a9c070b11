/* The memory of the session. */
#ifndef OFFLOAD_TCK_ARENA_H
#define OFFLOAD_TCK_ARENA_H

#include <stdint.h>

#include "wire.h"

/* Whether `address` is that of memory of a device. */
int is_device_memory(uint64_t address);

/* Where this library accesses the memory at `address`, of the session or of the program. */
void *arena_at(uint64_t address);

/* Opens the memory of the session by what a reply says of it: the server's process id, its descriptor,
 * capacity, and bytes for devices. Returns 0, or -1 after an error message. */
int arena_open(struct reader *reader);

/* Forgets the memory of the session of the parent process. */
void arena_forget(void);

/* Maps the memory below the tops in a reply. Returns 0, or -1 after an error message. */
int arena_grow(struct reader *reader);

/* Maps bytes of a file at `address`, which is that of memory of devices. Returns 0, or -1. */
int arena_map(const char *path, uint64_t from, uint64_t address, uint64_t bytes);

/* Maps the memory of the session there again. Returns 0, or -1. */
int arena_unmap(uint64_t address, uint64_t bytes);

#endif
