/* How long a module's image is, which the driver API leaves to the driver. */
#ifndef OFFLOAD_TCK_IMAGE_H
#define OFFLOAD_TCK_IMAGE_H

#include <stddef.h>

/* The image that `*image` leads to and its length in bytes; 0 when its own headers contradict that it
 * can be one. */
size_t image_size(const void **image);

#endif
