/* Finds the socket of the device server and starts the server if necessary. The server inherits no
 * descriptor, signal setting, limit or environment variable of the program that happens to start it,
 * except those chosen here. */
#define _GNU_SOURCE
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "launch_server.h"

/* Longest start of a server in milliseconds. A busy machine needs seconds. */
#define START_MILLISECONDS 60000

/* Interval for trying the lock of another starting client, in milliseconds. */
#define LOCK_MILLISECONDS 2

/* Number of attempts if the server ends just when it is called. */
#define ATTEMPTS 5

/* The location of the server. */
struct place {
    char command[PATH_MAX]; /* the file with the command that starts it */
    char build[65];         /* the build of the kit that it belongs to */
    char folder[80];        /* its socket; sun_path limits the length */
    struct sockaddr_un socket;
    char lock[sizeof((struct sockaddr_un *)0)->sun_path];
    char log[sizeof((struct sockaddr_un *)0)->sun_path];
};

void complain(const char *format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fprintf(stderr, "offload-tck: %s\n", line);
}

char *folder_of(const char *place) {
    char *path = realpath(place, NULL);
    char *slash = path == NULL ? NULL : strrchr(path, '/');
    if (slash != NULL) {
        *slash = '\0';
    }
    return path;
}

static int read_build(struct place *place, const char *folder) {
    snprintf(place->command, sizeof place->command, "%s/server", folder);
    FILE *file = fopen(place->command, "re");
    if (file == NULL || fgets(place->build, sizeof place->build, file) == NULL) {
        complain("%s cannot be read (%s) when it should say how the device server is started",
                 place->command, strerror(errno));
        if (file != NULL) {
            fclose(file);
        }
        return -1;
    }
    fclose(file);
    place->build[strcspn(place->build, "\n")] = '\0';
    return 0;
}

/* Whether the file is a folder that belongs to this user and that no other user may enter. */
static int is_ours(const char *folder) {
    struct stat status;
    return lstat(folder, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
           (status.st_mode & 077) == 0;
}

static int find_folder(struct place *place) {
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    if (runtime != NULL && is_ours(runtime) && strlen(runtime) < sizeof place->folder - 16) {
        snprintf(place->folder, sizeof place->folder, "%s/offload-tck", runtime);
    } else {
        snprintf(place->folder, sizeof place->folder, "/tmp/offload-tck-%u", (unsigned)geteuid());
    }
    if (mkdir(place->folder, 0700) != 0 && errno != EEXIST) {
        complain("%s cannot be made (%s)", place->folder, strerror(errno));
        return -1;
    }
    if (!is_ours(place->folder)) {
        complain("%s should be a folder of this user that nobody else may enter", place->folder);
        return -1;
    }
    return 0;
}

static int find(struct place *place, const char *folder) {
    if (read_build(place, folder) != 0 || find_folder(place) != 0) {
        return -1;
    }
    size_t size = sizeof place->lock;
    place->socket.sun_family = AF_UNIX;
    int length = snprintf(place->socket.sun_path, size, "%s/%.16s.sock", place->folder, place->build);
    snprintf(place->lock, size, "%s/%.16s.lock", place->folder, place->build);
    snprintf(place->log, size, "%s/%.16s.log", place->folder, place->build);
    return length < (int)size ? 0 : -1;
}

int server_reconnect(const struct sockaddr_un *address) {
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) {
        return -1;
    }
    if (connect(descriptor, (const struct sockaddr *)address, sizeof *address) != 0) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return -1;
    }
    return descriptor;
}

/* The time of a monotonic clock in milliseconds. */
static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/* Acquires the lock of the client that starts a server, until `deadline`. Returns its descriptor, or -1
 * after an error message. */
static int lock(const struct place *place, long long deadline) {
    int descriptor = open(place->lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        complain("%s cannot be opened (%s)", place->lock, strerror(errno));
        return -1;
    }
    while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EINTR && (errno != EWOULDBLOCK || now() > deadline)) {
            complain("%s is held by another process (%s) when a device server should be started",
                     place->lock, strerror(errno));
            close(descriptor);
            return -1;
        }
        poll(NULL, 0, LOCK_MILLISECONDS);
    }
    return descriptor;
}

/* Waits until the server has written to the pipe `ready`, or has ended. */
static int wait_ready(int ready, long long deadline) {
    char word;
    struct pollfd pipe = {ready, POLLIN, 0};
    for (;;) {
        long long left = deadline - now();
        int polled = poll(&pipe, 1, left < 0 ? 0 : (int)left);
        if (polled > 0) {
            return read(ready, &word, 1) == 1 ? 0 : -1;
        }
        if (polled == 0 || errno != EINTR) {
            return -1;
        }
    }
}

static int start(const struct place *place, long long deadline) {
    struct server_command command;
    if (read_server_command(&command, place->command, place->socket.sun_path) != 0) {
        complain("%s should hold a build and the words of a command", place->command);
        return -1;
    }
    int ready = launch_server(&command, place->log);
    free_server_command(&command);
    if (ready < 0) {
        complain("the device server cannot be started (%s)", strerror(errno));
        return -1;
    }
    int result = wait_ready(ready, deadline);
    close(ready);
    if (result != 0) {
        complain("the device server has not started; %s says why", place->log);
    }
    return result;
}

/* Connects to a running server, or starts one. Returns the descriptor, or -1 after an error message. */
static int connect_or_start(const struct place *place, long long deadline) {
    int connection = server_reconnect(&place->socket);
    if (connection >= 0) {
        return connection;
    }
    int held = lock(place, deadline);
    if (held < 0) {
        return -1;
    }
    connection = server_reconnect(&place->socket);
    if (connection < 0 && start(place, deadline) == 0) {
        connection = server_reconnect(&place->socket);
        if (connection < 0) {
            complain("the device server has ended right after its start; %s says why", place->log);
        }
    }
    close(held);
    return connection;
}

int server_ask(const char *folder, struct sockaddr_un *address, struct frame *request,
               struct frame *reply) {
    struct place place = {0};
    if (find(&place, folder) != 0) {
        return -1;
    }
    *address = place.socket;
    long long deadline = now() + START_MILLISECONDS;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        int connection = connect_or_start(&place, deadline);
        if (connection < 0) {
            return -1;
        }
        if (wire_exchange(connection, request, reply) == 0) {
            return connection;
        }
        close(connection);
    }
    complain("the device server at %s ends whenever it is asked", place.socket.sun_path);
    return -1;
}
