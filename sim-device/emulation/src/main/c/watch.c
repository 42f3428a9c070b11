/* Waits for a program and shows how its run goes. */
#define _GNU_SOURCE
#include "watch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server.h"
#include "wire.h"

/* The time between the signals TERM and KILL to a program that has reached the time limit, in
 * milliseconds. */
#define GRACE_MILLISECONDS 2000

/* Width of a terminal that states none (ECMA-48 terminals since the VT100 have 80 columns). */
#define COLUMNS 80

/* Erase in line, from the cursor to the end (ECMA-48, 8.3.41). */
#define ERASE "\033[K"

struct watch {
    pid_t child;
    int server; /* or -1 if it has ended */
    int shown;  /* whether a line is on the terminal */
    int expired;
};

int watch_has_terminal(void) {
    const char *kind = getenv("TERM");
    return isatty(STDERR_FILENO) && kind != NULL && strcmp(kind, "dumb") != 0;
}

static int columns(void) {
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : COLUMNS;
}

/* Replaces the line on the terminal; an empty text removes it. */
static void show(struct watch *watch, const char *text, size_t length) {
    if (length > 0 || watch->shown) {
        int most = columns() - 1;
        fprintf(stderr, "\r%.*s" ERASE, length < (size_t)most ? (int)length : most, text);
        fflush(stderr);
    }
    watch->shown = length > 0;
}

static void read_notice(struct watch *watch, const struct frame *frame) {
    struct notice notice;
    if (read_run_notice(frame, &notice) != 0) {
        return;
    }
    switch (notice.kind) {
        case NOTICE_PROGRESS:
            show(watch, notice.text, notice.length);
            break;
        case NOTICE_TIME_LIMIT:
            show(watch, "", 0);
            complain("%.*s", (int)notice.length, notice.text);
            watch->expired = 1;
            kill(watch->child, SIGTERM);
            kill(watch->child, SIGCONT);
            break;
    }
}

static void read_server(struct watch *watch) {
    struct frame frame = {0};
    if (wire_receive(watch->server, &frame) == 0) {
        read_notice(watch, &frame);
    } else {
        watch->server = -1;
    }
    frame_free(&frame);
}

/* Waits for an event; returns as waitpid. */
static pid_t wait_event(struct watch *watch, int signals, int *status) {
    struct pollfd events[] = {{signals, POLLIN, 0}, {watch->server, POLLIN, 0}};
    int polled = poll(events, 2, watch->expired ? GRACE_MILLISECONDS : -1);
    if (polled == 0) {
        kill(watch->child, SIGKILL);
        return waitpid(watch->child, status, 0);
    }
    if (polled > 0 && events[0].revents != 0) {
        struct signalfd_siginfo ignored;
        ssize_t size = read(signals, &ignored, sizeof ignored);
        (void)size;
        return waitpid(watch->child, status, WNOHANG);
    }
    if (polled > 0) {
        read_server(watch);
    }
    return 0;
}

int watch_program(pid_t child, int server, int *status, int *expired) {
    struct watch watch = {.child = child, .server = server};
    sigset_t ended;
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    int signals = signalfd(-1, &ended, SFD_CLOEXEC);
    pid_t found = waitpid(child, status, signals < 0 ? 0 : WNOHANG);
    while (found == 0 || (found < 0 && errno == EINTR)) {
        found = wait_event(&watch, signals, status);
    }
    show(&watch, "", 0);
    if (signals >= 0) {
        close(signals);
    }
    *expired = watch.expired;
    return found < 0 ? -1 : 0;
}
