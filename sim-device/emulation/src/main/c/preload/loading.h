/* Visits the files that a process loads. */
#ifndef OFFLOAD_TCK_PRELOAD_LOADING_H
#define OFFLOAD_TCK_PRELOAD_LOADING_H

#include <stdint.h>

/* Calls `visit` for each file of the process, and from then on for each that dlopen loads, before constructors of
 * it run: `base` is what its addresses are relative to. `visit` is called with locks of the dynamic linker
 * held, so that it must load nothing. A file can be visited more than once. */
void loading_watch(void (*visit)(const char *path, uintptr_t base));

#endif
