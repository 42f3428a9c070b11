package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.interpreter.MatrixOracle.Types;
import org.offloadtck.engine.thread.LaunchShape;

/// `wmma.load`, `wmma.mma` and `wmma.store` against sums in exact arithmetic. Where the lanes hold
/// the elements is not specified, so that only memory is looked at.
final class WmmaTest {

    private static final int LANES = 32;

    /// A matrix in memory.
    ///
    /// @param stride elements from a row (or column) to the next
    private record Stored(
            MatrixOracle type, int rows, int columns, String layout, int stride, int at) {

        static Stored of(MatrixOracle type, int rows, int columns, String layout, int at) {
            int line = layout.equals("row") ? columns : rows;
            return new Stored(type, rows, columns, layout, 2 * line, at);
        }

        int bytes() {
            return (layout.equals("row") ? rows : columns) * stride * type.bits() / 8;
        }

        int end() {
            return at + bytes();
        }

        private int bit(int row, int column) {
            int number = layout.equals("row") ? row * stride + column : column * stride + row;
            return at * 8 + number * type.bits();
        }

        void put(ByteBuffer memory, int row, int column, long element) {
            int bit = bit(row, column);
            for (int i = 0; i < type.bits(); i++) {
                int place = (bit + i) / 8;
                int mask = 1 << (bit + i) % 8;
                int old = memory.get(place) & ~mask;
                memory.put(place, (byte) ((element >>> i & 1) != 0 ? old | mask : old));
            }
        }

        long get(ByteBuffer memory, int row, int column) {
            int bit = bit(row, column);
            long element = 0;
            for (int i = 0; i < type.bits(); i++) {
                int place = (bit + i) / 8;
                element |= (memory.get(place) >>> (bit + i) % 8 & 1L) << i;
            }
            return element;
        }

        long[][] fill(ByteBuffer memory, Random random, int rare) {
            var matrix = new long[rows][columns];
            for (int row = 0; row < rows; row++) {
                for (int column = 0; column < columns; column++) {
                    matrix[row][column] = type.random(random, rare);
                    put(memory, row, column, matrix[row][column]);
                }
            }
            return matrix;
        }
    }

