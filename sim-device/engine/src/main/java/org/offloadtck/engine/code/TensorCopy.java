package org.offloadtck.engine.code;

import java.util.Map;
import org.offloadtck.engine.code.BulkCopy.Combination.Reduction;
import org.offloadtck.engine.tensor.TensorElement;

/// The form of a copy of a box of a tensor ([Op#TENSOR_COPY]).
///
/// @param rank dimensions of the tensor
/// @param sharedOffset added to the address of the box in shared memory
public record TensorCopy(int rank, int sharedOffset, Kind kind) {

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
