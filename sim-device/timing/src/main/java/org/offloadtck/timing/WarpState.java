package org.offloadtck.timing;

import java.util.Locale;

/// What a resident warp did in a cycle: it was issued, or the reason why it was not.
///
/// [CycleUse] is about schedulers, of which one issues at a time; this is about warps, many of
/// which wait at a time. A wait has one reason: of the operands, units and marks that the
/// instruction waited for, the one that was there last.
public enum WarpState {
    /// Its instruction was issued.
    SELECTED(0),
    /// Its CTA was being launched.
    LAUNCH(1),
    /// It waited for a result of arithmetic.
    DEPENDENCY(2),
    /// It waited for an execution unit.
    UNIT(3),
    /// It waited after a branch, a call or a long sequence.
    CONTROL(4),
    /// It waited for the multiprocessor's memory pipeline.
    QUEUE(5),
    /// It waited for a result of shared memory.
    SHARED(6),
    /// It waited for a result of constant memory.
    CONSTANT(7),
    /// It waited for a result of the first-level cache.
    L1(8),
    /// It waited for a result of the second-level cache.
    L2(9),
    /// It waited for a result of device memory.
    DRAM(10),
    /// It waited for the result of an atomic.
    ATOMIC(11),
    /// It waited for other threads of its CTA at a barrier.
    BARRIER(12),
    /// It could have been issued, and its scheduler issued another warp.
    NOT_SELECTED(13);

    private final int code;

    WarpState(int code) {
        this.code = code;
    }

    /// Its place in tables of states, from 0.
    public int code() {
        return code;
    }

    /// As documents write it: `not-selected`.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// What a warp waits for that waits for such a time.
    ///
    /// @throws IllegalArgumentException if schedulers spend cycles so, and no warp waits
    public static WarpState waitingFor(CycleUse use) {
        return switch (use) {
            case LAUNCH -> LAUNCH;
            case DEPENDENCY -> DEPENDENCY;
            case UNIT -> UNIT;
            case CONTROL -> CONTROL;
            case QUEUE -> QUEUE;
            case SHARED -> SHARED;
            case CONSTANT -> CONSTANT;
            case L1 -> L1;
            case L2 -> L2;
            case DRAM -> DRAM;
            case ATOMIC -> ATOMIC;
            case BARRIER -> BARRIER;
            case ISSUE, IDLE, DRAIN ->
                    throw new IllegalArgumentException("no warp waits for " + use);
        };
    }
}
