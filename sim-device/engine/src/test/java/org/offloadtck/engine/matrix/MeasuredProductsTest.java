package org.offloadtck.engine.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.matrix.FragmentLayout;
import org.offloadtck.ptx.matrix.MatrixElement;
import org.offloadtck.ptx.matrix.MatrixProduct;
import org.offloadtck.ptx.text.PtxParser;

/// Floating-point products of matrices against results that an H200 gave (driver 580.159,
/// 2026-11-26).
///
/// `measured-h200.txt.gz` has a line with the mnemonic of each form; the lines below it have a row
/// of a, a column of b, an element of c and the result, in hexadecimal.
final class MeasuredProductsTest {

    private static final String RESULTS = "measured-h200.txt.gz";

    private static final int LANES = 32;

    /// No shape has fewer rows or columns.
    private static final int AT_ONCE = 8;

    private record Measured(List<Long> row, List<Long> column, long c, long d) {

        static Measured of(MatrixProduct product, String line) {
            var words = line.split(" ", -1);
            return new Measured(
                    elements(product.a().element(), words[0]),
                    elements(product.b().element(), words[1]),
                    Long.parseUnsignedLong(words[2], 16),
                    Long.parseUnsignedLong(words[3], 16));
        }

        private static List<Long> elements(MatrixElement element, String digits) {
            int each = element.bits() / 4;
            var list = new ArrayList<Long>();
            for (int i = 0; i < digits.length(); i += each) {
                list.add(Long.parseUnsignedLong(digits, i, i + each, 16));
            }
            return list;
        }
    }

    private static Map<String, List<String>> linesByForm() throws IOException {
        var forms = new LinkedHashMap<String, List<String>>();
        var stream = MeasuredProductsTest.class.getResourceAsStream(RESULTS);
        try (var reader =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(Objects.requireNonNull(stream)),
                                StandardCharsets.US_ASCII))) {
            var lines = new ArrayList<String>();
            for (var line : reader.lines().toList()) {
                if (line.contains("mma")) {
                    lines = new ArrayList<>();
                    forms.put(line, lines);
                } else {
                    lines.add(line);
                }
            }
        }
        return forms;
    }

    static List<String> forms() throws IOException {
        return List.copyOf(linesByForm().keySet());
    }

    private static WarpMatrixProduct product(String mnemonic) {
        var text =
                """
                .version 8.0
                .target sm_90
                .address_size 64
                .visible .entry k() { .reg .b32 %%r<4>; %s %%r0, %%r1, %%r2, %%r3; ret; }
                """
                        .formatted(mnemonic);
        var kernel = PtxParser.parse("m.ptx", text).function("k").orElseThrow();
        var operation = (Operation) kernel.body().instructions().getFirst();
        return new WarpMatrixProduct(MatrixProduct.of(operation).orElseThrow());
    }

    private static void put(FragmentLayout layout, long[] registers, int from, long[] matrix) {
        int each = layout.element().perRegister();
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < layout.elementsPerLane(); i++) {
                registers[from + i / each * LANES + lane] |=
                        matrix[layout.position(lane, i)] << (i % each * layout.element().bits());
            }
        }
    }

    private static long[] get(FragmentLayout layout, long[] registers) {
        var matrix = new long[layout.rows() * layout.columns()];
        int each = layout.element().perRegister();
        int bits = layout.element().bits();
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < layout.elementsPerLane(); i++) {
                long register = registers[i / each * LANES + lane];
                matrix[layout.position(lane, i)] =
                        (register >>> (i % each * bits)) & (-1L >>> (Long.SIZE - bits));
            }
        }
        return matrix;
    }

    /// The result of the i-th of some rows and columns is element (i, i) of a product.
    private static List<Long> diagonal(WarpMatrixProduct warp, List<Measured> some) {
        var product = warp.product();
        var shape = product.shape();
        var a = new long[shape.m() * shape.k()];
        var b = new long[shape.k() * shape.n()];
        var c = new long[shape.m() * shape.n()];
        for (int i = 0; i < some.size(); i++) {
            for (int j = 0; j < shape.k(); j++) {
                a[i * shape.k() + j] = some.get(i).row().get(j);
                b[j * shape.n() + i] = some.get(i).column().get(j);
            }
            c[i * shape.n() + i] = some.get(i).c();
        }
        var sources = new long[warp.sources() * LANES];
        int second = product.a().registers() * LANES;
        put(product.a(), sources, 0, a);
        put(product.b(), sources, second, b);
        put(product.c(), sources, second + product.b().registers() * LANES, c);
        var results = new long[warp.results() * LANES];
        warp.multiply(sources, results);
        var d = get(product.d(), results);
        var diagonal = new ArrayList<Long>();
        for (int i = 0; i < some.size(); i++) {
            diagonal.add(d[i * shape.n() + i]);
        }
        return diagonal;
    }

    @ParameterizedTest
    @MethodSource("forms")
    void everyMeasuredResultIsComputed(String form) throws IOException {
        var warp = product(form);
        var lines = Objects.requireNonNull(linesByForm().get(form));
        for (int from = 0; from < lines.size(); from += AT_ONCE) {
            var some = lines.subList(from, Math.min(from + AT_ONCE, lines.size()));
            var measured = some.stream().map(line -> Measured.of(warp.product(), line)).toList();

            var results = diagonal(warp, measured);

            for (int i = 0; i < results.size(); i++) {
                assertThat(Long.toHexString(results.get(i)))
                        .as("%s of %s", form, some.get(i))
                        .isEqualTo(Long.toHexString(measured.get(i).d()));
            }
        }
    }

    /// 44 forms of `.f16`, `.bf16` and `.tf32`, 24 of `.f64`.
    @Test
    void everyFormWasMeasured() throws IOException {
        assertThat(linesByForm()).hasSize(68);
        assertThat(linesByForm().values())
                .allSatisfy(lines -> assertThat(lines).hasSizeGreaterThan(10));
    }
}
