package org.offloadtck.engine.matrix;

import org.offloadtck.engine.matrix.InstructionDescriptor.Density;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.CtaGroup;

/// Which lanes of a CTA's tensor memory have the rows of a sum (PTX ISA 9.0 §9.7.16.10.5, *Data
/// Path Layout Organization*; where the document has a figure only, as TVM's `tmem_datapath_layout`
/// describes it).
///
/// Columns may be folded: lanes further on have the same rows in other columns. A first factor in
/// tensor memory has its rows in the lanes of the sum, once in each fold.
///
/// @param rows of the CTA
/// @param folds of the columns
/// @param isScattered whether each quarter of the lanes has 16 rows (layout F) and not the next
///   rows
public record TensorCoreDatapath(int rows, int folds, boolean isScattered) {

    /// The factor that stays in the tensor core (PTX ISA 9.0 §9.7.16.10): it decides how a sum of
    /// fewer rows than lanes is placed.
    public enum Stationary {
        ACTIVATIONS,
        /// `.ws`
        WEIGHTS
    }

    private static final int LANES = 128;

    /// Lanes of a quarter, and rows of one of a scattered sum.
    private static final int QUARTER = 32;

    private static final int SCATTERED = 16;

    /// The layout of a product of `m` rows. A sparse one of a pair of CTAs is not folded (layout
    /// C).
    public static TensorCoreDatapath of(
            int m, CtaGroup group, Stationary stationary, Density density) {
        int rows = m / group.ctas();
        boolean isFolded =
                stationary == Stationary.WEIGHTS
                        || (group == CtaGroup.TWO && density == Density.DENSE);
        return new TensorCoreDatapath(rows, isFolded ? LANES / rows : 1, rows < LANES && !isFolded);
    }

    /// The lane of a row, from the lane of the address.
    public int lane(int fold, int row) {
        return isScattered
                ? row / SCATTERED * QUARTER + row % SCATTERED
                : fold * (LANES / folds) + row;
    }

    /// Whether the address of the sum may have this lane.
    public boolean isAligned(int lane) {
        return lane == 0 || (isScattered && lane == SCATTERED);
    }
}
