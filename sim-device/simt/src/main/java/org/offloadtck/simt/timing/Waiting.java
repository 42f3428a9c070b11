package org.offloadtck.simt.timing;

import org.offloadtck.simt.device.Basis;

/// A time and why it is no earlier, in one number that compares as the time does.
///
/// Its low bits are a *code*: a [CycleUse], and whether a figure the time rests on is assumed.
final class Waiting {

    /// Bits of a code.
    static final int BITS = 5;

    static final int CODES = 1 << BITS;

    /// Nobody knows the time yet.
    static final long UNKNOWN = Long.MAX_VALUE;

    private Waiting() {}

    static int code(CycleUse use, Basis basis) {
        return use.code() << 1 | (basis == Basis.ASSUMED ? 1 : 0);
    }

    static long until(long time, int code) {
        return time << BITS | code;
    }

    static long time(long waiting) {
        return waiting >> BITS;
    }

    static int code(long waiting) {
        return (int) waiting & CODES - 1;
    }

    static boolean isLaunch(int code) {
        return code >> 1 == CycleUse.LAUNCH.code();
    }

    static boolean isForOthers(int code) {
        int use = code >> 1;
        return use >= CycleUse.SHARED.code() && use <= CycleUse.BARRIER.code();
    }
}
