package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.DeviceBuffers;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.LaunchShape;

/// Arithmetic on two 32-bit numbers in a register, `.f32x2` (PTX ISA §9.7.3.3 to §9.7.3.6): each of
/// them is what the instruction on one gives, which [FloatInstructionsTest] holds to exact numbers.
class PackedFloatInstructionsTest {

    private static final int THREADS = 128;

    static Stream<String> mnemonics() {
        return Stream.of("add", "sub", "mul", "fma")
                .flatMap(name ->
                        Stream.of(".rn", ".rz", ".rm", ".rp")
                                .flatMap(mode ->
                                        Stream.of("", ".ftz").map(flush -> name + mode + flush)));
    }

    @ParameterizedTest
    @MethodSource("mnemonics")
    void eachNumberOfAPairIsWhatItIsAlone(String mnemonic) {
        var machine = TestDevice.running(kernel(mnemonic));
        var buffers = new DeviceBuffers(machine);
        var random = new Random(mnemonic.hashCode());
        long[] pairs = random.longs(3L * THREADS).map(bits -> pair(bits, random)).toArray();
        var out = buffers.of(pairs);

        machine.launch(machine.kernel(), LaunchShape.of(1, THREADS), out);

        long[] left = buffers.longs(out);
        for (int t = 0; t < THREADS; t++) {
            assertThat(left[3 * t])
                    .as("%s of %x, %x", mnemonic, pairs[3 * t], pairs[3 * t + 1])
                    .isEqualTo(left[3 * t + 1]);
        }
    }

    /// Computes a pair and, beside it, both numbers alone.
    private static String kernel(String mnemonic) {
        boolean fused = mnemonic.startsWith("fma");
        return """
        ld.param.u64 %%rd4, [out];
        mad.wide.u32 %%rd4, %%r0, 24, %%rd4;
        ld.global.u64 %%rd1, [%%rd4];
        ld.global.u64 %%rd2, [%%rd4+8];
        ld.global.u64 %%rd3, [%%rd4+16];
        mov.b64 {%%f1, %%f4}, %%rd1;
        mov.b64 {%%f2, %%f5}, %%rd2;
        mov.b64 {%%f3, %%f6}, %%rd3;
        %1$s.f32x2 %%rd5, %%rd1, %%rd2%2$s;
        %1$s.f32 %%f7, %%f1, %%f2%3$s;
        %1$s.f32 %%f8, %%f4, %%f5%4$s;
        mov.b64 %%rd6, {%%f7, %%f8};
        st.global.u64 [%%rd4], %%rd5;
        st.global.u64 [%%rd4+8], %%rd6;
        """
                .formatted(
                        mnemonic,
                        fused ? ", %rd3" : "",
                        fused ? ", %f3" : "",
                        fused ? ", %f6" : "");
    }

    /// Two numbers of any kind, close to one, or subnormal.
    private static long pair(long bits, Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> bits;
            case 1 -> (bits & 0x800f_ffff_800f_ffffL) | 0x3f80_0000_3f80_0000L;
            default -> bits & 0x807f_ffff_807f_ffffL;
        };
    }

    /// The upper number by its bits, then the lower.
    @ParameterizedTest
    @CsvSource({
        "add, 3f800000_40000000, 33800000_40400000, 3f800000_40a00000",
        "add.rp, 3f800000_40000000, 33800000_40400000, 3f800001_40a00000",
        "sub.rz, 3f800000_40000000, 33000000_40400000, 3f7fffff_bf800000",
        "sub.rm, 00000000_3f800000, 00000000_3f800000, 80000000_80000000",
        "mul.ftz, 00800000_00000001, 3f000000_7f7fffff, 00000000_00000000",
        "mul.rn, 7f800000_7fc12345, 00000000_3f800000, 7fffffff_7fffffff"
    })
    void pairsAreComputed(String mnemonic, String a, String b, String expected) {
        assertThat(result(mnemonic, number(a), number(b))).isEqualTo(number(expected));
    }

    private static String number(String halves) {
        return "0x" + halves.replace("_", "");
    }

    private static String result(String mnemonic, String a, String b) {
        int[] words =
                words(
                        "mov.b64 %%rd1, %s; %s.f32x2 %%rd2, %%rd1, %s; mov.b64 {%%r1, %%r2}, %%rd2;"
                                .formatted(a, mnemonic, b));
        return "0x%08x%08x".formatted(words[1], words[0]);
    }

    private static int[] words(String body) {
        var store = " mad.wide.u32 %rd0, %r0, 4, %rd0; st.global.v2.u32 [%rd0], {%r1, %r2};";
        var machine = TestDevice.running(body + store);
        var out = machine.allocate("out", 8);
        machine.launch(machine.kernel(), LaunchShape.of(1, 1), out);
        return machine.ints(out);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mad.rn.f32x2 %rd1, %rd2, %rd3, %rd4;",
                "div.rn.f32x2 %rd1, %rd2, %rd3;",
                "max.f32x2 %rd1, %rd2, %rd3;"
            })
    void otherInstructionsHaveNoPairs(String instruction) {
        var machine = TestDevice.running(instruction);

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> machine.words(1))
                .withMessageContaining("type .f32x2 is not supported");
    }

    @Test
    void pairsAreNotLimited() {
        var machine = TestDevice.running("add.sat.f32x2 %rd1, %rd2, %rd3;");

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> machine.words(1))
                .withMessageContaining("modifier .sat is not supported");
    }
}
