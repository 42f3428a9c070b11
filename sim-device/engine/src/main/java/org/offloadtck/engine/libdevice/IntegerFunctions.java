package org.offloadtck.engine.libdevice;

import static org.offloadtck.engine.semantics.Integers.truncate;

import java.util.Optional;
import org.offloadtck.engine.semantics.Integers;
import org.offloadtck.engine.semantics.LaneFunction;

/// Functions of integers, by their names without prefix. All are exact.
final class IntegerFunctions {

    /// `__nv_byte_perm` selects bytes by three bits.
    private static final long SELECTORS = 0x7777;

    private IntegerFunctions() {}

    static Optional<LaneFunction> function(String name) {
        return words(name).or(() -> longs(name)).or(() -> averages(name));
    }

    private static Optional<LaneFunction> words(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "abs" -> (a, _, _) -> word(Math.abs((int) a));
                    case "brev" -> (a, _, _) -> word(Integer.reverse((int) a));
                    case "byte_perm" -> (a, b, c) -> Integers.permute(a, b, c & SELECTORS);
                    case "clz" -> (a, _, _) -> Integer.numberOfLeadingZeros((int) a);
                    case "ffs" -> (a, _, _) -> a == 0 ? 0 : Long.numberOfTrailingZeros(a) + 1;
                    case "max" -> (a, b, _) -> word(Math.max((int) a, (int) b));
                    case "min" -> (a, b, _) -> word(Math.min((int) a, (int) b));
                    case "mul24" -> (a, b, _) -> word(narrow(a) * narrow(b));
                    case "mulhi" -> (a, b, _) -> word(((long) (int) a * (int) b) >> Integer.SIZE);
                    case "popc" -> (a, _, _) -> Long.bitCount(a);
                    case "sad" -> (a, b, c) -> word(c + Math.abs((long) (int) a - (int) b));
                    case "umax" -> (a, b, _) -> Math.max(a, b);
                    case "umin" -> (a, b, _) -> Math.min(a, b);
                    case "umul24" -> (a, b, _) -> word((a & 0xff_ffff) * (b & 0xff_ffff));
                    case "umulhi" -> (a, b, _) -> (a * b) >>> Integer.SIZE;
                    case "usad" -> (a, b, c) -> word(c + Math.abs(a - b));
                    default -> null;
                });
    }

    private static Optional<LaneFunction> longs(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "brevll" -> (a, _, _) -> Long.reverse(a);
                    case "clzll" -> (a, _, _) -> Long.numberOfLeadingZeros(a);
                    case "ffsll" -> (a, _, _) -> a == 0 ? 0 : Long.numberOfTrailingZeros(a) + 1;
                    case "llabs" -> (a, _, _) -> Math.abs(a);
                    case "llmax" -> (a, b, _) -> Math.max(a, b);
                    case "llmin" -> (a, b, _) -> Math.min(a, b);
                    case "mul64hi" -> (a, b, _) -> Math.multiplyHigh(a, b);
                    case "popcll" -> (a, _, _) -> Long.bitCount(a);
                    case "ullmax" -> (a, b, _) -> Long.compareUnsigned(a, b) > 0 ? a : b;
                    case "ullmin" -> (a, b, _) -> Long.compareUnsigned(a, b) < 0 ? a : b;
                    case "umul64hi" -> (a, b, _) -> Math.unsignedMultiplyHigh(a, b);
                    default -> null;
                });
    }

    /// Means of two numbers, rounded down or, with an `r`, up.
    private static Optional<LaneFunction> averages(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "hadd" -> (a, b, _) -> word(((long) (int) a + (int) b) >> 1);
                    case "rhadd" -> (a, b, _) -> word(((long) (int) a + (int) b + 1) >> 1);
                    case "uhadd" -> (a, b, _) -> (a + b) >> 1;
                    case "urhadd" -> (a, b, _) -> (a + b + 1) >> 1;
                    default -> null;
                });
    }

    private static long word(long value) {
        return truncate(value, Integer.SIZE);
    }

    /// The low 24 bits as a signed number.
    private static long narrow(long value) {
        return Integers.signed(truncate(value, 24), 24);
    }
}
