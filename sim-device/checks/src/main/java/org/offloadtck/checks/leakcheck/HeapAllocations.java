package org.offloadtck.checks.leakcheck;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.checks.finding.FindingLog;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.KernelFaultException.FaultingThread;
import org.offloadtck.engine.memory.Allocation;

/// What kernels allocated, where, and in which threads.
///
/// Thread-safe: its monitor guards the blocks.
public final class HeapAllocations {

    private static final int FIRST_ROOM = 1024;

    /// Threads that a finding names.
    private static final int NAMED = 4;

    private final Map<Allocation, KernelFinding.Site> blocks = new LinkedHashMap<>();
    private int room = FIRST_ROOM;

    /// Where blocks were allocated.
    private record Place(String kernel, CodeLocation location) {

        static Place of(KernelFinding.Site site) {
            return new Place(site.culprit().kernel(), site.location());
        }
    }

    /// Blocks that one place leaked.
    private record Leak(List<Allocation> blocks, List<KernelFinding.Site> sites) {

        Leak() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        KernelFinding finding() {
            long bytes = blocks.stream().mapToLong(Allocation::size).sum();
            var threads = sites.stream().map(KernelFinding.Site::culprit).distinct().toList();
            var what =
                    blocks.size() == 1
                            ? "%d bytes that a kernel allocated were".formatted(bytes)
                            : "%d bytes that a kernel allocated in %d blocks, in %s, were"
                                    .formatted(bytes, blocks.size(), number(threads));
            return new KernelFinding(
                    KernelFinding.Kind.LEAK,
                    what + " never freed",
                    sites.stream().limit(NAMED).toList());
        }

        private static String number(List<FaultingThread> threads) {
            return threads.size() == 1 ? "1 thread" : "%d threads".formatted(threads.size());
        }
    }

    /// A kernel's call has allocated a block.
    public synchronized void allocated(Allocation block, KernelFinding.Site site) {
        if (blocks.size() >= room) {
            blocks.keySet().removeIf(Allocation::isFreed);
            room = Math.max(FIRST_ROOM, 2 * blocks.size());
        }
        blocks.put(block, site);
    }

    /// Tells of what was not freed, one finding a place, and forgets it.
    public synchronized void reportLeaks(FindingLog log) {
        var leaks = new LinkedHashMap<Place, Leak>();
        blocks.forEach((block, site) -> {
            if (!block.isFreed()) {
                var leak = leaks.computeIfAbsent(Place.of(site), _ -> new Leak());
                leak.blocks().add(block);
                leak.sites().add(site);
            }
        });
        blocks.clear();
        leaks.values().forEach(leak -> log.add(leak.finding()));
    }
}
