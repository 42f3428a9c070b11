package org.offloadtck.object.check;

import java.util.LinkedHashMap;
import java.util.List;

/// Whether a file agrees with a profile.
///
/// @param profile the profile's id
/// @param disagreements none when they agree
public record ProfileVerdict(String profile, List<Disagreement> disagreements) {

    public ProfileVerdict {
        disagreements = List.copyOf(disagreements);
    }

    /// The first disagreement of each field, in the order in which they were seen.
    public List<Disagreement> byField() {
        var first = new LinkedHashMap<String, Disagreement>();
        disagreements.forEach(reason -> first.putIfAbsent(reason.field(), reason));
        return List.copyOf(first.values());
    }

    public boolean agrees() {
        return disagreements.isEmpty();
    }
}
