package org.offloadtck.object.check.rule;

import java.util.Locale;

/// The page `docs/contracts.md`: every rule of `check` as a row of a table, in the order of the
/// pipeline.
public final class ContractsPage {

    private static final String HEAD =
            """
            # Contracts

            `check` judges these relations: between host and device, container and contents, table and symbol,
            registration and images. A finding names the rule, the requirement, the section and the offset.

            An *error* fails a link, a load or a run, or gives wrong results; `check` exits with 1. A *warning* fails
            some links, loads or runs of the file. A *note* fails none that is known. `check` prints `not judged: …`
            for what it cannot read.

            The build writes this page from the rules in `org.offloadtck.object.check.rule`; edit those.

            | rule | requirement | severity | relation | if it is broken |
            |---|---|---|---|---|
            """;

    private ContractsPage() {}

    /// The page as Markdown.
    public static String text() {
        var page = new StringBuilder(HEAD);
        for (var rule : Rule.all()) {
            page.append(
                    "| `%s` | %s | %s | %s | %s |\n"
                            .formatted(
                                    rule.id(),
                                    rule.requirement(),
                                    rule.severity().name().toLowerCase(Locale.ROOT),
                                    rule.contract().relation(),
                                    rule.contract().consequence()));
        }
        return page.toString();
    }
}
