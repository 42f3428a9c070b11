package org.offloadtck.ptx.matrix;

import java.util.Optional;
import java.util.function.IntPredicate;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Metadata;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Which elements of the first factor are stored (PTX ISA 9.0 §9.7.15.6.1).
public sealed interface Sparsity {

    /// All are.
    enum Dense implements Sparsity {
        DENSE
    }

    /// Half of a row is: metadata have two indices of two bits for each chunk of it.
    ///
    /// @param columns of the first factor with its zeros
    /// @param selector of the lanes of a group of four whose metadata count
    record Structured(
            Granularity granularity, Metadata order, int columns, Place place, int selector)
            implements Sparsity {

        /// Bits of metadata of a chunk.
        public static final int CHUNK_BITS = 4;

        private static final int GROUP = 4;

        /// The metadata of a factor in registers; empty if the selector is none of its lanes.
        static Optional<Sparsity> of(
                MatrixElement element, Metadata order, int columns, Operand selector) {
            var granularity = Granularity.of(element.bits());
            var place = element.bits() < Short.SIZE ? Place.WORD : Place.HALF;
            if (!(selector instanceof Immediate number)) {
                return Optional.empty();
            }
            var sparsity =
                    new Structured(
                            granularity, order, columns, place, (int) number.bits(PtxType.U32));
            boolean selects =
                    sparsity.parts() > 0
                            && sparsity.selector >= 0
                            && sparsity.selector < sparsity.selectors();
            return selects ? Optional.of(sparsity) : Optional.empty();
        }

        /// Parts of a row whose metadata are in a lane each.
        public int parts() {
            return columns / granularity.chunk() * CHUNK_BITS / place.bits();
        }

        /// Numbers that select lanes.
        private int selectors() {
            return switch (place) {
                case HALF -> GROUP / parts();
                case WORD -> GROUP / 2 / parts();
            };
        }

        /// The lane whose register has the metadata of a part of a row.
        public int lane(int row, int part) {
            int group = row % 8 * GROUP;
            return switch (place) {
                case HALF -> group + parts() * selector + part;
                case WORD -> group + 2 * (selector + part) + row / 8;
            };
        }

        /// Marks the rows that have metadata in some lanes.
        public void markRows(boolean[] rows, IntPredicate isLane) {
            for (int row = 0; row < rows.length; row++) {
                for (int part = 0; part < parts(); part++) {
                    rows[row] |= isLane.test(lane(row, part));
                }
            }
        }

        /// The first bit of the metadata of a row in its registers.
        public int firstBit(int row) {
            return switch (place) {
                case HALF -> row / 8 * Short.SIZE;
                case WORD -> 0;
            };
        }
    }

    /// Columns of a chunk, of which half are stored.
    enum Granularity {
        /// One of two, whose index is that of its halves.
        ONE_OF_TWO(2),
        TWO_OF_FOUR(4),
        /// Two of four pairs.
        PAIRS_OF_EIGHT(8);

        private final int chunk;

        Granularity(int chunk) {
            this.chunk = chunk;
        }

        /// That of elements of so many bits.
        public static Granularity of(int bits) {
            return switch (bits) {
                case Integer.SIZE -> ONE_OF_TWO;
                case 4 -> PAIRS_OF_EIGHT;
                default -> TWO_OF_FOUR;
            };
        }

        public int chunk() {
            return chunk;
        }
    }

    /// The metadata of a part of a row in a register. The figures of the document are no text: the
    /// layouts are those of CUTLASS (`host_reorder.h`, and `ELayout` of
    /// `mma_traits_sm90_gmma_sparse.hpp`).
    enum Place {
        /// Rows g and g + 8 share the registers of a lane.
        HALF(Short.SIZE),
        /// Rows g and g + 8 have neighbouring lanes.
        WORD(Integer.SIZE);

        private final int bits;

        Place(int bits) {
            this.bits = bits;
        }

        public int bits() {
            return bits;
        }
    }

    /// Registers of a lane that hold metadata.
    default int registers() {
        return switch (this) {
            case Dense _ -> 0;
            case Structured _ -> 1;
        };
    }
}
