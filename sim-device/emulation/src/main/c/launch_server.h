/* Starts the process of the device server. */
#ifndef OFFLOAD_TCK_LAUNCH_SERVER_H
#define OFFLOAD_TCK_LAUNCH_SERVER_H

#include <limits.h>

/* The words of a command, which point into `text`. */
struct server_command {
    char *text;
    char **words;
};

/* Reads `file`: a line with the build, then one word per line. `socket` becomes the last word. */
int read_server_command(struct server_command *command, const char *file, const char *socket);

void free_server_command(struct server_command *command);

/* Starts the server detached from this process, with its standard error in `log`. Returns the reading
 * end of a pipe that is its standard output, or -1 with errno. */
int launch_server(const struct server_command *command, const char *log);

#endif
