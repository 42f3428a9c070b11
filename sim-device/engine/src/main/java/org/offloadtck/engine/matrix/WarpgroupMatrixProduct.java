package org.offloadtck.engine.matrix;

import org.offloadtck.ptx.ir.modifier.MatrixModifier.BitOperation;
import org.offloadtck.ptx.matrix.WarpgroupProduct;
import org.offloadtck.ptx.matrix.WarpgroupProduct.Factor;
import org.offloadtck.ptx.matrix.WarpgroupProduct.Major;
import org.offloadtck.ptx.matrix.WarpgroupProduct.Sign;
import org.offloadtck.ptx.matrix.WarpgroupProduct.Source;

/// `d = a * b + d` of `wgmma.mma_async`, for the rows of a warp.
///
/// Registers are given as for [WarpMatrixProduct]: those of d, then those of a. Factors in shared
/// memory are given in units of 16 bytes, two numbers each, in the order of [#unit].
///
/// Requirement: SD-36.
public final class WarpgroupMatrixProduct {

    /// Lanes of a warp (PTX ISA §2.3).
    private static final int LANES = 32;

    /// Bits of half a unit.
    private static final int HALF = Long.SIZE;

    /// Bytes of a row of the first or a column of the second factor, in units.
    private static final int UNITS = 2;

    private final WarpgroupProduct product;
    private final DotProduct dot;

    public WarpgroupMatrixProduct(WarpgroupProduct product) {
        this.product = product;
        this.dot =
                switch (product.first().element()) {
                    case F16, BF16, TF32, E4M3, E5M2 -> AlignedSum.of(product);
                    case U8, S8 -> new DotProduct.Whole();
                    case B1 -> new DotProduct.BitCount(BitOperation.AND);
                    case F32, F64, S32, U4, S4 ->
                            throw new IllegalStateException(
                                    "%s is no factor".formatted(product.first()));
                };
    }

    public WarpgroupProduct product() {
        return product;
    }

    /// Registers of d of each lane.
    public int results() {
        return product.d().registers();
    }

    /// Registers of a of each lane; 0 if a is in shared memory.
    public int factorRegisters() {
        return product.source() == Source.REGISTERS ? product.a().registers() : 0;
    }

    /// Units of the rows of the first factor that a warp reads from shared memory.
    public int firstUnits() {
        return product.source() == Source.SHARED ? UNITS * WarpgroupProduct.ROWS : 0;
    }

    /// Units of the second factor.
    public int secondUnits() {
        return UNITS * product.shape().n();
    }

    /// The offset of a unit of a factor in shared memory.
    ///
    /// @param lines rows or columns that are read
    /// @param index of the unit among those that are read
    public long unit(Factor factor, MatrixDescriptor descriptor, Lines lines, int index) {
        int each = MatrixDescriptor.UNIT * Byte.SIZE / factor.element().bits();
        return switch (factor.major()) {
            case K -> descriptor.unit(Major.K, lines.first() + index / UNITS, index % UNITS);
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
            case K -> new Lines(index / UNITS, 1);
            case MN -> new Lines(index % (count / each) * each, each);
        };
    }

    /// Rows of the first or columns of the second factor.
    public record Lines(int first, int count) {}

    /// The first factor of a warp.
    ///
    /// @param sources registers of d and a
    /// @param units of a, if it is in shared memory
    public Factors first(long[] sources, long[] units) {
        var element = product.first().element();
        if (product.source() == Source.SHARED) {
            return Factors.of(element, unpacked(product.first(), units, WarpgroupProduct.ROWS));
        }
        var values = WarpMatrixProduct.gather(product.a(), sources, results() * LANES);
        negate(product.first(), values);
        return Factors.of(element, values);
    }

    /// The second factor of all warps.
    public Factors second(long[] units) {
        return Factors.of(
                product.second().element(), unpacked(product.second(), units, product.shape().n()));
    }

    /// Computes the registers of d.
    ///
    /// @param sources registers of d and a
    public void multiply(Factors a, Factors b, long[] sources, long[] results) {
        int k = product.shape().k();
        int n = product.shape().n();
        var d = WarpMatrixProduct.gather(product.d(), sources, 0);
        for (int row = 0; row < WarpgroupProduct.ROWS; row++) {
            for (int column = 0; column < n; column++) {
                int at = row * n + column;
                d[at] = dot.of(a, row * k, b, column * k, k, d[at]);
            }
        }
        WarpMatrixProduct.scatter(product.d(), d, product.overflow(), results);
    }

    /// The elements of a factor, line by line.
    private double[] unpacked(Factor factor, long[] units, int lines) {
        int k = product.shape().k();
        int bits = factor.element().bits();
        int half = HALF / bits;
        long mask = -1L >>> (HALF - bits);
        var values = new double[lines * k];
        int across = Math.max(1, lines / (2 * half));
        for (int unit = 0; unit < UNITS * lines; unit++) {
            int at =
                    switch (factor.major()) {
                        case K -> unit * 2 * half;
                        case MN -> unit % across * 2 * half * k + unit / across;
                    };
            int step = factor.major() == Major.K ? 1 : k;
            for (int part = 0; part < 2; part++) {
                long rest = units[2 * unit + part];
                for (int i = 0; i < half; i++) {
                    long element = rest >>> (i * bits) & mask;
                    values[at + (part * half + i) * step] =
                            ElementCodec.decode(factor.element(), element);
                }
            }
        }
        negate(factor, values);
        return values;
    }

    private static void negate(Factor factor, double[] values) {
        if (factor.sign() == Sign.MINUS) {
            for (int i = 0; i < values.length; i++) {
                values[i] = -values[i];
            }
        }
    }
}
