package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.offloadtck.engine.interpreter.TensorMemoryKernel.COLUMNS;
import static org.offloadtck.engine.interpreter.TensorMemoryKernel.LANES;
import static org.offloadtck.engine.interpreter.TensorMemoryKernel.SHARED;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.interpreter.TensorCoreForms.Case;
import org.offloadtck.engine.interpreter.TensorCoreForms.Form;
import org.offloadtck.engine.interpreter.TensorCoreForms.Layout;

/// `tcgen05.mma` against sums of small integers, which every type holds exactly, and the layouts of
/// PTX ISA 9.0 §9.7.16.10.
final class TensorCoreProductTest {

    private static final int FIRST = 4096;
    private static final int SECOND = 24 << 10;

    /// Columns of the images: of the first factor and of scale factors.
    private static final int A_COLUMN = 300;

    private static final int SCALE_COLUMN = 400;
    private static final int METADATA_COLUMN = 430;

    static Stream<Case> cases() {
        var plain = new Layout(false, 0);
        var swizzled = new Layout(false, 2);
        return Stream.of(
                new Case(Form.F16, 128, 64, 1, false, false, plain, plain, 0),
                new Case(Form.F16, 128, 256, 1, false, false, swizzled, swizzled, 1),
                new Case(Form.F16, 64, 24, 1, false, false, swizzled, plain, 3),
                new Case(Form.F16, 64, 64, 1, false, true, swizzled, new Layout(false, 4), 9),
                new Case(Form.F16, 128, 32, 1, false, true, swizzled, new Layout(false, 6), 21),
                new Case(Form.F16, 128, 128, 1, false, false, new Layout(true, 2), swizzled, 25),
                new Case(
                        Form.BF16,
                        128,
                        64,
                        1,
                        false,
                        false,
                        new Layout(true, 4),
                        new Layout(true, 2),
                        1),
                new Case(Form.HALF_SUM, 128, 48, 1, false, false, plain, new Layout(true, 0), 17),
                new Case(Form.HALF_SUM, 64, 16, 1, false, true, plain, new Layout(true, 6), 9),
                new Case(Form.TF32, 128, 40, 1, false, false, swizzled, new Layout(false, 4), 23),
                new Case(
                        Form.TF32,
                        64,
                        32,
                        1,
                        false,
                        false,
                        new Layout(true, 1),
                        new Layout(true, 1),
                        1),
                new Case(Form.S8, 128, 24, 1, false, false, swizzled, plain, 9),
                new Case(Form.U8, 64, 32, 1, false, true, plain, new Layout(true, 0), 1),
                new Case(
                        Form.E4M3,
                        128,
                        128,
                        1,
                        false,
                        false,
                        new Layout(true, 2),
                        new Layout(true, 2),
                        5),
                new Case(Form.E5M2, 64, 8, 1, false, true, plain, plain, 1),
                new Case(Form.E2M3, 128, 16, 1, false, true, plain, swizzled, 1),
                new Case(Form.E3M2, 128, 16, 1, false, false, plain, swizzled, 7),
                new Case(Form.E2M1, 128, 16, 1, false, true, plain, swizzled, 1),
                new Case(Form.E2M1, 64, 16, 1, false, false, plain, new Layout(true, 0), 0),
                new Case(Form.F16, 128, 64, 1, true, false, swizzled, swizzled, 1),
                new Case(Form.F16, 64, 128, 1, true, true, swizzled, swizzled, 1),
                new Case(Form.F16, 32, 64, 1, true, true, swizzled, new Layout(true, 2), 3),
                new Case(Form.S8, 32, 256, 1, true, false, swizzled, plain, 1),
                new Case(Form.F16, 256, 128, 2, false, false, swizzled, swizzled, 9),
                new Case(Form.F16, 256, 32, 2, false, true, swizzled, swizzled, 1),
                new Case(Form.F16, 128, 32, 2, false, false, swizzled, plain, 9),
                new Case(Form.E4M3, 128, 64, 2, false, true, swizzled, plain, 1),
                new Case(Form.MX_E4M3, 128, 64, 1, false, false, swizzled, swizzled, 1),
                new Case(Form.MX_E2M1, 128, 40, 1, false, true, swizzled, swizzled, 3),
                new Case(Form.MXF4, 128, 136, 1, false, false, swizzled, plain, 1),
                new Case(Form.NVF4, 128, 32, 1, false, true, swizzled, swizzled, 0),
                new Case(Form.NVF4, 256, 256, 2, false, false, swizzled, swizzled, 1),
                new Case(Form.F16, 128, 64, 1, false, false, swizzled, swizzled, 33),
                new Case(Form.F16, 64, 32, 1, false, true, plain, plain, 97),
                new Case(Form.HALF_SUM, 128, 16, 1, false, false, plain, new Layout(true, 2), 32),
                new Case(Form.TF32, 128, 40, 1, false, false, swizzled, plain, 97),
                new Case(Form.S8, 128, 32, 1, false, true, plain, swizzled, 41),
                new Case(Form.E2M1, 64, 16, 1, false, false, plain, swizzled, 33),
                new Case(Form.F16, 256, 32, 2, false, false, swizzled, swizzled, 97),
                new Case(Form.E4M3, 128, 64, 2, false, true, swizzled, swizzled, 33),
                new Case(Form.MX_E4M3, 128, 40, 1, false, false, swizzled, swizzled, 33),
                new Case(Form.NVF4, 128, 32, 1, false, true, swizzled, swizzled, 33),
                new Case(Form.MXF4, 256, 64, 2, false, false, swizzled, swizzled, 33));
    }

