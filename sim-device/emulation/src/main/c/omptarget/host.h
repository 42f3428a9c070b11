/* This process's memory, for the runtime in the server. A bad address is an answer, never a crash. */
#ifndef OFFLOAD_TCK_HOST_H
#define OFFLOAD_TCK_HOST_H

#include <stddef.h>

#include "../wire.h"

/* Answers a question for `length` bytes at `address`: 0 and the bytes, or 1. */
void host_read(struct reader *question, struct frame *answer);

/* Answers a wish to store bytes at `address`: 0, or 1. */
void host_write(struct reader *question, struct frame *answer);

/* Copies `size` bytes at `address` to `bytes`; 0, or -1 where they are not all there. */
int read_self(void *bytes, const void *address, size_t size);

#endif
