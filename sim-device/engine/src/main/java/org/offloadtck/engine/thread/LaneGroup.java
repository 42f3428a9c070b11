package org.offloadtck.engine.thread;

/// A set of lanes of a warp that have the same program counter and the same call stack and execute
/// together.
public final class LaneGroup {

    /// Whether the group can run, and if not, what it waits for.
    public enum State {
        RUNNABLE,
        /// At a barrier of the CTA: [#barrier].
        AT_BARRIER,
        /// At the barrier of the cluster.
        AT_CLUSTER_BARRIER,
        /// At a collective instruction, until the lanes [#awaited] of the warp arrive.
        AT_COLLECTIVE
    }

    private int mask;
    private int pc;
    private CallFrame frame;
    private State state = State.RUNNABLE;
    private int barrier;
    private int collective;
    private int awaited;
    private long lastTurn;

    LaneGroup(int mask, int pc, CallFrame frame) {
        this.mask = mask;
        this.pc = pc;
        this.frame = frame;
    }

    /// The lanes, a bit for each.
    public int mask() {
        return mask;
    }

    /// The lane with the lowest number.
    public int firstLane() {
        return Integer.numberOfTrailingZeros(mask);
    }

    /// Program counter of the next instruction of the group.
    public int pc() {
        return pc;
    }

    /// The innermost frame of the call stack.
    public CallFrame frame() {
        return frame;
    }

    public State state() {
        return state;
    }

    public boolean isRunnable() {
        return state == State.RUNNABLE;
    }

    /// Number of the barrier at which the group waits; undefined in other states.
    public int barrier() {
        return barrier;
    }

    /// Operation of the collective instruction at which the group waits, of
    /// [org.offloadtck.engine.code.Op]; undefined in other states.
    public int collective() {
        return collective;
    }

    /// Lanes for which the group waits at a collective instruction; undefined in other states.
    public int awaited() {
        return awaited;
    }

    /// The turn of the warp in which the group ran last.
    public long lastTurn() {
        return lastTurn;
    }

    /// Sets the program counter.
    public void moveTo(int target) {
        pc = target;
    }

    /// Moves to the next instruction.
    public void advance() {
        pc++;
    }

    /// Continues in another frame.
    ///
    /// @param target program counter of the next instruction
    public void enter(CallFrame other, int target) {
        frame = other;
        pc = target;
    }

    /// Replaces the frame by one of another size.
    public void resizeFrame(CallFrame resized) {
        frame = resized;
    }

    /// Suspends the group at a barrier of the CTA.
    public void waitAtBarrier(int number) {
        barrier = number;
        state = State.AT_BARRIER;
    }

    /// Suspends the group at the barrier of the cluster.
    public void waitAtClusterBarrier() {
        state = State.AT_CLUSTER_BARRIER;
    }

    /// Suspends the group at a collective instruction.
    ///
    /// @param op of [org.offloadtck.engine.code.Op]
    /// @param lanes that have to arrive
    public void waitForLanes(int op, int lanes) {
        collective = op;
        awaited = lanes;
        state = State.AT_COLLECTIVE;
    }

    /// Makes a suspended group runnable, at the next instruction.
    public void resume() {
        state = State.RUNNABLE;
        pc++;
    }

    /// Whether the group is at a collective instruction of that kind, for those lanes.
    public boolean waitsFor(int op, int lanes) {
        return state == State.AT_COLLECTIVE && collective == op && awaited == lanes;
    }

    void add(LaneGroup other) {
        mask |= other.mask;
    }

    void remove(int lanes) {
        mask &= ~lanes;
    }

    void setLastTurn(long turn) {
        lastTurn = turn;
    }

    /// Whether both groups have the same program counter and the same call stack.
    boolean canMergeWith(LaneGroup other) {
        return pc == other.pc && frame == other.frame;
    }

    /// Whether this group is to run before `other`. The group with the deeper call stack is first,
    /// then the group with the lower program counter: each may reach the other.
    boolean precedes(LaneGroup other) {
        if (frame.depth() != other.frame.depth()) {
            return frame.depth() > other.frame.depth();
        }
        return pc != other.pc ? pc < other.pc : firstLane() < other.firstLane();
    }

    boolean hasWaitedLongerThan(LaneGroup other) {
        return lastTurn != other.lastTurn ? lastTurn < other.lastTurn : precedes(other);
    }
}
