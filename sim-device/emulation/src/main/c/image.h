/* The length of a module's image, which callers of the driver API do not state. */
#ifndef OFFLOAD_TCK_IMAGE_H
#define OFFLOAD_TCK_IMAGE_H

#include <stddef.h>

/* Finds the image that `*image` refers to. Returns its length in bytes; 0 if its headers are
 * inconsistent. */
size_t image_size(const void **image);

/* A fat binary and, behind it, those of the units that it was linked from, if `image` is a wrapper that has
 * them. The caller frees it. Null if there are none, or there is no memory. */
void *image_with_units(const void *image, size_t *size);

/* Reads a file of at most 512 MiB into memory that the caller frees. Null if there is none, or no memory. */
unsigned char *image_read(const char *name, size_t *size);

#endif
