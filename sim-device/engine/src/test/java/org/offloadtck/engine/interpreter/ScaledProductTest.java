package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.LaunchShape;

/// `mma` with `.block_scale` (PTX ISA 9.1 §9.7.14.3) against sums in exact arithmetic, the
/// documented places of the elements and those of the factors.
class ScaledProductTest {

    private static final int LANES = 32;

    /// Words of a lane: four registers of a, four of b, four of c, the factors of a and of b, and
    /// metadata.
    private static final int WORDS = 15;

    /// A form: the selectors are those of bytes and threads of a and b. The kind of sparse ones
    /// begins with `sp `.
    private record Form(
            String kind,
            boolean isSparse,
            String vector,
            String types,
            String scale,
            List<Integer> ids) {

        static Form of(String kind, String vector, String types, String scale, String ids) {
            var numbers = List.of(ids.split(" ", -1)).stream().map(Integer::parseInt).toList();
            boolean isSparse = kind.startsWith("sp ");
            return new Form(kind.replace("sp ", ""), isSparse, vector, types, scale, numbers);
        }

        boolean hasNibbles() {
            return !kind.equals("mxf8f6f4");
        }

        /// Elements of a row of a that are stored.
        int depth() {
            return hasNibbles() ? 64 : 32;
        }

        /// Elements of a column of b.
        int columnDepth() {
            return isSparse ? 2 * depth() : depth();
        }

        /// The row of b that a stored element is multiplied by.
        int selected(int[][] words, int row, int index) {
            int each = hasNibbles() ? 2 : 1;
            int number = index / (2 * each);
            int metadata = words[row % 8 * 4 + number / 8 * 2 + row / 8][14];
            int indices = metadata >>> (number % 8 * 4);
            int position = index / each % 2 == 0 ? indices & 3 : (indices >> 2) & 3;
            return isSparse ? (number * 4 + position) * each + index % each : index;
        }

        int count() {
            return vector.isEmpty()
                    ? hasNibbles() ? 2 : 1
                    : Integer.parseInt(vector.substring(12, 13));
        }

        MatrixOracle element(int factor) {
            return MatrixOracle.of(types.split("\\.", -1)[factor]);
        }

        String instruction() {
            return "mma%s.sync.aligned.m16n8k%d.row.col.kind::%s.block_scale%s.f32.%s.f32.%s"
                            .formatted(
                                    isSparse ? ".sp::ordered_metadata" : "",
                                    columnDepth(),
                                    kind,
                                    vector,
                                    types,
                                    scale)
                    + " {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r5, %r6"
                    + (isSparse ? ", %r7, %r8" : "")
                    + "}, {%f1, %f2, %f3, %f4}"
                    + (isSparse ? ", %r15, 0" : "")
                    + ", %r13, {"
                    + ids.get(0)
                    + ", "
                    + ids.get(1)
                    + "}, {%r14}, {%h1, %h2};\n";
        }

        String kernel() {
            var text = new StringBuilder("mad.wide.u32 %rd1, %r0, 56, %rd0;\n");
            text.append("mov.u16 %%h1, %d; mov.u16 %%h2, %d;\n".formatted(ids.get(2), ids.get(3)));
            for (int i = 0; i < WORDS; i++) {
                text.append("ld.global.b32 %%r%d, [%%rd1+%d];\n".formatted(i + 1, 4 * i));
            }
            for (int i = 0; i < 4; i++) {
                text.append("mov.b32 %%f%d, %%r%d;\n".formatted(i + 1, i + 9));
            }
            text.append(instruction());
            for (int i = 0; i < 4; i++) {
                text.append("st.global.f32 [%%rd1+%d], %%f%d;\n".formatted(4 * i, i + 1));
            }
            return TestDevice.kernel("", text.toString())
                    .replace(".version 7.0\n.target sm_75", ".version 9.1\n.target sm_120a");
        }

        /// Elements of a row of a, or of a column of b.
        List<Double> elements(int[][] words, int factor, int line) {
            var numbers = new ArrayList<Double>();
            for (int k = 0; k < (factor == 0 ? depth() : columnDepth()); k++) {
                int bits = hasNibbles() ? 4 : 8;
                int each = 32 / bits;
                int chunk = k / each;
                int lane = line % 8 * 4 + chunk % 4;
                int register = factor == 0 ? line / 8 + 2 * (chunk / 4) : 4 + chunk / 4;
                int element = (words[lane][register] >>> (k % each * bits)) & ((1 << bits) - 1);
                numbers.add(
                        hasNibbles()
                                ? NarrowNumbers.E2M1.number(element)
                                : element(factor).number(element));
            }
            return numbers;
        }

        /// The factor of an element.
        double factor(int[][] words, int factor, int line, int k) {
            int thread = ids.get(2 * factor + 1);
            int lane = factor == 0 ? line % 8 * 4 + 2 * thread + line / 8 : line * 4 + thread;
            int part = k * count() / depth();
            int selected = ids.get(2 * factor) + part;
            int code = (words[lane][12 + factor] >>> (8 * selected)) & 0xff;
            return scale.equals("ue8m0")
                    ? code == 255 ? Double.NaN : Math.pow(2, code - 127)
                    : NarrowNumbers.E4M3.number(code & 0x7f);
        }
    }