    private final Random random = new Random(7);
    private final byte[][] shared = new byte[2][SHARED];
    private final int[][] cells = new int[2][LANES * COLUMNS];

    private int[][] matrix(Form form, int lines, int depth) {
        var matrix = new int[lines][depth];
        int least = form == Form.U8 ? 0 : -3;
        for (var line : matrix) {
            for (int i = 0; i < line.length; i++) {
                line[i] = random.nextInt(least, 4);
            }
        }
        return matrix;
    }

    private static void put(byte[] to, long bit, int bits, long value) {
        for (int i = 0; i < bits; i++) {
            int at = (int) ((bit + i) >> 3);
            to[at] |= (byte) ((value >> i & 1) << ((bit + i) & 7));
        }
    }

    private static int leading(Layout layout, int lines, Form form) {
        int units = layout.isTransposed() ? Math.max(1, lines * form.container / 128) : 2;
        return layout.isTransposed() && layout.width() > 1
                ? 32 * layout.width() * form.k()
                : layout.isTransposed() ? 16 * 8 * units : lines * 16;
    }

    /// Pairs of units leave room between patterns.
    private static int stride(Layout layout) {
        int pattern = 16 * layout.width() * layout.rows();
        return layout.isTransposed() && layout.width() == 1
                ? 128
                : layout.mode() == 1 ? 2 * pattern : pattern;
    }

    private long place(Case of, Layout layout, int cta, int start, int[][] lines) {
        int lbo = leading(layout, lines.length, of.form());
        int sbo = stride(layout);
        for (int line = 0; line < lines.length; line++) {
            for (int k = 0; k < lines[line].length; k++) {
                long bit = layout.bit(of.form(), start, line, k, lbo, sbo);
                put(shared[cta], bit, of.form().bits, of.form().encode(lines[line][k]));
            }
        }
        return start >> 4
                | (long) (lbo >> 4) << 16
                | (long) (sbo >> 4) << 32
                | 1L << 46
                | (long) layout.mode() << 61;
    }

    private void placeInTensorMemory(Case of, int cta, int[][] rows) {
        var form = of.form();
        int each = 32 / form.container;
        int shift = form == Form.E2M1 || form == Form.MX_E2M1 ? 2 : 0;
        for (int row = 0; row < rows.length; row++) {
            for (int fold = 0; fold < of.folds(); fold++) {
                int lane = of.lane(row, fold * (of.n() / of.folds()));
                for (int k = 0; k < form.k(); k++) {
                    long element = form.encode(rows[row][k]) << shift;
                    cells[cta][lane * COLUMNS + A_COLUMN + k / each] |=
                            (int) (element << (k % each * form.container));
                }
            }
        }
    }

    /// Powers of two, which both types of scale factors hold.
    private int[][] scales(Case of, int lines) {
        var scales = new int[lines][of.form().scales()];
        for (var line : scales) {
            for (int i = 0; i < line.length; i++) {
                line[i] = random.nextInt(3);
            }
        }
        return scales;
    }

    /// @param hasAll whether each quarter of the lanes has all, and not only those of its rows
    private void placeScales(
            Case of, int cta, int column, int from, int[][] scales, boolean hasAll) {
        for (int line = 0; line < scales.length; line++) {
            for (int i = 0; i < scales[line].length; i++) {
                int code =
                        of.form() == Form.NVF4 ? (7 + scales[line][i]) << 3 : 127 + scales[line][i];
                for (int quarter = 0; quarter < 4; quarter++) {
                    int lane = quarter * 32 + line % 32;
                    int there = hasAll || quarter == line / 32 ? code : 0;
                    cells[cta][lane * COLUMNS + column + line / 32] |= there << ((from + i) * 8);
                }
            }
        }
    }

