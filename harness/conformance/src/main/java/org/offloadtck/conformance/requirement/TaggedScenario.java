package org.offloadtck.conformance.requirement;

import java.util.List;

/// A scenario and its tags, with those of its rule and feature.
///
/// @param feature the file, as `features/offload-entries/table.feature`
/// @param line where the scenario starts, from 1; the rows of an outline share it
/// @param title the scenario's
/// @param tags with or without the `@`
public record TaggedScenario(String feature, long line, String title, List<String> tags) {

    public TaggedScenario {
        tags = tags.stream().map(tag -> tag.startsWith("@") ? tag.substring(1) : tag).toList();
    }

    /// Where to find it: `features/offload-entries/table.feature:12`.
    public String place() {
        return "%s:%d".formatted(feature, line);
    }
}
