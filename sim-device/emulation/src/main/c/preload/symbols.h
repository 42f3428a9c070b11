/* The symbol tables of an ELF file for x86-64, and parts of the file about it (System V ABI, chapter 4). */
#ifndef OFFLOAD_TCK_PRELOAD_SYMBOLS_H
#define OFFLOAD_TCK_PRELOAD_SYMBOLS_H

#include <elf.h>
#include <stddef.h>

struct symbols {
    const void *file;
    size_t size;
    const Elf64_Sym *first;
    size_t count;
    const char *names; /* ends with a NUL */
    size_t names_size;
};

/* Those of a file. A table that it does not have has no symbols and no names. */
struct tables {
    const void *bytes;
    size_t size;
    struct symbols all; /* removed by `strip` */
    struct symbols exported;
};

/* Reads the tables of a file in memory, aligned to 8 bytes. */
void tables_read(struct tables *tables, const void *file, size_t size);

/* Reads the table of that type, SHT_SYMTAB or SHT_DYNSYM, of a file in memory, aligned to 8 bytes. Fails if it is
 * no such file, is damaged, or has no such table. */
int symbols_read(struct symbols *symbols, Elf64_Word type, const void *file, size_t size);

/* The name, valid while the file is open; empty for one outside the table of names. */
const char *symbol_name(const struct symbols *symbols, const Elf64_Sym *symbol);

/* The function of that name which the file defines; null if there is none. */
const Elf64_Sym *symbols_find(const struct symbols *symbols, const char *name);

/* Whether the file defines a function of that name. Most files do not have the name: their symbols are not read. */
int symbols_define(const struct symbols *symbols, const char *name);

/* Whether a symbol is that of a function in the file. */
int symbol_is_function(const Elf64_Sym *symbol);

/* The name that a shared library has for programs (DT_SONAME), valid while the file is open; empty if there is none. */
const char *file_soname(const void *file, size_t size);

/* Whether the constants of the file (.rodata) contain a string. */
int file_has_constant(const void *file, size_t size, const char *string);

#endif
