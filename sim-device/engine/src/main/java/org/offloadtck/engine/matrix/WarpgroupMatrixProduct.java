package org.offloadtck.engine.matrix;

import org.offloadtck.engine.matrix.TileProduct.Extent;
import org.offloadtck.engine.matrix.TileProduct.SparseTile;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.BitOperation;
import org.offloadtck.ptx.matrix.MatrixElement;
import org.offloadtck.ptx.matrix.Sparsity;
import org.offloadtck.ptx.matrix.WarpgroupProduct;
import org.offloadtck.ptx.matrix.WarpgroupProduct.Factor;
import org.offloadtck.ptx.matrix.WarpgroupProduct.Major;
import org.offloadtck.ptx.matrix.WarpgroupProduct.Sign;
import org.offloadtck.ptx.matrix.WarpgroupProduct.Source;

/// `d = a * b + d` of `wgmma.mma_async`, for the rows of a warp.
///
/// Registers are given as for [WarpMatrixProduct]: those of d, of metadata and of a. Factors in
/// shared memory are given in units of 16 bytes, two numbers each, in the order of [#unit].
///
/// Requirement: SD-36.
public final class WarpgroupMatrixProduct {

    /// Lanes of a warp (PTX ISA §2.3).
    private static final int LANES = 32;

    /// Bits of half a unit.
    private static final int HALF = Long.SIZE;

    private final WarpgroupProduct product;
    private final TileProduct tile;
    private final Fragment first;
    private final Fragment sum;

    public WarpgroupMatrixProduct(WarpgroupProduct product) {
        this.product = product;
        this.tile =
                TileProduct.of(
                        switch (product.first().element()) {
                            case F16, BF16, TF32, E4M3, E5M2 -> AlignedSum.of(product);
                            case U8, S8 -> new DotProduct.Whole();
                            case B1 -> new DotProduct.BitCount(BitOperation.AND);
                            case F32, F64, S32, E2M3, E3M2, E2M1, E2M1_IN_BYTE, U4, S4 ->
                                    throw new IllegalStateException(
                                            "%s is no factor".formatted(product.first()));
                        },
                        product.overflow());
        this.first = new Fragment(product.a());
        this.sum = new Fragment(product.d());
    }

    public WarpgroupProduct product() {
        return product;
    }

    /// Registers of d of each lane.
    public int results() {
        return product.d().registers();
    }

    /// Registers of metadata and a of each lane; none of a if it is in shared memory.
    public int factorRegisters() {
        return metadataRegisters()
                + (product.source() == Source.REGISTERS ? product.a().registers() : 0);
    }

    /// Registers of metadata of each lane, which precede those of a.
    public int metadataRegisters() {
        return product.sparsity().registers();
    }

    /// Units of the rows of the first factor that a warp reads from shared memory.
    public int firstUnits() {
        return product.source() == Source.SHARED
                ? units(product.first()) * WarpgroupProduct.ROWS
                : 0;
    }

    /// Units of the second factor.
    public int secondUnits() {
        return units(product.second()) * product.shape().n();
    }

    /// Units of a row of the first or a column of the second factor.
    private static int units(Factor factor) {
        return factor.depth() * factor.element().bits() / (MatrixDescriptor.UNIT * Byte.SIZE);
    }

    /// The offset of a unit of a factor in shared memory.
    ///
    /// @param lines rows or columns that are read
    /// @param index of the unit among those that are read
    public long unit(Factor factor, MatrixDescriptor descriptor, Lines lines, int index) {
        int each = MatrixDescriptor.UNIT * Byte.SIZE / factor.element().bits();
        int units = units(factor);
        return switch (factor.major()) {
            case K -> descriptor.unit(Major.K, lines.first() + index / units, index % units);
            case MN -> {
                int across = lines.count() / each;
                yield descriptor.unit(
                        Major.MN, lines.first() / each + index % across, index / across);
            }
        };
    }

