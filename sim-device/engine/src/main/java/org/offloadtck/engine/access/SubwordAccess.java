package org.offloadtck.engine.access;

import org.offloadtck.engine.analysis.CompareAndSwapLoops;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.program.LoadedProgram;

/// Words that reach past the end of an allocation, around something of one or two bytes at its end:
/// how compilers make atomic operations of that, see [CompareAndSwapLoops]. Allocations are far
/// enough apart that the rest of the word is nobody's.
final class SubwordAccess {

    private final LoadedProgram image;

    SubwordAccess(LoadedProgram image) {
        this.image = image;
    }

    /// Whether the access, which no allocation holds whole, is such a word.
    boolean isThere(int pc, long address, AccessKind access) {
        return CompareAndSwapLoops.of(image).isPartwordAccess(pc)
                && image.memory()
                        .find(address, 1)
                        .filter(allocation ->
                                access == AccessKind.LOAD
                                        || allocation.access() == Allocation.Permission.READ_WRITE)
                        .isPresent();
    }
}
