package org.offloadtck.emulation.run;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.launch.profile.LaunchProfile;
import org.offloadtck.timing.KernelTiming;

/// Totals of launches by process, device and kernel, in the order of the first launches.
final class KernelTable {

    /// Most different shapes of a kernel that are counted.
    private static final int MOST_SHAPES = 1000;

    /// Most configurations of a kernel that have a profile: as many sections of a page.
    private static final int MOST_PROFILES = 100;

    private record Key(ClientProcess process, RunDevice device, String kernel) {}

    private static final class Row {
        private final KernelLaunch first;
        private final Set<LaunchShape> shapes = new LinkedHashSet<>();
        private LaunchShape last;
        private LaunchTotals sum = LaunchTotals.NONE;

        Row(KernelLaunch first) {
            this.first = first;
            this.last = first.shape();
        }

        void add(KernelLaunch launch) {
            last = launch.shape();
            if (shapes.size() < MOST_SHAPES) {
                shapes.add(last);
            }
            sum = sum.plus(LaunchTotals.of(launch));
        }

        KernelSummary total() {
            return new KernelSummary(
                    first.process(), first.device(), first.kernel(), last, shapes.size(), sum);
        }
    }

    private final Map<Key, Row> rows = new LinkedHashMap<>();
    private final Map<LaunchProfile.Configuration, LaunchProfile> profiles = new LinkedHashMap<>();
    private final Map<String, Integer> configurations = new HashMap<>();
    private long unprofiled;

    void add(KernelLaunch launch) {
        var key = new Key(launch.process(), launch.device(), launch.kernel());
        rows.computeIfAbsent(key, _ -> new Row(launch)).add(launch);
        if (launch.timing() instanceof KernelTiming known && !known.instructions().isEmpty()) {
            add(LaunchProfile.of(launch.kernel(), launch.shape(), known));
        }
    }

    /// Adds a profile to that of its configuration, unless the kernel has [#MOST_PROFILES] others.
    private void add(LaunchProfile profile) {
        var configuration = profile.configuration();
        if (!profiles.containsKey(configuration)) {
            if (configurations.getOrDefault(configuration.kernel(), 0) == MOST_PROFILES) {
                unprofiled++;
                return;
            }
            configurations.merge(configuration.kernel(), 1, Integer::sum);
        }
        profiles.merge(configuration, profile, LaunchProfile::plus);
    }

    /// The line about launches that no profile has; empty if there are none.
    String unprofiled() {
        return unprofiled == 0
                ? ""
                : "%d %s of further configurations in no profile: a kernel has at most %d\n"
                        .formatted(
                                unprofiled,
                                unprofiled == 1 ? "launch is" : "launches are",
                                MOST_PROFILES);
    }

    /// Profiles of the launches whose instructions were recorded, that with the most cycles first.
    List<LaunchProfile> profiles() {
        return profiles.values().stream()
                .sorted(Comparator.comparingLong(LaunchProfile::cycles).reversed())
                .toList();
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /// Whether a process has launched a kernel.
    boolean hasLaunch(ClientProcess process) {
        return rows.keySet().stream().anyMatch(key -> key.process().equals(process));
    }

    List<KernelSummary> totals() {
        return rows.values().stream().map(Row::total).toList();
    }
}
