package org.offloadtck.checks.finding;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.checks.finding.KernelFinding.Site;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;

/// Reports the first finding of each kind, kernel and set of places in the code. A race is reported
/// once for each pair of instructions, whichever of them comes first.
///
/// Thread-safe: its monitor guards the keys.
public final class FindingLog {

    /// Findings that are reported at most: more than a kernel written by hand has instructions.
    private static final int MAX_REPORTED = 1 << 14;

    private final Set<Key> reported = new HashSet<>();
    private final Consumer<KernelFinding> listener;
    private long unlisted;

    /// Two findings with equal keys are one.
    ///
    /// @param places empty for a finding without sites, whose defect then counts; a set for a race,
    ///   of which either access may come first
    private record Key(
            Kind kind, String kernel, Collection<CodeLocation> places, List<Defect> withoutSites) {

        static Key of(KernelFinding finding) {
            return finding.sites().isEmpty()
                    ? new Key(finding.kind(), "", List.of(), List.of(finding.defect()))
                    : of(finding.kind(), finding.sites());
        }

        /// @param sites at least one
        static Key of(Kind kind, List<Site> sites) {
            var places = sites.stream().map(Site::location).toList();
            return new Key(
                    kind,
                    sites.getFirst().thread().kernel(),
                    kind == Kind.RACE ? Set.copyOf(places) : places,
                    List.of());
        }
    }

    /// @param listener receives each new finding, in the thread that adds it
    public FindingLog(Consumer<KernelFinding> listener) {
        this.listener = listener;
    }

    /// Whether a finding of this kind at these places was reported.
    ///
    /// @param sites at least one
    public synchronized boolean hasReported(Kind kind, List<Site> sites) {
        return reported.contains(Key.of(kind, sites));
    }

    public synchronized void add(KernelFinding finding) {
        var key = Key.of(finding);
        if (reported.contains(key)) {
            return;
        }
        if (reported.size() < MAX_REPORTED) {
            reported.add(key);
            listener.accept(finding);
        } else {
            unlisted++;
        }
    }

    /// How many findings were dropped because the log was full.
    public synchronized long unlisted() {
        return unlisted;
    }
}