    private static int exponent(double number, int least) {
        return number == 0 ? -600 : Math.max(Math.getExponent(number), least);
    }

    /// A term of a sum, and the exponent that it is aligned by.
    private record Term(BigDecimal value, int exponent) {

        static Term of(double value, int exponent) {
            return new Term(new BigDecimal(value), exponent);
        }
    }

    private static int leastExponent(MatrixOracle type) {
        return 1 - type.bias();
    }

    /// The elements of a column that those of a row are multiplied by.
    private static List<Double> selected(Form form, int[][] words, int row, int column) {
        var all = form.elements(words, 1, column);
        return IntStream.range(0, form.depth())
                .mapToObj(i -> all.get(form.selected(words, row, i)))
                .toList();
    }

    private static List<Term> products(Form form, int[][] words, int row, int column) {
        var left = form.elements(words, 0, row);
        var right = selected(form, words, row, column);
        var terms = new ArrayList<Term>();
        for (int k = 0; k < form.depth(); k++) {
            double rowFactor = form.factor(words, 0, row, k);
            double columnFactor = form.factor(words, 1, column, k);
            int exponent =
                    exponent(left.get(k), leastExponent(form.element(0)))
                            + exponent(right.get(k), leastExponent(form.element(1)))
                            + Math.getExponent(rowFactor)
                            + Math.getExponent(columnFactor);
            var value =
                    new BigDecimal(left.get(k))
                            .multiply(new BigDecimal(right.get(k)))
                            .multiply(new BigDecimal(rowFactor))
                            .multiply(new BigDecimal(columnFactor));
            terms.add(new Term(value, exponent));
        }
        return terms;
    }

    private static List<Term> groups(Form form, int[][] words, int row, int column) {
        var terms = new ArrayList<Term>();
        var left = form.elements(words, 0, row);
        var right = selected(form, words, row, column);
        for (int from = 0; from < 64; from += 16) {
            double sum = 0;
            for (int k = from; k < from + 16; k++) {
                sum += left.get(k) * right.get(k);
            }
            double rowFactor = form.factor(words, 0, row, from);
            double columnFactor = form.factor(words, 1, column, from);
            int least = form.scale().equals("ue8m0") ? -127 : -6;
            int exponent = of(rowFactor, least) + of(columnFactor, least);
            terms.add(Term.of(sum * rowFactor * columnFactor, exponent));
        }
        return terms;
    }

    private static int of(double factor, int least) {
        return factor == 0 ? -126 : Math.max(Math.getExponent(factor), least);
    }

    private static float expected(Form form, int[][] words, int row, int column, float c) {
        for (int k = 0; k < form.depth(); k++) {
            if (Double.isNaN(form.factor(words, 0, row, k) + form.factor(words, 1, column, k))) {
                return Float.NaN;
            }
        }
        if (!Float.isFinite(c)) {
            return c;
        }
        var terms =
                form.hasNibbles()
                        ? groups(form, words, row, column)
                        : products(form, words, row, column);
        terms.add(Term.of(c, exponent(c, -126)));
        int greatest = terms.stream().mapToInt(Term::exponent).reduce(-133, Math::max);
        var unit = power((form.hasNibbles() ? 35 : 25) - greatest);
        var sum =
                terms.stream()
                        .map(term -> term.value().multiply(unit).toBigInteger())
                        .reduce(BigInteger.ZERO, BigInteger::add);
        return rounded(
                new BigDecimal(sum).multiply(power(greatest - (form.hasNibbles() ? 35 : 25))));
    }

    private static BigDecimal power(int exponent) {
        var power = BigDecimal.TWO.pow(Math.abs(exponent));
        return exponent < 0 ? BigDecimal.ONE.divide(power) : power;
    }

    private static float rounded(BigDecimal exact) {
        if (exact.abs().compareTo(BigDecimal.TWO.pow(128)) >= 0) {
            return exact.signum() * Float.POSITIVE_INFINITY;
        }
        return exact.signum() == 0 ? 0 : (float) (ExactRounding.SINGLE.round(exact, "rz") + 0d);
    }

    /// Two ascending indices each.
    private static final List<Integer> VALID = List.of(4, 8, 9, 12, 13, 14);

