package org.offloadtck.engine.bytecode.analysis;

import java.util.Collection;
import java.util.stream.IntStream;

/// What observers learn about a compiled block: its accesses and the registers that it reads and
/// writes.
///
/// No instruction is guarded, except the branch of a loop. None is a fence, an access to local
/// memory or a strong access of the memory model, except atomics on shared memory for observers of
/// these. Callers must not modify the arrays.
///
/// @param from program counter of the first instruction
/// @param length number of instructions; of a loop, those of an iteration
/// @param isLoop whether the last instruction is a branch to the first
/// @param liveInRows rows that are read before they are written: operands of instructions
/// @param definedRows rows that are written
/// @param liveInPredicates predicates that are read before they are written
/// @param definedPredicates predicates that are written
@SuppressWarnings("ArrayRecordComponent") // never compared
public record BlockSummary(
        int from,
        int length,
        boolean isLoop,
        int[] liveInRows,
        int[] definedRows,
        int[] liveInPredicates,
        int[] definedPredicates) {

    /// The summary of no block.
    public static final BlockSummary NONE =
            new BlockSummary(0, 0, false, new int[0], new int[0], new int[0], new int[0]);

    public static BlockSummary of(InstructionView view, BasicBlock block) {
        return of(view, new LanePhase(block.from(), block.to()), block.isLoop());
    }

    static BlockSummary of(InstructionView view, LanePhase phase, boolean isLoop) {
        var usage = LiveRegisters.of(view, phase);
        return new BlockSummary(
                phase.from(),
                phase.to() - phase.from(),
                isLoop,
                array(usage.liveInRows()),
                array(usage.definedRows()),
                array(usage.liveInPredicates()),
                array(usage.definedPredicates()));
    }

    private static int[] array(Collection<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /// The program counters of the accesses of a phase.
    static int[] accesses(InstructionView view, LanePhase phase) {
        return IntStream.range(phase.from(), phase.to())
                .filter(pc -> LanePhase.isAccess(view, pc))
                .toArray();
    }
}
