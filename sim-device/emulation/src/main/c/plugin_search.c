#define _GNU_SOURCE
#include "plugin_search.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

/* The name of the plugin in LLVM 13 to 18: openmp/libomptarget/src/rtl.cpp, RTLNames. */
#define PLUGIN "libomptarget.rtl.cuda.so"

/* The name of the folder, without what makes it unique. */
#define FOLDER "offload-tck-plugin-"

/* The folder or its file, below the folder for temporary files; the caller frees it. */
static char *path_of(const char *folder, const char *name) {
    char *path = NULL;
    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

/* Writes the file: as long as a header of this machine's class, since shorter ones are errors. */
static int write_file(const char *folder) {
    static const unsigned char header[sizeof(Elf64_Ehdr)] = {ELFMAG0,    ELFMAG1,     ELFMAG2,   ELFMAG3,
                                                             ELFCLASS32, ELFDATA2LSB, EV_CURRENT};
    char *path = path_of(folder, PLUGIN);
    int file = path == NULL ? -1 : open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    int written = file >= 0 && write(file, header, sizeof header) == (ssize_t)sizeof header;
    if (file >= 0) {
        close(file);
    }
    free(path);
    return written ? 0 : -1;
}

static void remove_folder(char *folder) {
    char *path = path_of(folder, PLUGIN);
    if (path != NULL) {
        unlink(path);
    }
    free(path);
    rmdir(folder);
    free(folder);
}

/* The end of each access is watched, too: equal events that follow each other are one (inotify(7)). */
void plugin_search_begin(struct plugin_search *search) {
    const char *parent = getenv("TMPDIR");
    int is_usable = parent != NULL && parent[0] == '/' && strchr(parent, ':') == NULL;
    search->events = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    search->folder = path_of(is_usable ? parent : "/tmp", FOLDER "XXXXXX");
    if (search->folder == NULL || mkdtemp(search->folder) == NULL) {
        free(search->folder);
        search->folder = NULL;
    } else if (write_file(search->folder) != 0 ||
               inotify_add_watch(search->events, search->folder, IN_OPEN | IN_CLOSE_NOWRITE) < 0) {
        remove_folder(search->folder);
        search->folder = NULL;
    }
}

void plugin_search_leave(char *path) {
    char *end = path;
    char *rest = path;
    char *folder;
    int kept = 0;
    while ((folder = strsep(&rest, ":")) != NULL) {
        if (strstr(folder, "/" FOLDER) == NULL) {
            size_t length = strlen(folder);
            if (kept++ > 0) {
                *end++ = ':';
            }
            memmove(end, folder, length);
            end += length;
        }
    }
    *end = '\0';
}

uint64_t plugin_search_end(struct plugin_search *search) {
    _Alignas(struct inotify_event) char events[sizeof(struct inotify_event) + NAME_MAX + 1];
    uint64_t count = 0;
    ssize_t size;
    while (search->folder != NULL && (size = read(search->events, events, sizeof events)) > 0) {
        const struct inotify_event *event;
        for (const char *at = events; at < events + size; at += sizeof *event + event->len) {
            event = (const struct inotify_event *)at;
            count += (event->mask & IN_OPEN) != 0 && event->len > 0 && strcmp(event->name, PLUGIN) == 0;
        }
    }
    if (search->folder != NULL) {
        remove_folder(search->folder);
    }
    if (search->events >= 0) {
        close(search->events);
    }
    return count;
}
