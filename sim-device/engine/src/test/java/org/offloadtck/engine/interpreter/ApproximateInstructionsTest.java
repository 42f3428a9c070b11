package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.fixture.DeviceBuffers;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.LaunchShape;

/// The `.approx` instructions, within the bounds of the PTX ISA 9.0 §9.7.3.13 to §9.7.3.22 over
/// sampled ranges, and its tables of special values. A bound of ulps is stated as the relative
/// error that is as much at the least favourable significand.
class ApproximateInstructionsTest {

    private static final int SAMPLES = 256;

    /// @param error from the exact value, relative to it or absolute
    record Bound(
            String mnemonic,
            float low,
            float high,
            DoubleUnaryOperator exact,
            String kind,
            double error) {

        @Override
        public String toString() {
            return "%s from %s to %s".formatted(mnemonic, low, high);
        }
    }

    static Stream<Bound> bounds() {
        DoubleUnaryOperator log2 = v -> StrictMath.log(v) / StrictMath.log(2);
        float pi = (float) Math.PI;
        return Stream.of(
                new Bound("rcp.approx.ftz.f32", 1e-30f, 1e30f, v -> 1 / v, "relative", 0x1p-23),
                new Bound("sqrt.approx.f32", 0, 1e38f, Math::sqrt, "relative", 0x1p-23),
                new Bound(
                        "rsqrt.approx.f32",
                        1e-38f,
                        1e38f,
                        v -> 1 / Math.sqrt(v),
                        "relative",
                        Math.pow(2, -22.9)),
                new Bound(
                        "sin.approx.f32",
                        -2 * pi,
                        2 * pi,
                        StrictMath::sin,
                        "absolute",
                        Math.pow(2, -20.5)),
                new Bound(
                        "cos.approx.ftz.f32",
                        -2 * pi,
                        2 * pi,
                        StrictMath::cos,
                        "absolute",
                        Math.pow(2, -20.5)),
                new Bound("lg2.approx.f32", 0.5f, 2, log2, "absolute", 0x1p-22),
                new Bound("lg2.approx.ftz.f32", 2, 1e38f, log2, "relative", 0x1p-22),
                new Bound(
                        "ex2.approx.ftz.f32",
                        -120,
                        120,
                        v -> StrictMath.pow(2, v),
                        "relative",
                        0x1p-22),
                new Bound("tanh.approx.f32", -9, 9, StrictMath::tanh, "relative", 0x1p-11));
    }

    @ParameterizedTest
    @MethodSource("bounds")
    void resultsAreWithinTheStatedError(Bound bound) {
        var random = new Random(9);
        float[] values = new float[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            values[i] = random.nextFloat(bound.low(), bound.high());
        }

        float[] results = execute(bound.mnemonic(), values);

        for (int i = 0; i < SAMPLES; i++) {
            double exact = bound.exact().applyAsDouble(values[i]);
            double scale = bound.kind().equals("relative") ? Math.abs(exact) : 1;
            assertThat(Math.abs(results[i] - exact))
                    .as("%s of %s", bound.mnemonic(), values[i])
                    .isLessThanOrEqualTo(bound.error() * scale);
        }
    }

    private static float[] execute(String mnemonic, float... values) {
        var machine =
                TestDevice.running(
                        """
                        ld.global.f32 %%f1, [%%rd0];
                        %s %%f2, %%f1;
                        st.global.f32 [%%rd0], %%f2;
                        """
                                .formatted(mnemonic));
        var buffers = new DeviceBuffers(machine);
        var out = buffers.of(values);
        machine.launch(machine.kernel(), LaunchShape.of(1, values.length), out);
        return buffers.floats(out);
    }

