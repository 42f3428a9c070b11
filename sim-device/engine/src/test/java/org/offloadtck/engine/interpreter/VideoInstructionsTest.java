package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.LaunchShape;

/// Video instructions against PTX ISA §9.7.16 with the deviations P1 and P2 of `docs/ptx-isa.md`,
/// computed in `BigInteger` from the words of the mnemonic.
final class VideoInstructionsTest {

    private static final int THREADS = 256;

    private static int[] run(String mnemonic, String d, String a, String b, int[] in) {
        return run("%s %%r4%s, %%r1%s, %%r2%s, %%r3;".formatted(mnemonic, d, a, b), in);
    }

    private static int[] run(String instruction, int[] in) {
        var device =
                TestDevice.of(
                        "v.ptx",
                        TestDevice.kernel(
                                "",
                                """
                                ld.param.u64 %%rd1, [out];
                                mad.wide.u32 %%rd1, %%r0, 12, %%rd1;
                                ld.global.u32 %%r1, [%%rd1];
                                ld.global.u32 %%r2, [%%rd1+4];
                                ld.global.u32 %%r3, [%%rd1+8];
                                %s
                                st.global.u32 [%%rd1], %%r4;
                                """
                                        .formatted(instruction)));
        var buffer = device.allocate("v", 12L * THREADS);
        device.at(buffer).asIntBuffer().put(in);
        device.launch(device.kernel(), LaunchShape.of(1, THREADS), buffer);
        return device.ints(buffer);
    }

    private static int[] inputs() {
        var random = new Random(3);
        int[] edges = {0, 1, -1, 0x7fff_ffff, 0x8000_0000, 0x8000_7fff, 0x80ff_7f01, 31, 32, 33};
        return random.ints(3 * THREADS)
                .map(i -> (i & 3) == 0 ? edges[random.nextInt(edges.length)] : i)
                .toArray();
    }

    private static BigInteger part(long words, int bits, int lane, boolean signed) {
        var modulus = BigInteger.TWO.pow(bits);
        var value = BigInteger.valueOf(words).shiftRight(bits * lane).mod(modulus);
        boolean negative = signed && value.testBit(bits - 1);
        return negative ? value.subtract(modulus) : value;
    }

    private static BigInteger clamped(BigInteger value, int bits, boolean signed) {
        var modulus = BigInteger.TWO.pow(bits);
        var least = signed ? modulus.shiftRight(1).negate() : BigInteger.ZERO;
        return value.max(least).min(least.add(modulus).subtract(BigInteger.ONE));
    }

    private static BigInteger operator(String mnemonic, BigInteger a, BigInteger b) {
        var name = mnemonic.split("[.\\d]", 2)[0];
        int amount =
                mnemonic.contains(".wrap")
                        ? b.mod(BigInteger.valueOf(32)).intValue()
                        : b.min(BigInteger.valueOf(32)).max(BigInteger.ZERO).intValue();
        int order = a.compareTo(b);
        return switch (name) {
            case "vadd" -> a.add(b);
            case "vsub" -> a.subtract(b);
            case "vabsdiff" -> a.subtract(b).abs();
            case "vmin" -> a.min(b);
            case "vmax" -> a.max(b);
            case "vavrg" -> {
                var sum = a.add(b);
                yield sum.add(sum.signum() >= 0 ? BigInteger.ONE : BigInteger.ZERO).shiftRight(1);
            }
            case "vshl" -> a.shiftLeft(amount);
            case "vshr" -> a.shiftRight(amount);
            default -> {
                boolean holds =
                        mnemonic.contains(".lt")
                                ? order < 0
                                : mnemonic.contains(".ge") ? order >= 0 : order != 0;
                yield holds ? BigInteger.ONE : BigInteger.ZERO;
            }
        };
    }

    /// Bits and lane of a selector of a scalar operand: `.h1` is 16 and 1.
    private static int[] scalar(String selector) {
        if (selector.isEmpty()) {
            return new int[] {32, 0};
        }
        return new int[] {selector.charAt(1) == 'b' ? 8 : 16, selector.charAt(2) - '0'};
    }

