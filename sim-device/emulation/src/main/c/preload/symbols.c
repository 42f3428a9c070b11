#define _GNU_SOURCE
#include "symbols.h"

#include <stdint.h>
#include <string.h>

/* The bytes of a part of the file; null if they are not all in it. */
static const void *bytes(const struct symbols *symbols, uint64_t offset, uint64_t size) {
    int is_inside = offset <= symbols->size && size <= symbols->size - offset;
    return is_inside ? (const char *)symbols->file + offset : NULL;
}

/* Null also if they are not aligned. */
static const void *part(const struct symbols *symbols, uint64_t offset, uint64_t size) {
    return offset % _Alignof(Elf64_Sym) == 0 ? bytes(symbols, offset, size) : NULL;
}

static const Elf64_Shdr *section_headers(const struct symbols *symbols, unsigned *count) {
    const Elf64_Ehdr *header = symbols->file;
    if (symbols->size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_machine != EM_X86_64 ||
        header->e_shentsize != sizeof(Elf64_Shdr)) {
        return NULL;
    }
    *count = header->e_shnum;
    return part(symbols, header->e_shoff, *count * sizeof(Elf64_Shdr));
}

/* Reads the names of a section that refers to a section of them. */
static int read_names(struct symbols *symbols, const Elf64_Shdr *headers, unsigned count, Elf64_Word link) {
    if (link >= count || headers[link].sh_type == SHT_NOBITS) {
        return -1;
    }
    symbols->names_size = headers[link].sh_size;
    symbols->names = bytes(symbols, headers[link].sh_offset, headers[link].sh_size);
    if (symbols->names == NULL || symbols->names_size == 0) {
        return -1;
    }
    return symbols->names[symbols->names_size - 1] == '\0' ? 0 : -1;
}

static const Elf64_Shdr *section_of_type(const Elf64_Shdr *headers, unsigned count, Elf64_Word type) {
    const Elf64_Shdr *each = headers;
    while (headers != NULL && each < headers + count && each->sh_type != type) {
        each++;
    }
    return headers == NULL || each == headers + count ? NULL : each;
}

int symbols_read(struct symbols *symbols, Elf64_Word type, const void *file, size_t size) {
    unsigned count = 0;
    *symbols = (struct symbols){.file = file, .size = size};
    const Elf64_Shdr *headers = section_headers(symbols, &count);
    const Elf64_Shdr *table = section_of_type(headers, count, type);
    if (table == NULL || read_names(symbols, headers, count, table->sh_link) != 0) {
        return -1;
    }
    symbols->count = table->sh_size / sizeof(Elf64_Sym);
    symbols->first = part(symbols, table->sh_offset, table->sh_size);
    return symbols->first == NULL ? -1 : 0;
}

static void read_or_empty(struct symbols *symbols, Elf64_Word type, const void *file, size_t size) {
    if (symbols_read(symbols, type, file, size) != 0) {
        *symbols = (struct symbols){0};
    }
}

void tables_read(struct tables *tables, const void *file, size_t size) {
    tables->bytes = file;
    tables->size = size;
    read_or_empty(&tables->all, SHT_SYMTAB, file, size);
    read_or_empty(&tables->exported, SHT_DYNSYM, file, size);
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

int symbols_define(const struct symbols *symbols, const char *name) {
    return symbols->names != NULL && memmem(symbols->names, symbols->names_size, name, strlen(name) + 1) != NULL &&
           symbols_find(symbols, name) != NULL;
}

const char *file_soname(const void *file, size_t size) {
    unsigned count = 0;
    struct symbols symbols = {.file = file, .size = size};
    const Elf64_Shdr *headers = section_headers(&symbols, &count);
    const Elf64_Shdr *section = section_of_type(headers, count, SHT_DYNAMIC);
    if (section == NULL || read_names(&symbols, headers, count, section->sh_link) != 0) {
        return "";
    }
    const Elf64_Dyn *first = part(&symbols, section->sh_offset, section->sh_size);
    size_t entries = first == NULL ? 0 : section->sh_size / sizeof *first;
    for (const Elf64_Dyn *each = first; each < first + entries && each->d_tag != DT_NULL; each++) {
        if (each->d_tag == DT_SONAME) {
            return each->d_un.d_val < symbols.names_size ? symbols.names + each->d_un.d_val : "";
        }
    }
    return "";
}

int file_has_constant(const void *file, size_t size, const char *string) {
    unsigned count = 0;
    struct symbols symbols = {.file = file, .size = size};
    const Elf64_Shdr *headers = section_headers(&symbols, &count);
    if (headers == NULL || read_names(&symbols, headers, count, ((const Elf64_Ehdr *)file)->e_shstrndx) != 0) {
        return 0;
    }
    for (const Elf64_Shdr *each = headers; each < headers + count; each++) {
        int is_named = each->sh_name < symbols.names_size && strcmp(symbols.names + each->sh_name, ".rodata") == 0;
        int has_bytes = is_named && each->sh_type != SHT_NOBITS;
        const void *constants = has_bytes ? bytes(&symbols, each->sh_offset, each->sh_size) : NULL;
        if (constants != NULL && memmem(constants, each->sh_size, string, strlen(string) + 1) != NULL) {
            return 1;
        }
    }
    return 0;
}
