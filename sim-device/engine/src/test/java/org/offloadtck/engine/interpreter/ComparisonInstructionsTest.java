package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.fixture.DeviceBuffers;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.LaunchShape;

/// `setp` of every type with every relation it has, against comparisons of the language (PTX ISA
/// 9.0 §9.7.6): where an operand is no number, ordered relations are false and unordered ones true.
class ComparisonInstructionsTest {

    private static final int PAIRS = 64;

    /// What a relation accepts of less, equal, greater and unordered.
    private static final Map<String, String> RELATIONS =
            Map.ofEntries(
                    Map.entry("eq", "="),
                    Map.entry("ne", "<>"),
                    Map.entry("lt", "<"),
                    Map.entry("le", "<="),
                    Map.entry("gt", ">"),
                    Map.entry("ge", ">="),
                    Map.entry("equ", "=?"),
                    Map.entry("neu", "<>?"),
                    Map.entry("ltu", "<?"),
                    Map.entry("leu", "<=?"),
                    Map.entry("gtu", ">?"),
                    Map.entry("geu", ">=?"),
                    Map.entry("num", "<=>"),
                    Map.entry("nan", "?"));

    private static final List<String> INTEGER = List.of("eq", "ne", "lt", "le", "gt", "ge");

    static Stream<String> types() {
        return Stream.of(
                "s16", "u16", "s32", "u32", "s64", "u64", "f16", "ftz.f16", "bf16", "f32",
                "ftz.f32", "f64");
    }

    @ParameterizedTest
    @MethodSource("types")
    void everyRelationHoldsWhereItShould(String type) {
        boolean isFloat = type.contains("f");
        var random = new Random(type.hashCode());
        long[] pairs = new long[2 * PAIRS];
        for (int t = 0; t < PAIRS; t++) {
            pairs[2 * t] = value(type, random);
            pairs[2 * t + 1] = random.nextInt(3) == 0 ? pairs[2 * t] : value(type, random);
        }
        for (var relation : isFloat ? RELATIONS.keySet().stream().sorted().toList() : INTEGER) {
            long[] results = execute(relation, type, pairs);
            for (int t = 0; t < PAIRS; t++) {
                char order = order(type, pairs[2 * t], pairs[2 * t + 1]);
                boolean holds = accepts(relation, order);
                assertThat(results[t])
                        .as("%s.%s of %x, %x", relation, type, pairs[2 * t], pairs[2 * t + 1])
                        .isEqualTo(holds ? 0xffff_ffff_3f80_0000L : 1);
            }
        }
    }

    static Stream<Arguments> pairs() {
        return Stream.of("f16", "ftz.f16", "bf16")
                .flatMap(type ->
                        Stream.of("", ".and", ".or", ".xor")
                                .map(operator -> Arguments.of(type, operator)));
    }

    /// Both predicates of `setp`, and both halves of what `set` writes, as numbers and as bits (PTX
    /// ISA 9.0 §9.7.7).
    @ParameterizedTest
    @MethodSource("pairs")
    void pairsAreComparedHalfByHalf(String type, String operator) {
        var random = new Random(14);
        for (var relation : RELATIONS.keySet().stream().sorted().toList()) {
            long[] a = {value(type, random), value(type, random)};
            long[] b = {value(type, random), random.nextBoolean() ? a[1] : value(type, random)};
            boolean with = random.nextBoolean();
            int one = type.equals("bf16") ? 0x3f80 : 0x3c00;
            int[] expected = new int[3];
            for (int half = 0; half < 2; half++) {
                boolean holds = accepts(relation, order(type, a[half], b[half]));
                boolean result =
                        switch (operator) {
                            case ".and" -> holds && with;
                            case ".or" -> holds || with;
                            case ".xor" -> holds ^ with;
                            default -> holds;
                        };
                expected[0] |= (result ? 1 : 0) << half;
                expected[1] |= (result ? one : 0) << (16 * half);
                expected[2] |= (result ? 0xffff : 0) << (16 * half);
            }

            assertThat(compared(relation + operator, type, new long[][] {a, b}, with))
                    .as("%s%s.%sx2 of %x, %x with %s", relation, operator, type, a[0], b[0], with)
                    .containsExactly(expected);
        }
    }

    private static int[] compared(String relation, String type, long[][] pairs, boolean with) {
        boolean combines = relation.contains(".");
        String scalar = type.replace("ftz.", "");
        String flushed = relation + (type.contains("ftz") ? ".ftz" : "");
        String body =
                """
                mov.b32 %%r1, 0x%1$x;
                mov.b32 %%r2, 0x%2$x;
                mov.u32 %%r3, %3$d;
                setp.eq.u32 %%p3, %%r3, 1;
                setp.%4$s.%5$sx2 %%p1|%%p2, %%r1, %%r2%6$s;
                selp.b32 %%r4, 1, 0, %%p1;
                selp.b32 %%r5, 2, 0, %%p2;
                or.b32 %%r4, %%r4, %%r5;
                set.%4$s.%5$sx2.%5$sx2 %%r6, %%r1, %%r2%6$s;
                set.%4$s.u32.%5$sx2 %%r7, %%r1, %%r2%6$s;
                st.global.u32 [%%rd0], %%r4;
                st.global.u32 [%%rd0+4], %%r6;
                st.global.u32 [%%rd0+8], %%r7;
                """
                        .formatted(
                                pairs[0][1] << 16 | pairs[0][0],
                                pairs[1][1] << 16 | pairs[1][0],
                                with ? 1 : 0,
                                flushed,
                                scalar,
                                combines ? ", %p3" : "");
        var machine = TestDevice.running(body);
        var out = machine.allocate("out", 12);
        machine.launch(machine.kernel(), LaunchShape.of(1, 1), out);
        return machine.ints(out);
    }

