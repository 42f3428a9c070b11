package org.offloadtck.timing.replay;

import java.util.Arrays;
import org.offloadtck.timing.memory.TaggedTime;
import org.offloadtck.timing.trace.WarpTrace;

/// The replay of a recorded warp: its position in the trace, and when its registers are ready.
final class WarpReplay {

    final int[] memory;

    /// The next word of [#memory].
    int word;

    /// The line of the last access of global memory.
    long line;

    private long localLine;
    private final long localOrigin;

    private final InstructionCosts steps;
    private final CtaReplay cta;
    private final WarpScheduler scheduler;
    private final int[] control;
    private int entry;

    /// The step it is at, of [InstructionCosts].
    int step;

    private int first;
    int left;
    private int length;
    private int repeats;
    int base;
    long[] board;
    private int place;
    private boolean ended;
    private boolean atBarrier;

    /// The cost of the instruction it is at; before [#begin], of the first one of the image.
    InstructionCosts.Cost cost;

    /// When the instruction can issue as far as the warp is concerned, as a [TaggedTime];
    /// [TaggedTime#UNKNOWN] while the warp waits for memory or a barrier.
    long ready;

    long floor;

    /// The end of its last issue, from which on it waits; kept for an [IssueProfile] alone.
    long idleSince;

    private PendingLoad fetch = new PendingLoad(this);

    /// The last bulk copy; any load before the first.
    private PendingLoad copy = fetch;

    /// @param localOrigin where its local memory begins, as a line no global memory has
    WarpReplay(
            WarpTrace trace,
            InstructionCosts steps,
            CtaReplay cta,
            WarpScheduler scheduler,
            long localOrigin) {
        this.control = trace.control();
        this.board = new long[steps.registers()];
        this.memory = steps.memory(trace);
        this.steps = steps;
        this.cost = steps.at(0);
        this.cta = cta;
        this.scheduler = scheduler;
        this.localOrigin = localOrigin;
    }

    /// The pending load of the current instruction.
    PendingLoad fetch() {
        fetch.begin();
        return fetch;
    }

    /// The pending load of the current instruction, which has begun.
    PendingLoad fetching() {
        return fetch;
    }

    /// The multiprocessor of the CTA of a rank of the cluster.
    int multiprocessorOf(int rank) {
        return cta.cluster().multiprocessor(rank);
    }

    /// The pending load waits for memory.
    void leave() {
        fetch = new PendingLoad(this);
    }

    /// A bulk copy is issued.
    void copies(PendingLoad last) {
        copy = last;
    }

    /// A bulk copy is an arrival at a barrier.
    ///
    /// @param when the copy is there, as [TaggedTime] has it
    void arrive(int barrier, long now, long when) {
        cta.arrive(barrier, now, when);
    }

    /// A bulk copy is an arrival at a barrier of another CTA of the cluster.
    ///
    /// @param target of [WarpTrace#remote]
    /// @param when the copy is there, as [TaggedTime] has it
    void arriveRemotely(int target, long now, long when) {
        cta.arriveRemotely(target, Math.max(now, TaggedTime.time(when)));
    }

    /// The scheduler has it at that place.
    void setPlace(int among) {
        place = among;
    }

    /// The program counter of the instruction it is at.
    int programCounter() {
        return steps.programCounter(step);
    }

    /// Whether the instruction it is at accesses memory.
    boolean accesses() {
        return cost.accesses();
    }

    /// When its CTA found room.
    long placed() {
        return cta.placed();
    }

    /// Moves on to the first instruction of the trace, which can issue from `from` on.
    ///
    /// @param from as [TaggedTime] has it
    /// @param now the cycle in which this happens
    void begin(long from, long now) {
        idleSince = now;
        if (!advance(from)) {
            meet(now);
        }
    }

    /// Moves on to the instruction after the one it is at, which can issue from `from` on.
    ///
    /// @param from as [TaggedTime] has it
    /// @return whether there is one before the warp meets others: [#meet] follows where not
    boolean advance(long from) {
        floor = from;
        return hasNext() && settle();
    }

    /// Arrives at the barriers before the next instruction, or ends: what concerns other warps.
    ///
    /// @param now the cycle in which this happens
    void meet(long now) {
        boolean goesOn = passesMarks(now);
        while (goesOn && !settle()) {
            goesOn = passesMarks(now);
        }
    }

    /// Computes when the current instruction can issue, and executes instructions that take no
    /// time.
    ///
    /// @return false if there is no instruction before the next barrier or the end
    boolean settle() {
        while (true) {
            cost = steps.at(step);
            long operands = operands(cost);
            if (!cost.isFree() || operands == TaggedTime.UNKNOWN) {
                setReady(Math.max(floor, operands), cost.gate());
                return true;
            }
            result(cost, base, operands);
            if (!hasNext()) {
                return false;
            }
        }
    }

    private void setReady(long when, int gate) {
        ready = when;
        boolean isKnown = when != TaggedTime.UNKNOWN;
        scheduler.set(place, isKnown ? TaggedTime.time(when) : when, gate);
    }

    /// When the operands of an instruction are ready. Unrolled: a loop is slower.
    private long operands(InstructionCosts.Cost of) {
        int first = of.first();
        if (first < 0) {
            return 0;
        }
        if (base + first >= board.length) {
            grow(base + first);
        }
        long one = board[base + first];
        long two = board[base + of.second()];
        long three = board[base + of.third()];
        long four = board[base + of.fourth()];
        long latest = Math.max(Math.max(one, two), Math.max(three, four));
        return of.hasMore() ? Math.max(latest, moreOperands(of)) : latest;
    }

