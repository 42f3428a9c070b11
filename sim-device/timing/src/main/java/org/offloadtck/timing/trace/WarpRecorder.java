package org.offloadtck.timing.trace;

import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.thread.CallFrame;

/// Records the [WarpTrace] of one warp.
final class WarpRecorder {

    private static final int NONE = -1;

    private final TraceBuffer control;
    private final TraceBuffer memory;
    private WarpTrace last = new WarpTrace(new int[0], new int[0]);
    private int start;
    private int next;
    private int base;
    private Object frame = this;
    private long line;
    private long localLine;

    /// Barriers of the CTA it waits at, a bit for each.
    private int waiting;

    /// Lanes that have arrived in the current phase of the barrier of the cluster.
    private int inCluster;

    private final Poll poll = new Poll();

    /// The last poll of an `mbarrier`, and the state of the recorder before it.
    private static final class Poll {
        private int programCounter = NONE;
        private int group;
        private int lanes;
        private final long[] addresses = new long[Code.LANES];
        private int marksBefore;
        private int controlBefore;
        private int timesBefore;
        private int memoryBefore;
        private int startBefore;
        private int nextBefore;
    }

    private int marks;

    WarpRecorder(TraceBudget room) {
        control = new TraceBuffer(room);
        memory = new TraceBuffer(room);
    }

    /// Prepares to record another warp.
    void clear() {
        control.clear();
        memory.clear();
        start = 0;
        next = 0;
        base = 0;
        frame = this;
        line = 0;
        localLine = 0;
        waiting = 0;
        inCluster = 0;
        marks = 0;
        poll.programCounter = NONE;
    }

    /// A group of the warp is about to execute something.
    void runs(int group) {
        if (poll.programCounter != NONE && poll.group != group) {
            poll.programCounter = NONE;
        }
    }

    /// The group that runs polls an `mbarrier`. If the poll before was at the same instruction and
    /// in vain, and the group has only computed since then, all since then is forgotten, because
    /// the warp will be held until the phase completes.
    void polls(int programCounter, int group) {
        boolean isRepeated =
                poll.programCounter == programCounter
                        && poll.marksBefore == marks
                        && memory.size() == poll.memoryBefore + 1;
        poll.lanes = 0;
        if (isRepeated) {
            control.truncate(poll.controlBefore);
            if (poll.controlBefore > 0) {
                control.set(poll.controlBefore - 1, poll.timesBefore);
            }
            memory.truncate(poll.memoryBefore);
            start = poll.startBefore;
            next = poll.nextBefore;
            return;
        }
        poll.programCounter = programCounter;
        poll.group = group;
        poll.marksBefore = marks;
        poll.controlBefore = control.size();
        poll.timesBefore = control.size() > 0 ? control.get(control.size() - 1) : 0;
        poll.memoryBefore = memory.size();
        poll.startBefore = start;
        poll.nextBefore = next;
    }

    /// Sets the objects that the group polls.
    void pollsAt(int lanes, long[] addresses) {
        poll.lanes = lanes;
        System.arraycopy(addresses, 0, poll.addresses, 0, Code.LANES);
    }

    /// Ends a poll, which was in vain if it failed in all lanes.
    ///
    /// @return the lanes that polled and did not fail
    int endPoll(int failed) {
        if (failed == 0 || failed != poll.lanes) {
            poll.programCounter = NONE;
        }
        return poll.lanes & ~failed;
    }

    /// The object that a lane polled.
    long polled(int lane) {
        return poll.addresses[lane];
    }

    /// The warp executes some instructions after one another.
    void steps(int programCounter, int count) {
        if (programCounter != next) {
            endRun();
            start = programCounter;
        }
        next = programCounter + count;
    }

    /// Whether the warp last executed in another frame.
    boolean isElsewhere(CallFrame now) {
        return frame != now;
    }

