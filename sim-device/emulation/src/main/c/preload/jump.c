#define _GNU_SOURCE
#include "jump.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kit.h"
#include "libraries.h"

/* The instructions that are written. R11 is no register for parameters (System V ABI for x86-64, 3.2.3). */
struct __attribute__((packed)) jump {
    unsigned char load[2];
    uint64_t entry;
    unsigned char jump[4];
};

const size_t jump_size = sizeof(struct jump);

/* mov r11, entry */
static const unsigned char load_entry[] = {0x49, 0xbb};

/* jmp [r11 + 8] */
static const unsigned char jump_to_target[] = {0x41, 0xff, 0x63, 0x08};

_Static_assert(offsetof(struct entry, target) == 8, "the jump reads the target");

/* Finds the kit's function at the first call of one, which has its parameters in registers. The library is
 * loaded by its path, since a library of another name can have the kit's name as its DT_SONAME. */
__attribute__((used)) static void *resolve(struct entry *entry) {
    char path[PATH_MAX];
    void *library = kit_path(path, entry->kit) != 0 ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *target = library == NULL ? NULL : dlsym(library, entry->name);
    if (target == NULL) {
        fprintf(stderr, "offload-tck: the kit's %s has no %s, which returns %s\n", entry->library->noun, entry->name,
                entry->library->status);
        target = (void *)entry->library->absent;
    }
    entry->target = target;
    return target;
}

/* Calls resolve with the entry in R11, then the function. Functions of cuBLAS have parameters in vector registers
 * (cublasSscal of the API before version 2). The stack is aligned to 16 bytes at a call. */
__attribute__((naked)) static void resolve_entry(void) {
    __asm__("push %rdi\n\tpush %rsi\n\tpush %rdx\n\tpush %rcx\n\tpush %r8\n\tpush %r9\n\tsub $136, %rsp\n\t"
            "movups %xmm0, (%rsp)\n\tmovups %xmm1, 16(%rsp)\n\tmovups %xmm2, 32(%rsp)\n\tmovups %xmm3, 48(%rsp)\n\t"
            "movups %xmm4, 64(%rsp)\n\tmovups %xmm5, 80(%rsp)\n\tmovups %xmm6, 96(%rsp)\n\tmovups %xmm7, 112(%rsp)\n\t"
            "mov %r11, %rdi\n\tcall resolve\n\tmov %rax, %r11\n\t"
            "movups (%rsp), %xmm0\n\tmovups 16(%rsp), %xmm1\n\tmovups 32(%rsp), %xmm2\n\tmovups 48(%rsp), %xmm3\n\t"
            "movups 64(%rsp), %xmm4\n\tmovups 80(%rsp), %xmm5\n\tmovups 96(%rsp), %xmm6\n\tmovups 112(%rsp), %xmm7\n\t"
            "add $136, %rsp\n\tpop %r9\n\tpop %r8\n\tpop %rcx\n\tpop %rdx\n\tpop %rsi\n\tpop %rdi\n\tjmp *%r11");
}

int jump_is_written(const void *code) {
    const struct jump *jump = code;
    return memcmp(jump->load, load_entry, sizeof jump->load) == 0 &&
           memcmp(jump->jump, jump_to_target, sizeof jump->jump) == 0;
}

static int protect(uintptr_t from, uintptr_t to, int protection) {
    uintptr_t page = from & -(uintptr_t)sysconf(_SC_PAGESIZE);
    return mprotect((void *)page, to - page, protection);
}

int jumps_begin(uintptr_t from, uintptr_t to) {
    return protect(from, to, PROT_READ | PROT_WRITE | PROT_EXEC);
}

int jumps_end(uintptr_t from, uintptr_t to) {
    return protect(from, to, PROT_READ | PROT_EXEC);
}

void jump_write(void *code, struct entry *entry) {
    struct jump jump = {.entry = (uintptr_t)entry};
    if (entry->target == NULL) {
        entry->target = (void *)resolve_entry;
    }
    memcpy(jump.load, load_entry, sizeof jump.load);
    memcpy(jump.jump, jump_to_target, sizeof jump.jump);
    memcpy(code, &jump, sizeof jump);
}
