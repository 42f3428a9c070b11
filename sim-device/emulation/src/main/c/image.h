/* The length of a module's image, which callers of the driver API do not state. */
#ifndef OFFLOAD_TCK_IMAGE_H
#define OFFLOAD_TCK_IMAGE_H

#include <stddef.h>

/* Finds the image that `*image` refers to. Returns its length in bytes; 0 if its headers are
 * inconsistent. */
size_t image_size(const void **image);

#endif
