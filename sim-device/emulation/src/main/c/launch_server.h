/* The process of the device server: its command, and its launch. */
#ifndef OFFLOAD_TCK_LAUNCH_SERVER_H
#define OFFLOAD_TCK_LAUNCH_SERVER_H

#include <limits.h>

/* The words of a command, and the text they lie in. */
struct server_command {
    char *text;
    char **words;
};

/* Reads `file`: a line for the build, then one word a line; `socket` becomes the last word. */
int read_server_command(struct server_command *command, const char *file, const char *socket);

void free_server_command(struct server_command *command);

/* Starts the server detached from this process, with its messages in `log`. The reading end of a pipe
 * that is its standard output, or -1 and errno. */
int launch_server(const struct server_command *command, const char *log);

#endif
