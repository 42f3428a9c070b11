package org.offloadtck.checks.shadow;

/// New numbers of accesses after the unused numbers were freed.
///
/// @param base last number of earlier launches, which stay as they are
/// @param moved for each number after `base` how many used numbers there are up to it
@SuppressWarnings("ArrayRecordComponent")
public // nobody compares it
record AccessRenumbering(int base, int[] moved) {

    public int of(int number) {
        return number <= base ? number : base + moved[number - base];
    }

    /// The content of a cell, renumbered.
    int ofCell(int cell) {
        int number = AccessTable.number(cell);
        return number <= base ? cell : AccessTable.cell(of(number), AccessTable.lane(cell));
    }
}
