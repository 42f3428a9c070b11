package org.offloadtck.checks.shadow;

/// How the numbers of accesses change when those that nothing holds are given up.
///
/// @param base the last number of earlier launches; up to it nothing changes
/// @param moved for each number after it, how many remain up to it
@SuppressWarnings("ArrayRecordComponent")
public // nobody compares it
record AccessRenumbering(int base, int[] moved) {

    public int of(int number) {
        return number <= base ? number : base + moved[number - base];
    }

    /// Renumbers what cells hold.
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
