package org.offloadtck.simt.libdevice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.simt.semantics.LaneFunction;

/// Results against those of a multiple-precision library (mpmath 1.3.0 with 320 digits), to 25
/// digits in `reference.tsv`: the name, the arguments as hexadecimal numbers, the value.
class ReferenceTest {

    private record Row(String name, List<String> arguments, BigDecimal value) {

        static Row of(String line) {
            int first = line.indexOf('\t');
            int last = line.lastIndexOf('\t');
            return new Row(
                    line.substring(0, first),
                    List.of(line.substring(first + 1, last).split(" ", -1)),
                    new BigDecimal(line.substring(last + 1)));
        }

        /// The arguments' bits: those of an integer stay, those of a number are as `isSingle` says.
        long argument(int index, Precision precision) {
            if (index >= arguments.size()) {
                return 0;
            }
            String text = arguments.get(index);
            if (!text.contains("x")) {
                return Long.parseLong(text) & 0xffff_ffffL;
            }
            double value = Double.parseDouble(text);
            return precision == Precision.SINGLE
                    ? Float.floatToRawIntBits((float) value) & 0xffff_ffffL
                    : Double.doubleToRawLongBits(value);
        }

        double apply(LaneFunction function, Precision precision) {
            long bits =
                    function.apply(
                            argument(0, precision), argument(1, precision), argument(2, precision));
            return precision == Precision.SINGLE
                    ? Float.intBitsToFloat((int) bits)
                    : Double.longBitsToDouble(bits);
        }
    }

    private enum Precision {
        SINGLE,
        DOUBLE
    }

    private static Stream<Row> rows(String name) {
        try (var stream =
                Objects.requireNonNull(ReferenceTest.class.getResourceAsStream("reference.tsv"))) {
            var lines = new String(stream.readAllBytes(), UTF_8).lines();
            return lines.map(Row::of).filter(row -> row.name().equals(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Units in the last place of the result between it and the exact value.
    private static double error(double result, BigDecimal exact) {
        if (!Double.isFinite(result)) {
            return Double.POSITIVE_INFINITY;
        }
        var difference = new BigDecimal(result).subtract(exact).abs();
        return difference
                .divide(new BigDecimal(Math.ulp(exact.doubleValue())), MathContext.DECIMAL64)
                .doubleValue();
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    acos, 1
                    """)
    void the_error_is_within_the_stated_bound(String name, double ulps) {
        var function = Libdevice.function("__nv_" + name).orElseThrow();
        var wrong = new ArrayList<String>();
        var rows = rows(name).toList();
        for (var row : rows) {
            double error = error(row.apply(function, Precision.DOUBLE), row.value());
            if (!(error <= ulps)) {
                wrong.add("%s: %.2f ulp".formatted(row, error));
            }
        }

        assertThat(rows).isNotEmpty();
        assertThat(wrong).isEmpty();
    }
}
