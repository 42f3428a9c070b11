package org.offloadtck.checks.shadow;

import java.util.Arrays;

/// The cells of one kind, writes or reads, of a shadow page: each holds a number of [AccessTable]
/// and a lane.
///
/// Most accesses are coalesced: neighbouring lanes access neighbouring words. So the cells are
/// divided into lines of [#LINE] cells. A line is *coalesced* if all its cells are empty, or if
/// they have the same number and the lane increases by one from cell to cell; one cell stands for
/// it. The cells of any other line are stored one by one, in an array that exists from the first
/// such line on.
public final class AccessCells {

    /// Logarithm of the number of cells of a line.
    private static final int LINE_BITS = 4;

    /// Cells of a line: half a warp, since the threads of a row of a CTA of 16 by 16 access a line.
    public static final int LINE = 1 << LINE_BITS;

    /// Stands for a line whose cells are stored one by one.
    private static final int SEPARATE = -1;

    /// For each line its first cell, or [#SEPARATE].
    private int[] lines;

    /// The cells of lines that are not coalesced; others are undefined. Empty until there is such a
    /// line.
    private int[] cells = new int[0];

    AccessCells(int cells) {
        lines = new int[Math.ceilDiv(cells, LINE)];
    }

    /// The content of a cell.
    public int get(int cell) {
        int first = lines[cell >> LINE_BITS];
        if (first == SEPARATE) {
            return cells[cell];
        }
        return first == 0 ? 0 : first + (cell & LINE - 1);
    }

    public void set(int cell, int access) {
        int line = cell >> LINE_BITS;
        if (lines[line] != SEPARATE) {
            if ((lines[line] | access) == 0) {
                return;
            }
            separate(line);
        }
        cells[cell] = access;
    }

    /// Whether the line of a cell is coalesced.
    public boolean isCoalesced(int cell) {
        return lines[cell >> LINE_BITS] != SEPARATE;
    }

    /// Sets all cells of a line, each to one more than the one before.
    ///
    /// @param cell the first of the line
    /// @param access its content
    public void setLine(int cell, int access) {
        lines[cell >> LINE_BITS] = access;
    }

    /// Sets consecutive cells, each to one more than the one before.
    ///
    /// @param access the content of the first
    public void setAll(int from, int to, int access) {
        int distance = access - from;
        for (int cell = from; cell < to; ) {
            int end = Math.min(to, end(cell));
            if (end - cell == LINE) {
                setLine(cell, cell + distance);
            } else {
                separate(cell >> LINE_BITS);
                for (int i = cell; i < end; i++) {
                    cells[i] = i + distance;
                }
            }
            cell = end;
        }
    }

    /// One past the last cell of the line of a cell.
    public static int end(int cell) {
        return (cell | LINE - 1) + 1;
    }

    private void separate(int line) {
        int first = lines[line];
        if (first == SEPARATE) {
            return;
        }
        if (cells.length == 0) {
            cells = new int[lines.length << LINE_BITS];
        }
        int from = line << LINE_BITS;
        for (int i = 0; i < LINE; i++) {
            cells[from + i] = first == 0 ? 0 : first + i;
        }
        lines[line] = SEPARATE;
    }

    /// Empties all cells.
    void clear() {
        Arrays.fill(lines, 0);
    }

    /// Empties the cells from `from` to `to`, excluded; those after the last are ignored.
    void clear(int from, int to) {
        int last = Math.min(to, lines.length << LINE_BITS);
        for (int cell = from; cell < last; ) {
            int end = Math.min(last, end(cell));
            if (end - cell == LINE) {
                setLine(cell, 0);
            } else {
                separate(cell >> LINE_BITS);
                Arrays.fill(cells, cell, end, 0);
            }
            cell = end;
        }
    }

    /// Marks the numbers after `base` that the cells hold as used.
    void collect(int base, boolean[] isUsed) {
        for (int line = 0; line < lines.length; line++) {
            if (lines[line] != SEPARATE) {
                collect(lines[line], base, isUsed);
            } else {
                for (int i = line << LINE_BITS; i < (line + 1) << LINE_BITS; i++) {
                    collect(cells[i], base, isUsed);
                }
            }
        }
    }

    private static void collect(int cell, int base, boolean[] isUsed) {
        int number = AccessTable.number(cell);
        if (number > base) {
            isUsed[number - base] = true;
        }
    }

    void renumber(AccessRenumbering by) {
        for (int line = 0; line < lines.length; line++) {
            if (lines[line] != SEPARATE) {
                lines[line] = by.ofCell(lines[line]);
            } else {
                for (int i = line << LINE_BITS; i < (line + 1) << LINE_BITS; i++) {
                    cells[i] = by.ofCell(cells[i]);
                }
            }
        }
    }

    /// Divides each cell into several with the same content.
    ///
    /// @param bits logarithm of their number
    void split(int bits) {
        int[] old = new int[lines.length << LINE_BITS];
        Arrays.setAll(old, this::get);
        lines = new int[lines.length << bits];
        Arrays.fill(lines, SEPARATE);
        cells = new int[old.length << bits];
        Arrays.setAll(cells, i -> old[i >> bits]);
    }
}
