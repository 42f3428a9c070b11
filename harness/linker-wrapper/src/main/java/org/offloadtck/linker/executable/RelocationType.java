package org.offloadtck.linker.executable;

import java.util.Arrays;
import java.util.Optional;

/// The relocation types of x86-64 in a static, position-dependent link.
///
/// In the formulas S is the symbol's value, A the addend, P the address of the place, GOT the
/// address of the global offset table and G the offset of the symbol's slot in it. PLT32's L is S:
/// without shared objects there is no procedure linkage table.
///
/// @see "System V ABI, AMD64 Architecture Processor Supplement 1.0, section 4.4.1, table 4.9"
enum RelocationType {
    R_X86_64_NONE(0, Formula.NOTHING, Field.NONE),
    R_X86_64_64(1, Formula.ADDRESS, Field.WORD64),
    R_X86_64_PC32(2, Formula.RELATIVE, Field.SIGNED32),
    R_X86_64_PLT32(4, Formula.RELATIVE, Field.SIGNED32),
    R_X86_64_GOTPCREL(9, Formula.SLOT, Field.SIGNED32),
    R_X86_64_32(10, Formula.ADDRESS, Field.UNSIGNED32),
    R_X86_64_32S(11, Formula.ADDRESS, Field.SIGNED32),
    R_X86_64_PC64(24, Formula.RELATIVE, Field.WORD64),
    /// As [#R_X86_64_GOTPCREL]; this linker does not relax the instruction, which the ABI permits.
    R_X86_64_GOTPCRELX(41, Formula.SLOT, Field.SIGNED32),
    /// As [#R_X86_64_GOTPCRELX], for an instruction with a REX prefix.
    R_X86_64_REX_GOTPCRELX(42, Formula.SLOT, Field.SIGNED32);

    private final int code;
    private final Formula formula;
    private final Field field;

    RelocationType(int code, Formula formula, Field field) {
        this.code = code;
        this.formula = formula;
        this.field = field;
    }

    static Optional<RelocationType> of(long code) {
        return Arrays.stream(values()).filter(type -> type.code == code).findFirst();
    }

    /// Whether a relocation with this code needs a slot in the global offset table.
    static boolean usesTable(long code) {
        return of(code).filter(type -> type.formula == Formula.SLOT).isPresent();
    }

    Formula formula() {
        return formula;
    }

    Field field() {
        return field;
    }

    /// The formula of a relocated value.
    enum Formula {
        NOTHING,
        /// S + A.
        ADDRESS,
        /// S + A - P.
        RELATIVE,
        /// G + GOT + A - P.
        SLOT
    }

    /// The field of a relocated value: its size, little-endian, and its range.
    enum Field {
        NONE(0, 0, 0),
        WORD64(Long.BYTES, Long.MIN_VALUE, Long.MAX_VALUE),
        SIGNED32(Integer.BYTES, Integer.MIN_VALUE, Integer.MAX_VALUE),
        UNSIGNED32(Integer.BYTES, 0, 0xFFFF_FFFFL);

        private final int bytes;
        private final long least;
        private final long greatest;

        Field(int bytes, long least, long greatest) {
            this.bytes = bytes;
            this.least = least;
            this.greatest = greatest;
        }

        int bytes() {
            return bytes;
        }

        boolean holds(long value) {
            return least <= value && value <= greatest;
        }

        /// The range, for a diagnostic.
        String range() {
            return "%d to %d".formatted(least, greatest);
        }
    }
}
