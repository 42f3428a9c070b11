package org.offloadtck.engine.matrix;

import java.util.Optional;
import org.offloadtck.ptx.matrix.WarpgroupProduct.Major;

/// Where a factor of `wgmma.mma_async` or `tcgen05.mma` is in shared memory (PTX ISA 9.0
/// §9.7.15.5.1.2.2, *Matrix Descriptor Format*, and §9.7.16.4.1, *Shared Memory Descriptor*), in
/// units of 16 bytes that are contiguous along the major dimension.
///
/// @param start offset in shared memory, in bytes
/// @param leading leading dimension byte offset
/// @param stride stride dimension byte offset
/// @param base by how many rows of 128 bytes the swizzle pattern starts behind a multiple of its
///   size
public record MatrixDescriptor(long start, long leading, long stride, int base, Swizzle swizzle) {

    /// Bytes of a unit.
    public static final int UNIT = 16;

    /// Start and offsets have 14 bits, of bytes divided by 16.
    private static final int FIELD = 0x3fff;

    private static final int UNIT_SHIFT = 4;

    /// Bits of the address, from the least on, that say which places of a row are exchanged.
    private static final int ROW_SHIFT = 7;

    /// Bits 46 to 48 of the descriptors of `tcgen05` (PTX ISA 9.0 §9.7.16.4.1, table 40).
    private static final int FIXED = 1;

    /// How units are placed in a row of a pattern.
    public enum Swizzle {
        NONE(1, 8, 4, 1),
        BYTES_128(8, 8, 4, 8),
        BYTES_64(4, 8, 4, 4),
        BYTES_32(2, 8, 4, 2),
        /// Pairs of units are exchanged.
        BYTES_128_BY_32(8, 4, 5, 4);

        /// Units in a row of a pattern.
        private final int units;

        /// Rows of a repeating pattern: of K-major layouts in M or N, of MN-major layouts in K.
        private final int rows;

        /// The least bit of the address that is exchanged.
        private final int shift;

        /// Places that are exchanged.
        private final int places;

        Swizzle(int units, int rows, int shift, int places) {
            this.units = units;
            this.rows = rows;
            this.shift = shift;
            this.places = places;
        }

        private static Swizzle of(int code) {
            return switch (code) {
                case 0 -> NONE;
                case 1 -> BYTES_128;
                case 2 -> BYTES_64;
                default -> BYTES_32;
            };
        }
    }

    /// Reads the fields of a descriptor.
    public static MatrixDescriptor of(long bits) {
        return new MatrixDescriptor(
                (bits & FIELD) << UNIT_SHIFT,
                (bits >>> 16 & FIELD) << UNIT_SHIFT,
                (bits >>> 32 & FIELD) << UNIT_SHIFT,
                (int) (bits >>> 49) & 7,
                Swizzle.of((int) (bits >>> 62)));
    }

    /// Reads the fields of a descriptor of `tcgen05`; empty if a field has a value that the table
    /// lacks, or states that the leading dimension is an absolute address (`sm_103a` only).
    public static Optional<MatrixDescriptor> ofTensorCore(long bits) {
        var swizzle =
                switch ((int) (bits >>> 61)) {
                    case 0 -> Optional.of(Swizzle.NONE);
                    case 1 -> Optional.of(Swizzle.BYTES_128_BY_32);
                    case 2 -> Optional.of(Swizzle.BYTES_128);
                    case 4 -> Optional.of(Swizzle.BYTES_64);
                    case 6 -> Optional.of(Swizzle.BYTES_32);
                    default -> Optional.<Swizzle>empty();
                };
        boolean isKnown = (bits >>> 46 & 7) == FIXED && (bits >>> 52 & 0x1ff) == 0;
        var common = of(bits);
        return swizzle.filter(_ -> isKnown)
                .map(each ->
                        new MatrixDescriptor(
                                common.start, common.leading, common.stride, common.base, each));
    }

    /// The offset of a unit in shared memory (PTX ISA 9.0 §9.7.15.5.1.2.1.3, *Canonical Layouts*).
    ///
    /// @param line row of the first or column of the second factor; of MN-major layouts, a unit of
    ///   them
    /// @param depth unit of elements in K; of MN-major layouts, an element
    public long unit(Major major, long line, long depth) {
        return swizzled(
                start
                        + switch (major) {
                            case K -> kMajor(line, depth);
                            case MN -> mnMajor(line, depth);
                        });
    }

    private long kMajor(long line, long depth) {
        int rows = swizzle.rows;
        long row = line % rows * UNIT * swizzle.units + line / rows * stride;
        return row + depth * (swizzle == Swizzle.NONE ? leading : UNIT);
    }

    private long mnMajor(long line, long depth) {
        long units = swizzle.units;
        int rows = swizzle.rows;
        long row = depth % rows * UNIT * units;
        return swizzle == Swizzle.NONE
                ? row + line * stride + depth / rows * leading
                : row + line % units * UNIT + line / units * leading + depth / rows * stride;
    }

    /// Exchanges places of a row by the number of the row in its pattern.
    private long swizzled(long address) {
        long row = (address >>> ROW_SHIFT) - base & (swizzle.places - 1);
        return address ^ row << swizzle.shift;
    }
}
