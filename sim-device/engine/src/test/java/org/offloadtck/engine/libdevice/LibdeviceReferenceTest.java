package org.offloadtck.engine.libdevice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.semantics.LaneFunction;

/// Results against those of a multiple-precision library (mpmath 1.3.0 with 320 digits), to 25
/// digits in `reference.tsv`: the name, the arguments as hexadecimal numbers, the value.
class LibdeviceReferenceTest {

    private record Row(String name, List<String> arguments, BigDecimal value) {

        static Row of(String line) {
            int first = line.indexOf('\t');
            int last = line.lastIndexOf('\t');
            return new Row(
                    line.substring(0, first),
                    List.of(line.substring(first + 1, last).split(" ", -1)),
                    new BigDecimal(line.substring(last + 1)));
        }

        private long argument(int index) {
            if (index >= arguments.size()) {
                return 0;
            }
            String text = arguments.get(index);
            return text.contains("x")
                    ? Double.doubleToRawLongBits(Double.parseDouble(text))
                    : Long.parseLong(text) & 0xffff_ffffL;
        }

        /// What lies between the function's result and the value.
        BigDecimal difference(LaneFunction function) {
            long bits = function.apply(argument(0), argument(1), argument(2));
            return new BigDecimal(Double.longBitsToDouble(bits)).subtract(value).abs();
        }
    }

    private static Stream<Row> rows(String name) {
        try (var stream =
                Objects.requireNonNull(
                        LibdeviceReferenceTest.class.getResourceAsStream("reference.tsv"))) {
            var lines = new String(stream.readAllBytes(), UTF_8).lines();
            return lines.map(Row::of).filter(row -> row.name().equals(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    acos, 1
                    acosh, 3
                    asin, 1
                    asinh, 3
                    atan, 1
                    atan2, 1
                    atanh, 3
                    cbrt, 1
                    cos, 1
                    cosh, 1
                    cospi, 0.51
                    cyl_bessel_i0, 4
                    cyl_bessel_i1, 4
                    erf, 0.51
                    erfc, 0.51
                    erfcinv, 0.51
                    erfcx, 2
                    erfinv, 0.51
                    exp, 1
                    exp10, 1
                    exp2, 1
                    expm1, 1
                    hypot, 1
                    j0, 1
                    j1, 1
                    lgamma, 4
                    log, 1
                    log10, 1
                    log1p, 1
                    log2, 3
                    norm3d, 1
                    normcdf, 0.51
                    normcdfinv, 0.51
                    pow, 1
                    powi, 1
                    rcbrt, 3
                    rhypot, 2
                    rnorm3d, 2
                    rsqrt, 1
                    sin, 1
                    sinh, 1
                    sinpi, 0.51
                    sqrt, 0.5
                    tan, 1
                    tanh, 1
                    tgamma, 1
                    y0, 1
                    y1, 1
                    """)
    void theErrorInUnitsInTheLastPlaceIsWithinWhatIsStated(String name, double most) {
        var function = Libdevice.function("__nv_" + name).orElseThrow();

        assertThat(rows(name))
                .isNotEmpty()
                .allSatisfy(row -> {
                    var difference = row.difference(function);
                    var unit = new BigDecimal(Math.ulp(row.value().doubleValue()));
                    assertThat(difference.divide(unit, MathContext.DECIMAL64).doubleValue())
                            .isLessThanOrEqualTo(most);
                });
    }

    /// Near the many zeros of these there is no bound on the relative error.
    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    j0-far, j0, 0x1p-52
                    j1-far, j1, 0x1p-52
                    y0-far, y0, 0x1p-52
                    y1-far, y1, 0x1p-52
                    jn,     jn, 0x1p-48
                    """)
    void theAbsoluteErrorIsWithinWhatIsStated(String rows, String name, double most) {
        var function = Libdevice.function("__nv_" + name).orElseThrow();

        assertThat(rows(rows))
                .isNotEmpty()
                .allSatisfy(row ->
                        assertThat(row.difference(function).doubleValue())
                                .isLessThanOrEqualTo(most));
    }

    @Test
    void theErrorOfYnIsRelativeToItselfOrToOne() {
        var function = Libdevice.function("__nv_yn").orElseThrow();

        assertThat(rows("yn"))
                .isNotEmpty()
                .allSatisfy(row -> {
                    double size = Math.max(1, Math.abs(row.value().doubleValue()));
                    assertThat(row.difference(function).doubleValue() / size)
                            .isLessThanOrEqualTo(0x1p-48);
                });
    }
}
