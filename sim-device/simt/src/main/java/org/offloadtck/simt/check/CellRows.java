package org.offloadtck.simt.check;

import org.offloadtck.simt.image.Code;

/// Rows of 32 cells, one for each lane, all at a time: loops of constant length, which the
/// just-in-time compiler unrolls.
final class CellRows {

    private static final int LANES = Code.LANES;

    private CellRows() {}

    /// Whether the lanes access one word after another.
    static boolean isRow(long[] addresses) {
        long first = addresses[0];
        long different = 0;
        for (int l = 0; l < LANES; l++) {
            different |= addresses[l] ^ first + 4L * l;
        }
        return different == 0;
    }

    /// The last of the accesses that a row of cells holds.
    static int highest(int[] cells, int from) {
        int highest = 0;
        for (int l = 0; l < LANES; l++) {
            highest = Math.max(highest, cells[from + l]);
        }
        return AccessTable.number(highest);
    }

    /// Whether a row of cells holds one access of all lanes, each in its own.
    ///
    /// @param first what the first cell is to hold
    static boolean holds(int[] cells, int from, int first) {
        int different = 0;
        for (int l = 0; l < LANES; l++) {
            different |= cells[from + l] ^ first + l;
        }
        return different == 0;
    }

    static void fill(int[] cells, int from, int number) {
        int first = AccessTable.cell(number, 0);
        for (int l = 0; l < LANES; l++) {
            cells[from + l] = first + l;
        }
    }
}
