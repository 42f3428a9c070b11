package org.offloadtck.conformance.result;

import java.util.Locale;
import java.util.regex.Pattern;

/// The name of a scenario that outlives moves within its file: the feature's and the scenario's
/// titles, reduced to lower-case words. Never a line number.
///
/// @param text `the-entry-table.an-entry-has-32-bytes`
public record ScenarioId(String text) {

    private static final Pattern SEPARATOR = Pattern.compile("[^a-z0-9]+");
    private static final Pattern ENDS = Pattern.compile("^-|-$");
    private static final Pattern VALID = Pattern.compile("[a-z0-9-]+(\\.[a-z0-9-]+)?");

    public ScenarioId {
        if (!VALID.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "scenario id is '%s' when it should be two lower-case titles joined by a dot"
                            .formatted(text));
        }
    }

    public static ScenarioId of(String feature, String scenario) {
        return new ScenarioId("%s.%s".formatted(words(feature), words(scenario)));
    }

    private static String words(String title) {
        var joined = SEPARATOR.matcher(title.toLowerCase(Locale.ROOT)).replaceAll("-");
        return ENDS.matcher(joined).replaceAll("");
    }

    @Override
    public String toString() {
        return text;
    }
}