    private static boolean accepts(String relation, char order) {
        return RELATIONS.getOrDefault(relation, "").indexOf(order) >= 0;
    }

    /// Numbers that are often equal, of extreme size, zeros of both signs, or none.
    private static long value(String type, Random random) {
        return switch (type) {
            case "f16", "ftz.f16" -> pick(random, 0, 0x8000, 0x7e00, 0x7c00, 0x3c00, 0xbc00, 1);
            case "bf16" -> pick(random, 0, 0x8000, 0x7fff, 0x7f80, 0x3f80, 0xbf80, 1);
            case "f32", "ftz.f32" ->
                    pick(
                            random,
                            0,
                            0x80000000L,
                            0x7fc00000,
                            0x7f800000,
                            0x3f800000,
                            0xbf800000L,
                            1);
            case "f64" ->
                    pick(
                            random,
                            0,
                            1L << 63,
                            0x7ff8L << 48,
                            0x7ff0L << 48,
                            0x3ffL << 52,
                            0xbffL << 52,
                            1);
            default -> {
                long bits = random.nextInt(3) - 1 + (random.nextLong(3) << (bits(type) - 1));
                yield bits(type) == 64 ? bits : bits & (1L << bits(type)) - 1;
            }
        };
    }

    private static long pick(Random random, long... values) {
        return values[random.nextInt(values.length)];
    }

    private static int bits(String type) {
        return Integer.parseInt(type.substring(type.length() - 2));
    }

    private static char order(String type, long a, long b) {
        if (!type.contains("f")) {
            int unused = 64 - bits(type);
            int sign =
                    type.charAt(0) == 's'
                            ? Long.compare(a << unused, b << unused)
                            : Long.compareUnsigned(a, b);
            return sign < 0 ? '<' : sign > 0 ? '>' : '=';
        }
        double left = number(type, a);
        double right = number(type, b);
        return left < right ? '<' : left > right ? '>' : left == right ? '=' : '?';
    }

    private static double number(String type, long bits) {
        return switch (type) {
            case "f16" -> Float.float16ToFloat((short) bits);
            case "ftz.f16" -> bits == 1 ? 0 : Float.float16ToFloat((short) bits);
            case "bf16" -> Float.intBitsToFloat((int) bits << 16);
            case "f32" -> Float.intBitsToFloat((int) bits);
            case "ftz.f32" -> bits == 1 ? 0 : Float.intBitsToFloat((int) bits);
            default -> Double.longBitsToDouble(bits);
        };
    }

    /// Where the relation holds, all ones above 1.0; else 0, as the second predicate says, above 1.
    private static long[] execute(String relation, String type, long[] pairs) {
        int width = bits(type);
        String register =
                width == 64
                        ? type.endsWith("f64") ? "d" : "rd"
                        : width == 16 ? "h" : type.contains("f") ? "f" : "r";
        String move =
                switch (width) {
                    case 64 -> "mov.b64 %%%1$s%2$d, %%rd%2$d;";
                    case 32 -> "cvt.u32.u64 %%r%2$d, %%rd%2$d; mov.b32 %%%1$s%2$d, %%r%2$d;";
                    default -> "cvt.u16.u64 %%h%2$d, %%rd%2$d;";
                };
        String body =
                """
                ld.param.u64 %%rd4, [out];
                mad.wide.u32 %%rd4, %%r0, 16, %%rd4;
                ld.global.u64 %%rd1, [%%rd4];
                ld.global.u64 %%rd2, [%%rd4+8];
                %1$s
                %2$s
                setp.%3$s.%4$s %%p1|%%p2, %%%5$s1, %%%5$s2;
                selp.b32 %%r5, 0xffffffff, 0, %%p1;
                selp.b32 %%r6, 0x3f800000, 1, %%p1;
                @%%p2 mov.u32 %%r5, 0;
                mov.b64 %%rd5, {%%r6, %%r5};
                st.global.u64 [%%rd4], %%rd5;
                """
                        .formatted(
                                move.formatted(register, 1),
                                move.formatted(register, 2),
                                relation,
                                type,
                                register);
        var machine = TestDevice.running(body);
        var buffers = new DeviceBuffers(machine);
        var out = buffers.of(pairs);
        machine.launch(machine.kernel(), LaunchShape.of(1, PAIRS), out);
        long[] left = buffers.longs(out);
        long[] results = new long[PAIRS];
        Arrays.setAll(results, t -> left[2 * t]);
        return results;
    }
}
