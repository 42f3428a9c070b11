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

static int is_named_as_runtime(const char *name) {
    return strncmp(name, "cuda", 4) == 0 || strncmp(name, "__cuda", 6) == 0;
}

static int symbol_functions(struct functions *functions, const struct symbols *symbols) {
    if (!has_runtime(symbols)) {
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
    struct symbols symbols;
    int has_symbols = symbols_read(&symbols, file, size) == 0 && symbol_functions(functions, &symbols) == 0;
    return has_symbols ? 0 : code_functions(functions, file, size);
}
