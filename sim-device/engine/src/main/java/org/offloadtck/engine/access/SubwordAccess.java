package org.offloadtck.engine.access;

import org.offloadtck.engine.analysis.CompareAndSwapLoops;
import org.offloadtck.engine.program.LoadedProgram;

/// Accesses of whole words around a value of one or two bytes at the end of an allocation:
/// compilers implement atomics of such values that way, see
/// [org.offloadtck.engine.analysis.CompareAndSwapLoops]. Allocations are far enough apart that the
/// other bytes of the word belong to none.
final class SubwordAccess {

    private final LoadedProgram program;

    SubwordAccess(LoadedProgram program) {
        this.program = program;
    }

    /// Whether an access that no allocation contains is such an access.
    boolean isThere(int pc, long address) {
        return CompareAndSwapLoops.of(program).isPartwordAccess(pc)
                && program.memory().find(address, 1).isPresent();
    }
}
