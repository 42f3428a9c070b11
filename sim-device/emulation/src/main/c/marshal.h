/* Encoding and decoding of arguments. */
#ifndef OFFLOAD_TCK_MARSHAL_H
#define OFFLOAD_TCK_MARSHAL_H

#include "client.h"
#include "wire.h"

/* Rejects null output locations that must not be null. */
CUresult check_places(const struct argument *arguments, size_t count);

/* Encodes a request: the input numbers, the input buffers, then the name of the function of the CUDA runtime
 * that makes the call, or an empty one. */
void write_request(struct frame *frame, uint32_t number, const struct argument *arguments,
                   size_t count, const char *caller);

/* Decodes the outputs of a reply, and prints the output of device code. */
void read_outputs(struct reader *reader, const struct argument *arguments, size_t count);

#endif
