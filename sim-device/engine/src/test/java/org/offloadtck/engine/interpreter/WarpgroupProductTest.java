package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.engine.interpreter.WarpgroupKernel.METADATA;
import static org.offloadtck.engine.interpreter.WarpgroupKernel.SHARED;
import static org.offloadtck.engine.interpreter.WarpgroupKernel.THREADS;
import static org.offloadtck.engine.interpreter.WarpgroupKernel.descriptor;
import static org.offloadtck.engine.interpreter.WarpgroupKernel.kernel;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.interpreter.WarpgroupKernel.Canonical;
import org.offloadtck.engine.interpreter.WarpgroupKernel.Case;
import org.offloadtck.engine.interpreter.WarpgroupKernel.Form;
import org.offloadtck.engine.interpreter.WarpgroupKernel.Order;
import org.offloadtck.engine.thread.LaunchShape;

/// `wgmma.mma_async` against sums of small integers, which every type holds exactly, and the
/// layouts of PTX ISA 9.0 §9.7.15.5.1.
final class WarpgroupProductTest {

    private static final int ROWS = 64;
    private static final int START = 2048;

    @Provide
    static Arbitrary<Case> cases() {
        var forms = Arbitraries.of(Form.values());
        return forms.flatMap(form -> {
            var columns =
                    Arbitraries.integers()
                            .between(1, 32)
                            .map(i -> form.isInteger() && i > 4 ? i / 2 * 16 : i * 8);
            var right = layouts(form, false);
            return Combinators.combine(
                            columns,
                            layouts(form, true),
                            right,
                            Arbitraries.integers().between(0, 3),
                            Arbitraries.of(true, false),
                            Arbitraries.integers().between(-2, form.bits > 8 ? 1 : 0),
                            Arbitraries.longs())
                    .as((n, a, b, signs, adds, selector, seed) -> {
                        int sparse = form.bits < 8 ? -1 : selector;
                        var layout = fitting(form, n, sparse >= 0 ? wide(b) : b);
                        return new Case(form, n, a, layout, signs, adds, sparse, seed);
                    });
        });
    }

    /// The 64 bytes of a column of a sparse product do not fit in the rows of the narrowest atom.
    private static Canonical wide(Canonical layout) {
        return layout.order() == Order.K && layout.width() == 2
                ? new Canonical(Order.K, 2, 4)
                : layout;
    }

    /// MN-major atoms are whole: a matrix of fewer columns has a narrower one.
    private static Canonical fitting(Form form, int n, Canonical layout) {
        if (layout.order() == Order.K || n % (layout.width() * 128 / form.bits) == 0) {
            return layout;
        }
        return new Canonical(Order.MN, 0, 1);
    }

    private static Arbitrary<Canonical> layouts(Form form, boolean first) {
        var orders = form.bits == 16 ? Arbitraries.of(Order.values()) : Arbitraries.just(Order.K);
        var codes = Arbitraries.integers().between(first ? -1 : 0, 3);
        int[] widths = {0, 1, 8, 4, 2};
        return Combinators.combine(orders, codes)
                .as((order, code) ->
                        new Canonical(code < 0 ? Order.K : order, code, widths[code + 1]));
    }

    private static int[][] random(Random random, Form form, int lines, int depth) {
        var matrix = new int[lines][depth];
        for (var row : matrix) {
            for (int i = 0; i < depth; i++) {
                row[i] = random.nextInt(form.least, form.greatest + 1);
            }
        }
        return matrix;
    }

    /// Strides between the atoms of a matrix that leave gaps. The first of a swizzled K-major
    /// matrix has no effect.
    private record Strides(int lbo, int sbo) {

        static Strides of(Canonical layout, int lines, int bits) {
            int t = 128 / bits;
            int atom = 128 * layout.width();
            if (layout.order() == Order.K) {
                int sbo = layout.width() == 1 ? 512 + 128 : atom;
                return new Strides(layout.width() == 1 ? 128 : 48, sbo);
            }
            if (layout.width() == 1) {
                return new Strides(lines / t * 128 + 64, 128);
            }
            return new Strides(atom, Math.ceilDiv(lines / t, layout.width()) * atom + 1024);
        }
    }

    private static void place(
            ByteBuffer bytes, Form form, int factor, Canonical layout, int[][] matrix, int start) {
        var strides = Strides.of(layout, matrix.length, form.bits);
        for (int line = 0; line < matrix.length; line++) {
            for (int k = 0; k < matrix[line].length; k++) {
                int offset = layout.offset(line, k, form.bits, strides.lbo(), strides.sbo());
                int at = layout.swizzled(start + offset);
                long element = form.encode(matrix[line][k], factor);
                switch (form.bits) {
                    case 32 -> bytes.putInt(at, (int) element);
                    case 16 -> bytes.putShort(at, (short) element);
                    case 8 -> bytes.put(at, (byte) element);
                    default -> bytes.put(at, (byte) (bytes.get(at) | element << k % 8));
                }
            }
        }
    }

