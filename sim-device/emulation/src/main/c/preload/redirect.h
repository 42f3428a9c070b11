/* Replaces a library in a file of the process. */
#ifndef OFFLOAD_TCK_PRELOAD_REDIRECT_H
#define OFFLOAD_TCK_PRELOAD_REDIRECT_H

#include <stdint.h>

struct library;
struct tables;

/* Writes a jump to the kit's function over the start of each function of a library that a file contains, or prints
 * why not.
 *
 * Returns whether names in the file have come into use, so that it has to stay mapped.
 *
 * @param base what the addresses of the file are relative to */
int redirect(const struct library *library, const char *path, const struct tables *file, uintptr_t base);

#endif
