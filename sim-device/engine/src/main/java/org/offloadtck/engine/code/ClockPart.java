package org.offloadtck.engine.code;

import org.offloadtck.ptx.ir.SpecialRegister;

/// The special registers that change while a thread runs: integers, for the interpreter's switch.
public final class ClockPart {

    /// `%clock`, `%globaltimer_lo`: the low 32 bits.
    public static final int LOW = 0;

    /// `%clock_hi`, `%globaltimer_hi`: the high 32 bits.
    public static final int HIGH = 1;

    /// `%clock64`, `%globaltimer`
    public static final int WHOLE = 2;

    private ClockPart() {}

    /// Which of them a register is; -1 for one that does not change. The cycle of the virtual clock
    /// is a nanosecond long, so that timers and clocks read the same.
    public static int of(SpecialRegister register) {
        return switch (register.name()) {
            case CLOCK, GLOBALTIMER_LO -> LOW;
            case CLOCK_HI, GLOBALTIMER_HI -> HIGH;
            case CLOCK64, GLOBALTIMER -> WHOLE;
            default -> -1;
        };
    }
}
