package org.offloadtck.reports.site;

import java.util.Map;

/// A page in the style of the report that is no part of one: a single file without requests.
public final class StandalonePage {

    private StandalonePage() {}

    /// The page as HTML.
    ///
    /// @param template of the main part, below `src/main/jte`
    /// @param parameters of the template
    public static String of(String title, String template, Map<String, Object> parameters) {
        return Templates.text(
                "standalone.jte",
                Map.of(
                        "title",
                        title,
                        "style",
                        ReaderReport.style(),
                        "main",
                        Templates.content(template, parameters)));
    }
}
