/* Calls of functions of the program, which streams make on a thread of the driver. */
#ifndef OFFLOAD_TCK_HOSTCALL_H
#define OFFLOAD_TCK_HOSTCALL_H

#include "client.h"
#include "wire.h"

/* Starts the thread unless it runs. A session must be open. */
void serve_host_calls(void);

/* Whether the calling thread executes a function that a stream has called. */
int in_host_call(void);

#endif
