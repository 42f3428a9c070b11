package org.offloadtck.launch.profile;

import java.util.Locale;
import org.offloadtck.ptx.ir.Instruction;

/// What accesses of memory are counted apart.
public enum MemoryAccessKind {
    GLOBAL_LOAD,
    GLOBAL_STORE,
    GLOBAL_ATOMIC,
    LOCAL_LOAD,
    LOCAL_STORE,
    SHARED_LOAD,
    SHARED_STORE,
    SHARED_ATOMIC;

    /// What an instruction does with memory.
    private enum Direction {
        LOAD,
        STORE,
        ATOMIC;

        static Direction of(Instruction instruction) {
            var mnemonic = instruction.mnemonic();
            if (mnemonic.startsWith("atom") || mnemonic.startsWith("red")) {
                return ATOMIC;
            }
            boolean isStore =
                    mnemonic.startsWith("st")
                            || mnemonic.startsWith("wmma.store")
                            || mnemonic.startsWith("sust");
            return isStore ? STORE : LOAD;
        }
    }

    static MemoryAccessKind ofGlobal(Instruction instruction) {
        return switch (Direction.of(instruction)) {
            case LOAD -> GLOBAL_LOAD;
            case STORE -> GLOBAL_STORE;
            case ATOMIC -> GLOBAL_ATOMIC;
        };
    }

    /// Atomics on local memory, which only one thread sees, are loads.
    static MemoryAccessKind ofLocal(Instruction instruction) {
        return switch (Direction.of(instruction)) {
            case LOAD, ATOMIC -> LOCAL_LOAD;
            case STORE -> LOCAL_STORE;
        };
    }

    static MemoryAccessKind ofShared(Instruction instruction) {
        return switch (Direction.of(instruction)) {
            case LOAD -> SHARED_LOAD;
            case STORE -> SHARED_STORE;
            case ATOMIC -> SHARED_ATOMIC;
        };
    }

    /// As documents write it: `global-load`.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
