/* The memory routines that others are composed of. */
#ifndef OFFLOAD_TCK_MEMORY_H
#define OFFLOAD_TCK_MEMORY_H

#include "runtime.h"

EXPORT int omp_target_memcpy(void *to, const void *from, size_t size, size_t to_offset,
                             size_t from_offset, int to_device, int from_device);
EXPORT int omp_target_memcpy_rect(void *to, const void *from, size_t element, int dimensions,
                                  const size_t *volume, const size_t *to_offsets,
                                  const size_t *from_offsets, const size_t *to_dimensions,
                                  const size_t *from_dimensions, int to_device, int from_device);
EXPORT void *omp_target_memset(void *pointer, int value, size_t size, int device);

#endif
