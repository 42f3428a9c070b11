package org.offloadtck.checks.suppression;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.checks.racecheck.RaceReporter;
import org.offloadtck.engine.thread.Extent3D;

/// What LLVM's compilers and device runtimes are known to do that the checks find; each is a
/// deviation, with its evidence. Programs are not at fault for it. Only kernels that LLVM made of
/// OpenMP regions have that runtime, so that others are excused nothing.
public enum KnownDefect {
    /// The state of a team is read while a thread sets it: the number of threads and what tells
    /// that threads have states, or the region to run (LLVM 16 and 19,
    /// `openmp/libomptarget/DeviceRTL` and `offload/DeviceRTL`, `src/State.cpp`).
    TEAM_STATE("D70", finding -> finding.kind() == Kind.RACE && isIn(finding, Words.TEAM)),
    /// Threads read for nothing what the first one of a guarded region writes.
    GUARDED_REGION("D71", KnownDefect::isGuarded),
    /// The list of dynamic schedules is read while it is made, and begins with nothing.
    DYNAMIC_SCHEDULE("D72", finding -> isIn(finding, Words.SCHEDULE)),
    /// The table of thread states, and where it is, is not set before threads read it.
    THREAD_STATES("D73", finding -> isIn(finding, Words.STATES));

    /// How the names of kernels begin that LLVM makes of OpenMP regions (LLVM 16,
    /// `llvm/lib/Frontend/OpenMP/OMPIRBuilder.cpp`, `TargetRegionEntryInfo::KernelNamePrefix`).
    private static final String REGION = "__omp_offloading_";

    private final String deviation;

    @SuppressWarnings("ImmutableEnumChecker") // captures nothing
    private final Predicate<KernelFinding> matches;

    KnownDefect(String deviation, Predicate<KernelFinding> matches) {
        this.deviation = deviation;
        this.matches = matches;
    }

    /// The number of the deviation that says so.
    public String deviation() {
        return deviation;
    }

    /// The defect that a finding is of, if it is of one.
    public static Optional<KnownDefect> of(KernelFinding finding) {
        boolean isOfRegion =
                finding.sites().stream()
                        .allMatch(site -> site.culprit().kernel().startsWith(REGION));
        return Arrays.stream(values())
                .filter(defect -> isOfRegion && defect.matches.test(finding))
                .findFirst();
    }

    /// Where in memory findings are.
    private static final class Words {

        private static final Pattern TEAM =
                Pattern.compile(
                        "(28|32) bytes into '_ZN4ompx5state9TeamStateE'"
                                + "|0 bytes into '_ZN4ompx5state9TeamStateE_\\$_0'");
        private static final Pattern GUARDED = Pattern.compile("'_shared_\\$_\\d+'");
        private static final Pattern SCHEDULE =
                Pattern.compile("'_ZL9ThreadDST'|'_ZL12ThreadDSTPtr'");
        private static final Pattern STATES = Pattern.compile("'_ZN4ompx5state12ThreadStatesE'");
    }

    private static boolean isIn(KernelFinding finding, Pattern where) {
        return Stream.concat(
                        Stream.of(finding.problem()),
                        finding.sites().stream().map(KernelFinding.Site::part))
                .anyMatch(text -> where.matcher(text).find());
    }

    /// The first thread stores, the others have no use for what they load.
    private static boolean isGuarded(KernelFinding finding) {
        return finding.kind() == Kind.RACE
                && isIn(finding, Words.GUARDED)
                && finding.problem().endsWith(RaceReporter.FOR_NOTHING)
                && finding.sites().stream()
                        .filter(site -> site.part().startsWith("store"))
                        .allMatch(site -> site.culprit().thread().equals(new Extent3D(0, 0, 0)));
    }
}
