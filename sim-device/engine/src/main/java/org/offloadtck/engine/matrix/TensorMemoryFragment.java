package org.offloadtck.engine.matrix;

import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.MoveShape;

/// Which cells of tensor memory the registers of a warp correspond to (PTX ISA 9.0 §9.7.16.2.3.1;
/// the figures as in the traits of copies of CUTLASS 4.0, `copy_traits_sm100.hpp`).
///
/// @param repetitions of the shape along the columns
/// @param split columns between the two parts of `.16x32bx2`
/// @param packing of cells in registers
public record TensorMemoryFragment(MoveShape shape, int repetitions, int split, Packing packing) {

    /// What a register holds.
    public enum Packing {
        /// A cell.
        WORD(1),
        /// The lower halves of two neighbouring cells.
        HALVES(2);

        private final int cells;

        Packing(int cells) {
            this.cells = cells;
        }

        /// Cells of a register.
        public int cells() {
            return cells;
        }
    }

    /// Registers of each lane.
    public int registers() {
        return shape.registers() * repetitions;
    }

    /// Lanes of tensor memory.
    public int rows() {
        return shape == MoveShape.L32_B32 ? 32 : 16;
    }

    /// The columns of a part.
    public int columns() {
        int each =
                switch (shape) {
                    case L32_B32, L16_B32_TWICE -> 1;
                    case L16_B64 -> 2;
                    case L16_B128 -> 4;
                    case L16_B256 -> 8;
                };
        return each * repetitions * packing.cells();
    }

    /// The lane of tensor memory, from the first, that a register of a lane of the warp is in.
    public int row(int lane, int register) {
        return switch (shape) {
            case L32_B32 -> lane;
            case L16_B32_TWICE -> lane % 16;
            case L16_B64 -> lane / 4 + 8 * (lane & 1);
            case L16_B128 -> lane / 4 + 8 * (register & 1);
            case L16_B256 -> lane / 4 + 8 * (register >> 1 & 1);
        };
    }

    /// The first column, from the first of all, that a register of a lane of the warp is in.
    public int column(int lane, int register) {
        int cells = packing.cells();
        return switch (shape) {
            case L32_B32 -> register * cells;
            case L16_B32_TWICE -> register * cells + (lane < 16 ? 0 : split);
            case L16_B64 -> (2 * register + (lane >> 1 & 1)) * cells;
            case L16_B128 -> (register / 2 * 4 + lane % 4) * cells;
            case L16_B256 -> (register / 4 * 8 + lane % 4 * 2 + (register & 1)) * cells;
        };
    }
}