    private static int[][] words(Form form, Random random, boolean extreme) {
        int[][] words = new int[LANES][WORDS];
        for (var lane : words) {
            for (int i = 0; i < 8; i++) {
                int any = random.nextInt();
                lane[i] =
                        form.types().contains("e5m2") || form.types().contains("e4m3")
                                ? any & 0xbbbb_bbbb
                                : any;
            }
            for (int i = 8; i < 12; i++) {
                lane[i] = Float.floatToRawIntBits((float) random.nextGaussian() * 100);
            }
            for (int i = 12; i < 14; i++) {
                int near = form.scale().equals("ue8m0") ? 0x7f7f_7f7f : 0x3838_3838;
                lane[i] = extreme ? random.nextInt() : near ^ (random.nextInt() & 0x0707_0707);
            }
            for (int i = 0; i < 8; i++) {
                lane[14] |= VALID.get(random.nextInt(VALID.size())) << (4 * i);
            }
        }
        return words;
    }

    @ParameterizedTest
    @CsvSource({
        "mxf8f6f4, '', e4m3.e4m3, ue8m0, 0 0 0 0",
        "mxf8f6f4, .scale_vec::1X, e5m2.e3m2, ue8m0, 3 1 2 3",
        "mxf8f6f4, .scale_vec::1X, e2m1.e2m3, ue8m0, 1 0 3 1",
        "mxf4, '', e2m1.e2m1, ue8m0, 0 0 2 2",
        "mxf4, .scale_vec::2X, e2m1.e2m1, ue8m0, 2 1 0 3",
        "mxf4nvf4, .scale_vec::2X, e2m1.e2m1, ue8m0, 0 1 2 0",
        "mxf4nvf4, .scale_vec::4X, e2m1.e2m1, ue4m3, 0 0 0 0",
        "mxf4nvf4, .scale_vec::4X, e2m1.e2m1, ue4m3, 0 1 0 2",
        "mxf4nvf4, .scale_vec::4X, e2m1.e2m1, ue8m0, 0 1 0 3",
        "sp mxf8f6f4, .scale_vec::1X, e2m1.e4m3, ue8m0, 3 1 2 3",
        "sp mxf4, '', e2m1.e2m1, ue8m0, 2 0 0 1",
        "sp mxf4nvf4, .scale_vec::2X, e2m1.e2m1, ue8m0, 0 1 2 0",
        "sp mxf4nvf4, .scale_vec::4X, e2m1.e2m1, ue4m3, 0 1 0 2",
    })
    void aProductOfScaledBlocksIsTheRoundedSum(
            String kind, String vector, String types, String scale, String ids) {
        var form = Form.of(kind, vector, types, scale, ids);
        var device = TestDevice.of("m.ptx", form.kernel());
        var random = new Random(23);
        for (int round = 0; round < 6; round++) {
            int[][] words = words(form, random, round > 2);
            var buffer = device.allocate("words" + round, 4L * LANES * WORDS);
            var ints = device.at(buffer).asIntBuffer();
            for (var lane : words) {
                ints.put(lane);
            }

            device.launch(device.kernel(), LaunchShape.of(1, LANES), buffer);

            int[] results = device.ints(buffer);
            for (int lane = 0; lane < LANES; lane++) {
                for (int i = 0; i < 4; i++) {
                    int row = lane / 4 + i / 2 * 8;
                    int column = lane % 4 * 2 + i % 2;
                    float c = Float.intBitsToFloat(words[lane][8 + i]);
                    assertThat(Float.intBitsToFloat(results[lane * WORDS + i]))
                            .as("%s [%d][%d] of round %d", form.kind(), row, column, round)
                            .isEqualTo(Float.valueOf(expected(form, words, row, column, c)));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    mxf8f6f4 | ''             | e4m3.e4m3 | ue8m0 | 0 0 4 0 | takes factors of byte 4 when it should be a multiple of 1 below 4
                    mxf4     | ''             | e2m1.e2m1 | ue8m0 | 0 0 1 0 | takes factors of byte 1 when it should be a multiple of 2 below 4
                    mxf4     | ''             | e2m1.e2m1 | ue8m0 | 0 2 0 0 | takes factors of thread 2 when it should be 0 to 1
                    mxf4     | .scale_vec::4X | e2m1.e2m1 | ue8m0 | 0 0 0 0 | its shape, types and modifiers do not go together
                    mxf4     | ''             | e2m3.e2m1 | ue8m0 | 0 0 0 0 | its shape, types and modifiers do not go together
                    mxf4     | ''             | e2m1.e2m3 | ue8m0 | 0 0 0 0 | its shape, types and modifiers do not go together
                    mxf4nvf4 | ''             | e2m1.e2m1 | ue8m0 | 0 0 0 0 | its shape, types and modifiers do not go together
                    mxf8f6f4 | ''             | e4m3.e4m3 | ue4m3 | 0 0 0 0 | its shape, types and modifiers do not go together
                    """)
    void damagedScalingIsAFault(
            String kind, String vector, String types, String scale, String ids, String problem) {
        var form = Form.of(kind, vector, types, scale, ids);
        var device = TestDevice.of("m.ptx", form.kernel());
        var buffer = device.allocate("words", 4L * LANES * WORDS);

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> device.launch(device.kernel(), LaunchShape.of(1, LANES), buffer))
                .withMessageContaining(problem);
    }
}
