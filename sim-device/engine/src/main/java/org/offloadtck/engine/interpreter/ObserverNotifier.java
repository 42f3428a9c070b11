package org.offloadtck.engine.interpreter;

import java.util.Arrays;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Tells a launch's observer what a group is about to do.
final class ObserverNotifier {

    private final LaunchObserver observer;
    private final int[] words;
    private final long[] addresses = new long[Code.LANES];

    ObserverNotifier(LaunchObserver observer, Code code) {
        this.observer = observer;
        this.words = code.words();
    }

    LaunchObserver observer() {
        return observer;
    }

    boolean isWanted() {
        return !observer.equals(LaunchObserver.NONE);
    }

    void tell(Warp warp, LaneGroup group, int active) {
        observer.instructionIssued(warp, group, active);
        int at = group.pc * Code.STRIDE;
        int op = words[at];
        if (active != 0 && op >= Op.LOAD && op <= Op.ATOMIC) {
            address(warp, group, at);
            observer.accesses(warp, group, active, addresses);
        }
    }

    private void address(Warp warp, LaneGroup group, int at) {
        int space = words[at + Code.Y] & 0xf;
        long offset = MemorySpace.window(space) + words[at + Code.X];
        if (space == MemorySpace.FRAME) {
            Arrays.fill(addresses, offset + group.frame.localStart());
            return;
        }
        long[] r = warp.registers();
        int row = warp.row(words[at + Code.A], group.frame.firstRow());
        for (int l = 0; l < Code.LANES; l++) {
            addresses[l] = r[row + l] + offset;
        }
    }
}
