package org.offloadtck.cli.linkbuild;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads the commands that a compiler's driver prints with `-###`.
final class DriverCommands {

    private static final Pattern WORD = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    private DriverCommands() {}

    /// The words of the linker wrapper's command, without the program.
    static Optional<List<String>> wrapperWords(String printed) {
        return printed.lines()
                .map(DriverCommands::words)
                .filter(words ->
                        !words.isEmpty() && words.getFirst().endsWith("/clang-linker-wrapper"))
                .map(words -> words.subList(1, words.size()))
                .findFirst();
    }

    private static List<String> words(String line) {
        return WORD.matcher(line)
                .results()
                .map(word -> word.group(1).replaceAll("\\\\(.)", "$1"))
                .toList();
    }
}
