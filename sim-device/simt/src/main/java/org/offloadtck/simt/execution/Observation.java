package org.offloadtck.simt.execution;

import java.util.Arrays;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.Op;
import org.offloadtck.simt.image.Space;

/// Tells a launch's observer what a group is about to do.
final class Observation {

    private final LaunchObserver observer;
    private final int[] words;
    private final long[] addresses = new long[Code.LANES];

    Observation(LaunchObserver observer, Code code) {
        this.observer = observer;
        this.words = code.words();
    }

    LaunchObserver observer() {
        return observer;
    }

    boolean isWanted() {
        return !observer.equals(LaunchObserver.NONE);
    }

    void tell(Warp warp, Group group, int active) {
        observer.executes(warp, group, active);
        int at = group.pc * Code.STRIDE;
        int op = words[at];
        if (active != 0 && op >= Op.LOAD && op <= Op.ATOMIC) {
            address(warp, group, at);
            observer.accesses(warp, group, active, addresses);
        }
    }

    private void address(Warp warp, Group group, int at) {
        int space = words[at + Code.Y] & 0xf;
        long offset = Space.window(space) + words[at + Code.X];
        if (space == Space.FRAME) {
            Arrays.fill(addresses, offset + group.frame.local());
            return;
        }
        long[] r = warp.registers();
        int row = warp.row(words[at + Code.A], group.frame.rows());
        for (int l = 0; l < Code.LANES; l++) {
            addresses[l] = r[row + l] + offset;
        }
    }
}
