/* A symbol table of an ELF file for x86-64 (System V ABI, chapter 4). */
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

/* Reads the table of that type, SHT_SYMTAB or SHT_DYNSYM, of a file in memory, aligned to 8 bytes. Fails if it is
 * no such file, is damaged, or has no such table: `strip` removes SHT_SYMTAB. */
int symbols_read(struct symbols *symbols, Elf64_Word type, const void *file, size_t size);

/* The name, valid while the file is open; empty for one outside the table of names. */
const char *symbol_name(const struct symbols *symbols, const Elf64_Sym *symbol);

/* The function of that name which the file defines; null if there is none. */
const Elf64_Sym *symbols_find(const struct symbols *symbols, const char *name);

/* Whether a symbol is that of a function in the file. */
int symbol_is_function(const Elf64_Sym *symbol);

#endif