    /// The warp executes in that frame from here on.
    void enter(CallFrame now) {
        frame = now;
        int registers = registersBelow(now);
        if (registers != base) {
            base = registers;
            mark(WarpTrace.FRAME, registers);
        }
    }

    private static int registersBelow(CallFrame frame) {
        int registers = 0;
        for (var below = frame; below.depth() > 0; below = below.caller()) {
            registers += below.caller().function().function().body().registers().size();
        }
        return registers;
    }

    void mark(int mark, int operand) {
        endRun();
        marks++;
        entry(mark, operand, 0);
    }

    private void endRun() {
        int length = next - start;
        if (length == 0) {
            return;
        }
        int before = control.size() - WarpTrace.ENTRY;
        if (before >= 0 && control.get(before) == start && control.get(before + 1) == length) {
            control.set(before + 2, control.get(before + 2) + 1);
        } else {
            entry(start, length, 1);
        }
        start = next;
    }

    private void entry(int first, int second, int third) {
        control.add(first);
        control.add(second);
        control.add(third);
    }

    /// Lanes arrive at the barrier of the cluster.
    ///
    /// @param phase its number
    void arrivesAtCluster(int lanes, int phase) {
        inCluster |= lanes;
        mark(WarpTrace.ARRIVE_AT_CLUSTER, phase);
    }

    /// Whether lanes have arrived in the current phase of the barrier of the cluster.
    boolean areInCluster(int lanes) {
        return (lanes & ~inCluster) == 0;
    }

    /// The current phase of the barrier of the cluster completes.
    void leavesCluster() {
        inCluster = 0;
    }

    /// The warp waits at a barrier.
    void waitAt(int barrier) {
        waiting |= 1 << barrier;
    }

    /// The warp no longer waits at a barrier.
    ///
    /// @return whether it did
    boolean passes(int barrier) {
        boolean waited = (waiting >>> barrier & 1) != 0;
        waiting &= ~(1 << barrier);
        return waited;
    }

    /// A word of an access, of one of the kinds.
    void access(int word) {
        memory.add(word);
    }

    /// Lines of global memory, in any order, which end the access.
    void globalLines(CoalescedLines lines) {
        int last = lines.size() - 1;
        for (int i = 0; i <= last; i++) {
            globalLine(lines.line(i), lines.sectors(i) | (i < last ? AccessWord.MORE : 0));
        }
    }

    /// A line of global memory.
    ///
    /// @param bits its sectors, and [AccessWord#MORE] if more of the access follows
    void globalLine(long to, int bits) {
        add(to, line, bits);
        line = to;
    }

    /// Lines of local memory, in any order.
    ///
    /// @param more [AccessWord#MORE] if more of the access follows, else 0
    void localLines(CoalescedLines lines, int more) {
        memory.add(AccessWord.of(AccessWord.LOCAL, 0) | AccessWord.MORE);
        int last = lines.size() - 1;
        for (int i = 0; i <= last; i++) {
            add(lines.line(i), localLine, lines.sectors(i) | (i < last ? AccessWord.MORE : more));
            localLine = lines.line(i);
        }
    }

    /// Adds the word of a line.
    ///
    /// @param before the line before it
    /// @param bits its sectors and [AccessWord#MORE]
    private void add(long to, long before, int bits) {
        long distance = to - before;
        if (!AccessWord.fits(distance)) {
            memory.add(AccessWord.of(AccessWord.ORIGIN, 0) | AccessWord.MORE);
            memory.add((int) to);
            memory.add((int) (to >>> Integer.SIZE));
            distance = 0;
        }
        memory.add((int) distance << AccessWord.DISTANCE_SHIFT | bits);
    }

    /// The recorded trace. Warps at the same index in their CTAs that took the same path share the
    /// control part.
    WarpTrace trace() {
        endRun();
        int[] way = control.holds(last.control()) ? last.control() : control.toArray();
        last = new WarpTrace(way, memory.toArray());
        return last;
    }
}
