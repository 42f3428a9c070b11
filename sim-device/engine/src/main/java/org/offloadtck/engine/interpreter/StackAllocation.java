package org.offloadtck.engine.interpreter;

import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Executes `alloca` and `stackrestore` (PTX ISA §9.7.17), which grow and shrink the part of local
/// memory that belongs to a frame.
///
/// All lanes of a group receive the largest size that any of them requests, so that they keep the
/// same frame.
final class StackAllocation {

    private final int[] words;
    private final int limit;
    private final LaunchObserver observer;

    StackAllocation(Code code, LaunchOptions options) {
        this.words = code.words();
        this.limit = options.limits().localBytes();
        this.observer = options.observer();
    }

    /// Grows the frame of a group and writes the offset of the new memory to the destination.
    void allocate(Warp warp, LaneGroup group) {
        int at = group.pc() * Code.STRIDE;
        var frame = group.frame();
        int end = frame.localEnd();
        int start = Math.ceilDiv(end, words[at + Code.X]) * words[at + Code.X];
        long[] r = warp.registers();
        int a = warp.row(words[at + Code.A], frame.firstRow());
        long most = 0;
        for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
            long wanted = r[a + Integer.numberOfTrailingZeros(rest)];
            most = Long.compareUnsigned(wanted, most) > 0 ? wanted : most;
        }
        long needed = (long) frame.stackEnd() + start - end;
        if (needed > limit || Long.compareUnsigned(most, limit - needed) > 0) {
            throw new LaneFault(
                    FaultKind.STACK_OVERFLOW,
                    group.firstLane(),
                    "alloca of %s bytes at %d bytes of local memory when the stack limit is %d"
                            .formatted(Long.toUnsignedString(most), needed, limit));
        }
        group.resizeFrame(frame.withExtraLocal(frame.extraLocal() + start - end + (int) most));
        warp.reserve(group.frame());
        int d = warp.row(words[at + Code.D], frame.firstRow());
        for (int rest = group.mask(); rest != 0; rest &= rest - 1) {
            warp.registers()[d + Integer.numberOfTrailingZeros(rest)] = start;
        }
        observer.stackGrown(warp, group, end);
    }

    /// Shrinks the frame of a group to the end that `stacksave` returned. Lanes with another end
    /// are split off.
    void restore(Warp warp, LaneGroup group) {
        int at = group.pc() * Code.STRIDE;
        var frame = group.frame();
        int row = warp.row(words[at + Code.A], frame.firstRow());
        warp.keepUniform(group, row);
        long end = warp.registers()[row + group.firstLane()];
        int least = frame.localEnd() - frame.extraLocal();
        if (end < least || end > frame.localEnd()) {
            throw new LaneFault(
                    FaultKind.OUT_OF_BOUNDS,
                    group.firstLane(),
                    "stackrestore to 0x%x when the function's stack may end from 0x%x to 0x%x"
                            .formatted(end, least, frame.localEnd()));
        }
        group.resizeFrame(frame.withExtraLocal((int) end - least));
    }
}
