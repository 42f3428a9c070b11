package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.interpreter.DocumentedFragments.Place;
import org.offloadtck.engine.interpreter.MatrixOracle.Types;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.LaunchShape;

/// `mma.sync` against sums in exact arithmetic and the documented places of the elements.
final class MatrixProductTest {

    private static final int LANES = 32;

    /// A matrix in memory as the kernel has it: register by register, lane by lane.
    private record Fragment(MatrixOracle type, int rows, int columns, Place place) {

        int elementsPerLane() {
            return rows * columns / LANES;
        }

        int width() {
            return Math.max(32, type.bits());
        }

        int registers() {
            return elementsPerLane() * type.bits() / width();
        }

        int bytes() {
            return registers() * LANES * width() / 8;
        }

        long[] registersOf(long[][] matrix) {
            var registers = new long[registers() * LANES];
            each((lane, i, row, column) -> {
                int each = width() / type.bits();
                registers[i / each * LANES + lane] |=
                        matrix[row][column] << (i % each * type.bits());
            });
            return registers;
        }

        long[][] matrixOf(long[] registers) {
            var matrix = new long[rows][columns];
            each((lane, i, row, column) -> {
                int each = width() / type.bits();
                long register = registers[i / each * LANES + lane];
                matrix[row][column] =
                        (register >>> (i % each * type.bits())) & (-1L >>> (64 - type.bits()));
            });
            return matrix;
        }

        private void each(Visitor visitor) {
            for (int lane = 0; lane < LANES; lane++) {
                for (int i = 0; i < elementsPerLane(); i++) {
                    var at = place.of(lane >> 2, lane % 4, i);
                    visitor.element(lane, i, at.getFirst(), at.getLast());
                }
            }
        }

        long[][] random(Random random, int rare) {
            var matrix = new long[rows][columns];
            for (var row : matrix) {
                for (int i = 0; i < columns; i++) {
                    row[i] = type.random(random, rare);
                }
            }
            return matrix;
        }

        private interface Visitor {
            void element(int lane, int i, int row, int column);
        }
    }

    private record Product(String mnemonic, Fragment d, Fragment a, Fragment b, Fragment c) {

        static Product of(String shape, String modifier, String list) {
            var size = List.of(shape.substring(1).split("[nk]"));
            int m = Integer.parseInt(size.get(0));
            int n = Integer.parseInt(size.get(1));
            int k = Integer.parseInt(size.get(2));
            var types = List.of(list.split("\\.")).stream().map(MatrixOracle::of).toList();
            var documented = DocumentedFragments.of(shape, types.get(1));
            boolean bitwise = modifier.endsWith("popc");
            var mnemonic =
                    "mma.sync.aligned.%s.row.col%s.%s%s"
                            .formatted(
                                    shape,
                                    modifier.isEmpty() || bitwise ? "" : "." + modifier,
                                    list,
                                    bitwise ? "." + modifier : "");
            return new Product(
                    mnemonic,
                    new Fragment(types.get(0), m, n, DocumentedFragments::sum),
                    new Fragment(types.get(1), m, k, documented.a()),
                    new Fragment(types.get(2), k, n, documented.b()),
                    new Fragment(types.get(3), m, n, DocumentedFragments::sum));
        }

        Types types() {
            return new Types(d.type(), a.type(), b.type(), c.type(), a.columns());
        }

        String kernel() {
            return TestDevice.kernel(
                            "",
                            registers("ma", a)
                                    + registers("mb", b)
                                    + registers("mc", c)
                                    + registers("md", d)
                                    + "ld.param.u64 %rd9, [out]; mov.u32 %r1, %laneid;\n"
                                    + moves("ld", "ma", a, 0)
                                    + moves("ld", "mb", b, a.bytes())
                                    + moves("ld", "mc", c, a.bytes() + b.bytes())
                                    + "%s %s, %s, %s, %s;\n"
                                            .formatted(
                                                    mnemonic,
                                                    vector("md", d),
                                                    vector("ma", a),
                                                    vector("mb", b),
                                                    vector("mc", c))
                                    + moves("st", "md", d, a.bytes() + b.bytes() + c.bytes()))
                    .replace(".version 7.0\n.target sm_75", ".version 8.0\n.target sm_90");
        }

