/* Options of the functions that compile and link PTX. */
#include "jit.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

void **jit_option(int wanted, unsigned count, const int *options, void **values) {
    for (unsigned i = 0; i < count; i++) {
        if (options[i] == wanted) {
            return &values[i];
        }
    }
    return NULL;
}

void jit_store_log(const char *log, void **buffer, void **room) {
    if (log == NULL || buffer == NULL || *buffer == NULL || room == NULL) {
        return;
    }
    size_t size = (size_t)(unsigned)(uintptr_t)*room;
    size_t length = strlen(log);
    if (size > 0) {
        length = length < size - 1 ? length : size - 1;
        memcpy(*buffer, log, length);
        ((char *)*buffer)[length] = '\0';
        *room = (void *)(uintptr_t)(length + 1);
    }
}
