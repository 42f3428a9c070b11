package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.fixture.DeviceBuffers;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.LaunchShape;

/// Every arithmetic instruction on 32- and 64-bit numbers, with every rounding and modifier, on
/// special, subnormal and random operands, against exact decimal arithmetic rounded by the
/// definition.
class FloatInstructionsTest {

    private static final int TRIPLES = 64;

    private static final List<String> MODES = List.of("rn", "rz", "rm", "rp");

    record Instruction(String name, String mode, String modifiers, ExactRounding format) {

        boolean flushes() {
            return modifiers.contains(".ftz");
        }

        boolean saturates() {
            return modifiers.contains(".sat");
        }

        boolean isSingle() {
            return format == ExactRounding.SINGLE;
        }

        int operands() {
            return switch (name) {
                case "rcp", "sqrt" -> 1;
                case "fma" -> 3;
                default -> 2;
            };
        }

        @Override
        public String toString() {
            return "%s.%s%s.%s".formatted(name, mode, modifiers, isSingle() ? "f32" : "f64");
        }
    }

    static Stream<Instruction> instructions() {
        var all = new ArrayList<Instruction>();
        for (var mode : MODES) {
            for (var name : List.of("add", "sub", "mul", "fma", "div", "rcp", "sqrt")) {
                all.add(new Instruction(name, mode, "", ExactRounding.DOUBLE));
                all.add(new Instruction(name, mode, "", ExactRounding.SINGLE));
                all.add(new Instruction(name, mode, ".ftz", ExactRounding.SINGLE));
            }
            for (var name : List.of("add", "sub", "mul", "fma")) {
                all.add(new Instruction(name, mode, ".sat", ExactRounding.SINGLE));
                all.add(new Instruction(name, mode, ".ftz.sat", ExactRounding.SINGLE));
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("instructions")
    void aResultIsTheExactOneRoundedOnce(Instruction instruction) {
        var random = new Random(instruction.toString().hashCode());
        long[] operands = new long[3 * TRIPLES];
        for (int i = 0; i < operands.length; i++) {
            operands[i] = instruction.isSingle() ? single(random) : twice(random);
        }

        long[] results = execute(instruction, operands);

        for (int t = 0; t < TRIPLES; t++) {
            long[] triple = {operands[3 * t], operands[3 * t + 1], operands[3 * t + 2]};
            assertThat(hex(results[t]))
                    .as(
                            "%s of %s, %s, %s",
                            instruction, hex(triple[0]), hex(triple[1]), hex(triple[2]))
                    .isEqualTo(hex(expected(instruction, triple)));
        }
    }

    private static String hex(long bits) {
        return Long.toHexString(bits);
    }

    /// Zeros, the ends of the ranges, infinities, a NaN, ones, and numbers of close or of any
    /// exponents.
    private static long single(Random random) {
        int sign = random.nextInt() & 1 << 31;
        int[] special = {0, 1, 0x7fffff, 0x800000, 0x7f7fffff, 0x7f800000, 0x7fffffff, 0x3f800000};
        int choice = random.nextInt(16);
        int bits =
                choice < special.length
                        ? special[choice]
                        : choice < 12
                                ? 0x3f000000 + random.nextInt(0x2000000)
                                : random.nextInt(0x7f800000);
        return (bits | sign) & 0xffff_ffffL;
    }

    private static long twice(Random random) {
        long sign = random.nextLong() & 1L << 63;
        long[] special = {
            0,
            1,
            0xfffffffffffffL,
            1L << 52,
            0x7fefffffffffffffL,
            0x7ffL << 52,
            0x3ffL << 52,
            0x4008L << 48
        };
        int choice = random.nextInt(16);
        long bits =
                choice < special.length
                        ? special[choice]
                        : choice < 12
                                ? (0x3feL << 52) + random.nextLong(4L << 52)
                                : random.nextLong(0x7ffL << 52);
        return bits | sign;
    }

    private static long[] execute(Instruction instruction, long[] operands) {
        String type = instruction.isSingle() ? "f" : "d";
        var list =
                Stream.of(1, 2, 3)
                        .limit(instruction.operands())
                        .map(i -> ", %" + type + i)
                        .toList();
        String move =
                instruction.isSingle()
                        ? "mov.b64 {%%r%1$d, _}, %%rd%1$d; mov.b32 %%f%1$d, %%r%1$d;"
                        : "mov.b64 %%d%1$d, %%rd%1$d;";
        String body =
                """
                ld.param.u64 %%rd4, [out];
                mad.wide.u32 %%rd4, %%r0, 24, %%rd4;
                ld.global.u64 %%rd1, [%%rd4];
                ld.global.u64 %%rd2, [%%rd4+8];
                ld.global.u64 %%rd3, [%%rd4+16];
                %s
                %s
                %s
                %s %%%s0%s;
                mov.u64 %%rd5, 0;
                %s
                st.global.u64 [%%rd4], %%rd5;
                """
                        .formatted(
                                move.formatted(1),
                                move.formatted(2),
                                move.formatted(3),
                                instruction,
                                type,
                                String.join("", list),
                                instruction.isSingle()
                                        ? "mov.b32 %r1, %f0; cvt.u64.u32 %rd5, %r1;"
                                        : "mov.b64 %rd5, %d0;");
        var machine = TestDevice.running(body);
        var buffers = new DeviceBuffers(machine);
        var out = buffers.of(operands);
        machine.launch(machine.kernel(), LaunchShape.of(1, TRIPLES), out);
        long[] left = buffers.longs(out);
        long[] results = new long[TRIPLES];
        for (int t = 0; t < TRIPLES; t++) {
            results[t] = left[3 * t];
        }
        return results;
    }

    private static long expected(Instruction instruction, long[] bits) {
        double[] v = new double[3];
        for (int i = 0; i < 3; i++) {
            double value =
                    instruction.isSingle()
                            ? Float.intBitsToFloat((int) bits[i])
                            : Double.longBitsToDouble(bits[i]);
            v[i] = instruction.flushes() ? flushed(value) : value;
        }
        double result = computed(instruction, v);
        if (Double.isNaN(result)) {
            return instruction.saturates()
                    ? 0
                    : instruction.isSingle() ? 0x7fffffffL : nan(instruction, bits);
        }
        double limited = instruction.flushes() ? flushed(result) : result;
        if (instruction.saturates()) {
            limited = limited > 0 ? Math.min(limited, 1) : 0;
        }
        return instruction.isSingle()
                ? Float.floatToRawIntBits((float) limited) & 0xffff_ffffL
                : Double.doubleToRawLongBits(limited);
    }

    /// The first NaN among the operands, or that of operations without one.
    private static long nan(Instruction instruction, long[] bits) {
        for (int i = 0; i < instruction.operands(); i++) {
            if (Double.isNaN(Double.longBitsToDouble(bits[i]))) {
                return bits[i];
            }
        }
        return 0xfff8L << 48;
    }

    private static double flushed(double value) {
        return Math.abs(value) < Float.MIN_NORMAL ? Math.copySign(0d, value) : value;
    }

    private static double computed(Instruction instruction, double[] v) {
        return switch (instruction.name()) {
            case "add" -> sum(instruction, v[0], v[1]);
            case "sub" -> sum(instruction, v[0], -v[1]);
            case "mul" ->
                    areFinite(v[0], v[1]) && v[0] != 0 && v[1] != 0
                            ? round(instruction, big(v[0]).multiply(big(v[1])))
                            : v[0] * v[1];
            case "fma" -> fused(instruction, v);
            case "div" -> quotient(instruction, v[0], v[1]);
            case "rcp" -> quotient(instruction, 1, v[0]);
            default ->
                    v[0] > 0 && areFinite(v[0])
                            ? round(instruction, ExactRounding.root(big(v[0])))
                            : Math.sqrt(v[0]);
        };
    }

    private static double sum(Instruction instruction, double a, double b) {
        if (!areFinite(a, b)) {
            return a + b;
        }
        var exact = big(a).add(big(b));
        return exact.signum() == 0 ? zero(instruction, a, b) : round(instruction, exact);
    }

    private static double fused(Instruction instruction, double[] v) {
        if (!areFinite(v)) {
            return v[0] * v[1] + v[2];
        }
        var exact = big(v[0]).multiply(big(v[1])).add(big(v[2]));
        if (exact.signum() != 0) {
            return round(instruction, exact);
        }
        double product = Math.copySign(1, v[0]) * Math.copySign(1, v[1]);
        boolean isZero = v[0] == 0 || v[1] == 0;
        return zero(instruction, isZero ? Math.copySign(0d, product) : product, v[2]);
    }

    /// IEEE 754-2019 §6.3: equal signs stay, an exact cancellation is negative when rounding down.
    private static double zero(Instruction instruction, double a, double b) {
        boolean bothZero = a == 0 && b == 0;
        boolean negative = Math.copySign(1, a) < 0;
        if (bothZero && negative == Math.copySign(1, b) < 0) {
            return a;
        }
        return instruction.mode().equals("rm") ? -0d : 0d;
    }

    private static double quotient(Instruction instruction, double a, double b) {
        return areFinite(a, b) && a != 0 && b != 0
                ? round(instruction, ExactRounding.quotient(big(a), big(b)))
                : a / b;
    }

    private static BigDecimal big(double value) {
        return new BigDecimal(value);
    }

    private static boolean areFinite(double... values) {
        boolean finite = true;
        for (double value : values) {
            finite &= Double.isFinite(value);
        }
        return finite;
    }

    private static double round(Instruction instruction, BigDecimal exact) {
        return instruction.format().round(exact, instruction.mode());
    }
}
