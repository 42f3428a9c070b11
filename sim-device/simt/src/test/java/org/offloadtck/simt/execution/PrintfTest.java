package org.offloadtck.simt.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Expected texts are glibc's.
class PrintfTest {

    private static String print(String format, Long... values) {
        Iterator<Long> next = List.of(values).iterator();
        var output = new StringBuilder();
        new Printf(format)
                .print(
                        new Printf.Arguments() {
                            @Override
                            public long next(int size) {
                                return next.next();
                            }

                            @Override
                            public String string(long address) {
                                return "text";
                            }
                        },
                        output);
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
        "%f, -Infinity, -inf"
    })
    void printsFloatingPoint(String format, double value, String expected) {
        assertThat(print(format, Double.doubleToRawLongBits(value))).isEqualTo(expected);
    }
}
