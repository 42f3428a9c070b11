package org.offloadtck.runtime.argument;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.offloadtck.runtime.memory.HostMemory;

/// A non-contiguous array section: a list of dimensions, outermost first. The last dimension states
/// the bytes of a contiguous piece.
///
/// Requirement: DM-12.
///
/// @param base host address of the variable
/// @param dimensions at least one
/// @see "LLVM 16, openmp/libomptarget/src/omptarget.cpp, targetDataNonContiguous"
public record NonContiguousSection(long base, List<Dimension> dimensions) {

    /// Maximum number of pieces of one section: larger than in any program of the corpus, small
    /// enough that a damaged descriptor does not block the runtime.
    public static final long MOST_PIECES = 1L << 24;

    /// Maximum number of dimensions of a section: more than C or Fortran programs use.
    public static final long MOST_DIMENSIONS = 64;

    /// One dimension, as compilers pass it to the runtime: three 64-bit numbers.
    ///
    /// @param offset of the first element, in elements
    /// @param count of elements
    /// @param stride from one element to the next, in bytes
    /// @see "LLVM 16, openmp/libomptarget/include/omptarget.h, __tgt_target_non_contig"
    record Dimension(long offset, long count, long stride) {

        private static final int SIZE = 3 * Long.BYTES;

        private static Dimension read(HostMemory host, long at) {
            long offset = host.i64(at, "Offset of a dimension");
            long count = host.i64(at + Long.BYTES, "Count of a dimension");
            long stride = host.i64(at + 2 * Long.BYTES, "Stride of a dimension");
            return new Dimension(offset, count, stride);
        }
    }

    public NonContiguousSection {
        dimensions = List.copyOf(dimensions);
    }

    /// Reads the descriptor that `argument` points to.
    public static NonContiguousSection read(HostMemory host, MapArgument argument) {
        var dimensions = new ArrayList<Dimension>();
        for (long index = 0; index < argument.size(); index++) {
            dimensions.add(Dimension.read(host, argument.begin() + index * Dimension.SIZE));
        }
        return new NonContiguousSection(argument.base(), dimensions);
    }

    /// Size of each piece, in bytes.
    public long pieceSize() {
        Dimension last = dimensions.get(steps());
        return last.count() * last.stride();
    }

    /// The number of pieces; [Long#MAX_VALUE] if it overflows, -1 if a count is negative.
    public long pieces() {
        long pieces = 1;
        for (Dimension dimension : dimensions.subList(0, steps())) {
            if (dimension.count() < 0) {
                return -1;
            }
            boolean fits = dimension.count() == 0 || pieces <= Long.MAX_VALUE / dimension.count();
            pieces = fits ? pieces * dimension.count() : Long.MAX_VALUE;
        }
        return pieces;
    }

    /// Calls `piece` with the host address of each piece, in the order of the dimensions.
    public void forEachPiece(LongConsumer piece) {
        step(0, base, piece);
    }

    /// The number of dimensions with gaps; the elements of the dimensions after them are
    /// contiguous.
    private int steps() {
        int steps = dimensions.size() - 1;
        while (steps > 0 && isContiguous(dimensions.get(steps - 1), dimensions.get(steps))) {
            steps--;
        }
        return steps;
    }

    /// Whether the elements of `outer`, each of which is all of `inner`, are adjacent.
    private static boolean isContiguous(Dimension outer, Dimension inner) {
        return inner.offset() == 0 && inner.count() * inner.stride() == outer.stride();
    }

    private void step(int level, long address, LongConsumer piece) {
        Dimension dimension = dimensions.get(level);
        long first = address + dimension.offset() * dimension.stride();
        if (level == steps()) {
            piece.accept(first);
            return;
        }
        for (long element = 0; element < dimension.count(); element++) {
            step(level + 1, first + element * dimension.stride(), piece);
        }
    }
}
