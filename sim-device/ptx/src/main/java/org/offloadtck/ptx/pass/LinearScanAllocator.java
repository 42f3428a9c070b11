package org.offloadtck.ptx.pass;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.pass.LiveIntervals.Interval;

/// Gives places to things that need them in a stretch of a function only, so that two whose
/// stretches do not meet can have the same.
///
/// Things are to come in the order their stretches start.
public final class LinearScanAllocator {

    private final int start;
    private final List<Taken> taken = new ArrayList<>();
    private int end;

    /// A place in use up to an instruction.
    private record Taken(int offset, int end, int last) {}

    /// @param start the first place that may be given
    public LinearScanAllocator(int start) {
        this.start = start;
        this.end = start;
    }

    /// The first place of `size` that is free throughout a stretch.
    public int allocate(int size, int alignment, Interval stretch) {
        taken.removeIf(other -> other.last() < stretch.first());
        int offset = Math.ceilDiv(start, alignment) * alignment;
        int index = 0;
        while (index < taken.size() && taken.get(index).offset() < offset + size) {
            offset = Math.max(offset, taken.get(index).end());
            offset = Math.ceilDiv(offset, alignment) * alignment;
            index++;
        }
        taken.add(index, new Taken(offset, offset + size, stretch.last()));
        end = Math.max(end, offset + size);
        return offset;
    }

    /// One past the last place given.
    public int end() {
        return end;
    }
}