        private static String registers(String name, Fragment fragment) {
            return ".reg .b%d %%%s<%d>;\n".formatted(fragment.width(), name, fragment.registers());
        }

        private static String vector(String name, Fragment fragment) {
            return IntStream.range(0, fragment.registers())
                    .mapToObj(i -> "%" + name + i)
                    .collect(Collectors.joining(", ", "{", "}"));
        }

        private static String moves(String what, String name, Fragment fragment, int from) {
            int bytes = fragment.width() / 8;
            return "mad.wide.u32 %%rd1, %%r1, %d, %%rd9;\n".formatted(bytes)
                    + IntStream.range(0, fragment.registers())
                            .mapToObj(i -> {
                                var place = "[%%rd1+%d]".formatted(from + i * LANES * bytes);
                                var register = "%" + name + i;
                                var operands =
                                        what.equals("ld")
                                                ? register + ", " + place
                                                : place + ", " + register;
                                return "%s.global.b%d %s;\n"
                                        .formatted(what, fragment.width(), operands);
                            })
                            .collect(Collectors.joining());
        }

        long[][] run(TestDevice device, long[][] left, long[][] right, long[][] third) {
            var buffer = device.allocate("m", a.bytes() + b.bytes() + c.bytes() + d.bytes());
            var bytes = device.at(buffer);
            put(bytes, a, left);
            put(bytes, b, right);
            put(bytes, c, third);
            device.launch(device.kernel(), LaunchShape.of(1, LANES), buffer);
            var results = device.at(buffer);
            results.position(a.bytes() + b.bytes() + c.bytes());
            var registers = new long[d.registers() * LANES];
            for (int i = 0; i < registers.length; i++) {
                registers[i] =
                        d.width() == 64 ? results.getLong() : results.getInt() & 0xffff_ffffL;
            }
            return d.matrixOf(registers);
        }

