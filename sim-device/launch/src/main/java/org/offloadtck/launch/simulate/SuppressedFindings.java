package org.offloadtck.launch.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.suppression.Suppressions;

/// Divides findings into those to report and those that a suppression matches, which it counts.
///
/// Thread-safe: its monitor guards both.
final class SuppressedFindings implements Consumer<KernelFinding> {

    private final Suppressions suppressions;
    private final List<KernelFinding> reported = new ArrayList<>();
    private final SequencedMap<String, Long> suppressed = new LinkedHashMap<>();

    SuppressedFindings(Suppressions suppressions) {
        this.suppressions = suppressions;
    }

    @Override
    public synchronized void accept(KernelFinding finding) {
        suppressions
                .matching(finding)
                .ifPresentOrElse(
                        suppression -> suppressed.merge(suppression.id(), 1L, Long::sum),
                        () -> reported.add(finding));
    }

    /// The findings that no suppression matches, in the order of detection.
    synchronized List<KernelFinding> reported() {
        return List.copyOf(reported);
    }

    /// The number of findings that each suppression matched, by its id.
    synchronized SequencedMap<String, Long> suppressed() {
        return new LinkedHashMap<>(suppressed);
    }
}
