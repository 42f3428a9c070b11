/* The parameter layout of each kernel that was looked up. */
#ifndef OFFLOAD_TCK_LAYOUT_H
#define OFFLOAD_TCK_LAYOUT_H

#include "cuda.h"

/* Remembers the layout of `function`: per parameter its offset and size, 32 bits each. */
CUresult layout_remember(CUfunction function, const void *layout, size_t size);

/* Packs what `parameters` or `extra` of a launch hold into a block the caller frees; `*block` is null
 * when there is nothing, or no such kernel, which the server then says. */
CUresult layout_pack(CUfunction function, void **parameters, void **extra, unsigned char **block,
                     size_t *size);

#endif
