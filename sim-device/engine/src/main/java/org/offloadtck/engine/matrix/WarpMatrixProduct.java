package org.offloadtck.engine.matrix;

import java.util.Arrays;
import org.offloadtck.engine.matrix.TileProduct.Extent;
import org.offloadtck.engine.matrix.TileProduct.SparseTile;
import org.offloadtck.engine.semantics.RoundingMode;
import org.offloadtck.ptx.ir.modifier.Rounding;
import org.offloadtck.ptx.matrix.BlockScale;
import org.offloadtck.ptx.matrix.FragmentLayout;
import org.offloadtck.ptx.matrix.MatrixElement;
import org.offloadtck.ptx.matrix.MatrixProduct;
import org.offloadtck.ptx.matrix.Sparsity;

/// `d = a * b + c` on the registers of a warp.
///
/// Registers are given one after another, 32 lanes of each: those of a, of b, of c, of metadata and
/// of what scales; and of d.
///
/// Requirement: SD-32.
public final class WarpMatrixProduct {

    /// Lanes of a warp (PTX ISA §2.3).
    private static final int LANES = 32;

    private final MatrixProduct product;
    private final DotProduct dot;
    private final Fragment first;
    private final Fragment second;
    private final Fragment summand;
    private final Fragment result;

    public WarpMatrixProduct(MatrixProduct product) {
        this.product = product;
        this.dot = dot(product);
        this.first = new Fragment(product.a());
        this.second = new Fragment(product.b());
        this.summand = new Fragment(product.c());
        this.result = new Fragment(product.d());
    }

    private static DotProduct dot(MatrixProduct product) {
        if (product.count() > 1) {
            return new DotProduct.Separate(product.d().element());
        }
        return switch (product.a().element()) {
            case F16, BF16, TF32 -> AlignedSum.of(product);
            case F64 -> new DotProduct.Fused(mode(product.rounding()));
            case U8, S8, U4, S4 -> new DotProduct.Whole();
            case B1 -> new DotProduct.BitCount(product.bits());
            case E4M3, E5M2, E2M3, E3M2, E2M1, E2M1_IN_BYTE -> AlignedSum.of(product);
            case F32, S32 ->
                    throw new IllegalStateException(
                            "%s is no factor".formatted(product.a().element()));
        };
    }

    private static RoundingMode mode(Rounding rounding) {
        return switch (rounding) {
            case RZ -> RoundingMode.ZERO;
            case RM -> RoundingMode.DOWN;
            case RP -> RoundingMode.UP;
            default -> RoundingMode.NEAREST;
        };
    }

    /// The fragments and their layouts.
    public MatrixProduct product() {
        return product;
    }

    /// Registers of a, b, c, metadata and the scaling of each lane.
    public int sources() {
        return scaleRegisters() + product.scale().registers();
    }

    /// Registers of a, b and c, which those of the metadata follow.
    private int metadataRegisters() {
        return product.a().registers() + product.b().registers() + product.c().registers();
    }

    /// Registers that those of the scaling follow.
    private int scaleRegisters() {
        return metadataRegisters() + product.sparsity().registers();
    }

    /// Registers of d of each lane.
    public int results() {
        return product.d().registers();
    }

    /// Computes the registers of d.
    public void multiply(long[] sources, long[] results) {
        if (dot instanceof DotProduct.Fused fused) {
            multiply(fused, sources, results);
            return;
        }
        int second = product.a().registers() * LANES;
        int third = second + product.b().registers() * LANES;
        var a = first.factor(sources, 0);
        var b = this.second.factor(sources, second);
        int[] sums = summand.summand(sources, third);
        if (product.count() == 1) {
            multiply(a, b, sums, tile(sources));
        } else {
            multiplyEach(a, b, sums, tile(sources));
        }
        result.store(sums, results);
    }

    private void multiply(float[][] a, float[][] b, int[] sums, TileProduct tile) {
        var shape = product.shape();
        tile.multiply(
                TileFactor.of(product.a().element(), a),
                TileFactor.of(product.b().element(), b),
                new Extent(shape.m(), shape.n(), product.a().columns()),
                sums);
    }

    private void multiplyEach(float[][] a, float[][] b, int[] sums, TileProduct tile) {
        int m = product.shape().m();
        int n = product.shape().n();
        for (int i = 0; i < product.count(); i++) {
            int left = i * n;
            var part = Arrays.copyOfRange(sums, i * m * n, (i + 1) * m * n);
            var columns =
                    Arrays.stream(b)
                            .map(row -> Arrays.copyOfRange(row, left, left + n))
                            .toArray(float[][]::new);
            multiply(Arrays.copyOfRange(a, i * m, (i + 1) * m), columns, part, tile);
            System.arraycopy(part, 0, sums, i * m * n, part.length);
        }
    }

    private TileProduct tile(long[] sources) {
        var dense =
                switch (product.scale()) {
                    case BlockScale.None _ -> TileProduct.of(dot, product.overflow());
                    case BlockScale.Factors factors ->
                            new ScaledTile(
                                    ScaleFactors.of(factors, sources, scaleRegisters() * LANES),
                                    product.a().element() == MatrixElement.E2M1);
                };
        return switch (product.sparsity()) {
            case Sparsity.Dense _ -> dense;
            case Sparsity.Structured sparsity -> {
                int from = metadataRegisters() * LANES;
                int rows = product.shape().m();
                yield new SparseTile(SparseColumns.of(sparsity, rows, sources, from), dense);
            }
        };
    }

    /// The product of `.f64`.
    private void multiply(DotProduct.Fused fused, long[] sources, long[] results) {
        int k = product.shape().k();
        int columns = product.shape().n();
        int second = product.a().registers() * LANES;
        int third = second + product.b().registers() * LANES;
        var a = Factors.of(MatrixElement.F64, gather(product.a(), sources, 0));
        var right = transposed(gather(product.b(), sources, second), k, columns);
        var b = Factors.of(MatrixElement.F64, right);
        var d = gather(product.c(), sources, third);
        for (int i = 0; i < d.length; i++) {
            d[i] = fused.of(a, i / columns * k, b, i % columns * k, k, d[i]);
        }
        scatter(product.d(), d, results);
    }

    private static double[] gather(FragmentLayout layout, long[] registers, int from) {
        var matrix = new double[layout.rows() * layout.columns()];
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < layout.registers(); i++) {
                matrix[layout.position(lane, i)] =
                        Double.longBitsToDouble(registers[from + i * LANES + lane]);
            }
        }
        return matrix;
    }

    private static double[] transposed(double[] matrix, int rows, int columns) {
        var transposed = new double[matrix.length];
        for (int i = 0; i < matrix.length; i++) {
            transposed[i % columns * rows + i / columns] = matrix[i];
        }
        return transposed;
    }

    private static void scatter(FragmentLayout layout, double[] d, long[] results) {
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < layout.registers(); i++) {
                double sum = d[layout.position(lane, i)];
                results[i * LANES + lane] = Double.doubleToRawLongBits(sum);
            }
        }
    }
}
