/* A driver call: sends a request over the connection of the thread and evaluates the reply. */
#define _GNU_SOURCE
#include "client.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hostcall.h"
#include "marshal.h"
#include "session.h"

static _Atomic int initialised;
static __thread const char *caller;

void set_caller(const char *function) {
    caller = function;
}

const char *caller_of_thread(void) {
    return caller;
}

static void describe(struct frame *request) {
    const char *run = getenv("OFFLOAD_TCK_RUN");
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    char *sent = NULL;
    frame_begin(request, OPEN_SESSION);
    frame_u64(request, (uint64_t)getpid());
    frame_buffer(request, run == NULL ? "" : run, run == NULL ? 0 : strlen(run));
    /* An empty list differs from none. */
    if (visible == NULL || asprintf(&sent, "=%s", visible) < 0) {
        sent = NULL;
    }
    frame_buffer(request, sent == NULL ? "" : sent, sent == NULL ? 0 : strlen(sent));
    free(sent);
}

static int is_initialised(void) {
    return initialised;
}

static const struct session_kind kind = {"every driver call fails from here on", describe, is_initialised};

static CUresult lost(void) {
    session_lost(&kind);
    return CUDA_ERROR_DEVICE_UNAVAILABLE;
}

/* Evaluates a reply: maps the memory that it refers to, then stores its outputs. */
static CUresult answered(const struct frame *frame, const struct argument *arguments,
                         size_t count) {
    struct reader reader = frame_reader(frame);
    CUresult result = (CUresult)read_u32(&reader);
    if (arena_grow(&reader) != 0) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    read_outputs(&reader, arguments, count);
    return reader.damaged ? lost() : result;
}

static CUresult exchange(uint32_t number, const struct argument *arguments, size_t count) {
    struct connection *connection = connection_of_thread();
    if (connection == NULL) {
        return lost();
    }
    write_request(&connection->request, number, arguments, count, caller == NULL ? "" : caller);
    if (connection->request.failed) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (wire_exchange(connection->socket, &connection->request, &connection->reply) != 0) {
        return lost();
    }
    return answered(&connection->reply, arguments, count);
}

/* Whether a program may call a function before cuInit. */
static int precedes_init(uint32_t number) {
    switch (number) {
    case CALL_cuInit:
    case CALL_cuDriverGetVersion:
    case CALL_offload_tck_machine_count:
    case CALL_offload_tck_machine_device:
    case CALL_offload_tck_machine_attribute:
    case CALL_offload_tck_machine_peer_attribute:
        return 1;
    default:
        return 0;
    }
}

CUresult driver_call(uint32_t number, const struct argument *arguments, size_t count) {
    if (in_host_call()) {
        return CUDA_ERROR_NOT_PERMITTED;
    }
    if (!precedes_init(number) && !initialised && session_state() != FORKED) {
        return CUDA_ERROR_NOT_INITIALIZED;
    }
    switch (session(&kind)) {
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
