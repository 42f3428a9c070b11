package org.offloadtck.conformance.requirement;

import java.util.List;

/// A place where implementations depart from a document.
///
/// @param id `D1`, `D2`, …; never reused
/// @param title what is different, in a phrase
/// @param document id of the document
/// @param statement what the document says, verbatim, see
///   [PlainText][org.offloadtck.conformance.document.PlainText]
/// @param practice what implementations do
/// @param evidence where that was seen: release and file, or an object of the corpus
/// @param profiles ids of the ABI profiles that depart
public record Deviation(
        String id,
        String title,
        String document,
        String statement,
        String practice,
        String evidence,
        List<String> profiles) {

    public Deviation {
        profiles = List.copyOf(profiles);
    }
}
