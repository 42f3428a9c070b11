/* Unified memory: the server reads and writes this process, of which a thread serves what the server
 * cannot do itself. */
#ifndef OFFLOAD_TCK_UNIFIED_H
#define OFFLOAD_TCK_UNIFIED_H

#include <stdint.h>

/* Starts the thread that answers questions of process `server` over connection `socket`, which joins
 * the session `token`. Returns 0, or -1 after an error message. */
int unified_start(uint64_t server, int socket, uint64_t token);

/* Closes the connection in a forked child. */
void unified_forked(void);

#endif
