package org.offloadtck.scenario.replay;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Words as a POSIX shell reads them.
public final class ShellText {

    private ShellText() {}

    /// A word in single quotes (POSIX.1-2017, Shell Command Language, 2.2.2).
    public static String quoted(String word) {
        return "'%s'".formatted(word.replace("'", "'\\''"));
    }

    /// A word in quotes, with the variable `name` in place of each `path`.
    public static String quoted(String word, String path, String name) {
        return Arrays.stream(word.split(Pattern.quote(path), -1))
                .map(part -> part.isEmpty() ? "" : quoted(part))
                .collect(Collectors.joining("\"$%s\"".formatted(name)));
    }

    /// A text as a comment of one line.
    static String comment(String text) {
        return "# " + text.replaceAll("\\s+", " ");
    }
}
