package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.interpreter.MatrixOracle.Types;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.LaunchShape;

/// `mma.sp` (PTX ISA 9.0 §9.7.15.6) against sums in exact arithmetic and the documented places of
/// the elements and their metadata.
final class SparseProductTest {

    private static final int LANES = 32;
    private static final int ROWS = 16;
    private static final int COLUMNS = 8;

    /// A form.
    private record Form(
            String order, int k, String modifier, List<MatrixOracle> types, int selector) {

        static Form of(String order, int k, String modifier, String types, int selector) {
            var list = List.of(types.split("\\.", -1)).stream().map(MatrixOracle::of).toList();
            return new Form(order, k, modifier, list, selector);
        }

        int bits() {
            return types.get(1).bits();
        }

        /// Elements in a register.
        int each() {
            return 32 / bits();
        }

        /// Columns of a chunk, half of which are stored.
        int chunk() {
            return switch (bits()) {
                case 32 -> 2;
                case 4 -> 8;
                default -> 4;
            };
        }

        int sumRegisters() {
            return types.getFirst() == MatrixOracle.F16 ? 2 : 4;
        }

        /// Registers of a, of b, of c and of the metadata.
        List<Integer> registers() {
            int first = ROWS * k / 2 / LANES / each();
            return List.of(first, COLUMNS * k / LANES / each(), sumRegisters(), 1);
        }

        int from(int operand) {
            return registers().stream().limit(operand).reduce(0, Integer::sum);
        }

        int words() {
            return from(4);
        }

        /// The lane with the metadata of a chunk of a row, and their first bit.
        List<Integer> metadata(int row, int number) {
            boolean shares = bits() > 8;
            int chunks = shares ? 4 : 8;
            int part = number / chunks;
            int parts = k / chunk() / chunks;
            int group = row % 8 * 4;
            return shares
                    ? List.of(group + parts * selector + part, row / 8 * 16 + number % 4 * 4)
                    : List.of(group + 2 * (selector + part) + row / 8, number % 8 * 4);
        }

        private String vector(int operand) {
            return IntStream.range(0, registers().get(operand))
                    .mapToObj(i -> "%r" + (from(operand) + i + 1))
                    .collect(Collectors.joining(", ", "{", "}"));
        }

        String kernel() {
            var text = new StringBuilder("mad.wide.u32 %rd1, %r0, ");
            text.append(4 * (words() - 1)).append(", %rd0;\n");
            for (int i = 0; i < words(); i++) {
                text.append("ld.global.b32 %%r%d, [%%rd1+%d];\n".formatted(i + 1, 4 * i));
            }
            text.append("mma.").append(order).append(".sync.aligned.m16n8k").append(k);
            text.append(".row.col").append(modifier);
            for (var type : types) {
                text.append('.').append(type.name().toLowerCase(java.util.Locale.ROOT));
            }
            text.append(
                    " %s, %s, %s, %s, %%r%d, %d;\n"
                            .formatted(
                                    vector(2), vector(0), vector(1), vector(2), words(), selector));
            for (int i = 0; i < sumRegisters(); i++) {
                text.append(
                        "st.global.b32 [%%rd1+%d], %%r%d;\n"
                                .formatted(4 * (from(2) + i), from(2) + i + 1));
            }
            return TestDevice.kernel("", text.toString())
                    .replace(".version 7.0\n.target sm_75", ".version 9.1\n.target sm_120a");
        }
    }

