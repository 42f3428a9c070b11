/* Waits for a program and shows how its run goes. */
#ifndef OFFLOAD_TCK_WATCH_H
#define OFFLOAD_TCK_WATCH_H

#include <sys/types.h>

/* Waits for the end of `child`, whose signal SIGCHLD is blocked and not ignored. Meanwhile it shows the progress that `server` sends on the terminal, and ends
 * the program at the time limit. Returns 0, or -1 if there is no such child. `status` is as waitpid has it;
 * `expired` is set if the time limit was reached. */
int watch_program(pid_t child, int server, int *status, int *expired);

/* Whether standard error is a terminal that can erase a line. */
int watch_has_terminal(void);

#endif
