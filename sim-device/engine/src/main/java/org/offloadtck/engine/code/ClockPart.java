package org.offloadtck.engine.code;

/// Parts of the 64-bit clock that an instruction can read, the [Code#X] of [Op#CLOCK]: `int`
/// constants, so that the interpreter switches on them.
public final class ClockPart {

    /// `%clock`, `%globaltimer_lo`: the low 32 bits.
    public static final int LOW = 0;

    /// `%clock_hi`, `%globaltimer_hi`: the high 32 bits.
    public static final int HIGH = 1;

    /// `%clock64`, `%globaltimer`
    public static final int WHOLE = 2;

    private ClockPart() {}
}
