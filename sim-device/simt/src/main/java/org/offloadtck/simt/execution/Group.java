package org.offloadtck.simt.execution;

/// Threads of a warp that are at the same instruction with the same call stack.
public final class Group {

    enum State {
        RUNNABLE,
        /// At a barrier of the CTA, [#barrier].
        AT_BARRIER,
        /// At an instruction that waits for the lanes [#awaited] of the warp.
        AT_COLLECTIVE
    }

    int mask;
    int pc;
    Frame frame;
    State state = State.RUNNABLE;

    /// The barrier waited at.
    int barrier;

    /// The operation of the collective instruction waited at, of [org.offloadtck.simt.image.Op].
    int collective;

    /// The lanes waited for.
    int awaited;

    /// When the group last ran, in turns of its warp.
    long lastTurn;

    Group(int mask, int pc, Frame frame) {
        this.mask = mask;
        this.pc = pc;
        this.frame = frame;
    }

    /// Its lanes.
    public int mask() {
        return mask;
    }

    /// Program counter of the instruction it is at.
    public int pc() {
        return pc;
    }

    public Frame frame() {
        return frame;
    }

    boolean isRunnable() {
        return state == State.RUNNABLE;
    }

    /// Whether the group is at a collective instruction of that kind, for those lanes.
    boolean waitsFor(int op, int lanes) {
        return state == State.AT_COLLECTIVE && collective == op && awaited == lanes;
    }

    /// Whether both can go on as one.
    boolean meets(Group other) {
        return pc == other.pc && frame == other.frame;
    }

    /// Whether this group is to run before `other`: the deeper call first, for it will return to
    /// where the other is, then the lower program counter, for it will come to where the other is.
    boolean precedes(Group other) {
        if (frame.depth() != other.frame.depth()) {
            return frame.depth() > other.frame.depth();
        }
        return pc != other.pc ? pc < other.pc : firstLane() < other.firstLane();
    }

    boolean hasWaitedLongerThan(Group other) {
        return lastTurn != other.lastTurn ? lastTurn < other.lastTurn : precedes(other);
    }

    int firstLane() {
        return Integer.numberOfTrailingZeros(mask);
    }
}