        private static void put(java.nio.ByteBuffer bytes, Fragment fragment, long[][] matrix) {
            for (long register : fragment.registersOf(matrix)) {
                if (fragment.width() == 64) {
                    bytes.putLong(register);
                } else {
                    bytes.putInt((int) register);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "m16n8k8, '', f32.f16.f16.f32",
        "m16n8k8, '', f16.f16.f16.f16",
        "m16n8k16, '', f32.f16.f16.f32",
        "m16n8k16, '', f16.f16.f16.f16",
        "m16n8k8, '', f32.bf16.bf16.f32",
        "m16n8k16, '', f32.bf16.bf16.f32",
        "m16n8k4, '', f32.tf32.tf32.f32",
        "m16n8k8, '', f32.tf32.tf32.f32",
        "m8n8k4, '', f64.f64.f64.f64",
        "m16n8k4, '', f64.f64.f64.f64",
        "m16n8k8, '', f64.f64.f64.f64",
        "m16n8k16, '', f64.f64.f64.f64",
        "m8n8k16, '', s32.u8.s8.s32",
        "m16n8k16, satfinite, s32.s8.s8.s32",
        "m16n8k32, '', s32.s8.u8.s32",
        "m16n8k32, satfinite, s32.u8.u8.s32",
        "m8n8k32, '', s32.s4.u4.s32",
        "m16n8k32, '', s32.u4.s4.s32",
        "m16n8k64, satfinite, s32.s4.s4.s32",
        "m16n8k16, '', f32.e4m3.e5m2.f32",
        "m16n8k16, '', f16.e5m2.e5m2.f16",
        "m16n8k32, '', f32.e5m2.e4m3.f32",
        "m16n8k32, '', f16.e4m3.e4m3.f16",
        "m16n8k32, kind::f8f6f4, f32.e3m2.e2m1.f32",
        "m16n8k32, kind::f8f6f4, f16.e2m1.e5m2.f16",
        "m16n8k32, kind::f8f6f4, f32.e2m3.e4m3.f32",
        "m8n8k128, xor.popc, s32.b1.b1.s32",
        "m16n8k128, and.popc, s32.b1.b1.s32",
        "m16n8k256, xor.popc, s32.b1.b1.s32",
    })
    void aProductIsTheRoundedSumAtTheDocumentedPlaces(String shape, String modifier, String types) {
        var product = Product.of(shape, modifier, types);
        var device = TestDevice.of("m.ptx", product.kernel());
        var random = new Random(14);

        for (int rare : new int[] {1 << 30, 1000, 100, 10, 2}) {
            var a = product.a().random(random, rare);
            var b = product.b().random(random, rare);
            var c = product.c().random(random, rare);

            var d = product.run(device, a, b, c);

            for (int row = 0; row < d.length; row++) {
                for (int column = 0; column < d[row].length; column++) {
                    long expected =
                            MatrixOracle.sum(
                                    product.types(),
                                    modifier,
                                    row(a, row),
                                    column(b, column),
                                    c[row][column]);
                    assertThat(d[row][column])
                            .as("%s [%d][%d]", product.mnemonic(), row, column)
                            .isEqualTo(expected);
                }
            }
        }
    }

    /// The four products of `mma.m8n8k4` with `.f16`, of the lanes that PTX ISA 9.0 §9.7.15.5.1
    /// names: matrices of 32 rows for a, c and d, and of 32 columns for b. A row of the documented
    /// places is in the group of four lanes `g % 4`, and in the upper half of a warp four further.
    @ParameterizedTest
    @CsvSource({
        "row, col, f32, f32",
        "col, row, f32, f16",
        "row, row, f16, f16",
        "col, col, f32, f32",
        "row, col, f16, f16",
    })
    void fourProductsAreOfTheDocumentedLanes(String left, String right, String d, String c) {
        Place byLane = (g, t, i) -> List.of(g % 4 * 8 + g / 4 * 4 + t, i);
        Place byElement = (g, t, i) -> List.of(g % 4 * 8 + g / 4 * 4 + i, t);
        Place single =
                (g, t, i) ->
                        List.of(
                                g % 4 * 8 + g / 4 * 4 + (t & 1) + (i & 2),
                                (i & 4) + (t & 2) + (i & 1));
        var first = left.equals("row") ? byLane : byElement;
        var second = right.equals("col") ? byLane : byElement;
        var product =
                new Product(
                        "mma.sync.aligned.m8n8k4.%s.%s.%s.f16.f16.%s".formatted(left, right, d, c),
                        new Fragment(MatrixOracle.of(d), 32, 8, d.equals("f16") ? byLane : single),
                        new Fragment(MatrixOracle.F16, 32, 4, first),
                        new Fragment(
                                MatrixOracle.F16,
                                4,
                                32,
                                (g, t, i) -> second.of(g, t, i).reversed()),
                        new Fragment(MatrixOracle.of(c), 32, 8, c.equals("f16") ? byLane : single));
        var device = TestDevice.of("m.ptx", product.kernel());
        var random = new Random(15);
        for (int rare : new int[] {1 << 30, 100, 5}) {
            var a = product.a().random(random, rare);
            var b = product.b().random(random, rare);
            var summand = product.c().random(random, rare);
            plantCancellation(a, b, summand);
            java.util.Arrays.fill(a[1], 0x8000);
            summand[1][0] = 1L << (product.c().type().bits() - 1);

            var result = product.run(device, a, b, summand);

            for (int row = 0; row < 32; row++) {
                for (int column = 0; column < 8; column++) {
                    long expected =
                            separate(
                                    a[row],
                                    column(b, row / 8 * 8 + column),
                                    summand[row][column],
                                    List.of(d, c));
                    assertThat(result[row][column])
                            .as("%s [%d][%d]", product.mnemonic(), row, column)
                            .isEqualTo(expected);
                }
            }
        }
    }

    /// Products 2³⁰, 0, -2³⁰ and 1, whose sum is 1 in the order of k and 0 if the last two are
    /// added first.
    private static void plantCancellation(long[][] a, long[][] b, long[][] summand) {
        long large = 0x7800;
        long one = 0x3c00;
        a[0] = new long[] {large, 0, 0x8000 | large, one};
        long[] column = {large, 0, large, one};
        for (int i = 0; i < column.length; i++) {
            b[i][0] = column[i];
        }
        summand[0][0] = 0;
    }

    /// What the code of `ptxas` for `sm_90` computes, written out.
    private static long separate(long[] a, List<Long> b, long c, List<String> types) {
        var f = new float[4];
        var g = new float[4];
        for (int i = 0; i < 4; i++) {
            f[i] = Float.float16ToFloat((short) a[i]);
            g[i] = Float.float16ToFloat((short) (long) b.get(i));
        }
        float sum =
                types.getLast().equals("f16")
                        ? Float.float16ToFloat((short) c)
                        : Float.intBitsToFloat((int) c);
        if (types.getFirst().equals("f16")) {
            sum += Math.fma(f[1], g[1], f[0] * g[0]);
            sum += Math.fma(f[3], g[3], f[2] * g[2]);
            return Float.isNaN(sum) ? 0x7fff : Float.floatToFloat16(sum) & 0xffffL;
        }
        float products = Math.fma(f[1], g[1], Math.fma(f[0], g[0], 0f));
        sum += Math.fma(f[3], g[3], Math.fma(f[2], g[2], products));
        return Float.isNaN(sum) ? 0x7fff_ffffL : Float.floatToRawIntBits(sum) & 0xffff_ffffL;
    }

    static List<Long> row(long[][] matrix, int row) {
        return java.util.Arrays.stream(matrix[row]).boxed().toList();
    }

    static List<Long> column(long[][] matrix, int column) {
        var list = new ArrayList<Long>();
        for (var row : matrix) {
            list.add(row[column]);
        }
        return list;
    }

    private static String fault(String instruction, int threads) {
        var body = ".reg .b32 %m<9>; .reg .b16 %w<9>;\n" + instruction;
        var device = TestDevice.running(body);
        var out = device.allocate("out", 4L * LANES);
        var fault = new ArrayList<String>();
        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> device.launch(device.kernel(), LaunchShape.of(1, threads), out))
                .satisfies(thrown -> {
                    assertThat(thrown.kind())
                            .isIn(FaultKind.UNSUPPORTED, FaultKind.INVALID_BARRIER);
                    fault.add(thrown.getMessage());
                });
        return fault.getFirst();
    }

