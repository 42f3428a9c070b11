package org.offloadtck.conformance.result;

/// What a verdict means for the run as a whole.
public enum VerdictClass {
    /// The requirement held.
    HELD,
    /// The requirement did not hold, and a waiver says so.
    WAIVED,
    /// The edition of the implementation does not have the requirement, and an exclusion says so.
    EXCLUDED,
    /// Unexpected: a requirement that did not hold, or not in every run, or that held despite a
    /// waiver.
    UNEXPECTED,
    /// The implementation was not put to the test.
    NOT_JUDGED,
    /// The kit itself failed, so there is no verdict about the implementation.
    HARNESS_FAULT;

    /// Whether a scenario with such a verdict has to be looked at.
    public boolean isFailure() {
        return this == UNEXPECTED || this == HARNESS_FAULT;
    }
}
