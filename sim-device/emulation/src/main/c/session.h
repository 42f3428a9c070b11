/* The session of this process with the device server, and the connection of each of its threads. */
#ifndef OFFLOAD_TCK_SESSION_H
#define OFFLOAD_TCK_SESSION_H

#include "wire.h"

enum session_state { CLOSED, OPEN, FAILED, LOST, FORKED };

/* How a library opens its session. */
struct session_kind {
    const char *loss;                        /* what follows when the server is gone */
    void (*describe)(struct frame *request); /* the request that opens the session, all of it */
    int (*opened)(struct reader *reader);    /* reads what follows the token; 0, or -1 */
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

/* What became of the session so far. */
enum session_state session_state(void);

/* This thread's connection, opened at its first call; NULL when the server is gone. */
struct connection *connection_of_thread(void);

/* Says once that the server is gone: from here on the state is LOST. */
void session_lost(const struct session_kind *kind);

#endif
