package org.offloadtck.reports.comparison;

import org.offloadtck.data.JsonObject;

/// A comparison for programs.
final class ComparisonJson {

    private static final int VERSION = 1;

    private ComparisonJson() {}

    static String of(Comparison comparison) {
        return new JsonObject()
                .put("schema", "offload-tck-comparison")
                .put("version", VERSION)
                .put("old", comparison.old().source())
                .put("new", comparison.now().source())
                .put("unchanged", comparison.unchanged())
                .putAll(
                        "differences",
                        comparison.differences().stream().map(ComparisonJson::of).toList())
                .putAll("changes", comparison.changes().stream().map(ComparisonJson::of).toList())
                .toText();
    }

    private static JsonObject of(FactDifference difference) {
        return new JsonObject()
                .put("aspect", difference.fact().aspect().word())
                .put("name", difference.fact().name())
                .put("was", difference.was())
                .put("is", difference.is());
    }

    private static JsonObject of(Change change) {
        return new JsonObject()
                .put("kind", change.kind().word())
                .put("key", change.key())
                .put("title", change.title())
                .put("was", change.was())
                .put("is", change.is())
                .put("reason", change.reason())
                .putTexts(
                        "causes",
                        change.causes().stream().map(cause -> cause.fact().toString()).toList());
    }
}
