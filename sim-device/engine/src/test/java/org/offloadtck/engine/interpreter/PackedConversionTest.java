package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.LaunchShape;

/// `cvt` between pairs and quadruples of narrow numbers (PTX ISA 9.2 §9.7.9.22) against searches in
/// the lists of all numbers of a format.
class PackedConversionTest {

    private static final int WORDS = 5;

    /// What instructions make of the words `%r1` to `%r5` of each thread, as `%r9`. `%f1` to `%f4`
    /// hold the same bits.
    private static int[] of(String instructions, int[][] inputs) {
        var load = new StringBuilder("mad.wide.u32 %rd1, %r0, 16, %rd0; mov.u32 %r9, 0;\n");
        for (int i = 1; i <= WORDS; i++) {
            load.append("ld.global.u32 %%r%d, [%%rd1+%d];\n".formatted(i, 4 * (i - 1)));
            load.append("mov.b32 %%f%d, %%r%d;\n".formatted(i, i));
        }
        var body =
                ".reg .b8 %%b<9>;\n%s%s\nst.global.u32 [%%rd1], %%r9;\n"
                        .formatted(load, instructions);
        var kernel =
                TestDevice.kernel("", body)
                        .replace(".version 7.0\n.target sm_75", ".version 9.2\n.target sm_100a");
        var device = TestDevice.of("c.ptx", kernel);
        var buffer = device.allocate("words", 4L * WORDS * inputs.length);
        var words = device.at(buffer).asIntBuffer();
        for (var input : inputs) {
            words.put(input).position((words.position() + WORDS - 1) / WORDS * WORDS);
        }
        device.launch(device.kernel(), LaunchShape.of(1, inputs.length), buffer);
        int[] all = device.ints(buffer);
        int[] results = new int[inputs.length];
        for (int i = 0; i < results.length; i++) {
            results[i] = all[i * WORDS];
        }
        return results;
    }

