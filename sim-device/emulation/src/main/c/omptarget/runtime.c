/* A call: sends a request over the connection of the thread and, until the reply, answers requests of
 * the server to read and write memory of this process, on which the runtime works. */
#define _GNU_SOURCE
#include "runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../arena.h"
#include "../server.h"
#include "../session.h"
#include "../host.h"
#include "tool.h"

/* First numbers of messages of the server, as in RuntimeFrame. */
enum message { DONE = 0, BROKEN = 1, READ = 2, WRITE = 3, TOOL = 4 };

/* Offset of the numbers of runtime functions in requests, as in RuntimeClientSession. */
#define FIRST_CALL 0x20000

/* The environment variables that are sent to the server. */
static const char *const variables[] = {"LIBOMPTARGET_INFO", "LIBOMPTARGET_SHARED_MEMORY_SIZE",
                                        "OFFLOAD_TCK_DEVICE", "OFFLOAD_TCK_PROFILE",
                                        "OMP_TARGET_OFFLOAD"};

extern int omp_get_default_device(void) __attribute__((weak));

static void append_variables(struct frame *request) {
    char text[4096];
    size_t used = 0;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        size_t room = sizeof text - used;
        int length = value == NULL ? -1 : snprintf(text + used, room, "%s=%s", variables[i], value);
        if (length >= 0 && (size_t)length < room) {
            used += (size_t)length + 1;
        }
    }
    frame_buffer(request, text, used);
}

static void describe(struct frame *request) {
    const char *run = getenv("OFFLOAD_TCK_RUN");
    frame_begin(request, OPEN_RUNTIME);
    frame_u64(request, (uint64_t)getpid());
    frame_buffer(request, run == NULL ? "" : run, run == NULL ? 0 : strlen(run));
    append_variables(request);
}

static const struct session_kind kind = {"every target construct fails from here on", describe, NULL};

/* Ends the program as libomptarget does if a construct cannot run on a device although offloading is
 * mandatory. */
static void fail(void) {
    fflush(stdout);
    complain("fatal error 1: failure of target construct while offloading is mandatory");
    abort();
}

/* Prints the output of device code through the streams of the program, so that it is in order with the
 * program's own output. */
static void print(struct reader *reader, FILE *stream) {
    uint32_t size;
    const unsigned char *text = read_buffer(reader, &size);
    if (size > 0) {
        fwrite(text, 1, size, stream);
        fflush(stream);
    }
}

static void write_request(struct frame *request, const struct call *call) {
    frame_begin(request, FIRST_CALL + call->number);
    for (size_t i = 0; i < call->count; i++) {
        frame_u64(request, call->arguments[i]);
    }
    frame_buffer(request, call->components, call->components_size);
}

/* Whether the frame is a request for memory or a report to the tool, which is answered in `request`. */
static int is_question(struct reader *reader, enum message message, struct frame *request) {
    switch (message) {
    case READ:
        host_read(reader, request);
        return 1;
    case WRITE:
        host_write(reader, request);
        return 1;
    case TOOL:
        tool_report(reader, request);
        return 1;
    case DONE:
    case BROKEN:
        return 0;
    }
    return 0;
}

/* Returns 0 if the server has ended. */
static int exchange(struct connection *connection, const struct call *call, uint64_t *result) {
    struct frame *request = &connection->request;
    write_request(request, call);
    for (;;) {
        if (wire_exchange(connection->socket, request, &connection->reply) != 0) {
            return 0;
        }
        struct reader reader = frame_reader(&connection->reply);
        enum message message = read_u32(&reader);
        if (is_question(&reader, message, request)) {
            continue;
        }
        *result = read_u64(&reader);
        int is_mapped = arena_grow(&reader) == 0;
        print(&reader, stdout);
        print(&reader, stderr);
        if (message == BROKEN || !is_mapped) {
            fail();
        }
        return !reader.damaged;
    }
}

static uint64_t without_server(enum need need, uint64_t otherwise) {
    if (need == CONSTRUCT) {
        fail();
    }
    return otherwise;
}

uint64_t runtime_call(const struct call *call, enum need need, uint64_t otherwise) {
    uint64_t result = otherwise;
    enum session_state state = session(&kind);
    if (state == FORKED && need == CONSTRUCT) {
        complain("the devices are those of the process that forked this one");
    }
    if (state != OPEN) {
        return without_server(need, otherwise);
    }
    struct connection *connection = connection_of_thread();
    if (connection != NULL && exchange(connection, call, &result)) {
        return result;
    }
    session_lost(&kind);
    return without_server(need, otherwise);
}

int64_t device_number(int64_t number) {
    if (number != -1 || omp_get_default_device == NULL) {
        return number == -1 ? 0 : number;
    }
    return omp_get_default_device();
}

int device_count(void) {
    return (int)RUNTIME_CALL_NONE(COUNT_DEVICES, COURTESY, 0);
}
