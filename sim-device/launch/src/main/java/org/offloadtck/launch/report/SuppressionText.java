package org.offloadtck.launch.report;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The line of a report on suppressed findings: `4 findings suppressed: 3 by team-state-32, 1 by
/// mine; --show-suppressed reports known defects`.
public final class SuppressionText {

    private SuppressionText() {}

    /// The line with its newline; empty if nothing was suppressed.
    ///
    /// @param suppressed the number of findings, by the id of the suppression
    public static String line(Map<String, Long> suppressed) {
        if (suppressed.isEmpty()) {
            return "";
        }
        long all = suppressed.values().stream().mapToLong(Long::longValue).sum();
        return suppressed.entrySet().stream()
                .map(each ->
                        String.format(Locale.ROOT, "%,d by %s", each.getValue(), each.getKey()))
                .collect(
                        Collectors.joining(
                                ", ",
                                String.format(
                                        Locale.ROOT,
                                        "%,d %s suppressed: ",
                                        all,
                                        all == 1 ? "finding" : "findings"),
                                "; --show-suppressed reports known defects\n"));
    }
}
