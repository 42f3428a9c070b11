package org.offloadtck.conformance.waiver;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.offloadtck.conformance.result.ResultIdentity;

/// A known failure.
///
/// @param id `W1`
/// @param results which results: a key, in which `*` stands for any text
/// @param reason why they fail
/// @param owner who looks after it
/// @param issue address of the discussion
/// @param expires the last day it holds
public record Waiver(
        String id, String results, String reason, String owner, String issue, LocalDate expires) {

    boolean covers(ResultIdentity identity) {
        var pattern =
                Arrays.stream(results.split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*"));
        return Pattern.matches(pattern, identity.key());
    }

    boolean hasExpired(LocalDate today) {
        return today.isAfter(expires);
    }
}
