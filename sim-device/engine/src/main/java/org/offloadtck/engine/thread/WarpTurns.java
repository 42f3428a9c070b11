package org.offloadtck.engine.thread;

/// How long a warp runs before another warp of its CTA does, in instructions.
///
/// A device issues instructions of all warps by turns, so that a warp which has left a barrier
/// cannot run far while another one is still there. Some programs with a race are right on a device
/// for this reason only. The simulator is faster the less often warps change.
///
/// @param first the turn after the start of a CTA and after a barrier: 1 or more
/// @param usual all other turns: not less than `first`
public record WarpTurns(int first, int usual) {

    /// Instructions of a long turn.
    public static final int USUAL = 4096;

    private static final int FIRST = 32;

    /// Long turns, which show most races: a warp runs far ahead of the others.
    public static final WarpTurns LONG = new WarpTurns(USUAL, USUAL);

    /// Turns that hide what those of a device hide: each warp runs a little before one runs far.
    /// Kernels take up to 5 % longer, and one with a barrier every ten instructions 8 to 9 %
    /// (`reduce`, AMD EPYC, 2026-11-30).
    public static final WarpTurns OF_A_DEVICE = new WarpTurns(FIRST, USUAL);

    /// @throws IllegalArgumentException if the turns are not as described
    public WarpTurns {
        if (first < 1 || usual < first) {
            throw new IllegalArgumentException(
                    "turns of %d and %d instructions when they should be 1 or more, the first one not the longer"
                            .formatted(first, usual));
        }
    }

    /// Turns of one length.
    public static WarpTurns of(int instructions) {
        return new WarpTurns(instructions, instructions);
    }

    /// Whether all turns are shorter than long ones.
    public boolean areShort() {
        return usual < USUAL;
    }

    /// Whether a turn ends at a barrier.
    boolean endAtBarriers() {
        return first < usual;
    }
}
