#define _GNU_SOURCE
#include "functions.h"

#include <stdlib.h>
#include <string.h>

#include "code.h"
#include "symbols.h"

const struct function *functions_find(const struct functions *functions, const char *name) {
    for (const struct function *each = functions->list; each < functions->list + functions->count; each++) {
        if (strcmp(each->name, name) == 0) {
            return each;
        }
    }
    return NULL;
}

/* The function of the driver that only the kit's libraries of the runtime call (ADR 23). */
static const char kit_name[] = "offload_tck_set_caller";

/* Whether NVIDIA's runtime is linked into the file, or the file is NVIDIA's shared library of it. */
static int has_runtime(const struct symbols *symbols) {
    static const char name[] = "\0__cudaRegisterFatBinary";
    if (memmem(symbols->names, symbols->names_size, name, sizeof name) == NULL ||
        symbols_find(symbols, name + 1) == NULL) {
        return 0;
    }
    return memmem(symbols->file, symbols->size, kit_name, sizeof kit_name) == NULL;
}

/* The functions that the runtime has for itself are named `__cudart`, with a number. */
static int is_named_as_runtime(const char *name) {
    size_t stem = strncmp(name, "__cuda", 6) == 0 ? 6 : strncmp(name, "cuda", 4) == 0 ? 4 : 0;
    return stem != 0 && name[stem] >= 'A' && name[stem] <= 'Z';
}

static int symbol_functions(struct functions *functions, Elf64_Word type, const void *file, size_t size) {
    struct symbols table;
    const struct symbols *symbols = &table;
    if (symbols_read(&table, type, file, size) != 0 || !has_runtime(symbols)) {
        return -1;
    }
    functions->count = 0;
    functions->list = malloc(symbols->count * sizeof *functions->list);
    if (functions->list == NULL) {
        return -1;
    }
    for (const Elf64_Sym *each = symbols->first; each < symbols->first + symbols->count; each++) {
        const char *name = symbol_name(symbols, each);
        if (symbol_is_function(each) && is_named_as_runtime(name)) {
            functions->list[functions->count++] = (struct function){name, each->st_value, each->st_size};
        }
    }
    return 0;
}

int functions_read(struct functions *functions, const void *file, size_t size) {
    int has_symbols = symbol_functions(functions, SHT_SYMTAB, file, size) == 0 ||
                      symbol_functions(functions, SHT_DYNSYM, file, size) == 0;
    return has_symbols ? 0 : code_functions(functions, file, size);
}