    @Test
    void lanesThatAreMissingAreAFault() {
        assertThat(
                        fault(
                                "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%m0,%m1},"
                                        + " {%m2,%m3}, {%m4}, {%m5,%m6};",
                                16))
                .contains("product of matrices in 16 lanes when it should be all 32 of the warp");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%m0,%m1}, {%m2}, {%m4},"
                        + " {%m5,%m6}; | fragment a has 1 registers when it should have 2 of 32 bits",
                "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%m0,%m1}, {%w2,%w3}, {%m4},"
                        + " {%m5,%m6}; | fragment a has 2 registers when it should have 2 of 32 bits",
                "mma.sync.aligned.m16n8k64.row.col.f16.f16.f16.f16 {%m0,%m1}, {%m2,%m3}, {%m4},"
                        + " {%m5,%m6}; | its shape, types and modifiers do not go together",
                "mma.sync.aligned.m16n8k8.col.col.f16.f16.f16.f16 {%m0,%m1}, {%m2,%m3}, {%m4},"
                        + " {%m5,%m6}; | its shape, types and modifiers do not go together",
                "mma.sync.aligned.m16n8k8.row.col.f16.f16.bf16.f16 {%m0,%m1}, {%m2,%m3}, {%m4},"
                        + " {%m5,%m6}; | its shape, types and modifiers do not go together",
                "mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f32 {%m0,%m1}, {%m2,%m3}, {%m4,%m5},"
                        + " {%m5,%m6}; | its shape, types and modifiers do not go together",
                "mma.sync.aligned.m8n8k4.row.col.f32.bf16.bf16.f32 {%m0,%m1}, {%m2,%m3}, {%m4,%m5},"
                        + " {%m5,%m6}; | its shape, types and modifiers do not go together",
                "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%m0}, [%m1]; |"
                        + " its shape, type, layout and registers do not go together",
                "wmma.load.a.sync.aligned.row.m8n8k4.f16 {%m0}, [%rd0]; |"
                        + " its shape, type, layout and registers do not go together",
            })
    void aDamagedFormIsNamedWhenItIsExecuted(String instruction, String problem) {
        assertThat(fault(instruction, LANES)).contains(problem);
    }
}
