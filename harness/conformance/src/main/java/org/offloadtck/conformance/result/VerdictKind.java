package org.offloadtck.conformance.result;

import java.util.List;

/// The kinds of verdict, in the order in which summaries count them. The constant's name is the
/// word reports print and documents hold.
public enum VerdictKind {
    PASS(Standing.HELD),
    /// An artifact's bytes are not as required.
    FAIL_FORMAT(Standing.UNEXPECTED),
    /// The compiler refused what it has to accept, or accepted what it has to refuse.
    FAIL_COMPILE(Standing.UNEXPECTED),
    /// The device or host link did.
    FAIL_LINK(Standing.UNEXPECTED),
    /// The program stopped with an error.
    FAIL_RUNTIME(Standing.UNEXPECTED),
    /// The program ended well with a wrong result.
    FAIL_VALUE(Standing.UNEXPECTED),
    /// A process of the implementation was ended by a signal.
    CRASH(Standing.UNEXPECTED),
    /// A process of the implementation did not end in its time.
    HANG(Standing.UNEXPECTED),
    /// The program's result is right, but the device's launch count says the host computed it.
    HOST_FALLBACK(Standing.UNEXPECTED),
    /// The implementation or device lacks a capability, as its probe said.
    UNSUPPORTED(Standing.NOT_JUDGED),
    /// Failed, as a waiver expects.
    XFAIL(Standing.WAIVED),
    /// Passed although a waiver expects a failure: the waiver is stale.
    XPASS(Standing.UNEXPECTED),
    /// Failed in some of several runs.
    FLAKY(Standing.UNEXPECTED),
    /// Costs more than its budget.
    PERF_REGRESSED(Standing.UNEXPECTED),
    /// Costs less than its budget, which should be lowered.
    PERF_IMPROVED(Standing.HELD),
    /// Left out of the run, for the reason given.
    NOT_RUN(Standing.NOT_JUDGED),
    /// The kit failed, not the implementation.
    HARNESS_ERROR(Standing.HARNESS_FAULT);

    static final List<VerdictKind> ALL = List.of(values());

    private final Standing standing;

    VerdictKind(Standing standing) {
        this.standing = standing;
    }

    public Standing standing() {
        return standing;
    }
}
