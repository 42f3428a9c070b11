package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.LaunchShape;

/// Integer instructions as a kernel executes them, against unbounded arithmetic.
class IntegerInstructionsTest {

    private static final int THREADS = 128;
    private static final BigInteger TWO = BigInteger.TWO;

    /// An instruction: which operands it takes, and its result before that is cut to the type's
    /// width.
    private record Operation(String mnemonic, String operands, Exact exact) {}

    private interface Exact {
        BigInteger of(BigInteger a, BigInteger b, BigInteger c);
    }

    /// An integer type, or one of untyped bits, which counts as unsigned.
    private record Type(String name, int bits, boolean signed) {

        static Type of(String name) {
            return new Type(name, Integer.parseInt(name.substring(1)), name.charAt(0) == 's');
        }

        BigInteger exact(long value) {
            return wrapped(BigInteger.valueOf(value));
        }

        /// The number that the low bits mean.
        BigInteger wrapped(BigInteger value) {
            var low = value.mod(TWO.pow(bits));
            return signed && low.testBit(bits - 1) ? low.subtract(TWO.pow(bits)) : low;
        }

        String register(int index) {
            return switch (bits) {
                case 16 -> "%h" + index;
                case 32 -> "%r" + index;
                default -> "%d" + index;
            };
        }

        /// The type of twice the width.
        Type twice() {
            return new Type((signed ? "s" : "u") + 2 * bits, 2 * bits, signed);
        }
    }

    private static Stream<Operation> operations(Type type) {
        int bits = type.bits();
        return Stream.of(
                new Operation("add", "ab", (a, b, _) -> a.add(b)),
                new Operation("sub", "ab", (a, b, _) -> a.subtract(b)),
                new Operation("mul.lo", "ab", (a, b, _) -> a.multiply(b)),
                new Operation("mul.hi", "ab", (a, b, _) -> a.multiply(b).shiftRight(bits)),
                new Operation("mad.lo", "abc", (a, b, c) -> a.multiply(b).add(c)),
                new Operation("mad.hi", "abc", (a, b, c) -> a.multiply(b).shiftRight(bits).add(c)),
                new Operation("div", "ab", (a, b, _) -> a.divide(nonZero(b))),
                new Operation("rem", "ab", (a, b, _) -> a.remainder(nonZero(b))),
                new Operation("min", "ab", (a, b, _) -> a.min(b)),
                new Operation("max", "ab", (a, b, _) -> a.max(b)),
                new Operation("sad", "abc", (a, b, c) -> c.add(a.subtract(b).abs())));
    }

    /// Divisors have their lowest bit set.
    private static BigInteger nonZero(BigInteger b) {
        return b.or(BigInteger.ONE);
    }

    static Stream<String> types() {
        return Stream.of("s16", "u16", "s32", "u32", "s64", "u64");
    }

    @ParameterizedTest
    @MethodSource("types")
    void arithmeticKeepsTheLowBitsOfTheExactResult(String name) {
        var type = Type.of(name);
        operations(type)
                .forEach(operation -> {
                    boolean divides = operation.mnemonic().matches("div|rem");
                    String one =
                            divides
                                    ? "or.b%d %s, %s, 1;".formatted(type.bits(), b(type), b(type))
                                    : "";
                    String list = operation.operands().length() == 3 ? ", " + type.register(3) : "";
                    String statement =
                            "%s\n%s.%s %s, %s, %s%s;"
                                    .formatted(
                                            one,
                                            operation.mnemonic(),
                                            name,
                                            type.register(4),
                                            type.register(1),
                                            b(type),
                                            list);
                    compare(type, type, statement, operation.exact());
                });
    }

    private static String b(Type type) {
        return type.register(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"s16", "u16", "s32", "u32"})
    void wideProductsAreExact(String name) {
        var type = Type.of(name);
        var wide = type.twice();
        compare(
                type,
                wide,
                "mul.wide.%s %s, %s, %s;"
                        .formatted(name, wide.register(4), type.register(1), type.register(2)),
                (a, b, _) -> a.multiply(b));
    }

    @ParameterizedTest
    @ValueSource(strings = {"s16", "s32", "s64"})
    void signsAreChangedAndDropped(String name) {
        var type = Type.of(name);
        compare(type, type, unary("neg", type), (a, _, _) -> a.negate());
        compare(type, type, unary("abs", type), (a, _, _) -> a.abs());
    }

