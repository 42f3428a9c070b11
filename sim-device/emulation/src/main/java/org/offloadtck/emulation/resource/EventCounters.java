package org.offloadtck.emulation.resource;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.invoke.VarHandle;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;

/// The recordings of an event that several processes record and wait for: 64-bit words in a page
/// that they share. The first has the number of recordings. Each other word has the number of the
/// latest recording that is carried out of those that it is for, so that a later recording never
/// stands for an earlier one.
///
/// @param page of the words
public record EventCounters(Allocation page) {

    private static final VarHandle WORD = JAVA_LONG.varHandle();

    /// Numbers the next recording, from 1.
    public long next(GlobalMemory memory) {
        return (long) WORD.getAndAdd(memory.slice(page.address(), Long.BYTES), 0L, 1L) + 1;
    }

    /// The number of the latest recording; 0 before the first.
    public long latest(GlobalMemory memory) {
        return (long) WORD.getVolatile(memory.slice(page.address(), Long.BYTES), 0L);
    }

    /// The address of the word that is at least `recording` when that is carried out.
    public long word(long recording) {
        long words = page.size() / Long.BYTES - 1;
        return page.address() + (1 + recording % words) * Long.BYTES;
    }

    /// Whether a recording is carried out.
    public boolean isReached(GlobalMemory memory, long recording) {
        var word = memory.slice(word(recording), Long.BYTES);
        return (long) WORD.getVolatile(word, 0L) >= recording;
    }
}
