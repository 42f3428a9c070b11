package org.offloadtck.engine.matrix;

import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.ptx.matrix.FragmentLayout;
import org.offloadtck.ptx.matrix.MatrixElement;

/// Moves a matrix between the registers of a warp and an array of its rows.
///
/// Registers are 32 lanes of the first, then those of the next.
final class Fragment {

    /// Lanes of a warp (PTX ISA §2.3).
    private static final int LANES = 32;

    private final FragmentLayout layout;

    /// The place of each element in the matrix, in the order of registers, lanes and bits.
    private final int[] places;

    Fragment(FragmentLayout layout) {
        this.layout = layout;
        int each = layout.element().perRegister();
        this.places = new int[layout.registers() * LANES * each];
        for (int i = 0; i < places.length; i++) {
            int register = i / each / LANES;
            places[i] = layout.position(i / each % LANES, register * each + i % each);
        }
    }

    /// The registers of a factor as the numbers of a matrix.
    float[][] factor(long[] registers, int from) {
        var numbers = new float[layout.rows() * layout.columns()];
        var element = layout.element();
        if (element == MatrixElement.F16) {
            halves(registers, from, numbers);
        } else {
            numbers(registers, from, numbers);
        }
        var rows = new float[layout.rows()][layout.columns()];
        for (int row = 0; row < rows.length; row++) {
            System.arraycopy(numbers, row * layout.columns(), rows[row], 0, layout.columns());
        }
        return rows;
    }

    private void halves(long[] registers, int from, float[] numbers) {
        for (int i = 0; i < places.length; i += 2) {
            int both = (int) registers[from + i / 2];
            numbers[places[i]] = Float.float16ToFloat((short) both);
            numbers[places[i + 1]] = Float.float16ToFloat((short) (both >> Short.SIZE));
        }
    }

    private void numbers(long[] registers, int from, float[] numbers) {
        var element = layout.element();
        int each = element.perRegister();
        int bits = element.bits();
        long mask = -1L >>> (Long.SIZE - bits);
        for (int i = 0; i < places.length; i += each) {
            long rest = registers[from + i / each];
            for (int j = 0; j < each; j++) {
                numbers[places[i + j]] = ElementCodec.single(element, rest & mask);
                rest >>>= bits;
            }
        }
    }

    /// The registers of a summand: the bits of `.f32`, or of `.s32`.
    int[] summand(long[] registers, int from) {
        var matrix = new int[places.length];
        if (layout.element() == MatrixElement.F16) {
            for (int i = 0; i < places.length; i += 2) {
                int both = (int) registers[from + i / 2];
                matrix[places[i]] = single(both);
                matrix[places[i + 1]] = single(both >> Short.SIZE);
            }
        } else {
            for (int i = 0; i < places.length; i++) {
                matrix[places[i]] = (int) registers[from + i];
            }
        }
        return matrix;
    }

    private static int single(int half) {
        return Float.floatToRawIntBits(Float.float16ToFloat((short) half));
    }

    /// Stores a result, of which the bits of `.f32` or `.s32` are given, in registers.
    void store(int[] matrix, long[] registers) {
        if (layout.element() == MatrixElement.F16) {
            for (int i = 0; i < places.length; i += 2) {
                registers[i / 2] =
                        half(matrix[places[i]]) | half(matrix[places[i + 1]]) << Short.SIZE;
            }
        } else {
            for (int i = 0; i < places.length; i++) {
                registers[i] = matrix[places[i]] & 0xffff_ffffL;
            }
        }
    }

    private static long half(int single) {
        return Floats.bits16(Float.intBitsToFloat(single));
    }
}
