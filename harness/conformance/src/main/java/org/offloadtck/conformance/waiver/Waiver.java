package org.offloadtck.conformance.waiver;

import java.time.LocalDate;

/// A known failure.
///
/// @param id `W1`
/// @param results the results that fail: a [WildcardPattern] of their keys
/// @param reason why they fail
/// @param owner who looks after it
/// @param issue address of the discussion
/// @param expires the last day it holds
public record Waiver(
        String id, String results, String reason, String owner, String issue, LocalDate expires) {

    /// Whether the waiver names the result with this key.
    public boolean covers(String key) {
        return new WildcardPattern(results).matches(key);
    }

    /// Whether the waiver has effect on a day.
    public boolean isInForce(LocalDate today) {
        return !today.isAfter(expires);
    }

    /// Reason, owner, issue and last day, as reports print them beside the id.
    public String terms() {
        return "%s; owner %s, issue %s, expires %s".formatted(reason, owner, issue, expires);
    }
}
