/* Location and start of the device server. */
#ifndef OFFLOAD_TCK_SERVER_H
#define OFFLOAD_TCK_SERVER_H

#include <sys/un.h>

#include "wire.h"

/* The driver folder with the file `place`, a path; the caller frees it. NULL if memory is exhausted. */
char *folder_of(const char *place);

/* Connects to the device server of this user and of the build in driver folder `folder`, starting one if
 * there is none, and exchanges a first request. Returns a descriptor that is closed on exec, or -1 after
 * a line on standard error. `address` becomes the address of the server. */
int server_ask(const char *folder, struct sockaddr_un *address, struct frame *request,
               struct frame *reply);

/* Opens another connection to the server at `address`; -1 if it has ended. */
int server_reconnect(const struct sockaddr_un *address);

/* Prints a line to standard error, after the name of the kit. */
__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);

#endif
