package org.offloadtck.ptx.matrix;

import java.util.function.IntBinaryOperator;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Layout;

/// Which elements of a matrix each lane of a warp holds.
///
/// A lane holds [#registers] registers; element `i` of a lane is element `i % perRegister` of
/// register `i / perRegister`.
public final class FragmentLayout {

    /// Lanes of a warp (PTX ISA §2.3).
    private static final int LANES = 32;

    private final MatrixElement element;
    private final int registers;
    private final int rows;
    private final int columns;
    private final int[] positions;

    private FragmentLayout(
            MatrixElement element, int registers, int rows, int columns, IntBinaryOperator place) {
        this.element = element;
        this.registers = registers;
        this.rows = rows;
        this.columns = columns;
        int each = elementsPerLane();
        this.positions = new int[LANES * each];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = place.applyAsInt(i / each, i % each);
        }
    }

    /// The first matrix of `mma`, of m rows and k columns (PTX ISA §9.7.15.5, *Matrix fragments*):
    /// a register holds neighbours of a row; the next register is eight rows below where m is 16,
    /// and else behind it in the row.
    static FragmentLayout firstFactor(MatrixElement element, int m, int k) {
        int pack = element.perRegister();
        int tall = m / 8;
        return new FragmentLayout(
                element,
                m * k / LANES / pack,
                m,
                k,
                (lane, i) -> {
                    int register = i / pack;
                    int row = lane / 4 + 8 * (register % tall);
                    int column = register / tall * 4 * pack + lane % 4 * pack + i % pack;
                    return row * k + column;
                });
    }

    /// The second matrix of `mma`, of k rows and n columns: a register holds neighbours of a
    /// column.
    static FragmentLayout secondFactor(MatrixElement element, int k, int n) {
        int pack = element.perRegister();
        return new FragmentLayout(
                element,
                k * n / LANES / pack,
                k,
                n,
                (lane, i) -> {
                    int row = i / pack * 4 * pack + lane % 4 * pack + i % pack;
                    return row * n + lane / 4;
                });
    }

    /// The sum or the result of `mma`, of m rows and n columns: two neighbours of a row, and two of
    /// the row eight below where m is 16.
    static FragmentLayout sum(MatrixElement element, int m, int n) {
        return new FragmentLayout(
                element,
                m * n / LANES / element.perRegister(),
                m,
                n,
                (lane, i) -> (lane / 4 + i / 2 * 8) * n + lane % 4 * 2 + i % 2);
    }

    /// The first matrices of the four products of `mma.m8n8k4` with `.f16`, one below the other
    /// (PTX ISA 9.0 §9.7.15.5.1): lanes 4i to 4i + 3 hold the upper four rows of product i, lanes
    /// 4i + 16 to 4i + 19 the lower. A lane holds a part of a row, or of a column.
    static FragmentLayout firstOfFour(MatrixElement element, Layout order) {
        return new FragmentLayout(
                element,
                2,
                32,
                4,
                (lane, i) ->
                        switch (order) {
                            case ROW -> (octet(lane) + lane % 4) * 4 + i;
                            case COL -> (octet(lane) + i) * 4 + lane % 4;
                        });
    }

    /// The second matrices beside the first ones of [#firstOfFour], one to the right of the other.
    static FragmentLayout secondOfFour(MatrixElement element, Layout order) {
        return new FragmentLayout(
                element,
                2,
                4,
                32,
                (lane, i) ->
                        switch (order) {
                            case ROW -> lane % 4 * 32 + octet(lane) + i;
                            case COL -> i * 32 + octet(lane) + lane % 4;
                        });
    }

    /// The sums of the four products of [#firstOfFour], one below the other. A lane holds a row of
    /// `.f16`, or four pairs of `.f32`.
    static FragmentLayout sumOfFour(MatrixElement element) {
        boolean isRow = element == MatrixElement.F16;
        return new FragmentLayout(
                element,
                8 / element.perRegister(),
                32,
                8,
                (lane, i) ->
                        isRow
                                ? (octet(lane) + lane % 4) * 8 + i
                                : (octet(lane) + lane % 2 + (i & 2)) * 8
                                        + (i & 4)
                                        + (lane & 2)
                                        + (i & 1));
    }

    /// The first of the four rows or columns that the lanes beside this one hold.
    private static int octet(int lane) {
        return lane / 4 % 4 * 8 + lane / 16 * 4;
    }

    /// The 16 rows that a warp holds of the accumulator of `wgmma.mma_async`: [#sum] of eight
    /// columns after another (PTX ISA 9.0 §9.7.15.5.1.1).
    static FragmentLayout accumulator(MatrixElement element, int n) {
        return new FragmentLayout(
                element,
                16 * n / LANES / element.perRegister(),
                16,
                n,
                (lane, i) -> {
                    int row = lane / 4 + i / 2 % 2 * 8;
                    return row * n + i / 4 * 8 + lane % 4 * 2 + i % 2;
                });
    }

    /// A matrix of `wmma` whose elements follow each other row by row.
    ///
    /// @param registers of a lane; the lanes hold the matrix more than once if they have room
    static FragmentLayout byRows(MatrixElement element, int registers, int rows, int columns) {
        int each = registers * element.perRegister();
        return new FragmentLayout(
                element,
                registers,
                rows,
                columns,
                (lane, i) -> (lane * each + i) % (rows * columns));
    }

    /// A matrix of `wmma` whose elements follow each other column by column.
    ///
    /// @param registers as of [#byRows]
    static FragmentLayout byColumns(MatrixElement element, int registers, int rows, int columns) {
        int each = registers * element.perRegister();
        return new FragmentLayout(
                element,
                registers,
                rows,
                columns,
                (lane, i) -> {
                    int number = (lane * each + i) % (rows * columns);
                    return number % rows * columns + number / rows;
                });
    }

    public MatrixElement element() {
        return element;
    }

    /// Registers of each lane, of [MatrixElement#registerBits] bits.
    public int registers() {
        return registers;
    }

    public int rows() {
        return rows;
    }

    public int columns() {
        return columns;
    }

    public int elementsPerLane() {
        return registers * element.perRegister();
    }

    /// The place of an element of a lane in its matrix: row times [#columns] plus column.
    public int position(int lane, int index) {
        return positions[lane * elementsPerLane() + index];
    }
}