    /// Random metadata of the rows of a CTA, where the figures of §9.7.16.10.8.4 have them.
    ///
    /// @return the rows with their zeros
    private int[][] placeMetadata(Case of, int cta, int[][] rows) {
        var all = new int[rows.length][of.depth()];
        int bits = of.form().container;
        int chunk = bits == 32 ? 2 : bits == 4 ? 8 : 4;
        var valid = bits == 32 ? List.of(4, 14) : List.of(4, 6, 8, 9, 12, 13, 14);
        for (int row = 0; row < rows.length; row++) {
            int group = of.rows() == 64 ? row / 16 * 32 : row / 16 * 16;
            for (int i = 0; i < of.depth() / chunk; i++) {
                int indices = valid.get(random.nextInt(valid.size()));
                for (int j = 0; j < chunk / 2; j++) {
                    int each = Math.max(1, chunk / 4);
                    int index = (indices >> (2 * (j / each))) & 3;
                    int column = bits == 32 ? index / 2 : index * each + j % each;
                    all[row][i * chunk + column] = rows[row][i * chunk / 2 + j];
                }
                boolean isShared = bits > 8;
                int lane = group + (isShared ? i / 4 * 8 + row % 8 : row % 16);
                int column = METADATA_COLUMN + (isShared ? of.selector() : i / 8);
                int from = isShared ? row % 16 / 8 * 16 + i % 4 * 4 : i % 8 * 4;
                cells[cta][lane * COLUMNS + column] |= indices << from;
            }
        }
        return all;
    }

    private static int descriptor(Case of) {
        var form = of.form();
        boolean isScaled = form.scales() > 0;
        int common =
                (of.isSparse() ? 4 | of.selector() : 0)
                        | form.code << 7
                        | form.code << 10
                        | (of.sign(0) < 0 ? 1 << 13 : 0)
                        | (of.sign(1) < 0 ? 1 << 14 : 0)
                        | (of.a().isTransposed() && !of.fromTensorMemory() ? 1 << 15 : 0)
                        | (of.b().isTransposed() ? 1 << 16 : 0)
                        | of.n() >> 3 << 17
                        | of.m() >> 4 << 24;
        return isScaled
                ? common
                        | (form == Form.NVF4 ? 0 : 1 << 23)
                        | firstByte(form) << 29
                        | secondByte(form) << 4
                : common | form.sum << 4;
    }

    private static int firstByte(Form form) {
        return form.scales() == 1 ? 3 : form.scales() == 2 ? 2 : 0;
    }

    private static int secondByte(Form form) {
        return form.scales() == 1 ? 1 : 0;
    }

    private static String instruction(Case of, long a, long b) {
        var text = new StringBuilder();
        text.append("mov.b64 %rd10, ").append(a).append("; mov.b64 %rd11, ").append(b);
        text.append(";\nmov.u32 %r12, ").append(descriptor(of)).append(";\n");
        text.append("setp.ne.u32 %p3, ").append(of.adds() ? 1 : 0).append(", 0;\n");
        text.append("mov.u32 %r13, 0; mov.u32 %r14, 0x80000005;\n");
        text.append("tcgen05.mma").append(of.isWeightStationary() ? ".ws" : "");
        text.append(of.isSparse() ? ".sp" : "");
        text.append(".cta_group::").append(of.ctas()).append(".kind::").append(of.form().kind);
        text.append(
                switch (of.form().scales()) {
                    case 1 -> ".block_scale.scale_vec::1X";
                    case 2 -> ".block_scale";
                    case 4 -> ".block_scale.block16";
                    default -> "";
                });
        text.append(" [%r10], ");
        text.append(of.fromTensorMemory() ? "[%r10+" + A_COLUMN + "]" : "%rd10");
        text.append(", %rd11");
        text.append(of.isSparse() ? ", [%r10+" + METADATA_COLUMN + "]" : "").append(", %r12");
        if (of.form().scales() > 0) {
            text.append(", [%r10+").append(SCALE_COLUMN).append("], [%r10+");
            text.append(SCALE_COLUMN + 8).append(']');
        }
        if (of.isMasked()) {
            text.append(", {%r14, %r13, %r14, %r13");
            text.append(of.ctas() == 2 ? ", %r13, %r14, %r13, %r14}" : "}");
        }
        text.append(", %p3").append(of.divisions() > 0 ? ", 1" : "").append(";\n");
        return text.toString();
    }

