package org.offloadtck.conformance.classification;

import java.util.List;
import java.util.regex.Pattern;

/// A word of a plain text: what stands between spaces, without the punctuation around it. So a row
/// of a table has the same words in every markup.
///
/// @param start offset of its first character, punctuation included
/// @param end offset after its last character, punctuation included
record Word(String letters, int start, int end) {

    /// Something between spaces that has a letter or a digit, and those in the middle of it.
    private static final Pattern WORD =
            Pattern.compile(
                    "[^ \\p{L}\\p{N}]*+([\\p{L}\\p{N}](?:[^ ]*[\\p{L}\\p{N}])?)[^ \\p{L}\\p{N}]*+");

    static List<Word> in(String plain) {
        return WORD.matcher(plain)
                .results()
                .map(found -> new Word(found.group(1), found.start(), found.end()))
                .toList();
    }
}
