package org.offloadtck.conformance.result;

/// What a verdict means for the run as a whole.
public enum VerdictClass {
    /// The requirement held.
    HELD,
    /// The requirement did not hold, and a waiver says so.
    WAIVED,
    /// Nobody expected this: a requirement that did not hold, or not every time, or that held in
    /// spite of a waiver.
    UNEXPECTED,
    /// The implementation was not put to the test.
    NOT_JUDGED,
    /// The kit itself failed; nothing is said of the implementation.
    HARNESS_FAULT
}
