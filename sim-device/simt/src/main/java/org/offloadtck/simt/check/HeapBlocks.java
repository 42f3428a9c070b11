package org.offloadtck.simt.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.simt.execution.KernelFaultException.Culprit;
import org.offloadtck.simt.execution.KernelFaultException.Location;
import org.offloadtck.simt.memory.Allocation;

/// What kernels allocated, where, and in which threads.
///
/// Thread-safe: its monitor guards the blocks.
final class HeapBlocks {

    private static final int FIRST_ROOM = 1024;

    /// Threads that a finding names.
    private static final int NAMED = 4;

    private final Map<Allocation, Finding.Site> blocks = new LinkedHashMap<>();
    private int room = FIRST_ROOM;

    /// Where blocks were allocated.
    private record Place(String kernel, Location location) {

        static Place of(Finding.Site site) {
            return new Place(site.culprit().kernel(), site.location());
        }
    }

    /// Blocks that one place leaked.
    private record Leak(List<Allocation> blocks, List<Finding.Site> sites) {

        Leak() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        Finding finding() {
            long bytes = blocks.stream().mapToLong(Allocation::size).sum();
            var threads = sites.stream().map(Finding.Site::culprit).distinct().toList();
            var what =
                    blocks.size() == 1
                            ? "%d bytes that a kernel allocated were".formatted(bytes)
                            : "%d bytes that a kernel allocated in %d blocks, in %s, were"
                                    .formatted(bytes, blocks.size(), number(threads));
            return new Finding(
                    Finding.Kind.LEAK, what + " never freed", sites.stream().limit(NAMED).toList());
        }

        private static String number(List<Culprit> threads) {
            return threads.size() == 1 ? "1 thread" : "%d threads".formatted(threads.size());
        }
    }

    /// A kernel's call has allocated a block.
    synchronized void allocated(Allocation block, Finding.Site site) {
        if (blocks.size() >= room) {
            blocks.keySet().removeIf(Allocation::isFreed);
            room = Math.max(FIRST_ROOM, 2 * blocks.size());
        }
        blocks.put(block, site);
    }

    /// Tells of what was not freed, one finding a place, and forgets it.
    synchronized void tell(FindingLog log) {
        var leaks = new LinkedHashMap<Place, Leak>();
        blocks.forEach((block, site) -> {
            if (!block.isFreed()) {
                var leak = leaks.computeIfAbsent(Place.of(site), _ -> new Leak());
                leak.blocks().add(block);
                leak.sites().add(site);
            }
        });
        blocks.clear();
        leaks.values().forEach(leak -> log.found(leak.finding()));
    }
}
