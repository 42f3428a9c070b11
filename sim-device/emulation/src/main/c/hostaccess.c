/* Reports an access of the program to memory of a device by its address. The host has no such memory, so
 * the access raises SIGSEGV. After the report, the signal has the effect that it has without the kit: the
 * instruction is executed again, with the handler that the program had set. Signals of other causes go to that
 * handler. A virtual machine raises many, for null pointers and to stop threads, so that it is called for them
 * without being set again. */
#define _GNU_SOURCE
#include "hostaccess.h"

#include <errno.h>
#include <execinfo.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <ucontext.h>

#include "arena.h"
#include "wire.h"

/* Frames that a report has at most, and those of the handler that precede them in a backtrace. */
#define MOST_FRAMES 16
#define OWN_FRAMES 8

/* Longest wait for the server, which looks at the memory of this process, in milliseconds. */
#define ANSWER_MILLISECONDS 10000

/* Bit of the error code of a page fault: the access writes (Intel SDM, volume 3A, 4.7). */
#define WRITES 2

/* ACCESS_MEMORY as a frame, with its length. No field has padding before it. */
struct report {
    uint32_t length;
    uint32_t number;
    uint64_t address;
    uint32_t writes;
    uint32_t frame_bytes;
    uint64_t frames[MOST_FRAMES];
};

static volatile int lifeline = -1;
static int is_watching;
static struct sigaction before;

/* The code addresses of this thread, from that of the access on. Returns their number. */
static unsigned find_frames(uint64_t access, uint64_t *frames) {
    void *all[OWN_FRAMES + MOST_FRAMES];
    int count = backtrace(all, OWN_FRAMES + MOST_FRAMES);
    int first = 0;
    while (first < count && (uint64_t)(uintptr_t)all[first] != access) {
        first++;
    }
    unsigned found = 1;
    frames[0] = access;
    for (int i = first + 1; i < count && found < MOST_FRAMES; i++) {
        frames[found++] = (uintptr_t)all[i];
    }
    return found;
}

static void send_report(uint64_t address, const ucontext_t *context) {
    struct report report = {.number = ACCESS_MEMORY, .address = address};
    report.writes = (context->uc_mcontext.gregs[REG_ERR] & WRITES) != 0;
    unsigned found = find_frames((uint64_t)context->uc_mcontext.gregs[REG_RIP], report.frames);
    report.frame_bytes = found * sizeof *report.frames;
    size_t size = sizeof report - sizeof report.frames + report.frame_bytes;
    report.length = (uint32_t)(size - sizeof report.length);
    struct pollfd answer = {lifeline, POLLIN, 0};
    if (send(lifeline, &report, size, MSG_NOSIGNAL) == (ssize_t)size) {
        poll(&answer, 1, ANSWER_MILLISECONDS);
    }
}

/* Whether the handler of the program can be called by the one that has its place. */
static int is_callable(void) {
    int is_handler = before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN;
    return is_handler && (before.sa_flags & (SA_SIGINFO | (int)SA_RESETHAND)) == SA_SIGINFO;
}

static void handle(int signal, siginfo_t *info, void *context) {
    int reason = errno;
    uint64_t address = (uintptr_t)info->si_addr;
    int is_access = info->si_code > 0;
    int is_of_device = is_access && is_device_memory(address) && lifeline >= 0;
    if (is_of_device) {
        send_report(address, context);
    } else if (is_callable()) {
        before.sa_sigaction(signal, info, context);
        return;
    }
    sigaction(signal, &before, NULL);
    if (!is_access) {
        raise(signal);
    }
    errno = reason;
}

/* The handler runs on the stack and with the mask of that whose place it takes, if it can call it. */
void host_access_watch(int connection) {
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
    void *loaded[1];
    if (is_watching) {
        lifeline = connection;
        return;
    }
    is_watching = 1;
    /* The first call loads the unwinder, which a signal handler must not. */
    backtrace(loaded, 1);
    lifeline = connection;
    sigaction(SIGSEGV, NULL, &before);
    if (is_callable()) {
        action = before;
    }
    action.sa_sigaction = handle;
    sigaction(SIGSEGV, &action, &before);
}

void host_access_forked(void) {
    lifeline = -1;
}