    /// Makes room for a register.
    void grow(int register) {
        board = Arrays.copyOf(board, register + 1);
        steps.hasRegister(register);
    }

    private long moreOperands(InstructionCosts.Cost of) {
        long latest = 0;
        for (int register : of.more().operands()) {
            latest = Math.max(latest, board[base + register]);
        }
        return latest;
    }

    /// Sets when the results of an instruction are there.
    ///
    /// @param registers first register of the frame
    void result(InstructionCosts.Cost of, int registers, long when) {
        int register = of.result();
        if (register >= 0) {
            board[registers + register] = when;
            if (of.hasMore()) {
                moreResults(of, registers, when);
            }
        }
    }

    private void moreResults(InstructionCosts.Cost of, int registers, long when) {
        for (int register : of.more().results()) {
            board[registers + register] = when;
        }
    }

    /// The line of global memory at a distance from the last one.
    long nextGlobal(long distance) {
        line += distance;
        return line;
    }

    /// The line of its local memory at a distance from the last one.
    long nextLocal(long distance) {
        localLine += distance;
        return localOrigin + localLine;
    }

    /// Where the registers of its frame begin.
    int base() {
        return base;
    }

    /// The memory operation that the warp waits for has completed.
    void resume(long now) {
        if (!ended && !atBarrier && ready == TaggedTime.UNKNOWN && !settle()) {
            meet(now);
        }
    }

    /// The barrier that the warp waits at has completed.
    void pass(long when, long now) {
        atBarrier = false;
        floor = Math.max(floor, when);
        meet(now);
    }

    /// Takes the next instruction of the trace.
    ///
    /// @return whether there is one, and neither a barrier nor the end before it
    boolean hasNext() {
        if (--left > 0) {
            step++;
            return true;
        }
        if (--repeats > 0) {
            step = first;
            left = length;
            return true;
        }
        while (entry < control.length) {
            int mark = control[entry];
            if (mark >= 0) {
                enter(mark);
                return true;
            }
            if (mark != WarpTrace.FRAME) {
                return false;
            }
            base = control[entry + 1];
            entry += WarpTrace.ENTRY;
        }
        return false;
    }

    /// Whether it is at the start of an iteration of those instructions.
    ///
    /// @param from the first one's step
    /// @param instructions their number
    /// @param registers where the registers of the frame begin
    boolean isAt(int from, int instructions, int registers) {
        return first == from && length == instructions && base == registers;
    }

    /// The step of the first instruction of the iteration.
    int first() {
        return first;
    }

    /// Instructions of the iteration.
    int length() {
        return length;
    }

    /// Remaining iterations, the current one included.
    int repeats() {
        return repeats;
    }

    /// A number that no other iteration of the trace has. That of the iteration after it in a loop
    /// is less by one.
    long way() {
        return (long) entry << Integer.SIZE | repeats;
    }

    /// Skips iterations.
    void skip(int iterations) {
        repeats -= iterations;
    }

    private void enter(int run) {
        length = control[entry + 1];
        first = steps.firstStep(run, length);
        step = first;
        left = length;
        repeats = control[entry + 2];
        entry += WarpTrace.ENTRY;
    }

    /// Takes what comes before the next instruction of the trace.
    ///
    /// @return whether there is one, and no barrier to wait at before it
    private boolean passesMarks(long now) {
        while (entry < control.length) {
            int mark = control[entry];
            if (mark >= 0) {
                enter(mark);
                return true;
            }
            int operand = control[entry + 1];
            entry += WarpTrace.ENTRY;
            if (!passes(mark, operand, now)) {
                setReady(TaggedTime.UNKNOWN, InstructionCosts.NONE);
                return false;
            }
        }
        ended = true;
        ready = TaggedTime.UNKNOWN;
        scheduler.remove(place);
        cta.ended(now);
        return false;
    }

    private boolean passes(int mark, int operand, long now) {
        switch (mark) {
            case WarpTrace.FRAME -> base = operand;
            case WarpTrace.ARRIVE -> cta.arrive(operand, now, 0);
            case WarpTrace.ARRIVE_WITH_COPY -> copy.arriveAt(operand, now);
            case WarpTrace.ARRIVE_REMOTELY -> cta.arriveRemotely(operand, now);
            case WarpTrace.ARRIVE_REMOTELY_WITH_COPY -> copy.arriveRemotelyAt(operand, now);
            case WarpTrace.ARRIVE_AT_CLUSTER ->
                    cta.arriveAtCluster(operand, now, Math.max(now, TaggedTime.time(floor)));
            case WarpTrace.WAIT -> {
                long completed = cta.completed(operand);
                if (completed == TaggedTime.UNKNOWN) {
                    atBarrier = true;
                    cta.awaits(operand, this);
                    return false;
                }
                floor = Math.max(floor, completed);
            }
            case WarpTrace.SLEEP -> floor = Math.max(floor, steps.afterSleep(now, operand));
            case WarpTrace.HEAP -> floor = Math.max(floor, steps.afterHeapCall(now, operand));
            default -> throw new IllegalStateException("mark " + mark);
        }
        return true;
    }
}
