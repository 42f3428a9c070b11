package org.offloadtck.engine.schedule;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import org.offloadtck.engine.deadlock.BusyWait;
import org.offloadtck.engine.deadlock.DeadlockReport;
import org.offloadtck.engine.deadlock.MbarrierTests;
import org.offloadtck.engine.deadlock.StateRecurrence;
import org.offloadtck.engine.interpreter.Interpreter;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.RunningCounters;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.Cta;

/// The execution of a CTA by one worker: its state, and whether the state recurs.
///
/// The methods that return faults select the thread that the fault is attributed to: the first of
/// the CTA that has not exited.
final class CtaExecution {

    /// Instructions between two looks at whether the CTA waits: many, so that looks cost little.
    private static final long SLICE = 1 << 11;

    private final LoadedProgram program;
    private final RunningCounters counters;
    private Interpreter interpreter;
    private final Cta cta;
    private final StateRecurrence recurrence = new StateRecurrence();
    private final BusyWait wait = new BusyWait();
    private boolean isWaiting;

    /// @param counters of the instructions that `interpreter` executes
    CtaExecution(
            LoadedProgram program, RunningCounters counters, Interpreter interpreter, Cta cta) {
        this.program = program;
        this.counters = counters;
        this.interpreter = interpreter;
        this.cta = cta;
    }

    Cta cta() {
        return cta;
    }

    StateRecurrence recurrence() {
        return recurrence;
    }

    /// Forgets the previous CTA. The cluster has started the next.
    void start() {
        recurrence.reset();
    }

    /// Sets the interpreter of the next turns.
    void setInterpreter(Interpreter next) {
        interpreter = next;
    }

    /// Program counter of the instruction that was started last.
    int currentPc() {
        return interpreter.currentPc();
    }

    /// Whether the last turn ended because the CTA waits for others ([BusyWait]).
    boolean isWaiting() {
        return isWaiting;
    }

    /// Runs the CTA until it ends, waits for others, those of its cluster included, or has issued
    /// `budget` instructions.
    ///
    /// @return whether all threads have exited
    /// @throws LaneFault of the running warp, or a deadlock if no thread can continue
    boolean run(long budget) {
        long end = counters.warpInstructions + budget;
        wait.startTurn(counters.globalChanges());
        isWaiting = false;
        while (!isWaiting && counters.warpInstructions < end) {
            switch (cta.run(interpreter, Math.min(SLICE, end - counters.warpInstructions))) {
                case ENDED -> {
                    return true;
                }
                case RUNNABLE -> isWaiting = wait.recurs(cta, counters.globalChanges());
                case BLOCKED -> {
                    rejectDeadlock();
                    return false;
                }
            }
        }
        return false;
    }

    /// Rejects a CTA none of whose threads can run, unless it waits for others of its cluster that
    /// can.
    private void rejectDeadlock() {
        if (!cta.awaitsCluster()) {
            throw deadlockFault(List.of(cta));
        }
        if (!cta.cluster().canRun()) {
            var live = cta.cluster().ctas().stream().filter(each -> !each.hasEnded()).toList();
            throw deadlockFault(live);
        }
    }

    private LaneFault deadlockFault(List<Cta> ctas) {
        return deadlockFault(ctas, Collections.emptySortedSet(), new MbarrierTests());
    }

    /// The fault of CTAs whose threads all wait or repeat themselves, this CTA among them.
    ///
    /// @param read addresses that the threads are known to read repeatedly
    /// @param tests of `mbarrier` objects that the threads are known to repeat
    LaneFault deadlockFault(List<Cta> ctas, SortedSet<Long> read, MbarrierTests tests) {
        selectFirstLive();
        return DeadlockReport.of(ctas, read, tests, program);
    }

    /// The fault of a CTA that is stopped because the launch was interrupted.
    LaneFault interruptFault() {
        return new LaneFault(
                FaultKind.INTERRUPTED, selectFirstLive(), "the launch was interrupted");
    }

    /// The fault of a CTA that is stopped because the launch has issued too many instructions.
    LaneFault instructionLimitFault(long limit) {
        return new LaneFault(
                FaultKind.TOO_LONG,
                selectFirstLive(),
                "the launch continues when it should end within %d instructions".formatted(limit));
    }

    private int selectFirstLive() {
        var group = cta.selectFirstLive();
        interpreter.setCurrent(group);
        return group.firstLane();
    }
}
