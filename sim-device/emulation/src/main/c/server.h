/* Where the device server is, and how one is started. */
#ifndef OFFLOAD_TCK_SERVER_H
#define OFFLOAD_TCK_SERVER_H

#include <sys/un.h>

#include "wire.h"

/* The driver folder that holds the file `place`, itself a path; the caller frees it. NULL when memory
 * ran out. */
char *folder_of(const char *place);

/* Connects to the device server of this user and of the build in driver folder `folder`, starting it
 * when there is none, and exchanges a first request. The descriptor, closed on exec, or -1 after one
 * line on standard error; `address` is where the server is. */
int server_ask(const char *folder, struct sockaddr_un *address, struct frame *request,
               struct frame *reply);

/* One more connection to the server at `address`; -1 when it is gone. */
int server_reconnect(const struct sockaddr_un *address);

/* One line on standard error, after the kit's name. */
__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);

#endif
