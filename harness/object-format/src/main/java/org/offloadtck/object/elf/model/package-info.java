/// The values an ELF file consists of: header fields, sections, symbols and relocations, and their
/// codes.
///
/// The rule: the types state what the specification states and nothing about file offsets. Open
/// sets of codes ([SectionType], [ElfMachine], [SymbolType]) are records with constants for the
/// codes that the kit uses, so that an unknown code stays a value; closed sets are enums.
///
/// Start at [Section] and [Symbol].
@NullMarked
package org.offloadtck.object.elf.model;

import org.jspecify.annotations.NullMarked;
