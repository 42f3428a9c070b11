package org.offloadtck.checks.racecheck;

import java.util.List;
import org.offloadtck.checks.shadow.AccessRenumbering;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.GlobalShadow;
import org.offloadtck.checks.shadow.ShadowPage;

/// Frees the numbers of accesses that no shadow cell holds any more, so that the access table of a
/// long launch stays as small as the memory the launch uses.
final class AccessTableCompaction {

    private AccessTableCompaction() {}

    /// Compacts the table and renumbers the cells of global memory. The caller renumbers the rest.
    ///
    /// @param shared the shadows of the shared memory of all resident CTAs
    static AccessRenumbering of(
            AccessTable accesses, GlobalShadow memory, List<ShadowPage> shared) {
        int base = accesses.base();
        var isUsed = new boolean[accesses.last() - base + 1];
        memory.pages(page -> page.collect(base, isUsed));
        shared.forEach(page -> page.collect(base, isUsed));
        var by = new AccessRenumbering(base, accesses.compact(isUsed));
        memory.pages(page -> page.renumber(by));
        return by;
    }
}
