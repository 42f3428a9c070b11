package org.offloadtck.engine.thread;

/// Threads of a warp that are at the same instruction with the same call stack.
public final class LaneGroup {

    public enum State {
        RUNNABLE,
        /// At a barrier of the CTA, [#barrier].
        AT_BARRIER,
        /// At an instruction that waits for the lanes [#awaited] of the warp.
        AT_COLLECTIVE
    }

    public int mask;
    public int pc;
    public CallFrame frame;
    public State state = State.RUNNABLE;

    /// The barrier waited at.
    public int barrier;

    /// The operation of the collective instruction waited at, of [org.offloadtck.engine.code.Op].
    public int collective;

    /// The lanes waited for.
    public int awaited;

    /// When the group last ran, in turns of its warp.
    public long lastTurn;

    LaneGroup(int mask, int pc, CallFrame frame) {
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

    public CallFrame frame() {
        return frame;
    }

    public boolean isRunnable() {
        return state == State.RUNNABLE;
    }

    /// Whether the group is at a collective instruction of that kind, for those lanes.
    public boolean waitsFor(int op, int lanes) {
        return state == State.AT_COLLECTIVE && collective == op && awaited == lanes;
    }

    /// Whether both can go on as one.
    boolean canMergeWith(LaneGroup other) {
        return pc == other.pc && frame == other.frame;
    }

    /// Whether this group is to run before `other`: the deeper call first, for it will return to
    /// where the other is, then the lower program counter, for it will come to where the other is.
    boolean precedes(LaneGroup other) {
        if (frame.depth() != other.frame.depth()) {
            return frame.depth() > other.frame.depth();
        }
        return pc != other.pc ? pc < other.pc : firstLane() < other.firstLane();
    }

    boolean hasWaitedLongerThan(LaneGroup other) {
        return lastTurn != other.lastTurn ? lastTurn < other.lastTurn : precedes(other);
    }

    public int firstLane() {
        return Integer.numberOfTrailingZeros(mask);
    }
}
