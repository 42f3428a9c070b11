package org.offloadtck.engine.tensor;

import java.util.List;
import java.util.stream.IntStream;

/// The box of a tensor map at coordinates and at an address of shared memory.
///
/// Rows of the first dimension follow each other in shared memory, the second dimension first. With
/// swizzling, each row begins a span, even if it is shorter (CUDA C++ Programming Guide 13.0,
/// *Swizzle modes*: shared memory must have the full width of the swizzle; assumed).
///
/// @param coordinates of the first element, which may be outside the tensor, one for each dimension
/// @param shared address of the box
public record TensorBox(TensorMap map, List<Integer> coordinates, long shared) {

    public TensorBox {
        coordinates = List.copyOf(coordinates);
    }

    /// Receives the pieces of a box in the order of shared memory without swizzling. Each is
    /// contiguous in both memories.
    public interface Pieces {

        /// Bytes of elements of the tensor.
        void inside(long shared, long global, int bytes);

        /// Bytes of elements outside the tensor.
        void outside(long shared, int bytes);
    }

    /// The boxes of rows of a tensor of two dimensions, whose own have one row. They follow each
    /// other in shared memory.
    public static List<TensorBox> ofRows(
            TensorMap map, int column, List<Integer> rows, long shared) {
        return IntStream.range(0, rows.size())
                .mapToObj(i ->
                        new TensorBox(
                                map, List.of(column, rows.get(i)), shared + (long) i * pitch(map)))
                .toList();
    }

    private static int pitch(TensorMap map) {
        return Math.max(map.rowBytes(), map.features().swizzle().span());
    }

    /// Lists all pieces.
    public void forEach(Pieces pieces) {
        var dimensions = map.dimensions();
        int rows = 1;
        for (int d = 1; d < dimensions.size(); d++) {
            rows *= dimensions.get(d).count();
        }
        int pitch = pitch(map);
        for (int row = 0; row < rows; row++) {
            addRow(row, shared + (long) row * pitch, pieces);
        }
    }

    private void addRow(int row, long start, Pieces pieces) {
        var dimensions = map.dimensions();
        long global = map.address();
        boolean isInside = true;
        int rest = row;
        for (int d = 1; d < dimensions.size(); d++) {
            var dimension = dimensions.get(d);
            long at = coordinates.get(d) + (long) (rest % dimension.count()) * dimension.step();
            rest /= dimension.count();
            isInside &= at >= 0 && at < dimension.size();
            global += at * dimension.stride();
        }
        var first = dimensions.getFirst();
        long from = coordinates.getFirst();
        int begin = Math.clamp(-from, 0, first.box());
        int end = isInside ? Math.clamp(first.size() - from, begin, first.box()) : begin;
        int size = map.element().bytes();
        Part outside = (place, _, bytes) -> pieces.outside(place, bytes);
        long base = global + from * size;
        split(start, new Range(0, begin * size), outside);
        split(
                start,
                new Range(begin * size, end * size),
                (place, offset, bytes) -> pieces.inside(place, base + offset, bytes));
        split(start, new Range(end * size, first.box() * size), outside);
    }

    /// Bytes of a row.
    private record Range(int from, int to) {}

    private interface Part {

        /// @param place in shared memory
        /// @param offset in the row
        void add(long place, int offset, int bytes);
    }

    /// Lists the parts of a range of a row that swizzling leaves together.
    private void split(long start, Range range, Part part) {
        var swizzle = map.features().swizzle();
        boolean isWhole = swizzle == SwizzleMode.NONE;
        for (int at = range.from(); at < range.to(); ) {
            long chunkEnd = (start + at | SwizzleMode.CHUNK - 1) + 1 - start;
            int next = isWhole ? range.to() : (int) Math.min(range.to(), chunkEnd);
            part.add(swizzle.apply(start + at), at, next - at);
            at = next;
        }
    }
}
