/* The libraries of NVIDIA that are replaced by the kit's, wherever a program has them from. */
#ifndef OFFLOAD_TCK_PRELOAD_LIBRARIES_H
#define OFFLOAD_TCK_PRELOAD_LIBRARIES_H

#include "functions.h"
#include "symbols.h"

struct library {
    const char *noun;   /* in messages */
    const char *marker; /* the function that each file with the library defines */
    const char *status; /* the name of what a function returns that the kit lacks */
    const char *older;  /* why a library is not replaced whose release the kit does not have */
    int (*absent)(void);
    int (*has_name)(const char *function);
    const char *(*kit)(const struct functions *functions, const char *soname);

    /* Finds the functions in a file without symbols of them; null if they are not searched there. */
    int (*find_in_code)(struct functions *functions, const void *file, size_t size);

    /* Whether the archive for static links has one member, so that all functions lie together. */
    int is_one_member;
};

/* Up to one without a noun. */
extern const struct library libraries[];

#endif
