/* The functions of a CUDA runtime that a file contains. */
#ifndef OFFLOAD_TCK_PRELOAD_FUNCTIONS_H
#define OFFLOAD_TCK_PRELOAD_FUNCTIONS_H

#include <elf.h>
#include <stddef.h>

struct function {
    const char *name; /* in the file */
    Elf64_Addr address;
    uint64_t size; /* in bytes */
};

struct functions {
    struct function *list; /* allocated */
    size_t count;
};

/* Reads those of a file in memory, aligned to 8 bytes: from its symbols, or from its code if they are
 * stripped. The caller frees the list. Fails if the file has no runtime, or the kit's. */
int functions_read(struct functions *functions, const void *file, size_t size);

/* The function of that name; null if there is none. */
const struct function *functions_find(const struct functions *functions, const char *name);

#endif
