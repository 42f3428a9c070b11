package org.offloadtck.engine.code;

import java.util.List;
import org.offloadtck.engine.matrix.TensorCoreDatapath.Stationary;
import org.offloadtck.engine.matrix.TensorMemoryFragment;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Kind;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.CopyShape;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.CtaGroup;

/// The form of an instruction on tensor memory ([Op#TENSOR_MEMORY], [Op#TENSOR_CORE]). Operands are
/// in [Code#operandLists], in the order that a form states.
public sealed interface TensorMemoryInstruction {

    /// Number of operands that are read.
    int sources();

    /// Number of registers that are written, which come before the operands that are read.
    default int results() {
        return 0;
    }

    /// An instruction that all lanes of a warp execute together.
    sealed interface OfWarp extends TensorMemoryInstruction {}

    /// An instruction that each lane executes by itself.
    sealed interface OfThread extends TensorMemoryInstruction {}

    /// Writes the address of new columns; reads their number.
    record Allocation(CtaGroup group) implements OfWarp {

        @Override
        public int sources() {
            return 1;
        }

        @Override
        public int results() {
            return 1;
        }
    }

    /// Reads the address and the number of columns that become free.
    record Release(CtaGroup group) implements OfWarp {

        @Override
        public int sources() {
            return 2;
        }
    }

    /// The CTA allocates no more.
    record Relinquishment() implements OfWarp {

        @Override
        public int sources() {
            return 0;
        }
    }

    /// Reads the address, and writes registers.
    ///
    /// @param offset added to the address
    record Load(TensorMemoryFragment fragment, int offset) implements OfWarp {

        @Override
        public int sources() {
            return 1;
        }

        @Override
        public int results() {
            return fragment.registers();
        }
    }

    /// Reads the address and registers.
    ///
    /// @param offset added to the address
    record Store(TensorMemoryFragment fragment, int offset) implements OfWarp {

        @Override
        public int sources() {
            return 1 + fragment.registers();
        }
    }

    /// Copies rows from shared memory; reads the address and the matrix descriptor.
    ///
    /// @param offset added to the address
    /// @param quarters of the rows that each quarter of the lanes receives; none if the rows are
    ///   those of consecutive lanes
    /// @param elementBits of elements that are expanded to bytes, or 8
    record Copy(
            CtaGroup group, CopyShape shape, List<Integer> quarters, int elementBits, int offset)
            implements OfThread {

        public Copy {
            quarters = List.copyOf(quarters);
        }

        @Override
        public int sources() {
            return 2;
        }
    }

    /// Moves rows to the next lanes; reads the address.
    ///
    /// @param offset added to the address
    record Shift(CtaGroup group, int offset) implements OfThread {

        @Override
        public int sources() {
            return 1;
        }
    }

    /// A product of matrices. Reads the address of the sum, the descriptor or address of the first
    /// factor, the descriptor of the second and the instruction descriptor, then the masks of
    /// lanes, the addresses of scale factors and that of metadata.
    ///
    /// @param source where the first factor is
    /// @param offsets added to the addresses of the sum, the first factor, the scale factors and
    ///   the metadata
    /// @param masks operands with bits of lanes that are not written
    /// @param metadata operands with the address of the metadata of a sparse first factor: one or
    ///   none
    /// @param divisions by two of the summand
    record Product(
            CtaGroup group,
            Kind kind,
            Source source,
            Stationary stationary,
            List<Integer> offsets,
            int masks,
            int scales,
            int metadata,
            int divisions)
            implements OfThread {

        /// The operands before masks and scale factors.
        public static final int FIXED = 4;

        public Product {
            offsets = List.copyOf(offsets);
        }

        @Override
        public int sources() {
            return FIXED + masks + (scales > 0 ? 2 : 0) + metadata;
        }
    }

    /// Where the first factor of a product is.
    enum Source {
        SHARED,
        TENSOR
    }
}