    private static String unary(String mnemonic, Type type) {
        return "%s.%s %s, %s;".formatted(mnemonic, type.name(), type.register(4), type.register(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"b16", "b32", "b64"})
    void logicIsBitByBit(String name) {
        var type = Type.of(name);
        compare(type, type, binary("and", type), (a, b, _) -> a.and(b));
        compare(type, type, binary("or", type), (a, b, _) -> a.or(b));
        compare(type, type, binary("xor", type), (a, b, _) -> a.xor(b));
        compare(type, type, unary("not", type), (a, _, _) -> a.not());
    }

    private static String binary(String mnemonic, Type type) {
        return "%s.%s %s, %s, %s;"
                .formatted(
                        mnemonic,
                        type.name(),
                        type.register(4),
                        type.register(1),
                        type.register(2));
    }

    @ParameterizedTest
    @MethodSource("types")
    void shiftsEndAtTheWidth(String name) {
        var type = Type.of(name);
        String amount = "cvt.u32.u64 %r5, %d2; and.b32 %r5, %r5, 127;\n";
        String operands = " %s, %s, %%r5;".formatted(type.register(4), type.register(1));
        compare(
                type,
                type,
                amount + "shl.b" + type.bits() + operands,
                (a, b, _) -> a.shiftLeft(b.intValue() & 127));
        compare(
                type,
                type,
                amount + "shr." + name + operands,
                (a, b, _) -> a.shiftRight(b.intValue() & 127));
    }

    @ParameterizedTest
    @MethodSource("types")
    void conversionsExtendCutAndSaturate(String name) {
        var from = Type.of(name);
        types().map(Type::of)
                .forEach(to -> {
                    String operands = " %s, %s;".formatted(to.register(4), from.register(1));
                    String types = to.name() + "." + name;
                    compare(from, to, "cvt." + types + operands, (a, _, _) -> a);
                    compare(from, to, "cvt.sat." + types + operands, (a, _, _) -> clamped(a, to));
                });
    }

    private static BigInteger clamped(BigInteger a, Type type) {
        var range = TWO.pow(type.signed() ? type.bits() - 1 : type.bits());
        var least = type.signed() ? range.negate() : BigInteger.ZERO;
        return a.max(least).min(range.subtract(BigInteger.ONE));
    }

    /// Runs a statement that computes register 4 of `to` from registers 1, 2 and 3 of `from`.
    private static void compare(Type from, Type to, String statement, Exact exact) {
        var machine = TestDevice.of("integers.ptx", kernel(to, statement));
        var in = machine.allocate("in", 24L * THREADS);
        var out = machine.allocate("out", 8L * THREADS);
        long[] values = values();
        machine.at(in).asLongBuffer().put(values);
        machine.launch(machine.kernel(), LaunchShape.of(1, THREADS), in, out);
        for (int i = 0; i < THREADS; i++) {
            var a = from.exact(values[3 * i]);
            var b = from.exact(values[3 * i + 1]);
            var c = from.exact(values[3 * i + 2]);
            assertThat(to.exact(machine.at(out).getLong(8 * i)))
                    .as("%s of %s, %s, %s", statement, a, b, c)
                    .isEqualTo(to.wrapped(exact.of(a, b, c)));
        }
    }

    private static long[] values() {
        long[] edges = {0, 1, -1, 2, 127, -128, 32767, -32768, 65535, 1L << 31, Long.MIN_VALUE};
        var random = new Random(7);
        return random.longs(3L * THREADS)
                .map(value ->
                        random.nextInt(3) == 0
                                ? edges[random.nextInt(edges.length)]
                                : value >> random.nextInt(64))
                .toArray();
    }

    private static String kernel(Type to, String statement) {
        return """
        .version 7.8
        .target sm_75
        .address_size 64
        .visible .entry k(.param .u64 in, .param .u64 out)
        {
        .reg .b16 %%h<6>; .reg .b32 %%r<6>; .reg .b64 %%d<6>;
        .reg .b32 %%t; .reg .b64 %%in, %%out;
        mov.u32 %%t, %%tid.x;
        ld.param.u64 %%in, [in];
        mad.wide.u32 %%in, %%t, 24, %%in;
        ld.param.u64 %%out, [out];
        mad.wide.u32 %%out, %%t, 8, %%out;
        ld.global.u64 %%d1, [%%in];
        ld.global.u64 %%d2, [%%in+8];
        ld.global.u64 %%d3, [%%in+16];
        cvt.u16.u64 %%h1, %%d1; cvt.u16.u64 %%h2, %%d2; cvt.u16.u64 %%h3, %%d3;
        cvt.u32.u64 %%r1, %%d1; cvt.u32.u64 %%r2, %%d2; cvt.u32.u64 %%r3, %%d3;
        %s
        st.global.b%d [%%out], %s;
        ret;
        }
        """
                .formatted(statement, to.bits(), to.register(4));
    }
}