    private static boolean isMasked(Case of, int cta, int lane) {
        boolean hasMask = (lane / 32 % 2 == 0) == (cta == 0);
        return of.isMasked() && hasMask && (0x80000005 >>> lane % 32 & 1) != 0;
    }

    private static int encodeSum(Form form, float sum) {
        return form.isInteger()
                ? (int) sum
                : form == Form.HALF_SUM
                        ? Float.floatToFloat16(sum) & 0xffff
                        : Float.floatToRawIntBits(sum);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aProductIsTheSumOfTheLayout(Case of) {
        int[][] a = matrix(of.form(), of.m(), of.form().k());
        int[][] b = matrix(of.form(), of.n(), of.depth());
        int[][] rowScales = scales(of, of.m());
        int[][] columnScales = scales(of, of.n());
        var summands = new int[of.m()][of.n()];
        long first = 0;
        long second = 0;
        for (int cta = 0; cta < of.ctas(); cta++) {
            int[][] rows = part(a, cta, of.ctas());
            if (of.fromTensorMemory()) {
                placeInTensorMemory(of, cta, rows);
            } else {
                first = place(of, of.a(), cta, FIRST, rows);
            }
            if (of.isSparse()) {
                System.arraycopy(placeMetadata(of, cta, rows), 0, a, cta * of.rows(), of.rows());
            }
            second = place(of, of.b(), cta, SECOND, part(b, cta, of.ctas()));
            int[][] ofRows = part(rowScales, cta, of.ctas());
            placeScales(of, cta, SCALE_COLUMN, firstByte(of.form()), ofRows, false);
            placeScales(of, cta, SCALE_COLUMN + 8, secondByte(of.form()), columnScales, true);
        }
        int width = of.n() / of.folds();
        for (int i = 0; i < of.m(); i++) {
            for (int j = 0; j < of.n(); j++) {
                summands[i][j] = random.nextInt(-9, 10) * 2;
                int cell = of.lane(i % of.rows(), j) * COLUMNS + j % width;
                cells[i / of.rows()][cell] = encodeSum(of.form(), summands[i][j]);
            }
        }
        var expected = new int[][] {cells[0].clone(), cells[1].clone()};
        for (int i = 0; i < of.m(); i++) {
            for (int j = 0; j < of.n(); j++) {
                int lane = of.lane(i % of.rows(), j);
                if (!isMasked(of, i / of.rows(), lane)) {
                    float sum = of.adds() ? summands[i][j] / (float) (1 << of.divisions()) : 0;
                    sum += of.sign(0) * of.sign(1) * dot(a[i], b[j], rowScales[i], columnScales[j]);
                    expected[i / of.rows()][lane * COLUMNS + j % width] = encodeSum(of.form(), sum);
                }
            }
        }

        var images = of.ctas() == 1 ? new int[][] {cells[0]} : cells;
        String body = TensorMemoryKernel.issued(of.ctas(), instruction(of, first, second));
        TensorMemoryKernel.launch(TensorMemoryKernel.module(of.ctas(), body), shared, images);

        for (int cta = 0; cta < of.ctas(); cta++) {
            assertThat(images[cta]).isEqualTo(expected[cta]);
        }
    }

    /// Two scale factors of a line may begin at byte 0 or 2.
    @Test
    void scaleFactorsThatBeginBetweenOthersAreAFault() {
        var plain = new Layout(false, 0);
        var of = new Case(Form.MXF4, 128, 8, 1, false, false, plain, plain, 0);
        long a = place(of, plain, 0, FIRST, matrix(of.form(), 128, of.form().k()));
        long b = place(of, plain, 0, SECOND, matrix(of.form(), 8, of.depth()));
        int bits = descriptor(of);
        String text = instruction(of, a, b).replace("" + bits, "" + (bits ^ 3 << 29));
        String module = TensorMemoryKernel.module(1, TensorMemoryKernel.issued(1, text));

        assertThatThrownBy(() -> TensorMemoryKernel.launch(module, shared, new int[][] {cells[0]}))
                .hasMessageContaining(
                        "2 scale factors begin at byte 1 of a word when it should be a multiple");
    }

    private static int[][] part(int[][] lines, int cta, int ctas) {
        int count = lines.length / ctas;
        return Arrays.copyOfRange(lines, cta * count, (cta + 1) * count);
    }

    private static int dot(int[] a, int[] b, int[] rowScales, int[] columnScales) {
        int sum = 0;
        for (int k = 0; k < a.length; k++) {
            int block = rowScales.length == 0 ? 0 : k * rowScales.length / a.length;
            int scale = rowScales.length == 0 ? 0 : rowScales[block] + columnScales[block];
            sum += (a[k] * b[k]) << scale;
        }
        return sum;
    }
}