    /// The rows or columns that have elements in a unit.
    ///
    /// @param count rows or columns that are read
    /// @param index of the unit among those that are read
    public Lines lines(Factor factor, int count, int index) {
        int each = MatrixDescriptor.UNIT * Byte.SIZE / factor.element().bits();
        return switch (factor.major()) {
            case K -> new Lines(index / units(factor), 1);
            case MN -> new Lines(index % (count / each) * each, each);
        };
    }

    /// Rows of the first or columns of the second factor.
    public record Lines(int first, int count) {}

    /// The first factor of a warp.
    ///
    /// @param sources registers of d, metadata and a
    /// @param units of a, if it is in shared memory
    public TileFactor first(long[] sources, long[] units) {
        var factor = product.first();
        if (product.source() == Source.REGISTERS) {
            return signed(factor, first.factor(sources, (results() + metadataRegisters()) * LANES));
        }
        var rows = new float[WarpgroupProduct.ROWS][factor.depth()];
        switch (factor.major()) {
            case K -> unpackRows(factor.element(), units, rows);
            case MN -> unpackColumns(factor.element(), units, rows);
        }
        return signed(factor, rows);
    }

    /// The second factor of all warps.
    public TileFactor second(long[] units) {
        var factor = product.second();
        var rows = new float[product.shape().k()][product.shape().n()];
        switch (factor.major()) {
            case K -> unpackColumns(factor.element(), units, rows);
            case MN -> unpackRows(factor.element(), units, rows);
        }
        return signed(factor, rows);
    }

    /// Computes the registers of d.
    ///
    /// @param sources registers of d, metadata and a
    public void multiply(TileFactor a, TileFactor b, long[] sources, long[] results) {
        var shape = product.shape();
        int[] sums = sum.summand(sources, 0);
        var extent = new Extent(WarpgroupProduct.ROWS, shape.n(), product.first().depth());
        tile(sources).multiply(a, b, extent, sums);
        sum.store(sums, results);
    }

    private TileProduct tile(long[] sources) {
        return switch (product.sparsity()) {
            case Sparsity.Dense _ -> tile;
            case Sparsity.Structured sparsity -> {
                int from = results() * LANES;
                int rows = WarpgroupProduct.ROWS;
                yield new SparseTile(SparseColumns.of(sparsity, rows, sources, from), tile);
            }
        };
    }

    /// Unpacks units of neighbours in a row, row by row.
    private static void unpackRows(MatrixElement element, long[] units, float[][] rows) {
        int each = HALF / element.bits();
        int halves = rows[0].length / each;
        for (int i = 0; i < rows.length * halves; i++) {
            unpackRow(element, units[i], rows[i / halves], i % halves * each);
        }
    }

    private static void unpackRow(MatrixElement element, long half, float[] row, int from) {
        long mask = -1L >>> (HALF - element.bits());
        long rest = half;
        for (int i = from; i < from + HALF / element.bits(); i++) {
            row[i] = ElementCodec.single(element, rest & mask);
            rest >>>= element.bits();
        }
    }

    /// Unpacks units of neighbours in a column, column by column.
    private static void unpackColumns(MatrixElement element, long[] units, float[][] rows) {
        int each = HALF / element.bits();
        int halves = rows.length / each;
        long mask = -1L >>> (HALF - element.bits());
        for (int i = 0; i < rows.length; i++) {
            int shift = i % each * element.bits();
            int at = i / each;
            var row = rows[i];
            for (int column = 0; column < row.length; column++) {
                row[column] = ElementCodec.single(element, units[at] >>> shift & mask);
                at += halves;
            }
        }
    }

    private static TileFactor signed(Factor factor, float[][] values) {
        if (factor.sign() == Sign.MINUS) {
            for (var row : values) {
                for (int i = 0; i < row.length; i++) {
                    row[i] = -row[i];
                }
            }
        }
        return TileFactor.of(factor.element(), values);
    }
}
