package org.offloadtck.object.check.report;

import java.util.List;

/// A value at fault and what it is in the profiles that a finding names.
///
/// @param profiles the ids of the profiles that have [ProfileMismatch#expected]
public record Difference(List<String> profiles, ProfileMismatch mismatch) {

    public Difference {
        profiles = List.copyOf(profiles);
    }

    /// The difference from one profile.
    public static Difference from(String profile, ProfileMismatch mismatch) {
        return new Difference(List.of(profile), mismatch);
    }
}
