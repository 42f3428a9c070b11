#define _GNU_SOURCE
#include "kit.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int kit_path(char path[PATH_MAX], const char *library) {
    Dl_info own;
    if (dladdr((void *)kit_path, &own) == 0) {
        return -1;
    }
    const char *name = strrchr(own.dli_fname, '/');
    int folder = name == NULL ? 0 : (int)(name + 1 - own.dli_fname);
    return snprintf(path, PATH_MAX, "%.*s%s", folder, own.dli_fname, library) < PATH_MAX ? 0 : -1;
}