    /// Pairs of floats: each with one that was shuffled.
    private static int[][] pairs(List<Float> samples) {
        var shuffled = new ArrayList<>(samples);
        java.util.Collections.shuffle(shuffled, new Random(7));
        int[][] pairs = new int[Math.min(samples.size(), 1024)][];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = new int[] {bits(samples.get(i)), bits(shuffled.get(i))};
        }
        return pairs;
    }

    private static int bits(float value) {
        return Float.floatToRawIntBits(value);
    }

    private static double number(int bits) {
        return Float.intBitsToFloat(bits);
    }

    private static String store(String type) {
        return type.equals("e2m1")
                ? "%b1; mov.b32 %r9, {%b1, 0, 0, 0};"
                : "%h1; mov.b32 %r9, {%h1, 0};";
    }

    private static int slot(String type) {
        return type.equals("e2m1") ? 4 : 8;
    }

    @ParameterizedTest
    @ValueSource(strings = {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"})
    void twoFloatsAreRoundedToTheNearestNumbers(String type) {
        var format = NarrowNumbers.of(type);
        var inputs = pairs(format.samples());
        var target = store(type).replaceFirst(";", ", %f1, %f2;");

        int[] plain = of("cvt.rn.satfinite.%sx2.f32 %s".formatted(type, target), inputs);
        int[] relu = of("cvt.rn.satfinite.relu.%sx2.f32 %s".formatted(type, target), inputs);

        for (int i = 0; i < plain.length; i++) {
            double a = number(inputs[i][0]);
            double b = number(inputs[i][1]);
            long expected = format.nearest(a) << slot(type) | format.nearest(b);
            long positive =
                    format.nearest(a <= 0 ? 0 : a) << slot(type) | format.nearest(b <= 0 ? 0 : b);
            assertThat((long) plain[i]).as("%s of %s and %s", type, a, b).isEqualTo(expected);
            assertThat((long) relu[i]).as("%s of %s and %s", type, a, b).isEqualTo(positive);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "e4m3, f16", "e5m2, f16", "e2m3, f16", "e3m2, f16", "e2m1, f16",
        "e4m3, bf16", "e5m2, bf16", "e2m3, bf16", "e3m2, bf16", "e2m1, bf16"
    })
    void eachPairOfCodesBecomesTwoHalvesAndComesBack(String type, String half) {
        var format = NarrowNumbers.of(type);
        int[][] inputs = new int[256][];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = new int[] {type.equals("e2m1") ? i : i << 8 | (255 - i)};
        }
        boolean isNibble = type.equals("e2m1");
        String source = isNibble ? "mov.b32 {%b1, _, _, _}, %r1;" : "cvt.u16.u32 %h1, %r1;";
        String register = isNibble ? "%b1" : "%h1";
        String widen = "%s cvt.rn.%sx2.%sx2 %%r9, %s;".formatted(source, half, type, register);

        int[] halves = of(widen, inputs);
        int[] back =
                of(
                        widen
                                + " cvt.rn.satfinite.%sx2.%sx2 %s"
                                        .formatted(
                                                type,
                                                half,
                                                store(type).replaceFirst(";", ", %r9;")),
                        inputs);

        for (int i = 0; i < halves.length; i++) {
            int high = inputs[i][0] >>> slot(type);
            double upper = half(half, halves[i] >>> 16);
            double lower = half(half, halves[i]);
            assertThat(List.of(upper, lower))
                    .isEqualTo(List.of(format.number(high), format.number(inputs[i][0])));
            assertThat((long) back[i])
                    .isEqualTo(format.nearest(upper) << slot(type) | format.nearest(lower));
        }
    }

    private static double half(String type, int bits) {
        return type.equals("f16")
                ? Float.float16ToFloat((short) bits)
                : Float.intBitsToFloat(bits << 16);
    }

    @ParameterizedTest
    @CsvSource({"rz, ''", "rp, ''", "rz, .satfinite", "rp, .satfinite"})
    void magnitudesBecomePowersOfTwo(String rounding, String limit) {
        var samples = new java.util.ArrayList<Float>(List.of(0f, -0f, 1f, -1.5f, 0.75f));
        samples.add(Float.MIN_VALUE);
        samples.addAll(
                List.of(0x1p-127f, 0x1.8p-127f, 0x1p-126f, 3e38f, 0x1p127f, Float.MAX_VALUE));
        samples.addAll(
                List.of(Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN, 0x1p-128f));
        var inputs = pairs(samples);

        int[] results =
                of(
                        "cvt.%s%s.ue8m0x2.f32 %%h1, %%f1, %%f2; mov.b32 %%r9, {%%h1, 0};"
                                .formatted(rounding, limit),
                        inputs);

        for (int i = 0; i < results.length; i++) {
            boolean up = rounding.equals("rp");
            boolean finite = !limit.isEmpty();
            long high = power(number(inputs[i][0]), up, finite);
            long low = power(number(inputs[i][1]), up, finite);
            assertThat((long) results[i]).as("%s", samples.get(i)).isEqualTo(high << 8 | low);
        }
    }

    /// By search in the powers of two from 2⁻¹²⁷ to 2¹²⁷; 255 is no number.
    private static long power(double value, boolean up, boolean finite) {
        if (Double.isNaN(value)) {
            return 255;
        }
        for (int code = 254; code >= 0; code--) {
            double power = Math.pow(2, code - 127);
            if (power <= Math.abs(value)) {
                boolean rounds = up && power < Math.abs(value) && !Double.isInfinite(value);
                int rounded = code + (rounds ? 1 : 0);
                boolean beyond = Double.isInfinite(value) || rounded > 254;
                return beyond ? (finite ? 254 : 255) : rounded;
            }
        }
        return 0;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 127, 254, 255})
    void powersOfTwoBecomeBf16(int code) {
        int[] results =
                of(
                        "cvt.u16.u32 %h1, %r1; cvt.rn.bf16x2.ue8m0x2 %r9, %h1;",
                        new int[][] {{code << 8 | 127}});

        double upper = half("bf16", results[0] >>> 16);
        assertThat(Double.valueOf(upper))
                .isEqualTo(Double.valueOf(code == 255 ? Double.NaN : Math.pow(2, code - 127)));
        assertThat(results[0] & 0xffff).isEqualTo(0x3f80);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    cvt.rn.satfinite.s2f6x2.f32 %h1, %f1, %f2;                            | 1.5   | -0.25   | 60f0
                    cvt.rn.satfinite.s2f6x2.f32 %h1, %f1, %f2;                            | -2    | NaN     | 817f
                    cvt.rn.satfinite.relu.s2f6x2.f32 %h1, %f1, %f2;                       | -2    | 9       | 7f
                    cvt.rn.satfinite.s2f6x2.f32 %h1, %f1, %f2;                            | 0.0234375 | 0.0390625 | 202
                    mov.b16 %h2, 0x8180; cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.f32 %h1, %f1, %f2, %h2; | 4 | 1 | 4020
                    """)
    void floatsBecomeFixedPointNumbers(String instruction, float a, float b, String expected) {
        int[] results =
                of(instruction + " mov.b32 %r9, {%h1, 0};", new int[][] {{bits(a), bits(b)}});

        assertThat(Integer.toHexString(results[0])).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    mov.b16 %h1, 0x40c0; cvt.rn.bf16x2.s2f6x2 %r9, %h1;                                   | 3f80bf80
                    mov.b16 %h1, 0x40c0; cvt.rn.scaled::n2::ue8m0.bf16x2.s2f6x2 %r9, %h1, 0x8580;         | 4280c000
                    mov.b16 %h1, 0x3840; cvt.rn.scaled::n2::ue8m0.bf16x2.e4m3x2 %r9, %h1, 0x807e;         | 40003f80
                    mov.b16 %h1, 0x3840; cvt.rn.satfinite.scaled::n2::ue8m0.bf16x2.e4m3x2 %r9, %h1, 0xfeff; | 7f007fff
                    mov.b16 %h1, 0x4040; cvt.rn.satfinite.scaled::n2::ue8m0.bf16x2.e4m3x2 %r9, %h1, 0xfe7f; | 7f7f4000
                    """)
    void narrowNumbersAreMultipliedByTheirFactors(String instruction, String expected) {
        int[] results = of(instruction, new int[][] {{0}});

        assertThat(Integer.toHexString(results[0])).isEqualTo(expected);
    }

    /// Of random bits, the first of two numbers of 8 bits has the reverse.
    @ParameterizedTest
    @ValueSource(strings = {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"})
    void fourFloatsAreRoundedByRandomBits(String type) {
        var format = NarrowNumbers.of(type);
        var random = new Random(11);
        var samples = format.samples();
        int[][] inputs = new int[1024][WORDS];
        for (var input : inputs) {
            for (int i = 0; i < 4; i++) {
                input[i] = bits(samples.get(random.nextInt(samples.size())));
            }
            input[4] = random.nextInt();
        }
        boolean isNibble = type.equals("e2m1");

        int[] results =
                of(
                        "cvt.rs.satfinite.%sx4.f32 %s, {%%f1, %%f2, %%f3, %%f4}, %%r5; %s"
                                .formatted(
                                        type,
                                        isNibble ? "%h1" : "%r9",
                                        isNibble ? "mov.b32 %r9, {%h1, 0};" : ""),
                        inputs);

        for (int i = 0; i < results.length; i++) {
            long expected = 0;
            for (int number = 0; number < 4; number++) {
                long bits = isNibble ? bits4(inputs[i][4], number) : bits8(inputs[i][4], number);
                double value = number(inputs[i][number]);
                expected = expected << slot(type) | format.random(value, bits, isNibble ? 8 : 16);
            }
            assertThat(results[i]).as("%s of row %d", type, i).isEqualTo((int) expected);
        }
    }

    private static long bits8(int random, int number) {
        int half = number < 2 ? random >>> 16 : random & 0xffff;
        return number % 2 == 0 ? Integer.reverse(half) >>> 16 : half;
    }

    private static long bits4(int random, int number) {
        int half = number % 2 == 0 ? random >>> 16 : random & 0xffff;
        return number < 2 ? half >>> 8 : half & 0xff;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    cvt.rs.bf16x2.f32 %r9, %f1, %f2, 0x80007fff;           | 0x3f808000 | 0x3f808000 | 3f813f80
                    cvt.rs.f16x2.f32 %r9, %f1, %f2, 0x10000fff;            | 0x3f801000 | 0x3f801000 | 3c013c00
                    cvt.rs.f16x2.f32 %r9, %f1, %f2, 0;                     | 0x477ff000 | 0x47800000 | 7bff7c00
                    cvt.rs.f16x2.f32 %r9, %f1, %f2, 0x1fff1fff;            | 0x477ff000 | 0xc7800000 | 7c00fc00
                    cvt.rs.satfinite.f16x2.f32 %r9, %f1, %f2, 0x1fff1fff;  | 0x477ff000 | 0xff800000 | 7bfffbff
                    cvt.rs.relu.bf16x2.f32 %r9, %f1, %f2, -1;              | 0xbf808000 | 0x7fc00000 | 7fff
                    """)
    void twoFloatsBecomeHalvesByRandomBits(
            String instruction, String a, String b, String expected) {
        int[] input = {Long.decode(a).intValue(), Long.decode(b).intValue()};

        int[] results = of(instruction, new int[][] {input});

        assertThat(Integer.toHexString(results[0])).isEqualTo(expected);
    }
}
