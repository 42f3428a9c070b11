package org.offloadtck.engine.matrix;

import org.offloadtck.ptx.ir.modifier.MatrixModifier.Metadata;
import org.offloadtck.ptx.matrix.Sparsity.Granularity;
import org.offloadtck.ptx.matrix.Sparsity.Structured;

/// The columns of the stored elements of a sparse first factor, which its metadata state (PTX ISA
/// 9.0 §9.7.15.6.1).
///
/// Metadata are four bits for each chunk of a row: the index of the first stored element, or pair
/// of elements, in the low bits, and that of the second. Two equal indices, indices that descend in
/// ordered metadata, and others than 0b0100 and 0b1110 of `.tf32` are undefined: an exception.
public record SparseColumns(Granularity granularity, Metadata order) {

    /// The metadata of the only element of a chunk, which is the first or the second.
    private static final int FIRST_OF_TWO = 0b0100;

    private static final int SECOND_OF_TWO = 0b1110;

    /// Of elements of `tcgen05.mma.sp` with so many bits. Its documents have 0b0110, whose indices
    /// descend, for a meaningful value.
    public static SparseColumns ofTensorCore(int bits) {
        return new SparseColumns(Granularity.of(bits), Metadata.UNORDERED);
    }

    /// The columns of a row.
    ///
    /// @param metadata of the chunks, from the low bits of the first number on
    /// @param bits of a number that count, a multiple of four
    public int[] of(long[] metadata, int bits) {
        int chunks = metadata.length * bits / Structured.CHUNK_BITS;
        var columns = new int[chunks * granularity.chunk() / 2];
        for (int chunk = 0; chunk < chunks; chunk++) {
            int from = chunk * Structured.CHUNK_BITS;
            int indices = (int) (metadata[from / bits] >>> from % bits) & 0xf;
            place(chunk, indices, columns);
        }
        return columns;
    }

    /// The columns of each row of a factor whose metadata are in the registers of a warp.
    ///
    /// @param from the first lane's place among the registers
    static int[][] of(Structured sparsity, int rows, long[] registers, int from) {
        var reader = new SparseColumns(sparsity.granularity(), sparsity.order());
        var columns = new int[rows][];
        var metadata = new long[sparsity.parts()];
        for (int row = 0; row < rows; row++) {
            for (int part = 0; part < metadata.length; part++) {
                long register = registers[from + sparsity.lane(row, part)];
                metadata[part] = register >>> sparsity.firstBit(row);
            }
            columns[row] = reader.of(metadata, sparsity.place().bits());
        }
        return columns;
    }

    private void place(int chunk, int indices, int[] columns) {
        check(indices);
        int first = indices & 3;
        int second = indices >> 2;
        int column = chunk * granularity.chunk();
        int at = column / 2;
        switch (granularity) {
            case ONE_OF_TWO -> columns[at] = column + first / 2;
            case TWO_OF_FOUR -> {
                columns[at] = column + first;
                columns[at + 1] = column + second;
            }
            case PAIRS_OF_EIGHT -> {
                for (int i = 0; i < 2; i++) {
                    columns[at + i] = column + 2 * first + i;
                    columns[at + 2 + i] = column + 2 * second + i;
                }
            }
        }
    }

    private void check(int indices) {
        int first = indices & 3;
        int second = indices >> 2;
        boolean isValid =
                switch (granularity) {
                    case ONE_OF_TWO -> indices == FIRST_OF_TWO || indices == SECOND_OF_TWO;
                    case TWO_OF_FOUR, PAIRS_OF_EIGHT ->
                            order == Metadata.ORDERED ? first < second : first != second;
                };
        if (!isValid) {
            throw new UndefinedProductException(
                    "sparse product of matrices has metadata 0b%s when it should be %s"
                            .formatted(binary(indices), expected()));
        }
    }

    private static String binary(int indices) {
        return Integer.toBinaryString(0x10 | indices).substring(1);
    }

    private String expected() {
        return switch (granularity) {
            case ONE_OF_TWO -> "0b0100 or 0b1110";
            case TWO_OF_FOUR, PAIRS_OF_EIGHT ->
                    order == Metadata.ORDERED ? "two ascending indices" : "two different indices";
        };
    }
}
