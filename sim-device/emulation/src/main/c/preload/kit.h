/* The kit's libraries, which lie beside this one. */
#ifndef OFFLOAD_TCK_PRELOAD_KIT_H
#define OFFLOAD_TCK_PRELOAD_KIT_H

#include <limits.h>

/* The path of a library of the kit. Fails if it is too long. */
int kit_path(char path[PATH_MAX], const char *library);

#endif
