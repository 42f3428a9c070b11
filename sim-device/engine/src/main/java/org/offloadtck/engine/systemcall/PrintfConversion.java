package org.offloadtck.engine.systemcall;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A conversion of a format: a `%`, flags, width, precision, length and a character.
///
/// What is a conversion was measured on an H200 with driver 580.159: the lengths `j`, `z`, `t` and
/// `L` and the characters `b` and `n` are none, and neither are `%1$d` and `%'d`.
///
/// @param start index in the format of its `%`
/// @param end index in the format behind it
/// @param character `%` for `%%`
record PrintfConversion(
        int start,
        int end,
        String flags,
        String width,
        String precision,
        String length,
        char character) {

    private static final Pattern PATTERN =
            Pattern.compile(
                    "%(?:%|([-+ #0]*)(\\*|\\d*)((?:\\.(?:\\*|\\d*))?)(hh|h|ll|l|)([diuxXopcsfFeEgGaA]))");

    /// The conversions of a format in their order. All between them is text.
    static List<PrintfConversion> all(String format) {
        return PATTERN.matcher(format).results().map(PrintfConversion::of).toList();
    }

    private static PrintfConversion of(MatchResult found) {
        return found.start(5) >= 0
                ? new PrintfConversion(
                        found.start(),
                        found.end(),
                        found.group(1),
                        found.group(2),
                        found.group(3),
                        found.group(4),
                        found.group(5).charAt(0))
                : new PrintfConversion(found.start(), found.end(), "", "", "", "", '%');
    }

    /// Whether the device passes an argument for it. The device does not know the length `hh`,
    /// which the driver does.
    boolean isPassed() {
        return character != '%' && !length.equals("hh");
    }

    /// Size of its argument in bytes.
    int argumentSize() {
        return switch (character) {
            case 'd', 'i', 'u', 'x', 'X', 'o' -> length.startsWith("l") ? 8 : 4;
            case 'c' -> 4;
            default -> 8;
        };
    }

    /// Number of `*` among width and precision, each of which takes an `int`.
    int stars() {
        return (width.equals("*") ? 1 : 0) + (precision.equals(".*") ? 1 : 0);
    }
}
