package org.offloadtck.checks;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.offloadtck.checks.finding.Defect;
import org.offloadtck.checks.finding.FindingLog;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Site;
import org.offloadtck.checks.finding.MemoryLocation.NamedMemory;
import org.offloadtck.checks.finding.Symbolizer;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.program.PlacedVariable;
import org.offloadtck.engine.thread.Cta;

/// Detects blocks that kernels allocate with `malloc` and never free.
///
/// Thread-safe: its monitor guards the blocks.
///
/// Requirement: CK-05.
final class Leakcheck {

    private static final int INITIAL_CAPACITY = 1024;

    /// Sites of a finding at most, one for each block.
    private static final int MAX_SITES = 4;

    /// The blocks, and where they were allocated: most are freed before a report asks.
    private final Map<Allocation, Supplier<Site>> blocks = new LinkedHashMap<>();

    /// The variables that led to blocks at a barrier or when a CTA ended.
    private final Map<Allocation, NamedMemory> holders = new HashMap<>();

    /// The CTAs that have allocated a block since their last barrier.
    private final Set<Cta> allocating = new HashSet<>();

    private int capacity = INITIAL_CAPACITY;

    /// The instruction that allocates blocks, and the variable that leads to them.
    private record Place(String kernel, CodeLocation location, List<NamedMemory> holders) {
        static Place of(Site site, List<NamedMemory> holders) {
            return new Place(site.thread().kernel(), site.location(), holders);
        }
    }

    /// Blocks that one instruction leaked.
    private record LeakedBlocks(List<Allocation> blocks, List<Site> sites) {

        LeakedBlocks() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        KernelFinding finding(List<NamedMemory> holders) {
            long bytes = blocks.stream().mapToLong(Allocation::size).sum();
            long threads = sites.stream().map(Site::thread).distinct().count();
            return new KernelFinding(
                    new Defect.Leak(bytes, blocks.size(), (int) threads, holders),
                    sites.stream().limit(MAX_SITES).toList());
        }
    }

    /// A thread of `cta` has allocated a block.
    synchronized void allocated(Allocation block, Supplier<Site> site, Cta cta) {
        if (blocks.size() >= capacity) {
            blocks.keySet().removeIf(Allocation::isFreed);
            holders.keySet().removeIf(Allocation::isFreed);
            capacity = Math.max(INITIAL_CAPACITY, 2 * blocks.size());
        }
        blocks.put(block, site);
        allocating.add(cta);
    }

    /// The threads of `cta` have met at a barrier: a variable may lead to what they have allocated
    /// now, and no longer when the CTA ends.
    synchronized void barrierCompleted(Symbolizer symbolizer, Cta cta) {
        if (allocating.remove(cta)) {
            hold(symbolizer, cta);
        }
    }

    /// A CTA has ended.
    synchronized void ctaEnded(Symbolizer symbolizer, Cta cta) {
        allocating.remove(cta);
        if (!blocks.isEmpty()) {
            hold(symbolizer, cta);
        }
    }

    /// Blocks that pointers in the shared variables of `cta` and in its threads' variables lead to,
    /// directly or through other blocks, belong to these variables.
    private void hold(Symbolizer symbolizer, Cta cta) {
        var image = symbolizer.image();
        for (var variable : image.sharedVariables(symbolizer.kernel().name())) {
            if (isPointer(variable, cta.sharedSize())) {
                hold(image.memory(), cta.shared() + variable.offset(), variable);
            }
        }
        for (var variable : image.localVariables()) {
            for (var warp : cta.warps()) {
                var local = warp.localMemory();
                for (int lane = 0; isPointer(variable, local.size()) && lane < Code.LANES; lane++) {
                    hold(image.memory(), local.at(variable.offset(), lane), variable);
                }
            }
        }
    }

    private static boolean isPointer(PlacedVariable variable, long size) {
        return variable.size() == Long.BYTES && variable.offset() <= size - Long.BYTES;
    }

    /// Records the blocks that a pointer leads to.
    ///
    /// @param place of the pointer in this process
    private void hold(GlobalMemory memory, long place, PlacedVariable variable) {
        var holder = new NamedMemory(variable.name(), variable.size());
        var pending = new ArrayDeque<>(List.of(place));
        while (!pending.isEmpty()) {
            long pointer = NativeBytes.get(pending.remove(), Long.BYTES);
            memory.allocationAt(pointer)
                    .filter(blocks::containsKey)
                    .filter(block -> holders.putIfAbsent(block, holder) == null)
                    .ifPresent(block -> {
                        long start = block.address() + memory.hostOffset();
                        for (long at = 0; at <= block.size() - Long.BYTES; at += Long.BYTES) {
                            pending.add(start + at);
                        }
                    });
        }
    }

    /// Reports the blocks that were not freed, one finding for each allocating instruction and
    /// variable that leads to them, and forgets them.
    synchronized void report(FindingLog log) {
        var leaks = new LinkedHashMap<Place, LeakedBlocks>();
        blocks.forEach((block, allocated) -> {
            if (!block.isFreed()) {
                var site = allocated.get();
                var held = Optional.ofNullable(holders.get(block)).stream().toList();
                var leak = leaks.computeIfAbsent(Place.of(site, held), _ -> new LeakedBlocks());
                leak.blocks().add(block);
                leak.sites().add(site);
            }
        });
        blocks.clear();
        holders.clear();
        allocating.clear();
        leaks.forEach((place, leak) -> log.add(leak.finding(place.holders())));
    }
}
