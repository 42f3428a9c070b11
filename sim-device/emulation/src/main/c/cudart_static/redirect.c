/* libcudart_static.so, for LD_PRELOAD: replaces a CUDA runtime that is linked into a program by the kit's.
 *
 * libcudart_static.a is the default of nvcc. Its functions have hidden visibility, so that the dynamic linker
 * binds none of them, and it calls functions of the driver that are not documented. Before any code of the
 * program runs, a jump is written over the start of each of its functions, which leads to the kit's function of
 * that name. The symbol table of the program's file, or of its library, has their addresses; a stripped file is
 * left as it is. The library is linked with `-z initfirst`, so that its constructor runs before those of other
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

#include "loading.h"
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

/* Finds the kit's function at the first call of one, which has its parameters in registers. */
__attribute__((used)) static void *resolve(struct entry *entry) {
    void *library = dlopen(entry->library, RTLD_NOW | RTLD_LOCAL);
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
    struct symbols symbols;
    const char *library; /* the kit's */
    uintptr_t base;
    Elf64_Addr first;
    Elf64_Addr end;
    size_t count;
};

/* The kit's library for a program with that runtime; null for one older than release 11. Release 12 alone has
 * cudaGetDeviceProperties_v2, release 13 has lost cudaThreadSynchronize, and 11 brought
 * cudaStreamSetAttribute (declarations of the releases; symbols of libcudart_static.a of 13.0). */
static const char *library_for(const struct symbols *symbols) {
    if (symbols_find(symbols, "cudaGetDeviceProperties_v2") != NULL) {
        return "libcudart.so.12";
    }
    if (symbols_find(symbols, "cudaThreadSynchronize") == NULL) {
        return "libcudart.so.13";
    }
    return symbols_find(symbols, "cudaStreamSetAttribute") == NULL ? NULL : "libcudart.so.11.0";
}

/* Whether NVIDIA's runtime is linked into the file. That of a shared library is exported. */
static int has_runtime(const struct symbols *symbols) {
    static const char name[] = "\0__cudaRegisterFatBinary";
    if (memmem(symbols->names, symbols->names_size, name, sizeof name) == NULL) {
        return 0;
    }
    const Elf64_Sym *symbol = symbols_find(symbols, name + 1);
    return symbol != NULL && (ELF64_ST_BIND(symbol->st_info) == STB_LOCAL ||
                              ELF64_ST_VISIBILITY(symbol->st_other) == STV_HIDDEN);
}

static int is_named_as_runtime(const struct symbols *symbols, const Elf64_Sym *symbol) {
    const char *name = symbol_name(symbols, symbol);
    return symbol_is_function(symbol) && (strncmp(name, "cuda", 4) == 0 || strncmp(name, "__cuda", 6) == 0);
}

/* Functions shorter than a jump lead to others. */
static int is_redirected(const struct runtime *runtime, const Elf64_Sym *symbol) {
    return is_named_as_runtime(&runtime->symbols, symbol) && symbol->st_size >= sizeof(struct jump) &&
           symbol->st_value >= runtime->first && symbol->st_value < runtime->end;
}

/* Finds the range of the runtime: from the first to the last function that the kit's library also defines. */
static void measure(struct runtime *runtime, const struct symbols *kit) {
    const Elf64_Sym *end = runtime->symbols.first + runtime->symbols.count;
    runtime->first = UINT64_MAX;
    runtime->end = 0;
    for (const Elf64_Sym *each = runtime->symbols.first; each < end; each++) {
        if (is_named_as_runtime(&runtime->symbols, each) &&
            symbols_find(kit, symbol_name(&runtime->symbols, each)) != NULL) {
            Elf64_Addr last = each->st_value + each->st_size;
            runtime->first = each->st_value < runtime->first ? each->st_value : runtime->first;
            runtime->end = last > runtime->end ? last : runtime->end;
        }
    }
    runtime->count = 0;
    for (const Elf64_Sym *each = runtime->symbols.first; each < end; each++) {
        runtime->count += is_redirected(runtime, each);
    }
}

static void write_jumps(const struct runtime *runtime, struct entry *entry) {
    const Elf64_Sym *end = runtime->symbols.first + runtime->symbols.count;
    for (const Elf64_Sym *each = runtime->symbols.first; each < end; each++) {
        if (is_redirected(runtime, each)) {
            entry->name = symbol_name(&runtime->symbols, each);
            entry->library = runtime->library;
            entry->target = (void *)resolve_entry;
            write_jump((unsigned char *)runtime->base + each->st_value, entry++);
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

/* Opens the symbols of the kit's library, which lies beside this one. */
static int open_kit(struct symbols *kit, const char *library) {
    Dl_info own;
    char path[PATH_MAX];
    if (dladdr((void *)resolve_entry, &own) == 0) {
        return -1;
    }
    const char *name = strrchr(own.dli_fname, '/');
    int folder = name == NULL ? 0 : (int)(name + 1 - own.dli_fname);
    int length = snprintf(path, sizeof path, "%.*s%s", folder, own.dli_fname, library);
    return length < (int)sizeof path ? symbols_open(kit, path) : -1;
}

static void replace(struct runtime *runtime, const char *path) {
    struct symbols kit;
    const char *reason = NULL;
    runtime->library = library_for(&runtime->symbols);
    if (runtime->library == NULL) {
        reason = "it is older than release 11";
    } else if (open_kit(&kit, runtime->library) != 0) {
        reason = "the kit's cannot be read";
    } else {
        reason = redirect(runtime, &kit) == 0 ? NULL : strerror(errno);
        symbols_close(&kit);
    }
    if (reason != NULL) {
        fprintf(stderr, "offload-tck: %s: the CUDA runtime that is linked into it is not replaced: %s\n", path,
                reason);
    }
}

/* Whether the jumps have been written. */
static int is_replaced(const struct runtime *runtime) {
    const Elf64_Sym *symbol = symbols_find(&runtime->symbols, "__cudaRegisterFatBinary");
    const struct jump *code = (const struct jump *)(runtime->base + symbol->st_value);
    return memcmp(code->load, load_entry, sizeof code->load) == 0 &&
           memcmp(code->jump, jump_to_target, sizeof code->jump) == 0;
}

/* A file with the runtime stays open, since entries have its names. */
static void visit(const char *path, uintptr_t base) {
    struct runtime runtime = {.base = base};
    if (symbols_open(&runtime.symbols, path) != 0) {
        return;
    }
    if (has_runtime(&runtime.symbols) && !is_replaced(&runtime)) {
        replace(&runtime, path);
    } else {
        symbols_close(&runtime.symbols);
    }
}

__attribute__((constructor)) static void watch_files(void) {
    loading_watch(visit);
}
