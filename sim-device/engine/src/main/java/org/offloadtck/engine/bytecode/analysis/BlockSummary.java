package org.offloadtck.engine.bytecode.analysis;

import java.util.Collection;
import java.util.stream.IntStream;

/// Instructions that compiled code carries out as a whole, as those see it who are told of what it
/// does. None of them is guarded, but for the branch that a loop ends with, and none is a fence, an
/// atomic, or an access of local memory or one that the memory model calls strong. The arrays are
/// nobody's to write.
///
/// @param from program counter of the first
/// @param length how many there are, of a loop those of a round
/// @param loops whether the last is a branch to the first
/// @param accesses how many of them access memory
/// @param reads rows whose value from before is read: operands of instructions
/// @param writes rows that are written
/// @param tests predicates whose value from before is read
/// @param decides predicates that are written
@SuppressWarnings("ArrayRecordComponent") // nobody compares it
public record BlockSummary(
        int from,
        int length,
        boolean isLoop,
        int accesses,
        int[] liveInRows,
        int[] definedRows,
        int[] liveInPredicates,
        int[] definedPredicates) {

    /// No instructions.
    public static final BlockSummary NONE =
            new BlockSummary(0, 0, false, 0, new int[0], new int[0], new int[0], new int[0]);

    public static BlockSummary of(InstructionView listing, BasicBlock stretch) {
        var usage = LiveRegisters.of(listing, new LanePhase(stretch.from(), stretch.to()));
        return new BlockSummary(
                stretch.from(),
                stretch.length(),
                stretch.isLoop(),
                accesses(listing, new LanePhase(stretch.from(), stretch.to())).length,
                array(usage.liveInRows()),
                array(usage.definedRows()),
                array(usage.liveInPredicates()),
                array(usage.definedPredicates()));
    }

    private static int[] array(Collection<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /// The accesses among the instructions of a phase.
    public static int[] accesses(InstructionView listing, LanePhase phase) {
        return IntStream.range(phase.from(), phase.to())
                .filter(pc -> LanePhase.isAccess(listing, pc))
                .toArray();
    }
}
