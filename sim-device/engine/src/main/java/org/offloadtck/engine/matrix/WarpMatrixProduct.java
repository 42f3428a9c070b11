package org.offloadtck.engine.matrix;

import org.offloadtck.engine.semantics.RoundingMode;
import org.offloadtck.ptx.ir.modifier.Rounding;
import org.offloadtck.ptx.matrix.FragmentLayout;
import org.offloadtck.ptx.matrix.MatrixProduct;
import org.offloadtck.ptx.matrix.MatrixProduct.Overflow;

/// `d = a * b + c` on the registers of a warp.
///
/// Registers are given one after another, 32 lanes of each: those of a, of b, of c; and of d.
///
/// Requirement: SD-32.
public final class WarpMatrixProduct {

    /// Lanes of a warp (PTX ISA §2.3).
    private static final int LANES = 32;

    private final MatrixProduct product;
    private final DotProduct dot;

    public WarpMatrixProduct(MatrixProduct product) {
        this.product = product;
        this.dot = dot(product);
    }

    private static DotProduct dot(MatrixProduct product) {
        return switch (product.a().element()) {
            case F16, BF16, TF32 -> AlignedSum.of(product);
            case F64 -> new DotProduct.Fused(mode(product.rounding()));
            case U8, S8, U4, S4 -> new DotProduct.Whole();
            case B1 -> new DotProduct.BitCount(product.bits());
            case E4M3, E5M2, F32, S32 ->
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

    /// Registers of a, b and c of each lane.
    public int sources() {
        return product.a().registers() + product.b().registers() + product.c().registers();
    }

    /// Registers of d of each lane.
    public int results() {
        return product.d().registers();
    }

    /// Computes the registers of d.
    public void multiply(long[] sources, long[] results) {
        int k = product.shape().k();
        int columns = product.shape().n();
        int second = product.a().registers() * LANES;
        var rows = gather(product.a(), sources, 0);
        var a = Factors.of(product.a().element(), rows);
        var b =
                Factors.of(
                        product.b().element(),
                        transposed(gather(product.b(), sources, second), k, columns));
        var d = gather(product.c(), sources, second + product.b().registers() * LANES);
        for (int i = 0; i < d.length; i++) {
            d[i] = dot.of(a, i / columns * k, b, i % columns * k, k, d[i]);
        }
        scatter(product.d(), d, product.overflow(), results);
    }

    static double[] gather(FragmentLayout layout, long[] registers, int from) {
        var matrix = new double[layout.rows() * layout.columns()];
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < layout.elementsPerLane(); i++) {
                matrix[layout.position(lane, i)] = element(layout, registers, from, lane, i);
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

    private static double element(
            FragmentLayout layout, long[] registers, int from, int lane, int index) {
        var element = layout.element();
        int each = element.perRegister();
        long register = registers[from + index / each * LANES + lane];
        long bits = register >>> (index % each * element.bits());
        return ElementCodec.decode(element, bits & (-1L >>> (Long.SIZE - element.bits())));
    }

    static void scatter(FragmentLayout layout, double[] d, Overflow overflow, long[] results) {
        var element = layout.element();
        int each = element.perRegister();
        for (int lane = 0; lane < LANES; lane++) {
            for (int register = 0; register < layout.registers(); register++) {
                long bits = 0;
                for (int i = each - 1; i >= 0; i--) {
                    double sum = d[layout.position(lane, register * each + i)];
                    long encoded = ElementCodec.encode(element, sum, overflow);
                    bits = each == 1 ? encoded : (bits << element.bits()) | encoded;
                }
                results[register * LANES + lane] = bits;
            }
        }
    }
}
