package org.offloadtck.checks.finding;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;

/// Findings, the first of each kind and place, in the order they were found.
public final class FindingLog {

    /// How many places are told of: more than a kernel has that somebody wrote.
    private static final int MOST = 1 << 14;

    private final Map<Key, Long> seen = new LinkedHashMap<>();
    private final Consumer<KernelFinding> reader;
    private long unlisted;

    /// What makes two findings one: what they are, and where the code is that had part.
    private record Key(
            KernelFinding.Kind kind, String kernel, String problem, List<CodeLocation> places) {

        static Key of(KernelFinding finding) {
            if (finding.sites().isEmpty()) {
                return new Key(finding.kind(), "", finding.problem(), List.of());
            }
            return new Key(
                    finding.kind(),
                    finding.sites().getFirst().culprit().kernel(),
                    "",
                    finding.sites().stream().map(KernelFinding.Site::location).toList());
        }
    }

    /// @param reader told of each finding that is new
    public FindingLog(Consumer<KernelFinding> reader) {
        this.reader = reader;
    }

    public synchronized void add(KernelFinding finding) {
        var key = Key.of(finding);
        if (seen.containsKey(key)) {
            seen.merge(key, 1L, Long::sum);
        } else if (seen.size() < MOST) {
            seen.put(key, 1L);
            reader.accept(finding);
        } else {
            unlisted++;
        }
    }

    /// How many more there were than were told.
    public synchronized long unlisted() {
        return unlisted;
    }
}
