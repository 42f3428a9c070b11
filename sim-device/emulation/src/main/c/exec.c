/* offload-tck exec [OPTION...] -- PROGRAM [ARGUMENT...]: runs a program on the simulated GPU, then
 * prints a report. It is written in C so that a short program does not wait for the start of a JVM: the
 * device server, which may be running, parses the options and writes the report. It ends as the program: with
 * its exit status, or by its signal; 124 at the time limit; 127 if the program cannot be started; 2
 * for wrong options. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin_search.h"
#include "server.h"
#include "watch.h"
#include "wire.h"

enum { USAGE = 2, UNAVAILABLE = 70, TIME_LIMIT = 124, CANNOT_START = 127, SIGNALLED = 128 };

/* Signals to this process that are forwarded to the program. */
static const int passed_on[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};

enum { PASSED_ON = sizeof passed_on / sizeof *passed_on };

static volatile pid_t program;

/* The signal that ended the program, or 0. */
static int ended_by;

/* A reply to a control request. */
struct answer {
    uint32_t result;
    uint64_t status;
    uint32_t count; /* of buffers */
    struct reader buffers;
    struct frame frame;
};

/* Reads the head of a reply. */
static int open_answer(struct answer *answer) {
    answer->buffers = frame_reader(&answer->frame);
    answer->result = read_u32(&answer->buffers);
    skip_memory(&answer->buffers);
    if (read_u32(&answer->buffers) > 0) {
        answer->status = read_u64(&answer->buffers);
    }
    answer->count = read_u32(&answer->buffers);
    return answer->buffers.damaged ? -1 : 0;
}

/* The next buffer of a reply as text, which the caller frees. */
static char *next_text(struct answer *answer) {
    uint32_t size;
    const unsigned char *bytes = read_buffer(&answer->buffers, &size);
    return strndup(bytes == NULL ? "" : (const char *)bytes, size);
}

/* Adds `option` and `value` with a NUL to a buffer that has room for them. Returns its end. */
static char *add_word(char *end, const char *option, const char *value) {
    return stpcpy(stpcpy(end, option), value) + 1;
}

/* Writes the options, each with its NUL, as one buffer of a request. Before those of the user come the
 * facts that the device server does not see, since it is another process. */
static void write_options(struct frame *request, char **options, int count, const char *program_name) {
    static const char *const names[] = {"--directory=", "--program=", "--path=", "--library-path=",
                                        "--offload-policy=", "--terminal="};
    enum { FACTS = sizeof names / sizeof *names };
    char *directory = getcwd(NULL, 0);
    const char *facts[FACTS] = {directory, program_name, getenv("PATH"), getenv("LD_LIBRARY_PATH"),
                                getenv("OMP_TARGET_OFFLOAD"), watch_has_terminal() ? "true" : NULL};
    size_t size = 0;
    for (int i = 0; i < FACTS; i++) {
        size += facts[i] == NULL ? 0 : strlen(names[i]) + strlen(facts[i]) + 1;
    }
    for (int i = 0; i < count; i++) {
        size += strlen(options[i]) + 1;
    }
    char *words = malloc(size + 1);
    char *end = words;
    for (int i = 0; words != NULL && i < FACTS; i++) {
        end = facts[i] == NULL ? end : add_word(end, names[i], facts[i]);
    }
    for (int i = 0; words != NULL && i < count; i++) {
        end = add_word(end, "", options[i]);
    }
    frame_begin(request, OPEN_RUN);
    frame_buffer(request, words, words == NULL ? 0 : size);
    free(words);
    free(directory);
}

/* Opens a run. Returns its name, or NULL if this process must exit with `status`. `libraries` is the
 * folder of the client libraries below `folder`. */
static char *open_run(const char *folder, char **options, int count, const char *program_name, int *server,
                      int *status, char **libraries) {
    struct frame request = {0};
    struct answer answer = {0};
    struct sockaddr_un address;
    char *run = NULL;
    write_options(&request, options, count, program_name);
    *server = server_ask(folder, &address, &request, &answer.frame);
    if (*server >= 0 && open_answer(&answer) == 0) {
        run = next_text(&answer);
        *libraries = next_text(&answer);
        if (answer.result != 0) {
            *status = (int)answer.status;
            fputs(run, *status == 0 ? stdout : stderr);
            free(run);
            run = NULL;
        }
    }
    frame_free(&request);
    frame_free(&answer.frame);
    return run;
}

