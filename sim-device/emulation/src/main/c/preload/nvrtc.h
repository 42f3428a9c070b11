/* NVRTC in a file of the process. */
#ifndef OFFLOAD_TCK_PRELOAD_NVRTC_H
#define OFFLOAD_TCK_PRELOAD_NVRTC_H

#include <stdint.h>

struct tables;

/* Lets the functions of NVRTC that return machine code return PTX. A file without them is left alone.
 *
 * @param base what the addresses of the file are relative to */
void nvrtc_redirect(const char *path, const struct tables *file, uintptr_t base);

#endif
