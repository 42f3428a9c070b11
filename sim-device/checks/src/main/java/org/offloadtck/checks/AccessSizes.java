package org.offloadtck.checks;

import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;

/// Finds the bytes that instructions access.
final class AccessSizes {

    private AccessSizes() {}

    /// Bytes that each instruction accesses in each lane; 0 if it accesses no memory, or a
    /// parameter of the launch, of which there is nothing to check.
    ///
    /// @param words of [Code]
    static byte[] of(int[] words) {
        byte[] sizes = new byte[words.length / Code.STRIDE];
        for (int pc = 0; pc < sizes.length; pc++) {
            int at = pc * Code.STRIDE;
            int y = words[at + Code.Y];
            boolean isAccess =
                    words[at] >= Op.LOAD
                            && words[at] <= Op.ATOMIC
                            && MemoryAccess.space(y) != MemorySpace.PARAMETER;
            sizes[pc] = isAccess ? (byte) MemoryAccess.bytes(words[at], y) : 0;
        }
        return sizes;
    }
}
