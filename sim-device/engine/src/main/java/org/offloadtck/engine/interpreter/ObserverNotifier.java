package org.offloadtck.engine.interpreter;

import java.util.Arrays;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Notifies the observer of a launch of the instructions that are interpreted.
final class ObserverNotifier {

    private final LaunchObserver observer;
    private final int[] words;
    private final long[] addresses = new long[Code.LANES];

    ObserverNotifier(LaunchObserver observer, Code code) {
        this.observer = observer;
        this.words = code.words();
    }

    /// The observer, for events other than instructions.
    LaunchObserver observer() {
        return observer;
    }

    boolean isObserved() {
        return !observer.equals(LaunchObserver.NONE);
    }

    /// Notifies the observer of the next instruction of a group, and of its access if it has one.
    void notify(Warp warp, LaneGroup group, int active) {
        observer.instructionIssued(warp, group, active);
        int at = group.pc() * Code.STRIDE;
        int op = words[at];
        if (active != 0 && op >= Op.LOAD && op <= Op.ATOMIC) {
            computeAddresses(warp, group, at);
            observer.accessIssued(warp, group, active, addresses);
        }
    }

    private void computeAddresses(Warp warp, LaneGroup group, int at) {
        int space = MemoryAccess.space(words[at + Code.Y]);
        long window = MemorySpace.window(space);
        int offset = words[at + Code.X];
        if (space == MemorySpace.FRAME) {
            Arrays.fill(addresses, window + offset + group.frame().localStart());
            return;
        }
        long[] r = warp.registers();
        int row = warp.row(words[at + Code.A], group.frame().firstRow());
        for (int l = 0; l < Code.LANES; l++) {
            addresses[l] = window + MemorySpace.truncated(space, r[row + l] + offset);
        }
    }
}
