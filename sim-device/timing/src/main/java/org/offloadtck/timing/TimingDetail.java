package org.offloadtck.timing;

/// How much of a timed launch is recorded.
public enum TimingDetail {
    /// What the launch did as a whole.
    LAUNCH,
    /// Also what each instruction cost. The replay takes longer; cycles are the same.
    INSTRUCTIONS
}
