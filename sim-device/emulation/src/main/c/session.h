/* The session of this process with the device server, and the connection of each of its threads. */
#ifndef OFFLOAD_TCK_SESSION_H
#define OFFLOAD_TCK_SESSION_H

#include "wire.h"

enum session_state { CLOSED, OPEN, FAILED, LOST, FORKED };

/* How a client library opens its session. */
struct session_kind {
    const char *loss;                        /* consequence of the loss of the server, for the message */
    void (*describe)(struct frame *request); /* writes the request that opens the session */
    int (*is_bound)(void);                   /* whether a forked child may open none of its own; always if NULL */
};

/* A thread's connection and the frames it works with. */
struct connection {
    struct connection *next;
    struct connection **previous;
    int socket;
    struct frame request;
    struct frame reply;
};

/* Opens the session at the first call. */
enum session_state session(const struct session_kind *kind);

/* The state of the session. */
enum session_state session_state(void);

/* Gives the server access to the memory of this process, unless it has it. Returns 0, or -1 after an error
 * message. The session is open. */
int session_share_memory(void);

/* The connection of this thread, opened at its first call; NULL if the server has ended. */
struct connection *connection_of_thread(void);

/* Reports once that the server has ended; the state becomes LOST. */
void session_lost(const struct session_kind *kind);

#endif
