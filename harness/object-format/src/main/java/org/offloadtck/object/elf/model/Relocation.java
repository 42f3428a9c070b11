package org.offloadtck.object.elf.model;

/// A row of a relocation table with addends: a decoded `Elf64_Rela`.
///
/// @param offset of the relocated bytes: into the section in a relocatable object, otherwise an
///   address
/// @param symbol index into the object's symbols; 0 for none
/// @param type unsigned 32-bit, a code of the machine's ABI
public record Relocation(long offset, int symbol, long type, long addend) {

    /// The type of a row that changes nothing: `R_X86_64_NONE`, `R_AARCH64_NONE` and those of other
    /// machines. Source: the processors' ABI supplements.
    public static final long NONE = 0;
}
