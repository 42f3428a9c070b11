/* Starts the device server. Between fork and exec, only functions that POSIX calls async-signal-safe are
 * used, because the program may have threads. It forks twice, so that the server is not a child that the
 * program must wait for. */
#define _GNU_SOURCE
#include "launch_server.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Longest command, in bytes: a class path may be long. */
#define LONGEST (1 << 20)

/* The environment variables that the server inherits: the locations of the user's files. */
static const char *const inherited[] = {"HOME", "PATH", "USER", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"};

enum { INHERITED = sizeof inherited / sizeof *inherited };

/* Soft limits that a test may set for its program and that would prevent the start of a server. */
static const int limits[] = {RLIMIT_AS, RLIMIT_DATA, RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_NOFILE,
                             RLIMIT_STACK};

static char *read_text(const char *file, size_t *length) {
    FILE *stream = fopen(file, "re");
    char *text = stream == NULL ? NULL : malloc(LONGEST);
    if (text != NULL) {
        *length = fread(text, 1, LONGEST - 1, stream);
        text[*length] = '\0';
    }
    if (stream != NULL) {
        fclose(stream);
    }
    return text;
}

int read_server_command(struct server_command *command, const char *file, const char *socket) {
    size_t length = 0;
    size_t count = 0;
    command->text = read_text(file, &length);
    if (command->text == NULL) {
        return -1;
    }
    command->words = calloc(length + 2, sizeof(char *));
    char *line = command->words == NULL ? NULL : strchr(command->text, '\n');
    while (line != NULL && line[1] != '\0') {
        *line = '\0';
        command->words[count++] = line + 1;
        line = strchr(line + 1, '\n');
    }
    if (line != NULL) {
        *line = '\0';
    }
    if (count == 0) {
        free_server_command(command);
        return -1;
    }
    command->words[count] = (char *)socket;
    return 0;
}

void free_server_command(struct server_command *command) {
    free(command->words);
    free(command->text);
}

/* The environment of the server; `entries` point into `text`. */
static int environment(char *entries[INHERITED + 1], char text[INHERITED][PATH_MAX]) {
    int count = 0;
    for (int i = 0; i < INHERITED; i++) {
        const char *value = getenv(inherited[i]);
        if (value != NULL && strlen(value) < PATH_MAX - 64) {
            snprintf(text[i], PATH_MAX, "%s=%s", inherited[i], value);
            entries[count++] = text[i];
        }
    }
    entries[count] = NULL;
    return count;
}

static void forget_signals(void) {
    sigset_t none;
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int signal = 1; signal < NSIG; signal++) {
        sigaction(signal, &standard, NULL);
    }
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void raise_limits(void) {
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct rlimit limit;
        if (getrlimit(limits[i], &limit) == 0) {
            limit.rlim_cur = limit.rlim_max;
            setrlimit(limits[i], &limit);
        }
    }
}

static void close_others(void) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0) == 0) {
        return;
    }
#endif
    long most = sysconf(_SC_OPEN_MAX);
    for (int descriptor = STDERR_FILENO + 1; descriptor < most; descriptor++) {
        close(descriptor);
    }
}

/* A descriptor other than the standard three, which the program may have closed. */
static int above(int descriptor) {
    return descriptor < 0 ? -1 : fcntl(descriptor, F_DUPFD, STDERR_FILENO + 1);
}

/* Code of the grandchild until exec. */
static void become_server(char **words, char **entries, int ready, const char *log) {
    int nothing = above(open("/dev/null", O_RDONLY));
    int messages = above(open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600));
    int output = above(ready);
    if (nothing < 0 || messages < 0 || dup2(output, STDOUT_FILENO) < 0 ||
        dup2(nothing, STDIN_FILENO) < 0 || dup2(messages, STDERR_FILENO) < 0 || chdir("/") != 0) {
        _exit(127);
    }
    umask(077);
    close_others();
    raise_limits();
    forget_signals();
    execve(words[0], words, entries);
    static const char reason[] = "the command of the device server cannot be executed\n";
    ssize_t ignored = write(STDERR_FILENO, reason, sizeof reason - 1);
    (void)ignored;
    _exit(127);
}

int launch_server(const struct server_command *command, const char *log) {
    char *entries[INHERITED + 1];
    char(*text)[PATH_MAX] = malloc(INHERITED * sizeof *text);
    int ends[2];
    if (text == NULL || pipe2(ends, O_CLOEXEC) != 0) {
        free(text);
        return -1;
    }
    environment(entries, text);
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0) {
            become_server(command->words, entries, ends[1], log);
        }
        _exit(0);
    }
    int reason = errno;
    free(text);
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        errno = reason;
        return -1;
    }
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
    return ends[0];
}