    @ParameterizedTest
    @CsvSource({
        "vadd.u32.u32.s32.add, '', '', ''",
        "vadd.s32.s32.s32.sat.min, '', .h1, .b3",
        "vadd.s32.s32.u32.sat, .b2, .h0, ''",
        "vadd.u32.s32.u32, .h1, '', .b0",
        "vsub.s32.u32.u32.sat.max, '', '', ''",
        "vsub.u32.s32.s32.sat, .h0, '', ''",
        "vabsdiff.u32.s32.s32.sat.add, '', '', .h1",
        "vmin.s32.s32.u32.max, '', '', .b1",
        "vmax.u32.u32.s32, .b3, .b0, .h1",
        "vshl.s32.s32.u32.sat.clamp.add, '', .h1, ''",
        "vshl.u32.u32.u32.wrap, .b0, '', ''",
        "vshr.s32.s32.u32.wrap.min, '', '', .b2",
        "vshr.u32.u32.u32.clamp.add, '', '', ''",
        "vset.s32.u32.lt.add, '', '', ''",
        "vset.u32.u32.ge, .b1, .h0, ''",
    })
    void aScalarInstructionComputesSaturatesAndCombines(
            String mnemonic, String d, String a, String b) {
        int[] in = inputs();
        int[] out = run(mnemonic, d, a, b, in);
        var types = mnemonic.replaceAll("^\\w+\\.", "").split("\\.", -1);
        boolean compares = mnemonic.startsWith("vset");
        boolean result = !compares && types[0].equals("s32");
        boolean first = types[compares ? 0 : 1].equals("s32");
        boolean second = types[compares ? 1 : 2].equals("s32");
        int[] to = scalar(d);

        for (int i = 0; i < THREADS; i++) {
            var left = part(in[3 * i] & 0xffff_ffffL, scalar(a)[0], scalar(a)[1], first);
            var right = part(in[3 * i + 1] & 0xffff_ffffL, scalar(b)[0], scalar(b)[1], second);
            var value = operator(mnemonic, left, right);
            value = mnemonic.contains(".sat") ? saturated(mnemonic, value, to[0], result) : value;
            value = d.equals(".h1") ? value.shiftRight(16) : value;
            var third = part(in[3 * i + 2] & 0xffff_ffffL, 32, 0, result);
            int expected =
                    d.isEmpty()
                            ? combined(mnemonic, value, third)
                            : merged(in[3 * i + 2], to, value);
            assertThat(out[3 * i]).as("%s of %s and %s", mnemonic, left, right).isEqualTo(expected);
        }
    }

    /// Shifts saturate 34 bits to a word, a sum of type `.u32` only below, and a part takes a
    /// negative number for a large one.
    private static BigInteger saturated(
            String mnemonic, BigInteger value, int bits, boolean signed) {
        if (mnemonic.startsWith("vsh")) {
            var half = BigInteger.TWO.pow(33);
            var wrapped = value.add(half).mod(BigInteger.TWO.pow(34)).subtract(half);
            return clamped(wrapped, 32, signed);
        }
        if (bits < 32) {
            var most = BigInteger.TWO.pow(signed ? bits - 1 : bits).subtract(BigInteger.ONE);
            return value.signum() < 0 ? most : value.min(most);
        }
        return signed ? clamped(value, bits, true) : value.max(BigInteger.ZERO);
    }

    private static int combined(String mnemonic, BigInteger value, BigInteger third) {
        return switch (mnemonic.substring(mnemonic.lastIndexOf('.'))) {
            case ".add" -> value.add(third).intValue();
            case ".min" -> value.min(third).intValue();
            case ".max" -> value.max(third).intValue();
            default -> value.intValue();
        };
    }

    private static int merged(int word, int[] part, BigInteger value) {
        int mask = part[0] == 8 ? 0xff : 0xffff;
        int shift = part[0] * part[1];
        return (word & ~(mask << shift)) | ((value.intValue() & mask) << shift);
    }

