/* The parameter layouts of kernels that the program has looked up. */
#ifndef OFFLOAD_TCK_LAYOUT_H
#define OFFLOAD_TCK_LAYOUT_H

#include "cuda.h"

/* Stores the layout of `function`: offset and size of each parameter, 32 bits each. */
CUresult layout_remember(CUfunction function, const void *layout, size_t size);

/* Remembers the layout that a call returned with a function, unless `result` is an error, which it then returns.
 * Frees the layout. */
CUresult layout_take(CUresult result, CUfunction function, char *layout, size_t size);

/* Stores the handles that a call returned in `functions`, remembers their layouts, and frees both. `layouts` has for
 * each handle the number of parameters, 32 bits, and a layout. Returns `result` if that is an error. */
CUresult layout_store(CUresult result, CUfunction *functions, char *handles, size_t size, char *layouts);

/* Packs the `parameters` or the `extra` of a launch into a block that the caller frees. `*block` is null
 * if there are none, or if the kernel is unknown, which the server then reports. */
CUresult layout_pack(CUfunction function, void **parameters, void **extra, unsigned char **block,
                     size_t *size);

/* A pointer to each parameter in a block, which the caller frees; null if memory is exhausted. */
void **layout_unpack(CUfunction function, char *block, size_t size);

#endif
