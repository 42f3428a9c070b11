package org.offloadtck.object.elf.model;

import org.offloadtck.object.elf.ElfObject;

/// A row of a relocation table with addends: an `Elf64_Rela`, decoded.
///
/// @param offset of the bytes to relocate, into the section in a relocatable object, an address in
///   any other
/// @param symbol index into [ElfObject#symbols]; 0 for none
/// @param type unsigned 32-bit, a code of the machine's ABI
public record Relocation(long offset, int symbol, long type, long addend) {}
