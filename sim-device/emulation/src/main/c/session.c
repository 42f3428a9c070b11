/* One connection, `lifeline`, carries no calls: when it closes, the server knows that the process has
 * ended, whatever its threads were doing. A process that exits says so over it before. Each thread has a
 * connection of its own, so a thread that waits for a kernel does not delay others. A forked child has no
 * session, as with a real driver, unless its parent has used nothing of the driver but what NVML asks for. The library is never unloaded (linked with -z nodelete), so threads that
 * end later find it. */
#define _GNU_SOURCE
#include "session.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "arena.h"
#include "hostaccess.h"
#include "server.h"
#include "unified.h"

static _Atomic int state = CLOSED;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t listing = PTHREAD_MUTEX_INITIALIZER;
static struct connection *connections;
static pthread_key_t current;
static char *folder;
static struct sockaddr_un address;
static int lifeline = -1;
static uint64_t token;
static uint64_t server;
static int shares_memory;
static const struct session_kind *opener;

static void close_connection(void *closed) {
    struct connection *connection = closed;
    pthread_mutex_lock(&listing);
    *connection->previous = connection->next;
    if (connection->next != NULL) {
        connection->next->previous = connection->previous;
    }
    pthread_mutex_unlock(&listing);
    close(connection->socket);
    frame_free(&connection->request);
    frame_free(&connection->reply);
    free(connection);
}

static void before_fork(void) {
    pthread_mutex_lock(&listing);
}

static void after_fork_in_parent(void) {
    pthread_mutex_unlock(&listing);
}

/* Lets the child open a session of its own. */
static void forget_session(void) {
    connections = NULL;
    pthread_setspecific(current, NULL);
    shares_memory = 0;
    arena_forget();
    state = CLOSED;
}

/* Closes the parent's connections in the child, so that they end with the parent. */
static void after_fork_in_child(void) {
    static const pthread_mutex_t unlocked = PTHREAD_MUTEX_INITIALIZER;
    listing = unlocked;
    opening = unlocked;
    for (struct connection *each = connections; each != NULL; each = each->next) {
        close(each->socket);
        each->socket = -1;
    }
    if (lifeline >= 0) {
        close(lifeline);
        lifeline = -1;
    }
    unified_forked();
    host_access_forked();
    if (state == OPEN || state == LOST) {
        state = FORKED;
        if (opener->is_bound != NULL && !opener->is_bound()) {
            forget_session();
        }
    }
}

/* Not called if a signal, abort or _exit ends the process. Destructors of other libraries may still make
 * calls. */
__attribute__((destructor)) static void end_session(void) {
    struct frame request = {0};
    if (state == OPEN && lifeline >= 0) {
        frame_begin(&request, END_SESSION);
        wire_send(lifeline, &request);
        frame_free(&request);
    }
}

static void prepare(void) {
    Dl_info library;
    pthread_key_create(&current, close_connection);
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
    if (dladdr((void *)(uintptr_t)&session, &library) != 0) {
        folder = folder_of(library.dli_fname);
    }
}

/* Called with `opening` held. */
static int share_memory(void) {
    int socket = server_reconnect(&address);
    if (socket < 0) {
        complain("the device server has ended while a session was opened");
        return -1;
    }
    shares_memory = unified_start(server, socket, token) == 0;
    return shares_memory ? 0 : -1;
}

int session_share_memory(void) {
    pthread_mutex_lock(&opening);
    int result = shares_memory ? 0 : share_memory();
    pthread_mutex_unlock(&opening);
    return result;
}

/* The reply that opens a session: result, ends of its memory, count of numbers, the token, where its memory
 * is, the process id of the server, and whether kernels access all memory of this process. */
static enum session_state opened(const struct frame *reply) {
    struct reader reader = frame_reader(reply);
    uint32_t result = read_u32(&reader);
    skip_memory(&reader);
    read_u32(&reader);
    token = read_u64(&reader);
    if (result != 0 || reader.damaged) {
        complain("the device server opens no session; its log says why");
        return FAILED;
    }
    if (arena_open(&reader) != 0) {
        return FAILED;
    }
    server = read_u64(&reader);
    int is_unified = read_u64(&reader) != 0;
    if (reader.damaged || (is_unified && share_memory() != 0)) {
        return FAILED;
    }
    host_access_watch(lifeline);
    return OPEN;
}

/* Opens the session; called with `opening` held. If the server has just ended, another one is
 * started. */
static enum session_state open_session(const struct session_kind *kind) {
    struct frame request = {0};
    struct frame reply = {0};
    enum session_state result = FAILED;
    if (folder == NULL) {
        return FAILED;
    }
    kind->describe(&request);
    lifeline = server_ask(folder, &address, &request, &reply);
    if (lifeline >= 0) {
        result = opened(&reply);
    }
    frame_free(&request);
    frame_free(&reply);
    return result;
}

enum session_state session(const struct session_kind *kind) {
    pthread_once(&once, prepare);
    if (state == CLOSED) {
        pthread_mutex_lock(&opening);
        if (state == CLOSED) {
            opener = kind;
            state = open_session(kind);
        }
        pthread_mutex_unlock(&opening);
    }
    return state;
}

enum session_state session_state(void) {
    return state;
}

void session_lost(const struct session_kind *kind) {
    int expected = OPEN;
    if (atomic_compare_exchange_strong(&state, &expected, LOST)) {
        complain("the device server has ended; %s", kind->loss);
    }
}

static void enlist(struct connection *connection) {
    pthread_mutex_lock(&listing);
    connection->next = connections;
    connection->previous = &connections;
    if (connections != NULL) {
        connections->previous = &connection->next;
    }
    connections = connection;
    pthread_mutex_unlock(&listing);
    pthread_setspecific(current, connection);
}

struct connection *connection_of_thread(void) {
    struct connection *connection = pthread_getspecific(current);
    if (connection != NULL || (connection = calloc(1, sizeof *connection)) == NULL) {
        return connection;
    }
    connection->socket = server_reconnect(&address);
    if (connection->socket >= 0) {
        frame_begin(&connection->request, JOIN_SESSION);
        frame_u64(&connection->request, token);
        if (wire_exchange(connection->socket, &connection->request, &connection->reply) == 0) {
            struct reader reader = frame_reader(&connection->reply);
            if (read_u32(&reader) == 0 && !reader.damaged) {
                enlist(connection);
                return connection;
            }
        }
        close(connection->socket);
    }
    frame_free(&connection->request);
    frame_free(&connection->reply);
    free(connection);
    return NULL;
}