/* Creates a folder, unless there is one. */
static int make_folder(const char *folder) {
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        complain("%s cannot be created (%s)", folder, strerror(errno));
        return -1;
    }
    return 0;
}

static int write_text(const char *file, const char *text) {
    FILE *stream = fopen(file, "we");
    if (stream == NULL) {
        complain("%s cannot be written (%s)", file, strerror(errno));
        return -1;
    }
    int failed = fputs(text, stream) < 0;
    if (fclose(stream) != 0 || failed) {
        complain("%s cannot be written (%s)", file, strerror(errno));
        return -1;
    }
    return 0;
}

/* Writes a file of the report; a name that ends in a slash is that of a folder to create. */
static int write_file(struct answer *answer) {
    char *name = next_text(answer);
    char *contents = next_text(answer);
    size_t length = strlen(name);
    int failed = length > 0 && name[length - 1] == '/' ? make_folder(name) : write_text(name, contents);
    free(name);
    free(contents);
    return failed;
}

/* Closes the run and prints its report. Returns the exit status for a program that has exited with 0.
 * `searches` is how often programs searched for the CUDA plugin of libomptarget, `ended` the status of the
 * program as a shell has it. */
static int close_run(int server, const char *run, uint64_t searches, int ended) {
    struct frame request = {0};
    struct answer answer = {0};
    frame_begin(&request, CLOSE_RUN);
    frame_u64(&request, searches);
    frame_u64(&request, (uint64_t)ended);
    frame_buffer(&request, run, strlen(run));
    int exchanged = wire_exchange(server, &request, &answer.frame);
    frame_free(&request);
    struct notice notice;
    while (exchanged == 0 && read_run_notice(&answer.frame, &notice) == 0) {
        exchanged = wire_receive(server, &answer.frame);
    }
    if (exchanged != 0 || open_answer(&answer) != 0) {
        complain("the device server has ended; there is no report");
        frame_free(&answer.frame);
        return UNAVAILABLE;
    }
    char *report = next_text(&answer);
    char *report_file = next_text(&answer);
    int status = (int)answer.status;
    int failed = 0;
    if (report_file[0] == '\0') {
        fputs(report, stderr);
    } else {
        failed = write_text(report_file, report);
    }
    for (uint32_t read = 2; read < answer.count && !answer.buffers.damaged; read += 2) {
        failed |= write_file(&answer);
    }
    if (failed != 0 && status == 0) {
        status = EXIT_FAILURE;
    }
    free(report);
    free(report_file);
    frame_free(&answer.frame);
    return status;
}

/* Forwards a signal, unless the terminal has sent it to the whole process group. */
static void pass_on(int signal, siginfo_t *origin, void *context) {
    (void)context;
    if (program > 0 && origin->si_code <= 0) {
        kill(program, signal);
    }
}

/* The folders for LD_LIBRARY_PATH; the caller frees it. First come the client libraries: `libraries`, a folder
 * below `folder`, if that is named, and `folder`. */
static char *library_folders(const char *folder, const char *libraries, const char *search) {
    char *path = NULL;
    if (libraries[0] != '\0') {
        return asprintf(&path, "%s/%s:%s", folder, libraries, folder) < 0 ? NULL : path;
    }
    if (search == NULL) {
        return strdup(folder);
    }
    return asprintf(&path, "%s:%s", folder, search) < 0 ? NULL : path;
}

/* Adds `word` to the list in a variable, with colons between its words, unless it is there. */
static void add_to(const char *variable, const char *word) {
    const char *list = getenv(variable);
    char *extended = NULL;
    if (list == NULL || *list == '\0') {
        setenv(variable, word, 1);
    } else if (strstr(list, word) == NULL && asprintf(&extended, "%s:%s", list, word) > 0) {
        setenv(variable, extended, 1);
        free(extended);
    }
}

