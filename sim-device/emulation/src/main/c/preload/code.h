/* What the machine code of a stripped file for x86-64 says about the CUDA runtime that is linked into it. */
#ifndef OFFLOAD_TCK_PRELOAD_CODE_H
#define OFFLOAD_TCK_PRELOAD_CODE_H

#include "functions.h"

/* Finds the functions of the runtime in a file in memory, aligned to 8 bytes. The caller frees the list. Fails if the
 * file has no runtime, is damaged, is not position-independent, or there is no memory. */
int code_functions(struct functions *functions, const void *file, size_t size);

#endif
