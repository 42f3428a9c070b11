package org.offloadtck.object.bitcode;

import org.offloadtck.object.elf.model.SymbolVisibility;

/// A symbol of a bitcode module.
///
/// @param flags bits in the numbering of [Flag]
public record BitcodeSymbol(String name, long flags) {

    /// Visibility, in the lowest two bits. Source: LLVM 16, llvm/include/llvm/Object/IRSymtab.h,
    /// `FB_visibility`; llvm/include/llvm/IR/GlobalValue.h, `VisibilityTypes`.
    private static final long VISIBILITY = 3;

    private static final long HIDDEN = 1;
    private static final long PROTECTED = 2;

    /// A property of a symbol, by its bit. Source: LLVM 16, llvm/include/llvm/Object/IRSymtab.h,
    /// `Symbol::FlagBits`.
    public enum Flag {
        UNDEFINED(3),
        WEAK(4),
        /// The linker may omit it from the symbol table of its output.
        MAY_OMIT(9),
        GLOBAL(10),
        /// It is specific to the object format, such as names that start with `llvm.`.
        FORMAT_SPECIFIC(11),
        /// A function.
        EXECUTABLE(12);

        private final long mask;

        Flag(int bit) {
            this.mask = 1L << bit;
        }
    }

    public boolean has(Flag flag) {
        return (flags & flag.mask) != 0;
    }

    public SymbolVisibility visibility() {
        long visibility = flags & VISIBILITY;
        if (visibility == HIDDEN) {
            return SymbolVisibility.HIDDEN;
        }
        return visibility == PROTECTED ? SymbolVisibility.PROTECTED : SymbolVisibility.DEFAULT;
    }
}
