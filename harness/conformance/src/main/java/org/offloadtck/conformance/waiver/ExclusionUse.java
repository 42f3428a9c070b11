package org.offloadtck.conformance.waiver;

/// An exclusion and its effect on a run.
///
/// @param excluded number of results that it excluded
public record ExclusionUse(Exclusion exclusion, int excluded) {

    /// What the exclusion did.
    public String effect() {
        return switch (excluded) {
            case 0 -> "unused: excludes no result of this run";
            case 1 -> "excludes 1 result";
            default -> "excludes %d results".formatted(excluded);
        };
    }
}
