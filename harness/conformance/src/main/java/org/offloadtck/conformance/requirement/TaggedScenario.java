package org.offloadtck.conformance.requirement;

import java.util.List;

/// A scenario and its tags, with those of its rule and feature.
///
/// @param feature the file, as `features/offload-entries/table.feature`
/// @param title the scenario's
/// @param tags with or without the `@`
public record TaggedScenario(String feature, String title, List<String> tags) {

    public TaggedScenario {
        tags = tags.stream().map(tag -> tag.startsWith("@") ? tag.substring(1) : tag).toList();
    }
}
