package org.offloadtck.timing.memory;

import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.figures.Basis;
import org.offloadtck.timing.figures.TimedDevice;

/// A time and the reason why it is not earlier, in one `long` that compares as the time does.
///
/// Its low bits are a *code*: a [CycleUse], and whether a figure the time rests on is assumed.
public final class TaggedTime {

    /// Bits of a code.
    public static final int BITS = 5;

    public static final int CODES = 1 << BITS;

    /// The time is not known yet.
    public static final long UNKNOWN = Long.MAX_VALUE;

    private static final CycleUse[] USES = new CycleUse[CODES >> 1];

    static {
        for (var use : CycleUse.values()) {
            USES[use.code()] = use;
        }
    }

    private TaggedTime() {}

    /// The code of a wait for memory: assumed if the latency is.
    public static int code(TimedDevice device, CycleUse use) {
        return code(use, device.timing().figure(use.quantities().getFirst()).basis());
    }

    public static int code(CycleUse use, Basis basis) {
        return use.code() << 1 | (basis == Basis.ASSUMED ? 1 : 0);
    }

    public static long until(long time, int code) {
        return time << BITS | code;
    }

    public static long time(long waiting) {
        return waiting >> BITS;
    }

    public static int code(long waiting) {
        return (int) waiting & CODES - 1;
    }

    /// The reason of a time.
    public static CycleUse use(long waiting) {
        return USES[code(waiting) >> 1];
    }

    public static boolean isLaunch(int code) {
        return code >> 1 == CycleUse.LAUNCH.code();
    }

    public static boolean isForOthers(int code) {
        int use = code >> 1;
        return use >= CycleUse.SHARED.code() && use <= CycleUse.BARRIER.code();
    }
}
