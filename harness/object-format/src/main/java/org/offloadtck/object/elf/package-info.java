/// ELF files, read and written byte for byte.
///
/// [ElfObject] reads and writes files of 64-bit class and little-endian byte order;
/// [ElfSectionTable] reads the section table of any other ELF file. The package `elf.model` has the
/// values both consist of, and `elf.build` creates and edits objects.
///
/// Source of every layout and code, unless stated otherwise: *System V Application Binary
/// Interface*, edition 4.1, chapters 4 and 5 with the ELF-64 structures of the generic ABI draft of
/// 24 April 2001 (`Elf64_Ehdr`, `Elf64_Shdr`, `Elf64_Phdr`, `Elf64_Sym`, `Elf64_Rela`).
///
/// The rule: **the bytes of the sections are authoritative.** Symbols and relocations are decoded
/// views of them. The package keeps everything it does not know, so an object that was not edited
/// is written as it was read.
///
/// Start at [ElfObject].
///
/// The package has more than 15 types because the tables that an object consists of and the
/// look-ups over it are built with the object and used through it alone.
@NullMarked
package org.offloadtck.object.elf;

import org.jspecify.annotations.NullMarked;
