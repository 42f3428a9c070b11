package org.offloadtck.checks.initcheck;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.checks.finding.KernelFinding.Site;
import org.offloadtck.checks.shadow.ShadowPage;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;

/// The origins of uninitialised values: for each value the load that first brought it into a
/// register. Origins have numbers from 1, one for each load instruction of a kernel.
///
/// Thread-safe: its monitor guards the table.
public final class Origins {

    /// The origin of a value that no load brought: a register that was never written, or memory
    /// that was never stored to.
    public static final int UNKNOWN = ShadowPage.NO_ORIGIN;

    private final List<Origin> origins = new ArrayList<>();
    private final Map<Place, Integer> numbers = new HashMap<>();

    private record Place(String kernel, CodeLocation location) {}

    private record Origin(Site site, int bytes) {}

    /// The number of a load.
    ///
    /// @param bytes of a register that the load writes
    synchronized int of(Site site, int bytes) {
        var place = new Place(site.thread().kernel(), site.location());
        return numbers.computeIfAbsent(
                place,
                _ -> {
                    origins.add(new Origin(site, bytes));
                    return origins.size();
                });
    }

    /// The site of the load; empty for [#UNKNOWN].
    public synchronized List<Site> site(int origin) {
        return origin == UNKNOWN ? List.of() : List.of(origins.get(origin - 1).site());
    }

    /// Bytes of a register that the load writes; 0 for [#UNKNOWN].
    synchronized int bytes(int origin) {
        return origin == UNKNOWN ? 0 : origins.get(origin - 1).bytes();
    }
}
