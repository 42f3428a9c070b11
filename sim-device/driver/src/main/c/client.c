/* The session of this process and the connection of each of its threads.
 *
 * One connection, `lifeline`, carries no calls: the server learns from its end that the process is
 * gone, whatever its threads were doing. Each thread has a connection of its own, so that one that
 * waits for a kernel holds up nobody. A forked child has no driver, as with a real one. The library is
 * never unloaded (linked with -z nodelete), so threads that end later find it. */
#define _GNU_SOURCE
#include "client.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "marshal.h"
#include "server.h"
#include "wire.h"

/* A thread's connection and the frames it works with. */
struct connection {
    struct connection *next;
    struct connection **previous;
    int socket;
    struct frame request;
    struct frame reply;
};

enum state { CLOSED, OPEN, FAILED, LOST, FORKED };

static _Atomic int state = CLOSED;
static _Atomic int initialised;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t listing = PTHREAD_MUTEX_INITIALIZER;
static struct connection *connections;
static pthread_key_t current;
static char *folder;
static struct sockaddr_un address;
static int lifeline = -1;
static uint64_t token;

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

/* The child lets go of the parent's connections, so that their end is the parent's end. */
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
    if (state == OPEN || state == LOST) {
        state = FORKED;
    }
}

static void prepare(void) {
    Dl_info library;
    pthread_key_create(&current, close_connection);
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
    if (dladdr((void *)(uintptr_t)&driver_call, &library) != 0) {
        folder = folder_of(library.dli_fname);
    }
}

/* What the server says of the session it has opened. */
static enum state opened(const struct frame *reply) {
    struct reader reader = frame_reader(reply);
    uint32_t result = read_u32(&reader);
    read_u64(&reader);
    read_u32(&reader);
    token = read_u64(&reader);
    uint64_t server = read_u64(&reader);
    uint64_t descriptor = read_u64(&reader);
    uint64_t capacity = read_u64(&reader);
    if (result != CUDA_SUCCESS || reader.damaged) {
        complain("the device server opens no session; its log says why");
        return FAILED;
    }
    return arena_open(server, descriptor, capacity) == 0 ? OPEN : FAILED;
}

/* Opens the session; called with `opening` held. A server that just ends makes room for another. */
static enum state open_session(void) {
    struct frame request = {0};
    struct frame reply = {0};
    const char *run = getenv("OFFLOAD_TCK_RUN");
    enum state result = FAILED;
    if (folder == NULL) {
        return FAILED;
    }
    frame_begin(&request, OPEN_SESSION);
    frame_u64(&request, (uint64_t)getpid());
    frame_buffer(&request, run == NULL ? "" : run, run == NULL ? 0 : strlen(run));
    lifeline = server_ask(folder, &address, &request, &reply);
    if (lifeline >= 0) {
        result = opened(&reply);
    }
    frame_free(&request);
    frame_free(&reply);
    return result;
}

static enum state session(void) {
    pthread_once(&once, prepare);
    if (state == CLOSED) {
        pthread_mutex_lock(&opening);
        if (state == CLOSED) {
            state = open_session();
        }
        pthread_mutex_unlock(&opening);
    }
    return state;
}

/* Says once that the server is gone; from here on every call fails. */
static CUresult lost(void) {
    int expected = OPEN;
    if (atomic_compare_exchange_strong(&state, &expected, LOST)) {
        complain("the device server has ended; every driver call fails from here on");
    }
    return CUDA_ERROR_DEVICE_UNAVAILABLE;
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

/* This thread's connection, opened at its first call; NULL when the server is gone. */
static struct connection *connection_of_thread(void) {
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
            if (read_u32(&reader) == CUDA_SUCCESS && !reader.damaged) {
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

/* What a reply means; the memory it speaks of is mapped first. */
static CUresult answered(const struct frame *frame, const struct argument *arguments,
                         size_t count) {
    struct reader reader = frame_reader(frame);
    CUresult result = (CUresult)read_u32(&reader);
    CUresult grown = arena_grow(read_u64(&reader));
    if (grown != CUDA_SUCCESS) {
        return grown;
    }
    read_outputs(&reader, arguments, count);
    return reader.damaged ? lost() : result;
}

static CUresult exchange(uint32_t number, const struct argument *arguments, size_t count) {
    struct connection *connection = connection_of_thread();
    if (connection == NULL) {
        return lost();
    }
    write_request(&connection->request, number, arguments, count);
    if (connection->request.failed) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (wire_exchange(connection->socket, &connection->request, &connection->reply) != 0) {
        return lost();
    }
    return answered(&connection->reply, arguments, count);
}

CUresult driver_call(uint32_t number, const struct argument *arguments, size_t count) {
    int needs_none = number == CALL_cuInit || number == CALL_cuDriverGetVersion;
    if (!needs_none && !initialised && state != FORKED) {
        return CUDA_ERROR_NOT_INITIALIZED;
    }
    switch (session()) {
    case OPEN:
        break;
    case LOST:
        return CUDA_ERROR_DEVICE_UNAVAILABLE;
    case FORKED:
        return CUDA_ERROR_NOT_INITIALIZED;
    case CLOSED:
    case FAILED:
        return CUDA_ERROR_SYSTEM_NOT_READY;
    }
    CUresult result = check_places(arguments, count);
    if (result == CUDA_SUCCESS) {
        result = exchange(number, arguments, count);
    }
    if (number == CALL_cuInit && result == CUDA_SUCCESS) {
        initialised = 1;
    }
    return result;
}
