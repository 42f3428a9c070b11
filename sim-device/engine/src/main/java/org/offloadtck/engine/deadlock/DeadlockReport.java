package org.offloadtck.engine.deadlock;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;
import org.offloadtck.object.ptx.TextSpan;

/// Describes what each thread waits for when no thread can make progress. Threads that wait at the
/// same place for the same event are listed together, and so are CTAs whose threads all do.
public final class DeadlockReport {

    /// Most addresses that a message names.
    private static final int MOST_ADDRESSES = 3;

    private DeadlockReport() {}

    /// The fault of the first thread of the first CTA.
    ///
    /// @param ctas that wait for each other, at least one
    /// @param read addresses that the threads are known to read repeatedly
    /// @param tests of `mbarrier` objects that the threads are known to repeat
    public static LaneFault of(
            List<Cta> ctas, SortedSet<Long> read, MbarrierTests tests, LoadedProgram program) {
        Map<String, List<Cta>> alike = new LinkedHashMap<>();
        for (var cta : ctas) {
            alike.computeIfAbsent(threads(cta, tests, program), _ -> new ArrayList<>()).add(cta);
        }
        var all =
                ctas.size() == 1
                        ? alike.keySet().iterator().next()
                        : alike.entrySet().stream()
                                .map(each -> positions(each.getValue()) + ": " + each.getKey())
                                .collect(Collectors.joining("; "));
        int lane = ctas.getFirst().running().groups().getFirst().firstLane();
        return new LaneFault(
                FaultKind.DEADLOCK,
                lane,
                "no thread can make progress: %s%s".formatted(all, addresses(read, program)),
                BarrierWaits.of(ctas, program));
    }

    private static String addresses(SortedSet<Long> read, LoadedProgram program) {
        var some =
                read.stream()
                        .limit(MOST_ADDRESSES)
                        .map(address -> "0x%x (%s)".formatted(address, place(address, program)))
                        .collect(Collectors.joining(", "));
        int more = read.size() - MOST_ADDRESSES;
        return read.isEmpty()
                ? ""
                : "; they read %s%s, which nothing will change"
                        .formatted(some, more > 0 ? " and %d more".formatted(more) : "");
    }

    private static String place(long address, LoadedProgram program) {
        var memory = program.memory();
        return memory.find(address, 1)
                .map(found -> "%d bytes into %s".formatted(address - found.address(), found))
                .orElseGet(() -> memory.describe(address));
    }

    private static String positions(List<Cta> ctas) {
        var first = ctas.getFirst().position();
        return ctas.size() == 1
                ? "CTA " + first
                : "%d CTAs from %s to %s".formatted(ctas.size(), first, ctas.getLast().position());
    }

    private static String threads(Cta cta, MbarrierTests tests, LoadedProgram program) {
        Map<String, ThreadRanges> alike = new LinkedHashMap<>();
        for (var warp : cta.warps()) {
            for (var group : warp.groups()) {
                for (int rest = group.mask(); rest != 0; ) {
                    int lanes = tests.alike(warp, Integer.numberOfTrailingZeros(rest), rest);
                    var tested =
                            tests.describe(warp, Integer.numberOfTrailingZeros(lanes), program);
                    var what =
                            group.isRunnable() && !tested.isEmpty()
                                    ? tested
                                    : describe(warp, group, program);
                    alike.computeIfAbsent(what, _ -> new ThreadRanges()).add(warp.index(), lanes);
                    rest &= ~lanes;
                }
            }
        }
        var text = new StringJoiner("; ");
        alike.forEach((what, threads) -> text.add("threads %s %s".formatted(threads, what)));
        return text.toString();
    }

    private static String allocated(Cta cta) {
        return cta.tensorMemory().isEmpty()
                ? "no columns are"
                : "columns %s are".formatted(cta.tensorMemory().describe());
    }

    private static String describe(Warp warp, LaneGroup group, LoadedProgram program) {
        var span = program.instruction(group.pc()).location().span();
        return switch (group.state()) {
            case RUNNABLE -> "loop at " + span;
            case AT_BARRIER -> "wait at %s for barrier %d".formatted(span, group.barrier());
            case AT_CLUSTER_BARRIER -> "wait at %s for the barrier of the cluster".formatted(span);
            case AT_COLLECTIVE -> collective(warp, group, span);
        };
    }

    private static String collective(Warp warp, LaneGroup group, TextSpan span) {
        if (group.collective() == Op.WARPGROUP_PRODUCT) {
            return "wait at %s for all threads of the warpgroup".formatted(span);
        }
        int missing = group.awaited() & warp.live() & ~group.mask();
        return group.collective() == Op.TENSOR_MEMORY && missing == 0
                ? "wait at %s for tensor memory, of which %s allocated"
                        .formatted(span, allocated(warp.cta()))
                : "wait at %s for lanes 0x%08x".formatted(span, missing);
    }
}
