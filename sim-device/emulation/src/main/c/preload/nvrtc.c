/* The emulated driver executes PTX. For a real architecture (`--gpu-architecture=sm_75`), NVRTC compiles a program to
 * PTX and to machine code, and has functions for each; a program calls those of the machine code. Jumps lead from them
 * to those of the PTX in the same file, which have the same parameters. The driver loads PTX wherever it loads machine
 * code. */
#include "nvrtc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jump.h"
#include "symbols.h"

/* Whether a function of NVRTC in this process returns PTX as machine code. The driver looks it up (link.c). */
__attribute__((visibility("default"))) int offload_tck_nvrtc_returns_ptx;

struct redirection {
    const char *from;
    const char *to;
};

static const struct redirection redirections[] = {
    {"nvrtcGetCUBINSize", "nvrtcGetPTXSize"},
    {"nvrtcGetCUBIN", "nvrtcGetPTX"},
};

enum { REDIRECTIONS = sizeof redirections / sizeof *redirections };

/* Finds the symbols of both functions of each redirection. Fails if one is missing or has no room for a jump. */
static int find(const struct symbols *symbols, const Elf64_Sym *from[], const Elf64_Sym *to[]) {
    if (!symbols_define(symbols, redirections[0].from)) {
        return -1;
    }
    for (int i = 0; i < REDIRECTIONS; i++) {
        from[i] = symbols_find(symbols, redirections[i].from);
        to[i] = symbols_find(symbols, redirections[i].to);
        if (from[i] == NULL || to[i] == NULL || from[i]->st_size < jump_size) {
            return -1;
        }
    }
    return 0;
}

static int write_jumps(const Elf64_Sym *from[], const Elf64_Sym *to[], uintptr_t base) {
    struct entry *entries = calloc(REDIRECTIONS, sizeof *entries);
    for (int i = 0; entries != NULL && i < REDIRECTIONS; i++) {
        uintptr_t code = base + from[i]->st_value;
        if (jumps_begin(code, code + jump_size) != 0) {
            return -1;
        }
        entries[i].target = (void *)(base + to[i]->st_value);
        jump_write((void *)code, entries + i);
        jumps_end(code, code + jump_size);
    }
    return entries == NULL ? -1 : 0;
}

void nvrtc_redirect(const char *path, const struct tables *file, uintptr_t base) {
    const Elf64_Sym *from[REDIRECTIONS];
    const Elf64_Sym *to[REDIRECTIONS];
    if (find(&file->all, from, to) != 0 && find(&file->exported, from, to) != 0) {
        return;
    }
    if (jump_is_written((void *)(base + from[0]->st_value))) {
        return;
    }
    if (write_jumps(from, to, base) != 0) {
        fprintf(stderr, "offload-tck: %s: its NVRTC returns machine code: %s\n", path, strerror(errno));
        return;
    }
    offload_tck_nvrtc_returns_ptx = 1;
}
