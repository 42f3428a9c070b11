/* How a call's arguments travel. */
#ifndef OFFLOAD_TCK_MARSHAL_H
#define OFFLOAD_TCK_MARSHAL_H

#include "client.h"
#include "wire.h"

/* Refuses places that must not be null and are. */
CUresult check_places(const struct argument *arguments, size_t count);

/* A request: the input numbers, then the input buffers. */
void write_request(struct frame *frame, uint32_t number, const struct argument *arguments,
                   size_t count);

/* Stores what a reply holds after its head, and prints what device code printed. */
void read_outputs(struct reader *reader, const struct argument *arguments, size_t count);

#endif
