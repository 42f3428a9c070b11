package org.offloadtck.timing.replay;

/// The order in which a replay computes what the schedulers of a multiprocessor do; the outcome is
/// the same.
enum IssueOrder {
    /// In the order of time, one instruction at a time.
    IN_TURN,
    /// A scheduler issues as many instructions as it can before another one may notice.
    AHEAD
}
