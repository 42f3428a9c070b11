package org.offloadtck.engine.systemcall;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/// Compares formatted output byte for byte with that of an H200 with driver 580.159. The files are
/// those that `driver-kernels output-integers` and `output-floats` of `real-device/gpu-day` printed
/// there: lines `FORMAT: TEXT|CODE returns COUNT`, for each format in the order of the program's
/// values.
class MeasuredPrintfTest {

    private static final List<Long> NARROW = List.of(66L, 0xffff_fffdL);
    private static final List<Long> WIDE = List.of(0x0123_4567_89ab_cdefL, -3L);

    /// Lines of the file with the narrow values: 25 formats with two values each.
    private static final int NARROW_LINES = 50;

    private static final List<Long> FLOATS =
            DoubleStream.of(
                            0.0,
                            -0.0,
                            1.0,
                            -2.5,
                            Double.longBitsToDouble(0x400921fb54442d11L),
                            1e300,
                            Double.MIN_VALUE,
                            123456789.0,
                            Double.POSITIVE_INFINITY)
                    .mapToObj(Double::doubleToRawLongBits)
                    .toList();

    private static final long NEGATIVE_NAN = 0xfff8_0000_0000_0000L;

    private static List<String> lines(String name) throws IOException {
        try (var file = MeasuredPrintfTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(file).readAllBytes(), ISO_8859_1)
                    .lines()
                    .filter(line -> line.startsWith("%"))
                    .toList();
        }
    }

    /// The line of a call whose arguments are the bytes of `value`.
    private static String line(String format, long value) {
        var record =
                PrintfRecord.of(
                        format,
                        new PrintfRecord.Arguments() {
                            @Override
                            public long next(int size) {
                                return size == 4 ? value & 0xffff_ffffL : value;
                            }

                            @Override
                            public String string(long address) {
                                throw new AssertionError("no format has a text");
                            }
                        });
        var output = new StringBuilder(format).append(": ");
        new PrintfFormat(record).print(output);
        return output.append("|0 returns ").append(record.count()).toString();
    }

    private static String format(String line) {
        return line.substring(0, line.indexOf(": "));
    }

    @Test
    void integersAreThoseOfAnH200() throws IOException {
        var lines = lines("h200-output-integers.txt");

        assertThat(lines).hasSize(74);
        for (int i = 0; i < lines.size(); i++) {
            long value = (i < NARROW_LINES ? NARROW : WIDE).get(i % 2);
            assertThat(line(format(lines.get(i)), value)).isEqualTo(lines.get(i));
        }
    }

    @Test
    void numbersAreThoseOfAnH200() throws IOException {
        var lines = lines("h200-output-floats.txt");

        assertThat(lines).hasSize(190);
        for (int i = 0; i < lines.size(); i++) {
            int number = i % (FLOATS.size() + 1);
            long value = number < FLOATS.size() ? FLOATS.get(number) : NEGATIVE_NAN;
            assertThat(line(format(lines.get(i)), value)).isEqualTo(lines.get(i));
        }
    }
}
