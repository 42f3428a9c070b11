package org.offloadtck.ptx.text.declaration;

import java.util.OptionalLong;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.object.ptx.PtxText;
import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.text.declaration.Constant.Signedness;

/// Parses number literals (PTX ISA §4.5).
public final class NumberParser {

    /// The predefined constant for the number of threads of a warp (PTX ISA §4.5.3).
    public static final String WARP_SIZE_NAME = "WARP_SZ";

    /// The threads of a warp on every target (PTX ISA §4.5.3 and CUDA C++ Programming Guide 13.0,
    /// technical specifications).
    public static final int WARP_SIZE = 32;

    private static final int SINGLE_DIGITS = Float.SIZE / 4;
    private static final int DOUBLE_DIGITS = Double.SIZE / 4;

    private final TokenStream tokens;
    private final PtxText text;

    public NumberParser(TokenStream tokens) {
        this.tokens = tokens;
        this.text = tokens.text();
    }

    /// The next integer, without a sign; [#WARP_SIZE_NAME] is one.
    public long integer() {
        var token = tokens.peek();
        if (token.kind() == TokenKind.NAME && tokens.is(token, WARP_SIZE_NAME)) {
            tokens.next();
            return WARP_SIZE;
        }
        return integer(tokens.expect(TokenKind.INTEGER));
    }

    /// The next integer, from 0 to `most`.
    ///
    /// @param what the name of the number in messages
    public long count(String what, long most) {
        var token = tokens.peek();
        long value = integer();
        if (value < 0 || value > most) {
            throw tokens.error(
                    token, "%s is %s when %d is the most".formatted(what, tokens.of(token), most));
        }
        return value;
    }

    /// The next number, integer or floating-point, without a sign. An integer is unsigned if it has
    /// a `U` or is 2^63 or more.
    Constant literal() {
        var token = tokens.peek();
        if (token.kind() == TokenKind.FLOATING) {
            return floating(tokens.next());
        }
        long value = integer();
        char last = text.charAt(token.end() - 1);
        boolean suffixed = token.kind() == TokenKind.INTEGER && (last == 'U' || last == 'u');
        return new Constant.Whole(
                value, value < 0 || suffixed ? Signedness.UNSIGNED : Signedness.SIGNED);
    }

    /// Decimal, `0x`, `0b` or octal, with an optional `U`; values from 2^63 on wrap to negative
    /// ones.
    private long integer(PtxToken token) {
        int end = token.end();
        char last = text.charAt(end - 1);
        int digitsEnd = last == 'U' || last == 'u' ? end - 1 : end;
        int radix = radix(token, digitsEnd);
        int start = token.start() + (radix == 16 || radix == 2 ? 2 : 0);
        return digits(start, digitsEnd, radix)
                .orElseThrow(() -> malformed(token, "an integer of up to 64 bits"));
    }

    /// `0f` and 8 hexadecimal digits, `0d` and 16, or a decimal fraction.
    private Constant floating(PtxToken token) {
        return switch (token.end() - token.start() > 1 ? text.charAt(token.start() + 1) : ' ') {
            case 'f', 'F' -> new Constant.Single((int) bits(token, SINGLE_DIGITS));
            case 'd', 'D' -> new Constant.Real(Double.longBitsToDouble(bits(token, DOUBLE_DIGITS)));
            default -> new Constant.Real(decimal(token));
        };
    }

    private int radix(PtxToken token, int digitsEnd) {
        if (text.charAt(token.start()) != '0' || digitsEnd - token.start() < 2) {
            return 10;
        }
        return switch (text.charAt(token.start() + 1)) {
            case 'x', 'X' -> 16;
            case 'b', 'B' -> 2;
            default -> 8;
        };
    }

    private OptionalLong digits(int start, int end, int radix) {
        long limit = Long.divideUnsigned(-1, radix);
        long value = 0;
        for (int i = start; i < end; i++) {
            int digit = Character.digit(text.charAt(i), radix);
            long next = value * radix + digit;
            boolean overflows =
                    Long.compareUnsigned(value, limit) > 0
                            || Long.compareUnsigned(next, value * radix) < 0;
            if (digit < 0 || overflows) {
                return OptionalLong.empty();
            }
            value = next;
        }
        return start < end ? OptionalLong.of(value) : OptionalLong.empty();
    }

    private long bits(PtxToken token, int count) {
        int start = token.start() + 2;
        var bits =
                token.end() - start == count
                        ? digits(start, token.end(), 16)
                        : OptionalLong.empty();
        return bits.orElseThrow(() ->
                malformed(
                        token,
                        "'%s' and %d hexadecimal digits"
                                .formatted(
                                        text.characters().substring(token.start(), start), count)));
    }

    private double decimal(PtxToken token) {
        int last = text.charAt(token.end() - 1);
        if (last != '.' && (last < '0' || last > '9')) {
            throw malformed(token, "a decimal fraction");
        }
        try {
            double value = Double.parseDouble(text.of(token));
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException notDecimal) {
            throw malformed(token, "a decimal fraction");
        }
        throw malformed(token, "a decimal fraction in the range of .f64");
    }

    private PtxSyntaxException malformed(PtxToken token, String expected) {
        return text.error(token.span(), "'%s' is not %s".formatted(text.of(token), expected));
    }
}
