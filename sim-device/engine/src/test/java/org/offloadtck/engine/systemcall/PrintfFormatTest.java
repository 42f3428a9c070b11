package org.offloadtck.engine.systemcall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Expected texts are glibc's, and those of an H200 with driver 580.159 where the two differ.
class PrintfFormatTest {

    private static PrintfRecord record(String format, Long... values) {
        Iterator<Long> next = List.of(values).iterator();
        return PrintfRecord.of(
                format,
                new PrintfRecord.Arguments() {
                    @Override
                    public long next(int size) {
                        return next.next();
                    }

                    @Override
                    public String string(long address) {
                        return "text";
                    }
                });
    }

    private static String print(String format, Long... values) {
        return print(record(format, values));
    }

    private static String print(PrintfRecord record) {
        var output = new StringBuilder();
        new PrintfFormat(record).print(output);
        return output.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "%d | -7 | \"-7\"",
                "%5d | -7 | \"   -7\"",
                "%-5d. | -7 | \"-7   .\"",
                "%05d | -7 | \"-0007\"",
                "%+d | 7 | \"+7\"",
                "%.3d | 7 | \"007\"",
                "%u | 4294967295 | \"4294967295\"",
                "%x | 255 | \"ff\"",
                "%#X | 255 | \"0XFF\"",
                "%o | 8 | \"10\"",
                "%c | 65 | \"A\"",
                "%s | 1 | \"text\"",
                "%.2s | 1 | \"te\"",
                "%p | 4096 | \"0x1000\"",
                "100%% | 0 | \"100%\"",
                "%ld | -5000000000 | \"-5000000000\"",
                "%hd | 70000 | \"4464\"",
                "%05.3d | 42 | \"  042\"",
                "%.0d | 0 | \"\"",
                "%#06x | 42 | \"0x002a\"",
                "%#o | 8 | \"010\"",
                "%+5d | 7 | \"   +7\"",
                "%-6u. | 9 | \"9     .\"",
                "%p | 0 | \"(nil)\"",
                "%6c | 65 | \"     A\"",
                "% d | 5 | \" 5\"",
                "%.5x | 2748 | \"00abc\"",
                "%u | -1 | \"4294967295\"",
                "%llx | -1 | \"ffffffffffffffff\"",
                "%5c | 253 | \"    \u00fd\"",
                "%s | 0 | \"(null)\"",
                "%ls | 1 | \"\"",
            })
    void printsIntegersAndStrings(String format, long value, String expected) {
        assertThat(print(format, value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "%f, 0.1, 0.100000",
        "%.0f, 2.5, 2",
        "%.3f, -1.0005, -1.000",
        "%e, 12345.678, 1.234568e+04",
        "%.2e, 0, 0.00e+00",
        "%g, 0.0001, 0.0001",
        "%g, 0.00001, 1e-05",
        "%g, 1234567, 1.23457e+06",
        "%G, 1e-10, 1E-10",
        "%10.2f|, 3.14159, '      3.14|'",
        "%f, NaN, nan",
        "%f, -Infinity, -inf",
        "%a, 1.0, 0x1p+0",
        "%a, -0.1, -0x1.999999999999ap-4",
        "%.2a, 3.999, 0x2.00p+1",
        "%.0a, 1.96875, 0x2p+0",
        "%A, 255.5, 0X1.FFP+7",
        "%a, 0.0, 0x0p+0",
        "%a, 4.9e-324, 0x0.0000000000001p-1022",
        "%12.3a, 1.0, '  0x1.000p+0'",
        "%+f, -0.0, -0.000000",
        "% f, 1.5, ' 1.500000'",
        "%+e, Infinity, +inf",
        "%F, NaN, NAN",
        "%#g, 1.0, 1.00000",
        "%#.0f, 3.0, 3.",
        "%08.2f, -3.14159, -0003.14",
        "%-8.1f|, 2.25, '2.2     |'",
        "% 06.1f, 2.25, ' 002.2'"
    })
    void printsFloatingPoint(String format, double value, String expected) {
        assertThat(print(format, Double.doubleToRawLongBits(value))).isEqualTo(expected);
    }

    @Test
    void tellsTheSignOfWhatIsNoNumber() {
        long negative = Double.doubleToRawLongBits(Double.NaN) | Long.MIN_VALUE;

        assertThat(print("%f|%+E|%6a", negative, negative, negative)).isEqualTo("-nan|-NAN|  -nan");
    }

    @Test
    void takesANegativePrecisionForNone() {
        assertThat(print("%.*s|%.*d|%.*f", -2L, 1L, -1L, 0L, -3L, Double.doubleToRawLongBits(1.5)))
                .isEqualTo("text|0|1.500000");
    }

    @Test
    void makesNoConversionLongerThanItMustBeAbleTo() {
        assertThat(print("%99999999999d", 1L)).hasSize(4095).endsWith(" 1");
        assertThat(print("%*d", 0x7fff_ffffL, 1L)).hasSize(4095);
        assertThat(print("%-*d", 0x8000_0000L, 1L)).hasSize(4095).startsWith("1 ");
        assertThat(print("%.2147483648d", 1L)).hasSize(4095).startsWith("0");
        assertThat(print("%.00002d", 1L)).isEqualTo("01");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"%zu", "%jd", "%td", "%Lf", "%b.", "%n.", "%", "%5", "%y.", "%1$d.", "%'d."})
    void printsWhatIsNoConversion(String format) {
        var record = record(format);

        assertThat(print(record)).isEqualTo(format);
        assertThat(record.count()).isZero();
    }

    @Test
    void countsArguments() {
        assertThat(record("%*.*d%% %s", 5L, 2L, 7L, 1L).count()).isEqualTo(4);
    }

    @Test
    void passesNoArgumentForTheLengthOfAByte() {
        var alone = record("%hhd");

        assertThat(print(alone)).isEqualTo("37");
        assertThat(alone.count()).isZero();
        assertThat(print("%d %hhu %d", 300L, 7L)).isEqualTo("300 7 622879781");
    }

    @Test
    void passesThirtyTwoArguments() {
        var values = LongStream.range(0, 34).boxed().toArray(Long[]::new);
        var record = record("%d ".repeat(31) + "%d\nand %d more\n", values);

        assertThat(print(record)).endsWith(" 30 31\nand 622879781 more\n");
        assertThat(record.count()).isEqualTo(32);
    }
}
