package org.offloadtck.object.check.report;

import java.util.LinkedHashMap;
import java.util.List;

/// Whether a file agrees with a profile.
///
/// @param profile the profile's id
/// @param mismatches empty if they agree
public record ProfileVerdict(String profile, List<ProfileMismatch> mismatches) {

    public ProfileVerdict {
        mismatches = List.copyOf(mismatches);
    }

    /// The first mismatch of each field, in file order.
    public List<ProfileMismatch> byField() {
        var first = new LinkedHashMap<String, ProfileMismatch>();
        mismatches.forEach(reason -> first.putIfAbsent(reason.field(), reason));
        return List.copyOf(first.values());
    }

    public boolean agrees() {
        return mismatches.isEmpty();
    }
}
