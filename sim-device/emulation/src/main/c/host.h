/* Access of the runtime in the server to the memory of this process. A bad address gives an error, never
 * a crash. */
#ifndef OFFLOAD_TCK_HOST_H
#define OFFLOAD_TCK_HOST_H

#include <stddef.h>

#include "wire.h"

/* Answers a request for `length` bytes at `address`: 0 and the bytes, or 1. */
void host_read(struct reader *question, struct frame *answer);

/* Answers a request to write bytes at `address`: 0, or 1. */
void host_write(struct reader *question, struct frame *answer);

/* Copies `size` bytes at `address` to `bytes`. Returns 0, or -1 if they are not all readable. */
int read_self(void *bytes, const void *address, size_t size);

#endif
