package org.offloadtck.engine.schedule;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import org.offloadtck.engine.deadlock.DeadlockReport;
import org.offloadtck.engine.deadlock.StateRecurrence;
import org.offloadtck.engine.interpreter.Interpreter;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.Cta;

/// The execution of a CTA by one worker: its state, and whether the state recurs.
///
/// The methods that return faults select the thread that the fault is attributed to: the first of
/// the CTA that has not exited.
final class CtaExecution {

    private final LoadedProgram program;
    private Interpreter interpreter;
    private final Cta cta;
    private final StateRecurrence recurrence = new StateRecurrence();

    CtaExecution(LoadedProgram program, Interpreter interpreter, Cta cta) {
        this.program = program;
        this.interpreter = interpreter;
        this.cta = cta;
    }

    Cta cta() {
        return cta;
    }

    StateRecurrence recurrence() {
        return recurrence;
    }

    /// Starts the CTA with the given index in the grid.
    void start(long index) {
        cta.start(index);
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

    /// Runs the CTA until it ends or has issued `budget` instructions.
    ///
    /// @return whether all threads have exited
    /// @throws LaneFault of the running warp, or a deadlock if no thread can continue
    boolean run(long budget) {
        return switch (cta.run(interpreter, budget)) {
            case ENDED -> true;
            case RUNNABLE -> false;
            case BLOCKED -> throw deadlockFault(List.of(cta), Collections.emptySortedSet());
        };
    }

    /// The fault of CTAs whose threads all wait or repeat themselves, this CTA among them.
    ///
    /// @param read addresses that the threads are known to read repeatedly
    LaneFault deadlockFault(List<Cta> ctas, SortedSet<Long> read) {
        selectFirstLive();
        return DeadlockReport.of(ctas, read, program);
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
