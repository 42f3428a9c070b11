#define _GNU_SOURCE
#include "symbols.h"

#include <stdint.h>
#include <string.h>

/* The bytes of a part of the file; null if they are not all in it, or not aligned. */
static const void *part(const struct symbols *symbols, uint64_t offset, uint64_t size) {
    int is_inside = offset <= symbols->size && size <= symbols->size - offset;
    return is_inside && offset % _Alignof(Elf64_Sym) == 0 ? (const char *)symbols->file + offset : NULL;
}

static const Elf64_Shdr *section_headers(const struct symbols *symbols, unsigned *count) {
    const Elf64_Ehdr *header = symbols->file;
    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64 ||
        header->e_machine != EM_X86_64 || header->e_shentsize != sizeof(Elf64_Shdr)) {
        return NULL;
    }
    *count = header->e_shnum;
    return part(symbols, header->e_shoff, *count * sizeof(Elf64_Shdr));
}

static int find_table(struct symbols *symbols, Elf64_Word type) {
    unsigned count;
    const Elf64_Shdr *headers = section_headers(symbols, &count);
    const Elf64_Shdr *table = headers;
    while (headers != NULL && table < headers + count && table->sh_type != type) {
        table++;
    }
    if (headers == NULL || table == headers + count || table->sh_link >= count) {
        return -1;
    }
    const Elf64_Shdr *names = headers + table->sh_link;
    uint64_t end = names->sh_offset + names->sh_size;
    symbols->count = table->sh_size / sizeof(Elf64_Sym);
    symbols->first = part(symbols, table->sh_offset, table->sh_size);
    symbols->names_size = names->sh_size;
    if (symbols->first == NULL || end < names->sh_offset || end > symbols->size || names->sh_size == 0) {
        return -1;
    }
    symbols->names = (const char *)symbols->file + names->sh_offset;
    return symbols->names[names->sh_size - 1] == '\0' ? 0 : -1;
}

int symbols_read(struct symbols *symbols, Elf64_Word type, const void *file, size_t size) {
    symbols->file = file;
    symbols->size = size;
    return size < sizeof(Elf64_Ehdr) ? -1 : find_table(symbols, type);
}

const char *symbol_name(const struct symbols *symbols, const Elf64_Sym *symbol) {
    return symbol->st_name < symbols->names_size ? symbols->names + symbol->st_name : "";
}

int symbol_is_function(const Elf64_Sym *symbol) {
    return ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF;
}

const Elf64_Sym *symbols_find(const struct symbols *symbols, const char *name) {
    for (const Elf64_Sym *each = symbols->first; each < symbols->first + symbols->count; each++) {
        if (symbol_is_function(each) && strcmp(symbol_name(symbols, each), name) == 0) {
            return each;
        }
    }
    return NULL;
}
