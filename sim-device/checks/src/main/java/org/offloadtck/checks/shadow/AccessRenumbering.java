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

    /// Renumbers the accesses in cells.
    void apply(int[] cells) {
        for (int i = 0; i < cells.length; i++) {
            if (AccessTable.number(cells[i]) > base) {
                cells[i] =
                        AccessTable.cell(
                                of(AccessTable.number(cells[i])), AccessTable.lane(cells[i]));
            }
        }
    }
}
