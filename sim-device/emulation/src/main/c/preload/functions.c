#include "functions.h"

#include <stdlib.h>
#include <string.h>

#include "libraries.h"
#include "symbols.h"

const struct function *functions_find(const struct functions *functions, const char *name) {
    for (const struct function *each = functions->list; each < functions->list + functions->count; each++) {
        if (strcmp(each->name, name) == 0) {
            return each;
        }
    }
    return NULL;
}

static int symbol_functions(struct functions *functions, const struct library *library, const struct symbols *symbols) {
    if (!symbols_define(symbols, library->marker)) {
        return -1;
    }
    functions->count = 0;
    functions->list = malloc(symbols->count * sizeof *functions->list);
    if (functions->list == NULL) {
        return -1;
    }
    for (const Elf64_Sym *each = symbols->first; each < symbols->first + symbols->count; each++) {
        const char *name = symbol_name(symbols, each);
        if (symbol_is_function(each) && library_has(library, name)) {
            functions->list[functions->count++] = (struct function){name, each->st_value, each->st_size};
        }
    }
    return 0;
}

int functions_read(struct functions *functions, const struct library *library, const struct tables *file) {
    int has_symbols = symbol_functions(functions, library, &file->all) == 0 ||
                      symbol_functions(functions, library, &file->exported) == 0;
    int is_in_code = !has_symbols && library->find_in_code != NULL &&
                     library->find_in_code(functions, file->bytes, file->size) == 0;
    return has_symbols || is_in_code ? 0 : -1;
}
