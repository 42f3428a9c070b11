package org.offloadtck.engine.libdevice;

import org.offloadtck.engine.semantics.Floats;

/// Arguments and results as the tables of tests write them: integers end in `i` or `l`, 32-bit
/// numbers in `f`.
final class FunctionTableNotation {

    private FunctionTableNotation() {}

    /// What the function gives for the arguments, which blanks separate.
    static long apply(String name, String arguments) {
        var list = arguments.split(" ", -1);
        return Libdevice.function("__nv_" + name)
                .orElseThrow()
                .apply(
                        bits(list[0]),
                        list.length > 1 ? bits(list[1]) : 0,
                        list.length > 2 ? bits(list[2]) : 0);
    }

    static long bits(String text) {
        String number = text.substring(0, text.length() - 1);
        return switch (text.charAt(text.length() - 1)) {
            case 'f' -> Floats.bits(Float.parseFloat(number));
            case 'i' -> Long.parseLong(number) & 0xffff_ffffL;
            case 'l' -> Long.parseLong(number);
            default -> Floats.bits(Double.parseDouble(text), bitsOfNan(text), 0, 0);
        };
    }

    /// A NaN that is given is passed on as it is.
    private static long bitsOfNan(String text) {
        return text.equals("NaN") ? Floats.NAN64 : 0;
    }
}
