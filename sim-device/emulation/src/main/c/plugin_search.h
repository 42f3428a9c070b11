/* Counts how often programs search for the CUDA plugin of libomptarget.
 *
 * libomptarget up to LLVM 18 loads its plugin by name and goes on without it if it is not found: the
 * program then never loads libcuda.so, so that the driver cannot know of it. A file of that name for
 * another class of machines, in a folder of LD_LIBRARY_PATH, is opened and passed over by the dynamic
 * linker (glibc, elf/dl-load.c, open_verify: "This is not a fatal error"), which inotify reports. */
#ifndef OFFLOAD_TCK_PLUGIN_SEARCH_H
#define OFFLOAD_TCK_PLUGIN_SEARCH_H

#include <stdint.h>

struct plugin_search {
    char *folder; /* with the file; NULL if nothing is counted */
    int events;
};

/* Creates the folder. Where that fails, nothing is counted. */
void plugin_search_begin(struct plugin_search *search);

/* Removes from `path`, folders with colons between them, those of other searches: a run around this one is
 * not to count the programs of this one. */
void plugin_search_leave(char *path);

/* Removes the folder. Returns how often the file was opened; not more often than that. */
uint64_t plugin_search_end(struct plugin_search *search);

#endif
