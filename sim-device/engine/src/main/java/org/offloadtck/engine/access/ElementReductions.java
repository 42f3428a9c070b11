package org.offloadtck.engine.access;

import org.offloadtck.engine.code.BulkCopy.Combination.Reduction;
import org.offloadtck.engine.memory.NativeBytes;

/// Combines an element of memory with another, atomically if other threads access memory.
final class ElementReductions {

    private ElementReductions() {}

    /// @param from place of the operand in this process
    /// @param to place of the element in this process
    static void combine(MemoryInstructions memory, Reduction reduction, long from, long to) {
        int size = reduction.bytes();
        long operand = NativeBytes.get(from, size);
        long old = NativeBytes.get(to, size);
        if (!memory.isConcurrent()) {
            NativeBytes.put(to, size, reduction.function().apply(old, operand, 0));
            return;
        }
        while (!NativeBytes.compareAndSet(
                to, size, old, reduction.function().apply(old, operand, 0))) {
            old = NativeBytes.get(to, size);
        }
    }
}
