/* The libraries of NVIDIA that are replaced by the kit's, wherever a program has them from. */
#ifndef OFFLOAD_TCK_PRELOAD_LIBRARIES_H
#define OFFLOAD_TCK_PRELOAD_LIBRARIES_H

#include "functions.h"
#include "symbols.h"

struct library {
    const char *noun;     /* in messages */
    const char *marker;   /* the function that each file with the library defines */
    const char *stems[2]; /* its functions begin with one of them and a capital letter */
    const char *other;    /* the stem of another library, which begins with that of this one; null if there is none */
    int (*absent)(void);  /* in place of a function that the kit lacks, which stays if this is null */
    const char *status;   /* the name of what it returns */
    const char *older;    /* why a library is not replaced whose release the kit does not have */

    /* The kit's libraries, by their releases from `first` on; null for a release without one. */
    const char *kits[3];
    long first;
    const char *file; /* the name of its shared library up to the release; null if functions alone tell the release */
    long (*release)(const struct functions *functions); /* of a library with another name */

    /* Finds the functions in a file without symbols of them; null if they are not searched there. */
    int (*find_in_code)(struct functions *functions, const void *file, size_t size);

    /* Whether the archive for static links has one member, so that all functions lie together. */
    int is_one_member;
};

/* Up to one without a noun. */
extern const struct library libraries[];

/* Whether a function of that name belongs to the library. */
int library_has(const struct library *library, const char *function);

/* The kit's library for one with these functions and a DT_SONAME, which may be empty; null if the kit has none. */
const char *library_of_kit(const struct library *library, const struct functions *functions, const char *soname);

#endif