    @ParameterizedTest
    @CsvSource({
        "rcp.approx.ftz.f32, -0.0, -Infinity",
        "rcp.approx.ftz.f32, -Infinity, -0.0",
        "rcp.approx.ftz.f32, 1e-40, Infinity",
        "rcp.approx.ftz.f32, 3e38, 0.0",
        "sqrt.approx.f32, -0.0, -0.0",
        "sqrt.approx.f32, -1, NaN",
        "rsqrt.approx.f32, -0.0, -Infinity",
        "rsqrt.approx.f32, Infinity, 0.0",
        "rsqrt.approx.f32, -1, NaN",
        "rsqrt.approx.ftz.f32, 1e-40, Infinity",
        "sin.approx.f32, Infinity, NaN",
        "sin.approx.f32, -0.0, -0.0",
        "sin.approx.ftz.f32, -1e-40, -0.0",
        "cos.approx.f32, -Infinity, NaN",
        "cos.approx.f32, 0.0, 1.0",
        "lg2.approx.f32, -0.0, -Infinity",
        "lg2.approx.f32, -1, NaN",
        "lg2.approx.f32, Infinity, Infinity",
        "lg2.approx.f32, 1, 0.0",
        "lg2.approx.ftz.f32, 1e-40, -Infinity",
        "ex2.approx.f32, -Infinity, 0.0",
        "ex2.approx.f32, Infinity, Infinity",
        "ex2.approx.f32, -1e-40, 1.0",
        "ex2.approx.ftz.f32, -140, 0.0",
        "tanh.approx.f32, -Infinity, -1.0",
        "tanh.approx.f32, -0.0, -0.0",
        "ex2.approx.f32, NaN, NaN"
    })
    void specialValuesAreThoseOfTheTables(String mnemonic, float value, float result) {
        assertThat(execute(mnemonic, value)).containsExactly(result);
    }

    /// §9.7.3.14 and §9.7.3.17: the lower word is neither read nor written.
    @ParameterizedTest
    @CsvSource({
        "rcp.approx.ftz.f64, 0x4000000000000000, 3fe0000000000000",
        "rcp.approx.ftz.f64, 0x3ff00000ffffffff, 3ff0000000000000",
        "rcp.approx.ftz.f64, 0x8000000000000001, fff0000000000000",
        "rcp.approx.ftz.f64, 0xfff0000000000000, 8000000000000000",
        "rcp.approx.ftz.f64, 0xfff8000000000001, 7fffffff00000000",
        "rcp.approx.ftz.f64, 0x7ff0000000000001, 0",
        "rsqrt.approx.ftz.f64, 0x4010000000000000, 3fe0000000000000",
        "rsqrt.approx.ftz.f64, 0x8000000000000000, fff0000000000000",
        "rsqrt.approx.ftz.f64, 0xc010000000000000, 7fffffff00000000",
        "rsqrt.approx.ftz.f64, 0x7ff8000000000000, 7fffffff00000000"
    })
    void grossFunctionsAreOfTheUpperWord(String mnemonic, String operand, String result) {
        var machine =
                TestDevice.running(
                        """
                        mov.b64 %%d1, %s;
                        %s %%d2, %%d1;
                        st.global.f64 [%%rd0], %%d2;
                        """
                                .formatted(operand, mnemonic));
        var out = machine.allocate("out", Long.BYTES);

        machine.launch(machine.kernel(), LaunchShape.of(1, 1), out);

        assertThat(Long.toHexString(machine.at(out).getLong(0))).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource({
        "div.approx.f32, 6, 3, 2",
        "div.approx.f32, 1e38, 2e38, 0.0",
        "div.approx.f32, -1e38, 2e38, -0.0",
        "div.approx.f32, Infinity, 2e38, NaN",
        "div.full.f32, 1e38, 2e38, 0.5",
        "div.approx.ftz.f32, 1, 1e-40, Infinity",
        "div.rn.f32, 0, 0, NaN"
    })
    void quotientsHaveTheRangesOfTheirKind(
            String mnemonic, float dividend, float divisor, float quotient) {
        var machine =
                TestDevice.running(
                        """
                        ld.global.f32 %%f1, [%%rd0];
                        ld.global.f32 %%f2, [%%rd0+4];
                        %s %%f3, %%f1, %%f2;
                        st.global.f32 [%%rd0], %%f3;
                        """
                                .formatted(mnemonic));
        var buffers = new DeviceBuffers(machine);
        var out = buffers.of(dividend, divisor);

        machine.launch(machine.kernel(), LaunchShape.of(1, 1), out);

        assertThat(new float[] {buffers.floats(out)[0]}).containsExactly(quotient);
    }
}
