/* The bytes of a file in memory. */
#ifndef OFFLOAD_TCK_PRELOAD_MAPPING_H
#define OFFLOAD_TCK_PRELOAD_MAPPING_H

#include <stddef.h>

struct mapping {
    const void *bytes;
    size_t size;
};

/* Fails if there is no such file, or it is empty. */
int mapping_open(struct mapping *mapping, const char *path);

void mapping_close(const struct mapping *mapping);

#endif
