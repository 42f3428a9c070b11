package org.offloadtck.driver.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Launches added up: one row for each process, device and kernel, in the order of their first
/// launches.
final class KernelTable {

    private record Key(ClientProcess process, int device, String kernel) {}

    private final Map<Key, KernelTotal> rows = new LinkedHashMap<>();

    void add(KernelLaunch launch) {
        rows.merge(
                new Key(launch.process(), launch.device(), launch.kernel()),
                KernelTotal.of(launch),
                KernelTotal::plus);
    }

    List<KernelTotal> totals() {
        return List.copyOf(rows.values());
    }
}