/* Preloads the library that replaces libraries of NVIDIA which a program brings along. AddressSanitizer reports libraries
 * that are loaded before its own as an error (compiler-rt, asan_linux.cpp, AsanCheckDynamicRTPrereqs), which
 * is switched off: this library defines no function that a sanitizer intercepts. A name with a space or a
 * colon is two for the dynamic linker (ld.so(8)), which then searches the folders for libraries. */
static void preload(const char *folder) {
    static const char name[] = "liboffload-tck-preload.so";
    char *library = NULL;
    if (strpbrk(folder, " :") != NULL) {
        add_to("LD_PRELOAD", name);
    } else if (asprintf(&library, "%s/%s", folder, name) > 0) {
        add_to("LD_PRELOAD", library);
        free(library);
    }
    add_to("ASAN_OPTIONS", "verify_asan_link_order=0");
}

static void set_environment(const char *folder, const char *folders, const char *run) {
    const char *inherited = getenv("LD_LIBRARY_PATH");
    char *path = strdup(inherited == NULL ? "" : inherited);
    char *extended = NULL;
    if (path != NULL) {
        plugin_search_leave(path);
    }
    if (path == NULL || *path == '\0') {
        setenv("LD_LIBRARY_PATH", folders, 1);
    } else if (asprintf(&extended, "%s:%s", folders, path) > 0) {
        setenv("LD_LIBRARY_PATH", extended, 1);
        free(extended);
    }
    free(path);
    preload(folder);
    setenv("OFFLOAD_TCK_RUN", run, 1);
}

static int wait_for(pid_t child, int server) {
    int status;
    int expired;
    if (watch_program(child, server, &status, &expired) != 0) {
        return CANNOT_START;
    }
    if (expired) {
        return TIME_LIMIT;
    }
    ended_by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return ended_by != 0 ? SIGNALLED + ended_by : WEXITSTATUS(status);
}

/* Ends this process by the signal that ended the program, without a second core file. */
static void end_by_signal(void) {
    static const struct rlimit none = {0, 0};
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, ended_by);
    setrlimit(RLIMIT_CORE, &none);
    signal(ended_by, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    raise(ended_by);
}

static int run_program(char **words, const char *folder, const char *folders, const char *run, int server) {
    sigset_t all;
    sigset_t before;
    struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    program = fork();
    if (program == 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        set_environment(folder, folders, run);
        execvp(words[0], words);
        complain("%s cannot be started (%s)", words[0], strerror(errno));
        _exit(CANNOT_START);
    }
    for (int i = 0; i < PASSED_ON; i++) {
        sigaction(passed_on[i], &action, NULL);
    }
    signal(SIGCHLD, SIG_DFL);
    sigaddset(&before, SIGCHLD);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (program < 0) {
        complain("no process can be made (%s)", strerror(errno));
        return CANNOT_START;
    }
    return wait_for(program, server);
}

static int separator(int count, char **words) {
    int index = 1;
    while (index < count && strcmp(words[index], "--") != 0) {
        index++;
    }
    return index;
}

int main(int count, char **words) {
    int end = separator(count, words);
    int status = UNAVAILABLE;
    int server = -1;
    char *folder = folder_of("/proc/self/exe");
    char *libraries = NULL;
    char *run = folder == NULL
                    ? NULL
                    : open_run(folder, words + 1, end - 1, end + 1 < count ? words[end + 1] : NULL, &server,
                               &status, &libraries);
    if (run != NULL && end + 1 >= count) {
        complain("no program is named when one should be after --");
        status = USAGE;
    } else if (run != NULL) {
        struct plugin_search search;
        plugin_search_begin(&search);
        char *path = library_folders(folder, libraries, search.folder);
        status = run_program(words + end + 1, folder, path == NULL ? folder : path, run, server);
        free(path);
        program = 0;
        int closing = close_run(server, run, plugin_search_end(&search), status);
        status = status == 0 ? closing : status;
    }
    free(run);
    free(libraries);
    free(folder);
    if (ended_by != 0) {
        end_by_signal();
    }
    return status;
}