    /// The matrices of a product: the stored elements of a, and their columns.
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Matrices(
            long[][] stored, int[][] columns, int[][] metadata, long[][] b, long[][] c) {

        static Matrices random(Form form, Random random, int rare) {
            var stored = random(form.types().get(1), ROWS, form.k() / 2, random, rare);
            var b = random(form.types().get(2), form.k(), COLUMNS, random, rare);
            var c = random(form.types().get(3), ROWS, COLUMNS, random, rare);
            var metadata = new int[ROWS][form.k() / form.chunk()];
            var columns = new int[ROWS][form.k() / 2];
            for (int row = 0; row < ROWS; row++) {
                for (int i = 0; i < metadata[row].length; i++) {
                    place(form, random, i, metadata[row], columns[row]);
                }
            }
            return new Matrices(stored, columns, metadata, b, c);
        }

        private static void place(
                Form form, Random random, int number, int[] metadata, int[] columns) {
            int from = number * form.chunk();
            int at = from / 2;
            if (form.bits() == 32) {
                int column = random.nextInt(2);
                metadata[number] = column == 0 ? 0b0100 : 0b1110;
                columns[at] = from + column;
                return;
            }
            int first = random.nextInt(4);
            int second = (first + 1 + random.nextInt(3)) % 4;
            boolean swaps = form.order().contains("ordered") && second < first;
            int low = swaps ? second : first;
            int high = swaps ? first : second;
            metadata[number] = low | (high << 2);
            int width = form.chunk() / 4;
            for (int i = 0; i < width; i++) {
                columns[at + i] = from + low * width + i;
                columns[at + width + i] = from + high * width + i;
            }
        }

        private static long[][] random(
                MatrixOracle type, int rows, int columns, Random random, int rare) {
            var matrix = new long[rows][columns];
            for (var row : matrix) {
                for (int i = 0; i < columns; i++) {
                    row[i] = type.random(random, rare);
                }
            }
            return matrix;
        }

        /// The registers of each lane; metadata that do not count are random.
        int[][] words(Form form, Random random) {
            var words = new int[LANES][form.words()];
            int each = form.each();
            for (int row = 0; row < ROWS; row++) {
                for (int i = 0; i < stored[row].length; i++) {
                    int unit = i / each;
                    words[row % 8 * 4 + unit % 4][unit / 4 * 2 + row / 8] |=
                            (int) (stored[row][i] << (i % each * form.bits()));
                }
            }
            for (int k = 0; k < b.length; k++) {
                for (int column = 0; column < COLUMNS; column++) {
                    int unit = k / each;
                    words[column * 4 + unit % 4][form.from(1) + unit / 4] |=
                            (int) (b[k][column] << (k % each * form.bits()));
                }
            }
            putSums(form, words);
            putMetadata(form, words, random);
            return words;
        }

        private void putSums(Form form, int[][] words) {
            for (int i = 0; i < ROWS * COLUMNS; i++) {
                int row = i / COLUMNS;
                int column = i % COLUMNS;
                long element = c[row][column];
                var lane = words[row % 8 * 4 + column / 2];
                int from = form.from(2);
                if (form.sumRegisters() == 2) {
                    lane[from + row / 8] |= (int) (element << (column % 2 * 16));
                } else {
                    lane[from + row / 8 * 2 + column % 2] = (int) element;
                }
            }
        }

        private void putMetadata(Form form, int[][] words, Random random) {
            int at = form.from(3);
            for (var lane : words) {
                lane[at] = random.nextInt();
            }
            for (int row = 0; row < ROWS; row++) {
                for (int i = 0; i < metadata[row].length; i++) {
                    var place = form.metadata(row, i);
                    var lane = words[place.getFirst()];
                    lane[at] &= ~(0xf << place.getLast());
                    lane[at] |= metadata[row][i] << place.getLast();
                }
            }
        }

        long expected(Form form, int row, int column) {
            var left = MatrixProductTest.row(stored, row);
            var right = new ArrayList<Long>();
            for (int k : columns[row]) {
                right.add(b[k][column]);
            }
            var t = form.types();
            var types = new Types(t.get(0), t.get(1), t.get(2), t.get(3), left.size());
            return MatrixOracle.sum(types, form.modifier(), left, right, c[row][column]);
        }
    }

    private static long result(Form form, int[] results, int row, int column) {
        int from = (row % 8 * 4 + column / 2) * form.words() + form.from(2);
        return form.sumRegisters() == 2
                ? (results[from + row / 8] >>> (column % 2 * 16)) & 0xffff
                : results[from + row / 8 * 2 + column % 2] & 0xffff_ffffL;
    }

    private static int[] run(TestDevice device, String name, int[][] words) {
        var buffer = device.allocate(name, 4L * LANES * words[0].length);
        var ints = device.at(buffer).asIntBuffer();
        for (var lane : words) {
            ints.put(lane);
        }
        device.launch(device.kernel(), LaunchShape.of(1, LANES), buffer);
        return device.ints(buffer);
    }

