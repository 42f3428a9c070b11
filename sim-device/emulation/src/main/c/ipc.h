/* Files that the server maps in the memory of the session. */
#ifndef OFFLOAD_TCK_IPC_H
#define OFFLOAD_TCK_IPC_H

#include "client.h"

/* Pages of a file, as a call returns them; without bytes if there is nothing to map. */
struct pages {
    char *file;
    size_t length;
    uint64_t from;
    uint64_t at;
    uint64_t bytes;
};

#define OUT_PAGES(pages)                                                                           \
    OUT_COPY(&(pages)->file, &(pages)->length), OUT_64(&(pages)->from), OUT_64(&(pages)->at),      \
        OUT_64(&(pages)->bytes)

/* Enclose each call that maps or unmaps. */
void mapping_begin(void);
void mapping_end(void);

/* Maps the pages that a call has returned with success. Frees the name of the file. */
CUresult map_pages(CUresult result, const struct pages *pages);

#endif
