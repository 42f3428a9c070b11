package org.offloadtck.simt.execution;

import java.util.StringJoiner;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.DeviceImage;

/// Tells who waits for whom when no thread of a CTA can go on.
final class Deadlock {

    private Deadlock() {}

    /// The fault of a CTA's first waiting thread.
    static Fault of(Cta cta, DeviceImage image) {
        var waiting = new StringJoiner("; ");
        for (var warp : cta.warps()) {
            for (var group : warp.groups()) {
                waiting.add(describe(warp, group, image));
            }
        }
        int lane = cta.running().groups().getFirst().firstLane();
        return new Fault(FaultKind.DEADLOCK, lane, "no thread can go on: " + waiting);
    }

    private static String describe(Warp warp, Group group, DeviceImage image) {
        int first = warp.index() * Code.LANES;
        var span = image.instruction(group.pc).place().span();
        String what =
                group.state == Group.State.AT_BARRIER
                        ? "barrier %d".formatted(group.barrier)
                        : "lanes 0x%08x".formatted(group.awaited & warp.live() & ~group.mask);
        return "threads %s wait at %s for %s".formatted(threads(first, group.mask), span, what);
    }

    /// Thread numbers of a mask as ranges: `0-30, 32`.
    private static String threads(int first, int mask) {
        var ranges = new StringJoiner(", ");
        int lane = 0;
        while (lane < Code.LANES) {
            if ((mask >>> lane & 1) == 0) {
                lane++;
                continue;
            }
            int start = lane;
            while (lane < Code.LANES && (mask >>> lane & 1) != 0) {
                lane++;
            }
            int last = first + lane - 1;
            ranges.add(start + 1 == lane ? "" + last : "%d-%d".formatted(first + start, last));
        }
        return ranges.toString();
    }
}
