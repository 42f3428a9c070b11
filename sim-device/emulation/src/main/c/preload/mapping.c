#define _GNU_SOURCE
#include "mapping.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int mapping_open(struct mapping *mapping, const char *path) {
    struct stat status;
    void *mapped = MAP_FAILED;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        mapped = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    if (file >= 0) {
        close(file);
    }
    if (mapped == MAP_FAILED) {
        return -1;
    }
    *mapping = (struct mapping){mapped, (size_t)status.st_size};
    return 0;
}

void mapping_close(const struct mapping *mapping) {
    munmap((void *)mapping->bytes, mapping->size);
}
