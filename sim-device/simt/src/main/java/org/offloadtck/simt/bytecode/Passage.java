package org.offloadtck.simt.bytecode;

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
public record Passage(
        int from,
        int length,
        boolean loops,
        int accesses,
        int[] reads,
        int[] writes,
        int[] tests,
        int[] decides) {

    /// No instructions.
    static final Passage NONE =
            new Passage(0, 0, false, 0, new int[0], new int[0], new int[0], new int[0]);

    static Passage of(Listing listing, Stretch stretch) {
        var usage = Usage.of(listing, new Phase(stretch.from(), stretch.to()));
        return new Passage(
                stretch.from(),
                stretch.length(),
                stretch.loops(),
                accesses(listing, new Phase(stretch.from(), stretch.to())).length,
                array(usage.readRows()),
                array(usage.writtenRows()),
                array(usage.readPredicates()),
                array(usage.writtenPredicates()));
    }

    private static int[] array(Collection<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /// The accesses among the instructions of a phase.
    static int[] accesses(Listing listing, Phase phase) {
        return IntStream.range(phase.from(), phase.to())
                .filter(pc -> Phase.isAccess(listing, pc))
                .toArray();
    }
}