    @ParameterizedTest
    @CsvSource({
        "sp, 16, '', f32.f16.f16.f32, 0",
        "sp, 16, '', f16.f16.f16.f16, 1",
        "sp::ordered_metadata, 16, '', f32.bf16.bf16.f32, 2",
        "sp::ordered_metadata, 16, '', f32.f16.f16.f32, 3",
        "sp, 32, '', f32.bf16.bf16.f32, 0",
        "sp::ordered_metadata, 32, '', f16.f16.f16.f16, 1",
        "sp, 8, '', f32.tf32.tf32.f32, 0",
        "sp::ordered_metadata, 8, '', f32.tf32.tf32.f32, 3",
        "sp, 16, '', f32.tf32.tf32.f32, 0",
        "sp::ordered_metadata, 16, '', f32.tf32.tf32.f32, 1",
        "sp, 32, '', s32.s8.u8.s32, 0",
        "sp::ordered_metadata, 32, .satfinite, s32.u8.u8.s32, 1",
        "sp, 64, .satfinite, s32.s8.s8.s32, 0",
        "sp::ordered_metadata, 64, '', s32.u4.s4.s32, 0",
        "sp, 64, .satfinite, s32.s4.s4.s32, 1",
        "sp, 128, '', s32.s4.u4.s32, 0",
        "sp, 64, '', f32.e4m3.e5m2.f32, 0",
        "sp::ordered_metadata, 64, '', f16.e5m2.e4m3.f16, 0",
        "sp::ordered_metadata, 64, .kind::f8f6f4, f16.e4m3.e4m3.f16, 0",
        "sp::ordered_metadata, 64, .kind::f8f6f4, f32.e2m1.e3m2.f32, 0",
        "sp::ordered_metadata, 64, .kind::f8f6f4, f32.e2m3.e5m2.f32, 0",
    })
    void aProductIsTheRoundedSumOfTheSelectedElements(
            String order, int k, String modifier, String types, int selector) {
        var form = Form.of(order, k, modifier, types, selector);
        var device = TestDevice.of("m.ptx", form.kernel());
        var random = new Random(k);
        for (int rare : new int[] {1 << 30, 100, 10}) {
            var matrices = Matrices.random(form, random, rare);

            int[] results = run(device, "words" + rare, matrices.words(form, random));

            for (int i = 0; i < ROWS * COLUMNS; i++) {
                int row = i / COLUMNS;
                int column = i % COLUMNS;
                assertThat(result(form, results, row, column))
                        .as("%s [%d][%d], one in %d is special", form, row, column, rare)
                        .isEqualTo(matrices.expected(form, row, column));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "sp, 16, f32.f16.f16.f32, 1010, two different indices",
        "sp::ordered_metadata, 64, f32.e4m3.e4m3.f32, 0001, two ascending indices",
        "sp, 128, s32.s4.s4.s32, 1111, two different indices",
        "sp, 8, f32.tf32.tf32.f32, 1011, 0b0100 or 0b1110",
    })
    void metadataThatAreNotValidAreAFault(
            String order, int k, String types, String metadata, String expected) {
        var form = Form.of(order, k, "", types, 0);
        var device = TestDevice.of("m.ptx", form.kernel());
        var random = new Random(3);
        var matrices = Matrices.random(form, random, 1 << 30);
        matrices.metadata()[9][1] = Integer.parseInt(metadata, 2);

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> run(device, "words", matrices.words(form, random)))
                .withMessageContaining(
                        "metadata 0b%s when it should be %s".formatted(metadata, expected))
                .satisfies(fault -> assertThat(fault.kind()).isEqualTo(FaultKind.UNSUPPORTED));
    }

    /// What `ptxas` of CUDA 13.0 rejects, but for the first: it accepts a selector that the
    /// document calls undefined.
    @ParameterizedTest
    @CsvSource({
        "sp, 32, '', f32.f16.f16.f32, 2",
        "sp, 32, '', s32.s8.s8.s32, 2",
        "sp, 64, '', s32.s8.s8.s32, 1",
        "sp, 16, '', f32.f16.f16.f32, 4",
        "sp, 8, '', f32.f16.f16.f32, 0",
        "sp, 16, '', f16.f16.f16.f32, 0",
        "sp, 16, .satfinite, f32.f16.f16.f32, 0",
        "sp, 32, '', f32.e4m3.e4m3.f32, 0",
        "sp, 64, '', f16.e4m3.e4m3.f16, 0",
        "sp, 64, '', f32.e2m1.e2m1.f32, 0",
        "sp, 64, .kind::f8f6f4, f32.e4m3.e4m3.f32, 0",
    })
    void formsThatDoNotFitAreNamed(
            String order, int k, String modifier, String types, int selector) {
        var form = Form.of(order, k, modifier, types, selector);
        var device = TestDevice.of("m.ptx", form.kernel());

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> run(device, "words", new int[LANES][form.words()]))
                .withMessageContaining(
                        "its shape, types, sparsity selector and modifiers do not go together");
    }
}
