package org.offloadtck.engine.matrix;

import org.offloadtck.ptx.matrix.WarpgroupProduct.Major;

/// Where a factor of `wgmma.mma_async` is in shared memory (PTX ISA 9.0 §9.7.15.5.1.2.2, *Matrix
/// Descriptor Format*), in units of 16 bytes that are contiguous along the major dimension.
///
/// @param start offset in shared memory, in bytes
/// @param leading leading dimension byte offset
/// @param stride stride dimension byte offset
/// @param base by how many rows of 128 bytes the swizzle pattern starts behind a multiple of its
///   size
public record MatrixDescriptor(long start, long leading, long stride, int base, Swizzle swizzle) {

    /// Bytes of a unit.
    public static final int UNIT = 16;

    /// Rows of a repeating pattern: of K-major layouts in M or N, of MN-major layouts in K.
    private static final int ROWS = 8;

    /// Start and offsets have 14 bits, of bytes divided by 16.
    private static final int FIELD = 0x3fff;

    private static final int UNIT_SHIFT = 4;

    /// Bits of the address, from the least on, that are exchanged with those from [#UNIT_SHIFT] on.
    private static final int ROW_SHIFT = 7;

    /// How units are placed in a row of a pattern.
    public enum Swizzle {
        NONE(1),
        BYTES_128(8),
        BYTES_64(4),
        BYTES_32(2);

        /// Units in a row of a pattern.
        private final int units;

        Swizzle(int units) {
            this.units = units;
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
        long row = line % ROWS * UNIT * swizzle.units + line / ROWS * stride;
        return row + depth * (swizzle == Swizzle.NONE ? leading : UNIT);
    }

    private long mnMajor(long line, long depth) {
        long units = swizzle.units;
        long row = depth % ROWS * UNIT * units;
        return swizzle == Swizzle.NONE
                ? row + line * stride + depth / ROWS * leading
                : row + line % units * UNIT + line / units * leading + depth / ROWS * stride;
    }

    /// Exchanges units of a row by the number of the row in its pattern.
    private long swizzled(long address) {
        long row = (address >>> ROW_SHIFT) - base & (swizzle.units - 1);
        return address ^ row << UNIT_SHIFT;
    }
}
