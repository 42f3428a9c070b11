package org.offloadtck.ptx.pass;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.pass.LiveIntervals.Interval;

/// Assigns slots to live intervals, so that intervals that do not overlap can share a slot (linear
/// scan register allocation).
///
/// Intervals must be allocated in the order of their starts.
public final class LinearScanAllocator {

    private final int start;
    private final List<Taken> taken = new ArrayList<>();
    private int end;

    /// A slot that is occupied up to and including an instruction.
    private record Taken(int offset, int end, int last) {}

    /// An allocator without assigned slots.
    ///
    /// @param start the first slot to assign
    public LinearScanAllocator(int start) {
        this.start = start;
        this.end = start;
    }

    /// Allocates the first `size` consecutive slots that are free throughout an interval.
    public int allocate(int size, int alignment, Interval interval) {
        taken.removeIf(other -> other.last() < interval.first());
        int offset = Math.ceilDiv(start, alignment) * alignment;
        int index = 0;
        while (index < taken.size() && taken.get(index).offset() < offset + size) {
            offset = Math.max(offset, taken.get(index).end());
            offset = Math.ceilDiv(offset, alignment) * alignment;
            index++;
        }
        taken.add(index, new Taken(offset, offset + size, interval.last()));
        end = Math.max(end, offset + size);
        return offset;
    }

    /// One past the last assigned slot.
    public int end() {
        return end;
    }
}
