package org.offloadtck.implementation.external;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The values of the names in braces in a descriptor's commands.
///
/// @param words names with a value of one word, or of a part of a word
/// @param lists names with a value of any number of words
record CommandTemplate(Map<String, String> words, Map<String, List<String>> lists) {

    private static final Pattern NAME = Pattern.compile("\\{([a-z-]+(?::folder)?)}");

    CommandTemplate {
        words = Map.copyOf(words);
        lists = Map.copyOf(lists);
    }

    /// The tools and files of an installation, and their directories.
    static CommandTemplate of(ToolchainLookup.Found installation) {
        var words = new HashMap<String, String>();
        installation
                .places()
                .forEach((name, place) -> {
                    words.put(name, place.toString());
                    words.put(name + ":folder", String.valueOf(place.getParent()));
                });
        return new CommandTemplate(words, Map.of());
    }

    CommandTemplate with(String name, Path path) {
        var more = new HashMap<>(words);
        more.put(name, path.toString());
        return new CommandTemplate(more, lists);
    }

    CommandTemplate with(String name, List<String> list) {
        var more = new HashMap<>(lists);
        more.put(name, List.copyOf(list));
        return new CommandTemplate(words, more);
    }

    List<String> fill(List<String> template) {
        return template.stream().flatMap(this::fill).toList();
    }

    private Stream<String> fill(String word) {
        var whole = NAME.matcher(word);
        if (whole.matches() && lists.containsKey(whole.group(1))) {
            return lists.getOrDefault(whole.group(1), List.of()).stream();
        }
        return Stream.of(text(word));
    }

    /// Replaces every name in `word`.
    String text(String word) {
        return NAME.matcher(word).replaceAll(this::value);
    }

    private String value(MatchResult name) {
        var value = words.get(name.group(1));
        if (value == null) {
            throw new IllegalArgumentException(
                    "%s is not defined when it should be one of %s and %s"
                            .formatted(name.group(), words.keySet(), lists.keySet()));
        }
        return java.util.regex.Matcher.quoteReplacement(value);
    }
}
