package org.offloadtck.linker.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Replaces the words `@FILE` of a command line by the words in the files, as the linker wrappers
/// of all releases do. A word whose file does not exist stays.
///
/// @param folder the directory that relative paths start from
/// @see "LLVM 16, llvm/lib/Support/CommandLine.cpp, ExpansionContext::expandResponseFiles and
///   TokenizeGNUCommandLine"
record ResponseFiles(Path folder) {

    /// @throws org.offloadtck.linker.input.LinkException if a file cannot be read or names itself
    List<String> expand(List<String> words) {
        var expanded = new ArrayList<String>();
        words.forEach(word -> expand(word, Set.of(), expanded));
        return expanded;
    }

    private void expand(String word, Set<Path> open, List<String> expanded) {
        Path file = folder.resolve(word.isEmpty() ? word : word.substring(1));
        if (!word.startsWith("@") || !Files.isRegularFile(file)) {
            expanded.add(word);
            return;
        }
        if (open.contains(file)) {
            throw LinkCommandLine.rejected(word, "names itself, when a response file must not");
        }
        var within = new HashSet<>(open);
        within.add(file);
        words(read(word, file)).forEach(inner -> expand(inner, within, expanded));
    }

    private static String read(String word, Path file) {
        try {
            return Files.readString(file, UTF_8);
        } catch (IOException fault) {
            throw LinkCommandLine.rejected(
                    word,
                    "cannot be read (%s), when the command line names it"
                            .formatted(fault.getMessage()));
        }
    }

    /// The words of `text`: white space separates words, a backslash escapes the next character,
    /// also within quotes.
    static List<String> words(String text) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        boolean begun = false;
        char quote = 0;
        for (int at = 0; at < text.length(); at++) {
            char next = text.charAt(at);
            if (next == '\\' && at + 1 < text.length()) {
                at++;
                word.append(text.charAt(at));
                begun = true;
            } else if (next == quote) {
                quote = 0;
            } else if (quote != 0) {
                word.append(next);
            } else if (next == '\'' || next == '"') {
                quote = next;
                begun = true;
            } else if (!Character.isWhitespace(next)) {
                word.append(next);
                begun = true;
            } else if (begun) {
                words.add(word.toString());
                word.setLength(0);
                begun = false;
            }
        }
        if (begun) {
            words.add(word.toString());
        }
        return words;
    }
}