    @Property(seed = "20261129", tries = 120)
    void aProductIsThatOfItsDocumentedElements(@ForAll("cases") Case of) {
        var form = of.form();
        var random = new Random(of.seed());
        var left = random(random, form, ROWS, form.k());
        var right = random(random, form, of.n(), of.k());
        var sum = random(random, form, ROWS, of.n());
        var aStrides = Strides.of(of.left(), ROWS, form.bits);
        var bStrides = Strides.of(of.right(), of.n(), form.bits);
        int second = 80 << 10;
        var machine =
                TestDevice.of(
                        "wgmma.ptx",
                        kernel(
                                of,
                                descriptor(of.left(), START, aStrides.lbo(), aStrides.sbo()),
                                descriptor(of.right(), second, bStrides.lbo(), bStrides.sbo())));
        var buffer = machine.allocate("m", SHARED + METADATA + 512);
        var bytes = machine.at(buffer);
        if (!of.fromRegisters()) {
            place(bytes, form, 1, of.left(), left, START);
        }
        place(bytes, form, 2, of.right(), right, second);
        putFragments(bytes, of, left, sum);
        var stored = of.isSparse() ? putMetadata(bytes, of, left, random) : left;

        machine.launch(machine.kernel(), LaunchShape.of(1, THREADS), buffer);

        assertThat(result(machine.at(buffer), of)).isEqualTo(expected(of, stored, right, sum));
    }

    private static String expected(Case of, int[][] left, int[][] right, int[][] sum) {
        var text = new StringBuilder();
        int sign = of.sign(0) * of.sign(1);
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < of.n(); column++) {
                int d = of.adds() ? sum[row][column] : 0;
                for (int k = 0; k < of.k(); k++) {
                    d += sign * left[row][k] * right[column][k];
                }
                text.append(of.form().encodeSum(d)).append(' ');
            }
            text.append('\n');
        }
        return text.toString();
    }

    /// Stores random metadata where the figures *metadata layout* have them.
    ///
    /// @return the first factor with its zeros
    private static int[][] putMetadata(ByteBuffer bytes, Case of, int[][] stored, Random random) {
        var all = new int[ROWS][of.k()];
        var words = new int[THREADS];
        int bits = of.form().bits;
        int chunk = bits == 32 ? 2 : 4;
        var valid = bits == 32 ? List.of(4, 14) : List.of(4, 8, 9, 12, 13, 14);
        for (int row = 0; row < ROWS; row++) {
            for (int i = 0; i < of.k() / chunk; i++) {
                int indices = valid.get(random.nextInt(valid.size()));
                for (int j = 0; j < chunk / 2; j++) {
                    int index = ((indices >> (2 * j)) & 3) * chunk / 4;
                    all[row][i * chunk + index] = stored[row][i * chunk / 2 + j];
                }
                int first = row / 16 * 32 + row % 8 * 4;
                int thread =
                        bits > 8
                                ? first + 2 * of.selector() + i / 4
                                : first + i / 8 * 2 + row % 16 / 8;
                words[thread] |= indices << (bits > 8 ? row % 16 / 8 * 16 + i % 4 * 4 : i % 8 * 4);
            }
        }
        for (int thread = 0; thread < THREADS; thread++) {
            bytes.putInt(SHARED + METADATA + 4 * thread, words[thread]);
        }
        return all;
    }

    /// Figures *register fragment layout* of the document: warp w has rows 16w and following.
    private static int row(int thread, int i) {
        return thread / 32 * 16 + thread % 32 / 4 + (i / 2 % 2 == 0 ? 0 : 8);
    }

    private static int column(int thread, int i) {
        return i / 4 * 8 + thread % 4 * 2 + i % 2;
    }

    private static void putFragments(ByteBuffer bytes, Case of, int[][] a, int[][] sum) {
        int bits = of.form().bits;
        int each = 32 / bits;
        for (int thread = 0; thread < THREADS; thread++) {
            for (int register = 0; register < 4; register++) {
                long word = 0;
                for (int i = 0; i < each; i++) {
                    int row = thread / 32 * 16 + thread % 32 / 4 + register % 2 * 8;
                    int k = register / 2 * each * 4 + thread % 4 * each + i;
                    word |= of.form().encode(a[row][k], 1) << (i * bits);
                }
                bytes.putInt(SHARED + 512 * register + 4 * thread, (int) word);
            }
            for (int i = 0; i < of.n() / 2; i++) {
                long element = of.form().encodeSum(sum[row(thread, i)][column(thread, i)]);
                putSum(bytes, of, thread, i, element);
            }
        }
    }

    private static void putSum(ByteBuffer bytes, Case of, int thread, int i, long element) {
        int from = SHARED + 2048 + 4 * thread;
        if (of.form().isHalfResult()) {
            bytes.putShort(from + 512 * (i / 2) + i % 2 * 2, (short) element);
        } else {
            bytes.putInt(from + 512 * i, (int) element);
        }
    }

    private static String result(ByteBuffer bytes, Case of) {
        var matrix = new long[ROWS][of.n()];
        for (int thread = 0; thread < THREADS; thread++) {
            int from = SHARED + 2048 + 4 * thread;
            for (int i = 0; i < of.n() / 2; i++) {
                matrix[row(thread, i)][column(thread, i)] =
                        of.form().isHalfResult()
                                ? bytes.getShort(from + 512 * (i / 2) + i % 2 * 2) & 0xffff
                                : bytes.getInt(from + 512 * i) & 0xffff_ffffL;
            }
        }
        var text = new StringBuilder();
        for (var row : matrix) {
            for (long element : row) {
                text.append(element).append(' ');
            }
            text.append('\n');
        }
        return text.toString();
    }
}
