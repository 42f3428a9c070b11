/* liboffload-tck-preload.so, for LD_PRELOAD: replaces a CUDA runtime that a program brings along by the kit's.
 *
 * libcudart_static.a is the default of nvcc. Its functions have hidden visibility, so that the dynamic linker
 * binds none of them, and it calls functions of the driver that are not documented. A shared library of it can have a
 * name of its own, such as libcudart-8774224f.so.12, or lie in the folder of a DT_RPATH. Before any code of the
 * program runs, a jump is written over the start of each of its functions, which leads to the kit's function of
 * that name. A symbol table of the program's file, or of its library, has their addresses, or else its code
 * (code.h). The library is linked with `-z initfirst`, so that its constructor runs before those of other
 * libraries, which register kernels. Since it also runs before those of the C library, the kit's runtime is not
 * loaded until one of its functions is called. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "functions.h"
#include "loading.h"
#include "mapping.h"
#include "symbols.h"

/* cudaError_t (CUDA Runtime API, "Data types used by CUDA Runtime"). */
#define cudaErrorNotSupported 801

/* The destination of the jump in a function of the runtime. `target` is at the offset that `struct jump` has. */
struct entry {
    const char *name;
    void *target;
    const char *library;
};

/* The instructions that are written. R11 is no register for parameters (System V ABI for x86-64, 3.2.3). */
struct __attribute__((packed)) jump {
    unsigned char load[2];
    uint64_t entry;
    unsigned char jump[4];
};

/* mov r11, entry */
static const unsigned char load_entry[] = {0x49, 0xbb};

/* jmp [r11 + 8] */
static const unsigned char jump_to_target[] = {0x41, 0xff, 0x63, 0x08};

_Static_assert(offsetof(struct entry, target) == 8, "the jump reads the target");

static void write_jump(unsigned char *code, const struct entry *entry) {
    struct jump jump = {.entry = (uintptr_t)entry};
    memcpy(jump.load, load_entry, sizeof jump.load);
    memcpy(jump.jump, jump_to_target, sizeof jump.jump);
    memcpy(code, &jump, sizeof jump);
}

static int not_supported(void) {
    return cudaErrorNotSupported;
}

/* The path of the kit's library, which lies beside this one. */
static int find_kit(char path[PATH_MAX], const char *library) {
    Dl_info own;
    if (dladdr((void *)write_jump, &own) == 0) {
        return -1;
    }
    const char *name = strrchr(own.dli_fname, '/');
    int folder = name == NULL ? 0 : (int)(name + 1 - own.dli_fname);
    return snprintf(path, PATH_MAX, "%.*s%s", folder, own.dli_fname, library) < PATH_MAX ? 0 : -1;
}

/* Finds the kit's function at the first call of one, which has its parameters in registers. The library is
 * loaded by its path, since a runtime of another name can have the kit's name as its DT_SONAME. */
__attribute__((used)) static void *resolve(struct entry *entry) {
    char path[PATH_MAX];
    void *library = find_kit(path, entry->library) != 0 ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *target = library == NULL ? NULL : dlsym(library, entry->name);
    if (target == NULL) {
        fprintf(stderr, "offload-tck: the kit's CUDA runtime has no %s, which returns cudaErrorNotSupported\n",
                entry->name);
        target = (void *)not_supported;
    }
    entry->target = target;
    return target;
}

/* Calls resolve with the entry in R11, then the function. None has floating-point parameters. The stack
 * is aligned to 16 bytes at a call. */
__attribute__((naked)) static void resolve_entry(void) {
    __asm__("push %rdi\n\tpush %rsi\n\tpush %rdx\n\tpush %rcx\n\tpush %r8\n\tpush %r9\n\tsub $8, %rsp\n\t"
            "mov %r11, %rdi\n\tcall resolve\n\tmov %rax, %r11\n\t"
            "add $8, %rsp\n\tpop %r9\n\tpop %r8\n\tpop %rcx\n\tpop %rdx\n\tpop %rsi\n\tpop %rdi\n\tjmp *%r11");
}

/* The runtime in a file. Its functions lie together, since its archive has one member. */
struct runtime {
    struct functions functions;
    const char *library; /* the kit's */
    uintptr_t base;
    Elf64_Addr first;
    Elf64_Addr end;
    size_t count;
};

/* The kit's library for a program with that runtime; null for one older than release 11. Release 12 alone has
 * cudaGetDeviceProperties_v2, release 13 has lost cudaThreadSynchronize, and 11 brought
 * cudaStreamSetAttribute (declarations of the releases; symbols of libcudart_static.a of 13.0). */