    @ParameterizedTest
    @CsvSource({
        "vadd2.u32.u32.u32, '', '', ''",
        "vadd2.s32.s32.u32.sat, .h1, .h32, .h01",
        "vsub2.s32.u32.u32.add, .h10, '', .h13",
        "vavrg2.s32.s32.s32, '', '', ''",
        "vabsdiff2.u32.s32.s32.sat, .h0, '', ''",
        "vmin2.s32.s32.u32, '', '', ''",
        "vmax2.u32.u32.s32.add, .h1, '', ''",
        "vset2.u32.u32.lt.add, '', '', ''",
        "vset2.s32.u32.ne, .h1, .h20, ''",
        "vadd4.s32.s32.s32.sat, '', '', ''",
        "vsub4.u32.u32.u32, .b20, .b7531, .b0246",
        "vavrg4.u32.u32.u32.add, .b3210, '', ''",
        "vabsdiff4.u32.u32.u32.add, '', '', ''",
        "vmin4.s32.s32.s32, .b31, '', ''",
        "vmax4.s32.u32.s32.sat, '', '', .b4567",
        "vset4.s32.s32.ge, .b210, '', ''",
    })
    void aPackedInstructionComputesEachPart(String mnemonic, String d, String a, String b) {
        int[] in = inputs();
        int[] out = run(mnemonic, d, a, b, in);
        boolean bytes = mnemonic.matches("\\w+4\\..*");
        int bits = bytes ? 8 : 16;
        var left = a.isEmpty() ? bytes ? "3210" : "10" : a.substring(2);
        var right = b.isEmpty() ? bytes ? "7654" : "32" : b.substring(2);
        var mask = d.isEmpty() ? bytes ? "3210" : "10" : d.substring(2);
        var types = mnemonic.replaceAll("^\\w+\\.", "").split("\\.", -1);
        boolean compares = mnemonic.startsWith("vset");
        boolean result = !compares && types[0].equals("s32");
        boolean first = types[compares ? 0 : 1].equals("s32");
        boolean second = types[compares ? 1 : 2].equals("s32");

        for (int i = 0; i < THREADS; i++) {
            long words = (in[3 * i] & 0xffff_ffffL) | (long) in[3 * i + 1] << 32;
            int expected = in[3 * i + 2];
            for (int lane = 0; lane < 32 / bits; lane++) {
                if (mask.indexOf('0' + lane) < 0) {
                    continue;
                }
                var x = part(words, bits, left.charAt(left.length() - 1 - lane) - '0', first);
                var y = part(words, bits, right.charAt(right.length() - 1 - lane) - '0', second);
                var value = operator(mnemonic, x, y);
                value = mnemonic.contains(".sat") ? clamped(value, bits, result) : value;
                expected =
                        mnemonic.endsWith(".add")
                                ? expected + value.intValue()
                                : merged(expected, new int[] {bits, lane}, value);
            }
            assertThat(out[3 * i]).as("%s, thread %d", mnemonic, i).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "vmad.u32.u32.u32, '', ''",
        "vmad.s32.s32.u32.sat, '', .h1",
        "vmad.u32.u32.u32.po.sat.shr7, '', .b3",
        "vmad.s32.s32.s32.po.shr15, .h0, ''",
        "vmad.u32.u32.u32.sat, '', ''",
        "vmad.s32.s32.s32.sat.shr7, '', ''",
    })
    void aProductIsSummedShiftedAndSaturated(String mnemonic, String a, String b) {
        int[] in = inputs();
        int[] out = run(mnemonic, "", a, b, in);
        var types = mnemonic.split("\\.", -1);
        boolean first = types[2].equals("s32");
        boolean second = types[3].equals("s32");
        boolean signed = first || second;
        int shift = mnemonic.contains("shr7") ? 7 : mnemonic.contains("shr15") ? 15 : 0;

        for (int i = 0; i < THREADS; i++) {
            boolean leftSign = first || a.isEmpty();
            boolean rightSign = second || b.isEmpty();
            var left = part(in[3 * i] & 0xffff_ffffL, scalar(a)[0], scalar(a)[1], leftSign);
            var right = part(in[3 * i + 1] & 0xffff_ffffL, scalar(b)[0], scalar(b)[1], rightSign);
            var third = part(in[3 * i + 2] & 0xffff_ffffL, 32, 0, true);
            var sum = left.multiply(right).add(third);
            sum = mnemonic.contains(".po") ? sum.add(BigInteger.ONE) : sum;
            boolean isLogical = !signed && shift > 0;
            var value = (isLogical ? sum.mod(BigInteger.TWO.pow(64)) : sum).shiftRight(shift);
            value = mnemonic.contains(".sat") ? clamped(value, 32, signed) : value;
            assertThat(out[3 * i]).as(mnemonic).isEqualTo(value.intValue());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "vmad.u32.u32.u32, -, '', ''",
        "vmad.u32.u32.u32.sat, '', -, ''",
        "vmad.u32.u32.u32.sat.shr7, -, '', ''",
        "vmad.u32.u32.u32.shr15, -, -, ''",
        "vmad.u32.u32.u32.sat.shr15, '', '', -",
        "vmad.u32.u32.u32.shr7, -, -, -",
        "vmad.s32.s32.u32.sat, '', '', -",
        "vmad.s32.s32.u32.shr15, -, '', ''",
        "vmad.s32.u32.s32.sat.shr7, '', -, ''",
        "vmad.s32.s32.s32.shr7, -, '', ''",
        "vmad.s32.s32.s32.sat, '', '', -",
    })
    void aProductOrTheThirdOperandIsNegated(String mnemonic, String a, String b, String c) {
        int[] in = inputs();
        int[] out = run("%s %%r4, %s%%r1, %s%%r2, %s%%r3;".formatted(mnemonic, a, b, c), in);
        var types = mnemonic.split("\\.", -1);
        boolean first = types[2].equals("s32");
        boolean second = types[3].equals("s32");
        boolean negates = !a.equals(b);
        boolean signed = first || second || negates;
        int shift = mnemonic.contains("shr7") ? 7 : mnemonic.contains("shr15") ? 15 : 0;

        for (int i = 0; i < THREADS; i++) {
            var left = part(in[3 * i] & 0xffff_ffffL, 32, 0, true);
            var right = part(in[3 * i + 1] & 0xffff_ffffL, 32, 0, true);
            var third = part(in[3 * i + 2] & 0xffff_ffffL, 32, 0, true);
            var product = negates ? left.multiply(right).negate() : left.multiply(right);
            var sum = c.isEmpty() ? product.add(third) : product.subtract(third);
            boolean isLogical = !signed && c.isEmpty() && shift > 0;
            var value = (isLogical ? sum.mod(BigInteger.TWO.pow(64)) : sum).shiftRight(shift);
            value = mnemonic.contains(".sat") ? clamped(value, 32, signed || !c.isEmpty()) : value;
            assertThat(out[3 * i])
                    .as("%s of %s, %s and %s", mnemonic, left, right, third)
                    .isEqualTo(value.intValue());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vmad.s32.s32.s32 %r4, -%r1, %r2, -%r3;",
                "vmad.s32.s32.s32.po %r4, %r1, -%r2.h1, %r3;",
                "vmad.s32.s32.s32.po %r4, %r1, %r2, -%r3;",
            })
    void negationsThatDoNotFitAreNamedWhenExecuted(String instruction) {
        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> run(instruction, inputs()))
                .withMessageContaining("its selectors and operands do not go together");
    }

    @ParameterizedTest
    @CsvSource({
        "vadd.u32.u32.u32.add, .b1, '', ''",
        "vadd.u32.u32.u32.add, '', .h10, ''",
        "vadd2.u32.u32.u32, '', .h1, ''",
        "vadd2.u32.u32.u32.min, '', '', ''",
        "vadd4.u32.u32.u32, .b01, '', ''",
        "vadd4.u32.u32.u32, .h10, '', ''",
    })
    void selectorsThatDoNotFitAreNamedWhenExecuted(String mnemonic, String d, String a, String b) {
        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> run(mnemonic, d, a, b, inputs()))
                .withMessageContaining("its selectors and operands do not go together");
    }
}
