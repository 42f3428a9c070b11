package org.offloadtck.sim;

import java.util.Arrays;
import java.util.function.Predicate;
import org.offloadtck.object.ir.OffloadInfo;
import org.offloadtck.simt.check.Finding;

/// What compilers and device runtimes are known to do that the checks find, by the memory it is in;
/// each is a deviation, with its evidence. Programs are not at fault for it. Only kernels that LLVM
/// made of OpenMP regions have that runtime, so that others are excused nothing.
enum KnownDefect {
    /// D70: the state of a team is read while its first thread sets it.
    TEAM_STATE(finding -> isIn(finding, "'_ZN4ompx5state")),
    /// D71: threads read for nothing what the first one of a guarded region writes.
    GUARDED_REGION(finding -> isIn(finding, "'_shared_$")),
    /// D72: the list of dynamic schedules is read while it is made, and begins with nothing.
    DYNAMIC_SCHEDULE(finding -> isIn(finding, "ThreadDST")),
    /// D73: the table of thread states is not set before threads read it.
    THREAD_STATES(finding -> isIn(finding, "'malloc' ("));

    @SuppressWarnings("ImmutableEnumChecker") // captures nothing
    private final Predicate<Finding> matches;

    KnownDefect(Predicate<Finding> matches) {
        this.matches = matches;
    }

    private static boolean isIn(Finding finding, String variable) {
        return finding.problem().contains(variable)
                || finding.sites().stream().anyMatch(site -> site.part().contains(variable));
    }

    static boolean covers(Finding finding) {
        return finding.sites().stream()
                        .allMatch(site ->
                                site.culprit().kernel().startsWith(OffloadInfo.REGION_PREFIX))
                && Arrays.stream(values()).anyMatch(defect -> defect.matches.test(finding));
    }
}
