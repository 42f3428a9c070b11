/* The dynamic linker calls a function without instructions, `r_brk`, after it has mapped files and before it runs
 * their constructors, so that debuggers stop there (System V ABI, link.h: struct r_debug). A jump is written over
 * it. If the function has other instructions, as under a debugger, files that dlopen loads are not visited. */
#define _GNU_SOURCE
#include "loading.h"

#include <link.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Functions of the dynamic linker are aligned to as many bytes. */
enum { ALIGNMENT = 16 };

static void (*visitor)(const char *path, uintptr_t base);

/* The last file that was visited. Files that are loaded later come after it in the list. */
static const struct link_map *last;

/* The name of the program itself is empty. */
static void visit(const struct link_map *file) {
    visitor(file->l_name[0] == '\0' ? "/proc/self/exe" : file->l_name, file->l_addr);
    last = file;
}

static int is_loaded(const struct link_map *file) {
    const struct link_map *each = _r_debug.r_map;
    while (each != NULL && each != file) {
        each = each->l_next;
    }
    return each != NULL;
}

static void visit_new_files(void) {
    if (_r_debug.r_state == RT_CONSISTENT) {
        const struct link_map *each = last != NULL && is_loaded(last) ? last->l_next : _r_debug.r_map;
        for (; each != NULL; each = each->l_next) {
            visit(each);
        }
    }
}

/* Whether a function consists of its return, so that there is room for a jump before the next one. */
static int is_empty(const unsigned char *code) {
    static const unsigned char end_branch[] = {0xf3, 0x0f, 0x1e, 0xfa};
    size_t skipped = memcmp(code, end_branch, sizeof end_branch) == 0 ? sizeof end_branch : 0;
    return (uintptr_t)code % ALIGNMENT == 0 && code[skipped] == 0xc3;
}

/* Writes `mov rax, visit_new_files; jmp rax`. */
static void write_jump(unsigned char *code) {
    static const unsigned char load[] = {0x48, 0xb8};
    static const unsigned char jump[] = {0xff, 0xe0};
    void (*target)(void) = visit_new_files;
    memcpy(code, load, sizeof load);
    memcpy(code + sizeof load, &target, sizeof target);
    memcpy(code + sizeof load + sizeof target, jump, sizeof jump);
}

void loading_watch(void (*visit_file)(const char *path, uintptr_t base)) {
    unsigned char *code = (unsigned char *)_r_debug.r_brk;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    visitor = visit_file;
    visit_new_files();
    if (code != NULL && is_empty(code)) {
        void *from = (void *)((uintptr_t)code & -page);
        if (mprotect(from, page, PROT_READ | PROT_WRITE | PROT_EXEC) == 0) {
            write_jump(code);
            mprotect(from, page, PROT_READ | PROT_EXEC);
        }
    }
}