static const char *library_for(const struct functions *functions) {
    if (functions_find(functions, "cudaGetDeviceProperties_v2") != NULL) {
        return "libcudart.so.12";
    }
    if (functions_find(functions, "cudaThreadSynchronize") == NULL) {
        return "libcudart.so.13";
    }
    return functions_find(functions, "cudaStreamSetAttribute") == NULL ? NULL : "libcudart.so.11.0";
}

/* Functions shorter than a jump lead to others. */
static int is_redirected(const struct runtime *runtime, const struct function *function) {
    return function->size >= sizeof(struct jump) && function->address >= runtime->first &&
           function->address < runtime->end;
}

/* Finds the range of the runtime: from the first to the last function that the kit's library also defines. */
static void measure(struct runtime *runtime, const struct symbols *kit) {
    const struct function *end = runtime->functions.list + runtime->functions.count;
    runtime->first = UINT64_MAX;
    runtime->end = 0;
    for (const struct function *each = runtime->functions.list; each < end; each++) {
        if (symbols_find(kit, each->name) != NULL) {
            Elf64_Addr last = each->address + each->size;
            runtime->first = each->address < runtime->first ? each->address : runtime->first;
            runtime->end = last > runtime->end ? last : runtime->end;
        }
    }
    runtime->count = 0;
    for (const struct function *each = runtime->functions.list; each < end; each++) {
        runtime->count += is_redirected(runtime, each);
    }
}

static void write_jumps(const struct runtime *runtime, struct entry *entry) {
    const struct function *end = runtime->functions.list + runtime->functions.count;
    for (const struct function *each = runtime->functions.list; each < end; each++) {
        if (is_redirected(runtime, each)) {
            entry->name = each->name;
            entry->library = runtime->library;
            entry->target = (void *)resolve_entry;
            write_jump((unsigned char *)runtime->base + each->address, entry++);
        }
    }
}

/* Fails if there is no memory, or the pages of the code cannot be written. */
static int redirect(struct runtime *runtime, const struct symbols *kit) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    measure(runtime, kit);
    uintptr_t from = (runtime->base + runtime->first) & -page;
    size_t size = runtime->base + runtime->end - from;
    struct entry *entries = calloc(runtime->count + 1, sizeof *entries);
    if (entries == NULL || mprotect((void *)from, size, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
        free(entries);
        return -1;
    }
    write_jumps(runtime, entries);
    return mprotect((void *)from, size, PROT_READ | PROT_EXEC);
}

static int open_kit(struct mapping *kit, const char *library) {
    char path[PATH_MAX];
    return find_kit(path, library) == 0 ? mapping_open(kit, path) : -1;
}

/* Why the runtime is not replaced; null if it is. */
static const char *replace(struct runtime *runtime) {
    struct mapping kit;
    struct symbols symbols;
    runtime->library = library_for(&runtime->functions);
    if (runtime->library == NULL) {
        return "it is older than release 11";
    }
    if (open_kit(&kit, runtime->library) != 0) {
        return "the kit's cannot be read";
    }
    const char *reason = symbols_read(&symbols, SHT_DYNSYM, kit.bytes, kit.size) != 0 ? "the kit's has no symbols"
                         : redirect(runtime, &symbols) != 0               ? strerror(errno)
                                                                          : NULL;
    mapping_close(&kit);
    return reason;
}

/* Whether the jumps have been written. */
static int is_replaced(const struct runtime *runtime) {
    const struct function *function = functions_find(&runtime->functions, "__cudaRegisterFatBinary");
    const struct jump *code = (const struct jump *)(runtime->base + function->address);
    return memcmp(code->load, load_entry, sizeof code->load) == 0 &&
           memcmp(code->jump, jump_to_target, sizeof code->jump) == 0;
}

/* A file with the runtime stays mapped, since entries have its names. */
static void visit(const char *path, uintptr_t base) {
    struct mapping file;
    struct runtime runtime = {.base = base};
    if (mapping_open(&file, path) != 0) {
        return;
    }
    if (functions_read(&runtime.functions, file.bytes, file.size) != 0) {
        mapping_close(&file);
        return;
    }
    if (is_replaced(&runtime)) {
        mapping_close(&file);
    } else {
        const char *reason = replace(&runtime);
        if (reason != NULL) {
            fprintf(stderr, "offload-tck: %s: its CUDA runtime is not replaced: %s\n", path,
                    reason);
        }
    }
    free(runtime.functions.list);
}

__attribute__((constructor)) static void watch_files(void) {
    loading_watch(visit);
}
