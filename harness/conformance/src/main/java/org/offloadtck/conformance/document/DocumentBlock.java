package org.offloadtck.conformance.document;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.offloadtck.conformance.document.DocumentUnit.Kind;

/// A paragraph, table, list or code block of a section.
///
/// @param kind of its units; prose has [Kind#SENTENCE]
/// @param lines as the document has them
record DocumentBlock(Kind kind, List<String> lines) {

    /// A full stop that a space follows, with the marks that close before it.
    private static final Pattern STOP = Pattern.compile("[.?!][\"')]*(?= )");

    /// What ends in a full stop and no sentence: abbreviations, and the number of a list item.
    private static final Pattern NO_STOP =
            Pattern.compile("(?:^|.*[ (])(?:e\\.g|i\\.e|etc|w\\.r\\.t|vs|No)\\.|\\d+\\.");

    DocumentBlock {
        lines = List.copyOf(lines);
    }

    /// The parts that are classified, whose texts joined by a space are the text of the block.
    List<DocumentUnit> units() {
        var text = PlainText.of(String.join("\n", lines));
        if (text.isEmpty()) {
            return List.of();
        }
        return kind == Kind.SENTENCE ? sentences(text) : List.of(new DocumentUnit(kind, text));
    }

    private static List<DocumentUnit> sentences(String text) {
        var sentences = new ArrayList<DocumentUnit>();
        int start = 0;
        var stop = STOP.matcher(text);
        while (stop.find()) {
            var sentence = text.substring(start, stop.end());
            if (!NO_STOP.matcher(sentence).matches()) {
                sentences.add(new DocumentUnit(Kind.SENTENCE, sentence));
                start = stop.end() + 1;
            }
        }
        sentences.add(new DocumentUnit(Kind.SENTENCE, text.substring(start)));
        return List.copyOf(sentences);
    }
}
