package org.offloadtck.checks.racecheck;

import java.util.List;
import org.offloadtck.checks.MemoryShadow;
import org.offloadtck.checks.happensbefore.CtaClocks;
import org.offloadtck.checks.shadow.AccessRenumbering;

/// Gives up the numbers of accesses that no cell holds any more, so that a long launch takes no
/// more room than the memory it uses.
public final class AccessTableCompaction {

    private AccessTableCompaction() {}

    /// Renumbers the accesses that cells of global memory and of CTAs on their way hold; those of
    /// global memory are done when it returns.
    public static AccessRenumbering of(MemoryShadow memory, List<CtaClocks> ctas) {
        var accesses = memory.accesses();
        int base = accesses.base();
        var isUsed = new boolean[accesses.last() - base + 1];
        memory.global().pages(page -> page.collect(base, isUsed));
        ctas.forEach(cta -> cta.shared.collect(base, isUsed));
        var by = new AccessRenumbering(base, accesses.compact(isUsed));
        memory.global().pages(page -> page.renumber(by));
        return by;
    }
}
