package org.offloadtck.engine.code;

import java.util.Map;
import org.offloadtck.engine.code.BulkCopy.Combination.Reduction;
import org.offloadtck.engine.tensor.TensorElement;

/// The form of a copy of a box of a tensor ([Op#TENSOR_COPY]).
///
/// @param rank dimensions of the tensor
/// @param selection what of the tensor is copied
/// @param sharedOffset added to the address of the box in shared memory
public record TensorCopy(int rank, Selection selection, int sharedOffset, Kind kind) {

    /// Rows that are gathered or scattered.
    public static final int ROWS = 4;

    /// What of a tensor is copied.
    public enum Selection {
        /// A box.
        BOX,
        /// [#ROWS] rows of a tensor of two dimensions, each from the first coordinate on (PTX ISA
        /// 8.6 §5.5.3.2).
        ROWS
    }

    /// The number of coordinates.
    public int coordinates() {
        return switch (selection) {
            case BOX -> rank;
            case ROWS -> 1 + ROWS;
        };
    }

    /// What a copy does.
    public sealed interface Kind {

        /// Copies from global to shared memory.
        record Load() implements Kind {}

        /// Copies from shared to global memory.
        record Store() implements Kind {}

        /// Combines global with shared memory.
        ///
        /// @param reductions by the type of the elements; those that PTX lacks are absent
        record Reduce(Map<TensorElement, Reduction> reductions) implements Kind {

            public Reduce {
                reductions = Map.copyOf(reductions);
            }
        }
    }

    public boolean isLoad() {
        return kind instanceof Kind.Load;
    }
}
