/* Jumps that are written over the start of functions. */
#ifndef OFFLOAD_TCK_PRELOAD_JUMP_H
#define OFFLOAD_TCK_PRELOAD_JUMP_H

#include <stddef.h>
#include <stdint.h>

struct library;

/* Where the jump of a function leads. It lives as long as the process. */
struct entry {
    const char *name;
    void *target; /* null for the function of that name in the kit's library, which the first call loads */
    const struct library *library;
    const char *kit; /* the kit's library */
};

/* Bytes of a jump. Functions that are shorter lead to others. */
extern const size_t jump_size;

/* Whether the code of a function begins with a jump. */
int jump_is_written(const void *code);

/* Lets jumps be written from an address up to another one, or ends it. Fails if the pages cannot be written. */
int jumps_begin(uintptr_t from, uintptr_t to);
int jumps_end(uintptr_t from, uintptr_t to);

void jump_write(void *code, struct entry *entry);

#endif
