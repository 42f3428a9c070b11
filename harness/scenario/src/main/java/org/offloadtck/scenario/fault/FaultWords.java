package org.offloadtck.scenario.fault;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/// The words of an edit or a place. A word in double quotes or backticks may contain spaces.
final class FaultWords {

    private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|`[^`]*`|\\S+");

    private final String text;
    private final Deque<String> words = new ArrayDeque<>();

    FaultWords(String text) {
        this.text = text;
        var matcher = WORD.matcher(text);
        while (matcher.find()) {
            var word = matcher.group();
            words.add(isQuoted(word) ? word.substring(1, word.length() - 1) : word);
        }
    }

    private static boolean isQuoted(String word) {
        return word.startsWith("\"") || word.startsWith("`");
    }

    boolean isEmpty() {
        return words.isEmpty();
    }

    String next() {
        if (words.isEmpty()) {
            throw new FaultTextException("'%s' ends where a word should follow".formatted(text));
        }
        return words.remove();
    }

    /// The next word; empty at the end.
    String nextOrEmpty() {
        return words.isEmpty() ? "" : words.remove();
    }

    /// The words that are left, as one text.
    String rest() {
        var rest = String.join(" ", words);
        words.clear();
        return rest;
    }

    int number() {
        return Math.toIntExact(Long.decode(next()));
    }

    /// Whether the next word is `word`; if so, skips it.
    boolean skip(String word) {
        if (word.equals(words.peek())) {
            words.remove();
            return true;
        }
        return false;
    }
}
