package org.offloadtck.reports.comparison;

/// A comparison for the terminal.
final class ComparisonText {

    private ComparisonText() {}

    static String of(Comparison comparison) {
        var text = new StringBuilder();
        text.append("old  ").append(comparison.old().source()).append('\n');
        text.append("new  ").append(comparison.now().source()).append('\n');
        if (!comparison.differences().isEmpty()) {
            text.append("\nWhat differs\n");
            comparison
                    .differences()
                    .forEach(each -> text.append("  ").append(each.text()).append('\n'));
        }
        comparison
                .byKind()
                .forEach((kind, changes) -> {
                    text.append("\n%s: %d\n".formatted(capitalized(kind.word()), changes.size()));
                    changes.forEach(change -> append(text, change));
                });
        text.append("\n%d results are as before\n".formatted(comparison.unchanged()));
        return text.toString();
    }

    private static void append(StringBuilder text, Change change) {
        text.append("  ")
                .append(change.title().isEmpty() ? change.key() : change.title())
                .append('\n');
        if (!change.title().isEmpty()) {
            text.append("    ").append(change.key()).append('\n');
        }
        text.append("    ").append(change.text()).append('\n');
        if (change.kind() != ChangeKind.REWORDED) {
            text.append("    may be because of: ").append(change.because()).append('\n');
        }
    }

    private static String capitalized(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }
}
