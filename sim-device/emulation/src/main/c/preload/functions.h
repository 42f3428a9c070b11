/* The functions of a library that a file contains. */
#ifndef OFFLOAD_TCK_PRELOAD_FUNCTIONS_H
#define OFFLOAD_TCK_PRELOAD_FUNCTIONS_H

#include <elf.h>
#include <stddef.h>

struct library;
struct tables;

struct function {
    const char *name; /* in the file */
    Elf64_Addr address;
    uint64_t size; /* in bytes */
};

struct functions {
    struct function *list; /* allocated */
    size_t count;
};

/* Reads those of a library from the symbols of a file, or from its code if they are stripped. The caller frees the
 * list. Fails if the file has no such library, or there is no memory. */
int functions_read(struct functions *functions, const struct library *library, const struct tables *file);

/* The function of that name; null if there is none. */
const struct function *functions_find(const struct functions *functions, const char *name);

#endif
