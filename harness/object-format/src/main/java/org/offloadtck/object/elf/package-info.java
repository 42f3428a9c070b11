/// ELF for 64-bit little-endian machines: relocatable, executable and shared objects, read and
/// written.
///
/// Source of every layout and code, unless said otherwise: *System V Application Binary Interface*,
/// edition 4.1, chapters 4 and 5 with the ELF-64 structures of the generic ABI draft of 24 April
/// 2001 (`Elf64_Ehdr`, `Elf64_Shdr`, `Elf64_Phdr`, `Elf64_Sym`, `Elf64_Rela`).
///
/// The rule: **the sections' bytes are the truth.** Symbols and relocations are views of them, and
/// an edit changes those rows it is about and the indices that must follow, nothing else. What this
/// package does not know it keeps, byte for byte; an object that was not edited is written as it
/// was read.
///
/// Start at [ElfObject][org.offloadtck.object.elf.ElfObject] to read and edit, at
/// [ElfAssembler][org.offloadtck.object.elf.build.ElfAssembler] to make a relocatable object.
@NullMarked
package org.offloadtck.object.elf;

import org.jspecify.annotations.NullMarked;
