package org.offloadtck.conformance.result;

import java.util.List;
import java.util.Optional;

/// The kinds of verdict, in the order in which summaries count them. The constant's name is the
/// word reports print and documents hold.
public enum VerdictKind {
    PASS(VerdictClass.HELD, "The result is as required."),
    FAIL_FORMAT(VerdictClass.UNEXPECTED, "An artifact's bytes are not as required."),
    FAIL_COMPILE(
            VerdictClass.UNEXPECTED,
            "The compiler refused what it has to accept, or accepted what it has to refuse."),
    FAIL_LINK(
            VerdictClass.UNEXPECTED,
            "A device link or host link refused what it has to accept, or the reverse."),
    FAIL_RUNTIME(VerdictClass.UNEXPECTED, "The program stopped with an error."),
    FAIL_VALUE(VerdictClass.UNEXPECTED, "The program ended well with a wrong result."),
    CRASH(
            VerdictClass.UNEXPECTED,
            "A process of the implementation was ended by the signal named."),
    HANG(VerdictClass.UNEXPECTED, "A process of the implementation did not end in its time."),
    HOST_FALLBACK(
            VerdictClass.UNEXPECTED,
            "The result is right, but the device's launch count says the host computed it."),
    UNSUPPORTED(
            VerdictClass.NOT_JUDGED,
            "The implementation or the device lacks a capability, as its probe said."),
    XFAIL(VerdictClass.WAIVED, "Failed, as the waiver named expects."),
    XPASS(
            VerdictClass.UNEXPECTED,
            "Passed although the waiver named expects a failure: the waiver is stale."),
    EXCLUDED(
            VerdictClass.EXCLUDED,
            "The edition does not have what is tested, as the exclusion named says."),
    FLAKY(VerdictClass.UNEXPECTED, "Failed in some of several runs."),
    PERF_REGRESSED(VerdictClass.UNEXPECTED, "Costs more than its budget."),
    PERF_IMPROVED(VerdictClass.HELD, "Costs less than its budget, which should be lowered."),
    NOT_RUN(VerdictClass.NOT_JUDGED, "Left out of the run, for the reason given."),
    HARNESS_ERROR(VerdictClass.HARNESS_FAULT, "The kit failed, not the implementation.");

    static final List<VerdictKind> ALL = List.of(values());

    private final VerdictClass standing;
    private final String meaning;

    VerdictKind(VerdictClass standing, String meaning) {
        this.standing = standing;
        this.meaning = meaning;
    }

    /// The kind with this name.
    public static Optional<VerdictKind> of(String name) {
        return ALL.stream().filter(kind -> kind.name().equals(name)).findFirst();
    }

    public VerdictClass standing() {
        return standing;
    }

    /// What the verdict says, as a sentence for reports.
    public String meaning() {
        return meaning;
    }
}
