package org.offloadtck.simt.execution;

import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.memory.Allocation;

/// Words that reach past the end of an allocation, around something of one or two bytes at its end:
/// how compilers make atomic operations of that, see [org.offloadtck.simt.image.SwapLoops].
/// Allocations are far enough apart that the rest of the word is nobody's.
final class WordsAround {

    private final DeviceImage image;

    WordsAround(DeviceImage image) {
        this.image = image;
    }

    /// Whether the access, which no allocation holds whole, is such a word.
    boolean isThere(int pc, long address, Access access) {
        return image.swapLoops().isAroundLess(pc)
                && image.memory()
                        .find(address, 1)
                        .filter(allocation ->
                                access == Access.LOAD
                                        || allocation.access() == Allocation.Access.READ_WRITE)
                        .isPresent();
    }
}
