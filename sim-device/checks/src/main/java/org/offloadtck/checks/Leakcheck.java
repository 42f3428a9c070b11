package org.offloadtck.checks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.checks.finding.Defect;
import org.offloadtck.checks.finding.FindingLog;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Site;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.memory.Allocation;

/// Detects blocks that kernels allocate with `malloc` and never free.
///
/// Thread-safe: its monitor guards the blocks.
///
/// Requirement: CK-05.
final class Leakcheck {

    private static final int INITIAL_CAPACITY = 1024;

    /// Sites of a finding at most, one for each block.
    private static final int MAX_SITES = 4;

    private final Map<Allocation, Site> blocks = new LinkedHashMap<>();
    private int capacity = INITIAL_CAPACITY;

    /// The instruction that allocates blocks.
    private record Place(String kernel, CodeLocation location) {
        static Place of(Site site) {
            return new Place(site.thread().kernel(), site.location());
        }
    }

    /// Blocks that one instruction leaked.
    private record LeakedBlocks(List<Allocation> blocks, List<Site> sites) {

        LeakedBlocks() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        KernelFinding finding() {
            long bytes = blocks.stream().mapToLong(Allocation::size).sum();
            long threads = sites.stream().map(Site::thread).distinct().count();
            return new KernelFinding(
                    new Defect.Leak(bytes, blocks.size(), (int) threads),
                    sites.stream().limit(MAX_SITES).toList());
        }
    }

    /// A kernel has allocated a block.
    synchronized void allocated(Allocation block, Site site) {
        if (blocks.size() >= capacity) {
            blocks.keySet().removeIf(Allocation::isFreed);
            capacity = Math.max(INITIAL_CAPACITY, 2 * blocks.size());
        }
        blocks.put(block, site);
    }

    /// Reports the blocks that were not freed, one finding for each allocating instruction, and
    /// forgets them.
    synchronized void report(FindingLog log) {
        var leaks = new LinkedHashMap<Place, LeakedBlocks>();
        blocks.forEach((block, site) -> {
            if (!block.isFreed()) {
                var leak = leaks.computeIfAbsent(Place.of(site), _ -> new LeakedBlocks());
                leak.blocks().add(block);
                leak.sites().add(site);
            }
        });
        blocks.clear();
        leaks.values().forEach(leak -> log.add(leak.finding()));
    }
}
