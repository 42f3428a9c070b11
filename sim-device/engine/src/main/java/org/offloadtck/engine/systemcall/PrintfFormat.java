package org.offloadtck.engine.systemcall;

import java.util.Locale;

/// Formats what a call of `vprintf` left, as the CUDA driver does: flags, width and precision of
/// numbers and strings, lengths `hh` to `ll`. What is no conversion ([PrintfConversion]) is text.
final class PrintfFormat {

    /// Longest result of a conversion by its width or precision, in characters: as many as an
    /// implementation must support (C17 §7.21.6.1).
    private static final int LONGEST = 4095;

    private final PrintfRecord record;

    PrintfFormat(PrintfRecord record) {
        this.record = record;
    }

    /// Appends the formatted text to `output`.
    void print(StringBuilder output) {
        var format = record.format();
        int at = 0;
        for (var conversion : PrintfConversion.all(format)) {
            output.append(format, at, conversion.start()).append(converted(conversion));
            at = conversion.end();
        }
        output.append(format, at, format.length());
    }

    private String converted(PrintfConversion found) {
        String flags = found.flags();
        String width = number(found.width());
        String precision = "";
        if (!found.precision().isEmpty()) {
            String digits = number(found.precision().substring(1));
            precision = digits.startsWith("-") ? "" : "." + digits;
        }
        String unpadded = flags.replace("0", "");
        char conversion = found.character();
        return switch (conversion) {
            case '%' -> "%";
            case 'd', 'i', 'u', 'x', 'X', 'o' -> {
                long value = narrowed(found.length(), record.next(found.argumentSize()));
                if (conversion != 'd' && conversion != 'i') {
                    value &= mask(found.length());
                }
                String zeros = precision.isEmpty() ? flags : unpadded;
                yield pad(zeros, width, integer(conversion, flags, precision, value));
            }
            case 'p' -> pad(flags, width, pointer(record.next(8)));
            case 'c' -> pad(unpadded, width, "" + (char) (record.next(4) & 0xff));
            case 's' -> pad(unpadded, width, cut(precision, text(found)));
            default ->
                    floating(
                            conversion,
                            flags,
                            width,
                            precision,
                            Double.longBitsToDouble(record.next(8)));
        };
    }

    /// A text. Of one with the length `l`, the driver of an H200 (580.159) printed nothing.
    private String text(PrintfConversion found) {
        var text = record.text(record.next(8));
        return found.length().startsWith("l") ? "" : text;
    }

    /// The width or the precision: as the format says, or that of an argument.
    private String number(String asked) {
        if (asked.equals("*")) {
            int given = (int) record.next(4);
            return Integer.toString(Math.max(-LONGEST, Math.min(LONGEST, given)));
        }
        String digits = asked.replaceFirst("^0+(?=.)", "");
        return digits.length() > 4 ? Integer.toString(LONGEST) : digits;
    }

    /// The value of an argument, sign-extended from the type of the length modifier.
    private static long narrowed(String length, long value) {
        return switch (length) {
            case "hh" -> (byte) value;
            case "h" -> (short) value;
            case "" -> (int) value;
            default -> value;
        };
    }

    /// Mask of the bits of an unsigned argument with that length modifier.
    private static long mask(String length) {
        return switch (length) {
            case "hh" -> 0xff;
            case "h" -> 0xffff;
            case "" -> 0xffff_ffffL;
            default -> -1;
        };
    }

    private static String integer(char conversion, String flags, String precision, long value) {
        return switch (conversion) {
            case 'd', 'i' -> digits(flags, precision, value);
            default -> radix(conversion, flags, precision, value);
        };
    }

    private static String pointer(long address) {
        return address == 0 ? "(nil)" : "0x" + Long.toHexString(address);
    }

    private static String digits(String flags, String precision, long value) {
        String magnitude = Long.toUnsignedString(Math.abs(value));
        String sign = value < 0 ? "-" : plus(flags);
        return sign + atLeast(precision, magnitude);
    }

    private static String plus(String flags) {
        return flags.contains("+") ? "+" : flags.contains(" ") ? " " : "";
    }

    private static String radix(char conversion, String flags, String precision, long value) {
        boolean octal = conversion == 'o';
        String text =
                switch (conversion) {
                    case 'o' -> Long.toOctalString(value);
                    case 'u' -> Long.toUnsignedString(value);
                    default -> Long.toHexString(value);
                };
        String prefix =
                flags.contains("#") && value != 0 && conversion != 'u' ? octal ? "0" : "0x" : "";
        String whole = prefix + atLeast(precision, text);
        return conversion == 'X' ? whole.toUpperCase(Locale.ROOT) : whole;
    }

    private static String atLeast(String precision, String digits) {
        int least =
                precision.length() > 1
                        ? Integer.parseInt(precision.substring(1))
                        : 1 - precision.length();
        if (least == 0 && digits.equals("0")) {
            return "";
        }
        return "0".repeat(Math.max(0, least - digits.length())) + digits;
    }

    private static String cut(String precision, String text) {
        int most =
                precision.length() > 1 ? Integer.parseInt(precision.substring(1)) : text.length();
        return precision.equals(".") ? "" : text.substring(0, Math.min(most, text.length()));
    }

    private static String pad(String flags, String width, String text) {
        int missing = width.isEmpty() ? 0 : Math.abs(Integer.parseInt(width)) - text.length();
        if (missing <= 0) {
            return text;
        }
        if (flags.contains("-") || width.startsWith("-")) {
            return text + " ".repeat(missing);
        }
        if (!flags.contains("0")) {
            return " ".repeat(missing) + text;
        }
        int sign = !text.isEmpty() && "+- ".indexOf(text.charAt(0)) >= 0 ? 1 : 0;
        boolean isHexadecimal = text.toLowerCase(Locale.ROOT).startsWith("0x", sign);
        int digits = isHexadecimal ? sign + 2 : sign;
        return text.substring(0, digits) + "0".repeat(missing) + text.substring(digits);
    }

    private static String floating(
            char conversion, String flags, String width, String precision, double value) {
        String sign = Double.doubleToRawLongBits(value) < 0 ? "-" : plus(flags);
        String text = sign + magnitude(conversion, flags, precision, Math.abs(value));
        String zeros = Double.isFinite(value) ? flags : flags.replace("0", "");
        boolean upper = Character.isUpperCase(conversion);
        return pad(zeros, width, upper ? text.toUpperCase(Locale.ROOT) : text);
    }

    private static String magnitude(char conversion, String flags, String precision, double value) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "nan" : "inf";
        }
        String digits = precision.equals(".") ? ".0" : precision;
        boolean keeps = flags.contains("#");
        return switch (conversion) {
            case 'g', 'G' -> {
                String whole = CFloatFormat.general(value, digits);
                yield keeps ? whole : CFloatFormat.trimmed(whole);
            }
            case 'a', 'A' -> CFloatFormat.hexadecimal(value, digits);
            case 'e', 'E' -> CFloatFormat.scientific(value, digits);
            default ->
                    CFloatFormat.fixed(value, digits) + (keeps && digits.equals(".0") ? "." : "");
        };
    }
}
