package org.offloadtck.reports.comparison;

import java.util.List;
import java.util.stream.Collectors;

/// One thing that two runs found differently.
///
/// @param key of the result, id of the requirement, or the result's key and the budget's id
/// @param title of the scenario; empty for a requirement
/// @param was verdict, value or hash; empty if there was none
/// @param is verdict, value or hash; empty if there is none
/// @param reason of the later verdict; empty if it has none
/// @param causes what may have led to it; empty if nothing that both runs recorded differs
public record Change(
        ChangeKind kind,
        String key,
        String title,
        String was,
        String is,
        String reason,
        List<FactDifference> causes) {

    public Change {
        causes = List.copyOf(causes);
    }

    /// `PASS -> FAIL_LINK: reason`.
    public String text() {
        return "%s -> %s%s"
                .formatted(
                        was.isEmpty() ? "none" : was,
                        is.isEmpty() ? "none" : is,
                        reason.isEmpty() ? "" : ": " + reason);
    }

    /// The causes by what they are about: `kit, implementation clang-16`.
    public String because() {
        return causes.isEmpty()
                ? "nothing that both runs recorded differs"
                : causes.stream()
                        .map(cause -> cause.fact().toString())
                        .collect(Collectors.joining(", "));
    }
}
