package org.offloadtck.launch.report;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The line of a report on suppressed findings: `suppressed: 3 by team-state-32, 1 by loop`.
public final class SuppressionText {

    private SuppressionText() {}

    /// The line with its newline; empty if nothing was suppressed.
    ///
    /// @param suppressed the number of findings, by the id of the suppression
    public static String line(Map<String, Long> suppressed) {
        return suppressed.isEmpty()
                ? ""
                : suppressed.entrySet().stream()
                        .map(each ->
                                String.format(
                                        Locale.ROOT, "%,d by %s", each.getValue(), each.getKey()))
                        .collect(Collectors.joining(", ", "suppressed: ", "\n"));
    }
}
