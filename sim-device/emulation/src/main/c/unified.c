#define _GNU_SOURCE
#include "unified.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "host.h"
#include "server.h"
#include "wire.h"

/* Messages of the server, as in HostQuestion. */
enum question { READ = 2, WRITE = 3, EXCHANGE = 4 };

/* Number of a frame that answers a question. */
#define ANSWER 0x20000

enum { STORED = 0, NOT_THERE = 1 };

/* Largest stack that the thread needs, in bytes. */
#define STACK_BYTES (256 * 1024)

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

static int connection = -1;
static uint64_t session_token;

/* Whether a store to `address` succeeds. Kernels before Linux 5.14 do not know; the server has looked
 * at the mappings. */
static int is_writable(uint64_t address) {
    uint64_t page = address & ~(uint64_t)(getpagesize() - 1);
    return madvise((void *)(uintptr_t)page, 1, MADV_POPULATE_WRITE) == 0 || errno == EINVAL;
}

#define EXCHANGE_AS(type)                                                                          \
    do {                                                                                           \
        type expected = (type)*value;                                                              \
        __atomic_compare_exchange_n((type *)(uintptr_t)address, &expected, (type)next, 0,          \
                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                           \
        *value = expected;                                                                         \
    } while (0)

/* Stores `next` if memory contains `*value`, which becomes what it contained. Returns 0, or -1 if there
 * is no such memory. */
static int exchange(uint64_t address, uint32_t bytes, uint64_t *value, uint64_t next) {
    if (address % bytes != 0 || !is_writable(address)) {
        return -1;
    }
    switch (bytes) {
    case 1:
        EXCHANGE_AS(uint8_t);
        return 0;
    case 2:
        EXCHANGE_AS(uint16_t);
        return 0;
    case 4:
        EXCHANGE_AS(uint32_t);
        return 0;
    case 8:
        EXCHANGE_AS(uint64_t);
        return 0;
    default:
        return -1;
    }
}

static void answer_exchange(struct reader *question, struct frame *answer) {
    uint64_t address = read_u64(question);
    uint64_t value = read_u64(question);
    uint64_t next = read_u64(question);
    uint32_t bytes = read_u32(question);
    int done = bytes != 0 && exchange(address, bytes, &value, next) == 0;
    frame_begin(answer, ANSWER);
    frame_u32(answer, done ? STORED : NOT_THERE);
    frame_u64(answer, value);
}

/* Returns 0 if the message is none of the questions. */
static int answer(struct reader *reader, struct frame *frame) {
    switch ((enum question)read_u32(reader)) {
    case READ:
        host_read(reader, frame);
        return 1;
    case WRITE:
        host_write(reader, frame);
        return 1;
    case EXCHANGE:
        answer_exchange(reader, frame);
        return 1;
    }
    return 0;
}

static void *serve(void *unused) {
    struct frame request = {0};
    struct frame reply = {0};
    struct reader reader;
    (void)unused;
    frame_begin(&request, SERVE_MEMORY);
    frame_u64(&request, session_token);
    do {
        if (wire_exchange(connection, &request, &reply) != 0) {
            break;
        }
        reader = frame_reader(&reply);
    } while (answer(&reader, &request));
    frame_free(&request);
    frame_free(&reply);
    return NULL;
}

int unified_start(uint64_t server, int socket, uint64_t token) {
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all;
    sigset_t before;
    /* Where Yama restricts debuggers to parents, this admits the server; elsewhere it fails and is not
     * needed. */
    prctl(PR_SET_PTRACER, (unsigned long)server, 0, 0, 0);
    connection = socket;
    session_token = token;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int result = pthread_create(&thread, &attributes, serve, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (result != 0) {
        complain("unified memory needs a thread, which cannot be started (%s)", strerror(result));
        close(socket);
        connection = -1;
    }
    return result == 0 ? 0 : -1;
}

void unified_forked(void) {
    if (connection >= 0) {
        close(connection);
        connection = -1;
    }
}