    private static String vector(String name, int registers) {
        return IntStream.range(0, registers)
                .mapToObj(i -> "%" + name + i)
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String load(String letter, String shape, Stored matrix, int registers) {
        return "wmma.load.%s.sync.aligned.%s.%s.global.%s %s, [%%rd9+%d], %d;\n"
                .formatted(
                        letter,
                        matrix.layout(),
                        shape,
                        matrix.type().name().toLowerCase(java.util.Locale.ROOT),
                        vector("m" + letter, registers),
                        matrix.at(),
                        matrix.stride());
    }

    private static int registers(MatrixOracle type, int elements) {
        return elements / LANES * type.bits() / Math.max(32, type.bits());
    }

    @ParameterizedTest
    @CsvSource({
        "m16n16k16, '', f16.f16.f16.f16, row, row, row, row",
        "m16n16k16, '', f32.f16.f16.f32, col, col, col, col",
        "m16n16k16, '', f32.f16.f16.f16, row, col, row, col",
        "m32n8k16, '', f32.f16.f16.f32, row, row, col, row",
        "m8n32k16, '', f16.f16.f16.f32, col, row, row, row",
        "m16n16k16, '', f32.bf16.bf16.f32, col, row, row, col",
        "m32n8k16, '', f32.bf16.bf16.f32, col, row, row, row",
        "m8n32k16, '', f32.bf16.bf16.f32, row, row, row, row",
        "m16n16k8, '', f32.tf32.tf32.f32, row, col, row, row",
        "m16n16k8, '', f32.tf32.tf32.f32, col, row, col, col",
        "m8n8k4, '', f64.f64.f64.f64, row, col, row, row",
        "m8n8k4, rz, f64.f64.f64.f64, col, row, col, col",
        "m8n8k4, rm, f64.f64.f64.f64, row, row, row, col",
        "m16n16k16, '', s32.u8.u8.s32, col, row, row, col",
        "m16n16k16, satfinite, s32.s8.s8.s32, row, col, col, row",
        "m32n8k16, '', s32.s8.s8.s32, col, row, row, row",
        "m8n32k16, satfinite, s32.u8.u8.s32, row, row, row, row",
        "m8n8k32, '', s32.s4.s4.s32, row, col, row, col",
        "m8n8k32, satfinite, s32.u4.u4.s32, row, col, col, row",
        "m8n8k128, xor.popc, s32.b1.b1.s32, row, col, row, row",
        "m8n8k128, and.popc, s32.b1.b1.s32, row, col, col, col",
    })
    void productsOfMatricesInMemoryAreTheRoundedSums(
            String shape, String modifier, String list, String a, String b, String c, String d) {
        var size = List.of(shape.substring(1).split("[nk]", -1));
        int m = Integer.parseInt(size.get(0));
        int n = Integer.parseInt(size.get(1));
        int k = Integer.parseInt(size.get(2));
        var types = List.of(list.split("\\.")).stream().map(MatrixOracle::of).toList();
        var first = Stored.of(types.get(1), m, k, a, 0);
        var second = Stored.of(types.get(2), k, n, b, first.end());
        var third = Stored.of(types.get(3), m, n, c, second.end());
        var result = Stored.of(types.get(0), m, n, d, third.end());
        boolean half = types.get(1) == MatrixOracle.F16;
        int left = half ? 8 : registers(first.type(), m * k);
        int right = half ? 8 : registers(second.type(), k * n);
        int sum = registers(third.type(), m * n);
        int results = registers(result.type(), m * n);
        boolean bitwise = modifier.endsWith("popc");
        boolean rounds = modifier.startsWith("r");
        var mnemonic =
                "wmma.mma%s.sync.aligned.%s.%s.%s%s.%s%s"
                        .formatted(
                                bitwise ? "." + modifier : "",
                                bitwise || half || first.type().bits() > 4 ? a : "row",
                                b,
                                shape,
                                rounds ? "." + modifier : "",
                                half ? list.replaceFirst("f16\\.f16\\.(f..)$", "$1") : list,
                                modifier.equals("satfinite") ? ".satfinite" : "");
        var body =
                declared("ma", first, left)
                        + declared("mb", second, right)
                        + declared("mc", third, sum)
                        + declared("md", result, results)
                        + "ld.param.u64 %rd9, [out];\n"
                        + load("a", shape, first, left)
                        + load("b", shape, second, right)
                        + load("c", shape, third, sum)
                        + "%s %s, %s, %s, %s;\n"
                                .formatted(
                                        mnemonic,
                                        vector("md", results),
                                        vector("ma", left),
                                        vector("mb", right),
                                        vector("mc", sum))
                        + "wmma.store.d.sync.aligned.%s.%s.global.%s [%%rd9+%d], %s, %d;\n"
                                .formatted(
                                        d,
                                        shape,
                                        types.get(0).name().toLowerCase(java.util.Locale.ROOT),
                                        result.at(),
                                        vector("md", results),
                                        result.stride());
        var device = TestDevice.of("w.ptx", TestDevice.kernel("", body));
        var random = new Random(7);
        for (int rare : new int[] {1 << 30, 20}) {
            var buffer = device.allocate("w", result.end());
            var memory = device.at(buffer);
            var matrices =
                    List.of(
                            first.fill(memory, random, rare),
                            second.fill(memory, random, rare),
                            third.fill(memory, random, rare));

            device.launch(device.kernel(), LaunchShape.of(1, LANES), buffer);

            var after = device.at(buffer);
            for (int row = 0; row < m; row++) {
                for (int column = 0; column < n; column++) {
                    long expected =
                            MatrixOracle.sum(
                                    new Types(
                                            types.get(0),
                                            types.get(1),
                                            types.get(2),
                                            types.get(3),
                                            types.get(1) == MatrixOracle.TF32 ? 4 : k),
                                    modifier,
                                    MatrixProductTest.row(matrices.get(0), row),
                                    MatrixProductTest.column(matrices.get(1), column),
                                    matrices.get(2)[row][column]);
                    assertThat(result.get(after, row, column))
                            .as("%s [%d][%d]", mnemonic, row, column)
                            .isEqualTo(expected);
                }
            }
        }
    }

    private static String declared(String name, Stored matrix, int registers) {
        return ".reg .b%d %%%s<%d>;\n"
                .formatted(Math.max(32, matrix.type().bits()), name, registers);
    }

    /// Before release 6.3 of PTX, `.aligned` could be omitted (PTX ISA 9.0 §9.7.15.4).
    @Test
    void withoutAlignedAProductIsTheSame() {
        String body =
                """
                .reg .b32 %a<8>, %b<8>, %c<4>;
                ld.param.u64 %rd9, [out];
                wmma.load.a.sync.aligned.row.m16n16k16.f16 {%a0,%a1,%a2,%a3,%a4,%a5,%a6,%a7}, [%rd9], 16;
                wmma.load.b.sync.aligned.col.m16n16k16.f16 {%b0,%b1,%b2,%b3,%b4,%b5,%b6,%b7}, [%rd9], 16;
                wmma.load.c.sync.aligned.row.m16n16k16.f16 {%c0,%c1,%c2,%c3}, [%rd9], 16;
                wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16 {%c0,%c1,%c2,%c3},
                    {%a0,%a1,%a2,%a3,%a4,%a5,%a6,%a7}, {%b0,%b1,%b2,%b3,%b4,%b5,%b6,%b7},
                    {%c0,%c1,%c2,%c3};
                wmma.store.d.sync.aligned.row.m16n16k16.f16 [%rd9], {%c0,%c1,%c2,%c3}, 16;
                """;

        assertThat(product(body.replace(".aligned", ""))).isEqualTo(product(body));
    }

    private static int[] product(String body) {
        var machine = TestDevice.running(body);
        var out = machine.allocate("out", 16 * 16 * Short.BYTES);
        var halves = machine.at(out).asShortBuffer();
        for (int i = 0; i < 16 * 16; i++) {
            halves.put(i, Float.floatToFloat16(i % 7 - 3));
        }
        machine.launch(machine.kernel(), LaunchShape.of(1, LANES), out);
        return machine.ints(out);
    }
}
