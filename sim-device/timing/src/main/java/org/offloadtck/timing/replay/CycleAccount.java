package org.offloadtck.timing.replay;

import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.figures.Basis;
import org.offloadtck.timing.memory.TaggedTime;

/// How a warp scheduler spent its cycles, by the codes of [TaggedTime].
final class CycleAccount {

    static final int ISSUE = TaggedTime.code(CycleUse.ISSUE, Basis.DOCUMENTED);
    static final int QUEUE = TaggedTime.code(CycleUse.QUEUE, Basis.ASSUMED);
    private static final int IDLE = TaggedTime.code(CycleUse.IDLE, Basis.DOCUMENTED);

    private final long[] spent = new long[TaggedTime.CODES];

    /// Cycles that a new CTA ended while older warps waited: they are for what the next of them
    /// waited for.
    private long unexplained;

    /// The cycles of each code; the caller may add some.
    long[] spent() {
        return spent;
    }

    /// Whether cycles are left that the next wait explains.
    boolean isIncomplete() {
        return unexplained != 0;
    }

    /// Cycles before the issue of a warp that was launched.
    ///
    /// @param before of these, cycles in which others waited
    void launched(int code, long cycles, long before) {
        unexplained += before;
        spent[code] += cycles - before;
    }

    /// Cycles before the issue of another warp.
    void waited(int code, long cycles) {
        spent[code] += cycles;
        if (TaggedTime.isForOthers(code)) {
            spent[code] += unexplained;
            unexplained = 0;
        }
    }

    /// Cycles after the last issue.
    void rest(int code, long cycles) {
        spent[IDLE] += unexplained;
        unexplained = 0;
        spent[code] += cycles;
    }

    /// Instructions of the device that were issued.
    long issued() {
        return spent[ISSUE] + spent[ISSUE | 1];
    }
}
