package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.LaunchShape;

/// The functions of libdevice that store through pointers or take more than three numbers.
class LibdevicePointerFunctionsTest {

    private static final String DECLARATIONS =
            """
            .extern .func (.param .b64 r) __nv_frexp(.param .b64 x, .param .b64 p);
            .extern .func (.param .b64 r) __nv_modf(.param .b64 x, .param .b64 p);
            .extern .func (.param .b64 r) __nv_remquo(.param .b64 x, .param .b64 y, .param .b64 p);
            .extern .func __nv_sincos(.param .b64 x, .param .b64 p, .param .b64 q);
            .extern .func __nv_sincospif(.param .b32 x, .param .b64 p, .param .b64 q);
            .extern .func (.param .b64 r) __nv_rnorm4d(.param .b64 x, .param .b64 y, .param .b64 z, .param .b64 t);
            .extern .func (.param .b64 r) __nv_norm(.param .b32 n, .param .b64 p);
            .extern .func (.param .b64 r) __nv_fma(.param .b64 x, .param .b64 y, .param .b64 z);
            .global .align 8 .f64 values[4] = {1.0, 4.0, 8.0, 0.0};
            .global .align 8 .b8 results[32];
            """;

    /// What is in `results` after a call with these arguments: its result, then what it stored.
    private static ByteBuffer call(String body) {
        var machine =
                TestDevice.of(
                        "math.ptx",
                        TestDevice.kernel(
                                DECLARATIONS,
                                """
                                .param .b64 a, b, c, p, q, r;
                                .param .b32 n;
                                mov.u64 %rd1, results;
                                add.u64 %rd2, %rd1, 8;
                                add.u64 %rd3, %rd1, 16;
                                st.param.b64 [p], %rd2;
                                st.param.b64 [q], %rd3;
                                """
                                        + body
                                        + """
                                        ld.param.b64 %rd4, [r];
                                        st.global.b64 [%rd1], %rd4;
                                        """));
        machine.launch(machine.kernel(), LaunchShape.of(1, 1), machine.allocate("unused", 4));
        return machine.variable("results");
    }

    private static String put(String parameter, double value) {
        return "st.param.f64 [%s], 0d%016X;\n"
                .formatted(parameter, Double.doubleToRawLongBits(value));
    }

    @ParameterizedTest
    @CsvSource({
        "12.0, 0.75, 4",
        "-0.3, -0.6, -1",
        "0.0, 0.0, 0",
        "-0.0, -0.0, 0",
        "Infinity, Infinity, 0",
        "NaN, NaN, 0",
        "4.9e-324, 0.5, -1073",
        "0.5, 0.5, 0"
    })
    void frexpSplitsANumber(double x, double fraction, int exponent) {
        var out = call(put("a", x) + "call (r), __nv_frexp, (a, p);\n");

        assertThat(Double.valueOf(out.getDouble(0))).isEqualTo(Double.valueOf(fraction));
        assertThat(out.getInt(8)).isEqualTo(exponent);
    }

    @ParameterizedTest
    @CsvSource({
        "2.75, 0.75, 2.0",
        "-2.75, -0.75, -2.0",
        "-3.0, -0.0, -3.0",
        "-Infinity, -0.0, -Infinity",
        "NaN, NaN, NaN"
    })
    void modfSplitsANumber(double x, double fraction, double whole) {
        var out = call(put("a", x) + "call (r), __nv_modf, (a, p);\n");

        assertThat(Double.valueOf(out.getDouble(0))).isEqualTo(Double.valueOf(fraction));
        assertThat(Double.valueOf(out.getDouble(8))).isEqualTo(Double.valueOf(whole));
    }

    @ParameterizedTest
    @CsvSource({
        "7.0, 2.0, -1.0, 4",
        "-7.0, 2.0, 1.0, -4",
        "29.0, 3.0, -1.0, 2",
        "1e300, 1e-300, 0, 0",
        "1.0, Infinity, 1.0, 0",
        "0x1.8p1023, 0x1p1023, -0x1p1022, 2"
    })
    void remquoGivesTheLowBitsOfTheQuotient(double x, double y, double remainder, int quotient) {
        var out = call(put("a", x) + put("b", y) + "call (r), __nv_remquo, (a, b, p);\n");
        boolean known = remainder != 0;

        assertThat(out.getDouble(0)).isEqualTo(Math.IEEEremainder(x, y));
        assertThat(out.getDouble(0)).isEqualTo(known ? remainder : out.getDouble(0));
        assertThat(known ? out.getInt(8) : 0).isEqualTo(quotient);
    }

    @Test
    void sincosStoresBoth() {
        var out = call(put("a", 1) + "call __nv_sincos, (a, p, q);\n");

        assertThat(out.getDouble(8)).isEqualTo(StrictMath.sin(1));
        assertThat(out.getDouble(16)).isEqualTo(StrictMath.cos(1));
    }

    @Test
    void sincospifStoresBoth() {
        var out = call("st.param.f32 [n], 0f3E800000;\ncall __nv_sincospif, (n, p, q);\n");

        assertThat(out.getFloat(8)).isEqualTo((float) Math.sqrt(0.5));
        assertThat(out.getFloat(16)).isEqualTo((float) Math.sqrt(0.5));
    }

    @Test
    void theNormOfFourNumbersIsInverted() {
        var out =
                call(
                        put("a", 1)
                                + put("b", 1)
                                + put("c", 1)
                                + put("q", 1)
                                + "call (r), __nv_rnorm4d, (a, b, c, q);\n");

        assertThat(out.getDouble(0)).isEqualTo(0.5);
    }

    @Test
    void theNormOfAnArrayIsThatOfItsNumbers() {
        var out =
                call(
                        """
                        mov.u64 %rd5, values;
                        st.param.b64 [b], %rd5;
                        st.param.b32 [n], 3;
                        call (r), __nv_norm, (n, b);
                        """);

        assertThat(out.getDouble(0)).isEqualTo(9);
    }

    @Test
    void aFunctionOfThreeNumbersGetsTheThird() {
        var out =
                call(put("a", 3) + put("b", 5) + put("c", 1) + "call (r), __nv_fma, (a, b, c);\n");

        assertThat(out.getDouble(0)).isEqualTo(16);
    }

    @Test
    void aFaultInSuppliedCodeNamesItsText() {
        String body = put("a", 1) + "st.param.b64 [p], 8;\ncall (r), __nv_modf, (a, p);\n";

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> call(body))
                .satisfies(e -> assertThat(e.location().source()).isEqualTo("libdevice.ptx"));
    }
}
