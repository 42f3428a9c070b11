package org.offloadtck.object.elf.model;

import java.util.Arrays;
import java.util.Optional;

/// A relocation type of the x86-64 processor, by its name there.
///
/// Source: *System V Application Binary Interface, AMD64 Architecture Processor Supplement*,
/// version 1.0, table 4.9.
public enum X86Relocation {
    R_X86_64_NONE(0),
    R_X86_64_64(1),
    R_X86_64_PC32(2),
    R_X86_64_GOT32(3),
    R_X86_64_PLT32(4),
    R_X86_64_COPY(5),
    R_X86_64_GLOB_DAT(6),
    R_X86_64_JUMP_SLOT(7),
    R_X86_64_RELATIVE(8),
    R_X86_64_GOTPCREL(9),
    R_X86_64_32(10),
    R_X86_64_32S(11),
    R_X86_64_16(12),
    R_X86_64_PC16(13),
    R_X86_64_8(14),
    R_X86_64_PC8(15),
    R_X86_64_PC64(24),
    R_X86_64_SIZE32(32),
    R_X86_64_SIZE64(33),
    R_X86_64_GOTPCRELX(41),
    R_X86_64_REX_GOTPCRELX(42);

    private final long code;

    X86Relocation(long code) {
        this.code = code;
    }

    /// The value of [Relocation#type].
    public long code() {
        return code;
    }

    public static Optional<X86Relocation> of(long code) {
        return Arrays.stream(values()).filter(type -> type.code == code).findFirst();
    }
}
