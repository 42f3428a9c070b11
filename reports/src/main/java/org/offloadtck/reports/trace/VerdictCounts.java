package org.offloadtck.reports.trace;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.conformance.result.VerdictKind;

/// The number of results of each verdict.
///
/// @param counts none of them 0, in the order of [VerdictKind]
public record VerdictCounts(Map<VerdictKind, Integer> counts) {

    public VerdictCounts {
        counts = Collections.unmodifiableMap(new EnumMap<>(counts));
    }

    /// What decides first when results differ. A judged result says more than one that was not.
    private static final List<VerdictClass> WORST_FIRST =
            List.of(
                    VerdictClass.UNEXPECTED,
                    VerdictClass.HARNESS_FAULT,
                    VerdictClass.WAIVED,
                    VerdictClass.HELD,
                    VerdictClass.EXCLUDED,
                    VerdictClass.NOT_JUDGED);

    public static VerdictCounts of(Collection<Result> results) {
        var counts = new EnumMap<VerdictKind, Integer>(VerdictKind.class);
        results.forEach(result -> counts.merge(result.verdict().kind(), 1, Integer::sum));
        return new VerdictCounts(counts);
    }

    public int total() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    public int of(VerdictClass standing) {
        return counts.entrySet().stream()
                .filter(entry -> entry.getKey().standing() == standing)
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /// The verdict that decides, and of how many results; empty if there is no result.
    public Optional<Decision> decision() {
        return counts.entrySet().stream()
                .min(Comparator.comparingInt(entry -> rank(entry.getKey())))
                .map(entry -> new Decision(entry.getKey(), entry.getValue(), total()));
    }

    /// A verdict that decides.
    ///
    /// @param count how many results have it
    /// @param total how many there are
    public record Decision(VerdictKind kind, int count, int total) {}

    private static int rank(VerdictKind kind) {
        return WORST_FIRST.indexOf(kind.standing());
    }
}
