package org.offloadtck.engine.deadlock;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Tells who waits for whom when no thread can go on: threads at the same place that wait for the
/// same are named together, and so are CTAs that all wait alike.
public final class DeadlockReport {

    private DeadlockReport() {}

    /// The fault of the first CTA's first thread.
    public static LaneFault of(List<Cta> ctas, LoadedProgram image) {
        Map<String, List<Cta>> alike = new LinkedHashMap<>();
        for (var cta : ctas) {
            alike.computeIfAbsent(threads(cta, image), _ -> new ArrayList<>()).add(cta);
        }
        var all =
                ctas.size() == 1
                        ? alike.keySet().iterator().next()
                        : alike.entrySet().stream()
                                .map(each -> positions(each.getValue()) + ": " + each.getKey())
                                .collect(Collectors.joining("; "));
        int lane = ctas.getFirst().running().groups().getFirst().firstLane();
        return new LaneFault(FaultKind.DEADLOCK, lane, "no thread can go on: " + all);
    }

    private static String positions(List<Cta> ctas) {
        var first = ctas.getFirst().position();
        return ctas.size() == 1
                ? "CTA " + first
                : "%d CTAs from %s to %s".formatted(ctas.size(), first, ctas.getLast().position());
    }

    private static String threads(Cta cta, LoadedProgram image) {
        Map<String, ThreadRanges> alike = new LinkedHashMap<>();
        for (var warp : cta.warps()) {
            for (var group : warp.groups()) {
                alike.computeIfAbsent(what(warp, group, image), _ -> new ThreadRanges())
                        .add(warp.index(), group.mask);
            }
        }
        var text = new StringJoiner("; ");
        alike.forEach((what, threads) -> text.add("threads %s %s".formatted(threads, what)));
        return text.toString();
    }

    private static String what(Warp warp, LaneGroup group, LoadedProgram image) {
        var span = image.instruction(group.pc).location().span();
        return switch (group.state) {
            case RUNNABLE -> "go round at " + span;
            case AT_BARRIER -> "wait at %s for barrier %d".formatted(span, group.barrier);
            case AT_COLLECTIVE ->
                    "wait at %s for lanes 0x%08x"
                            .formatted(span, group.awaited & warp.live() & ~group.mask);
        };
    }
}
