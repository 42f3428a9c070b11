package org.offloadtck.scenario.fault;

import java.util.Map;
import java.util.regex.Pattern;

/// One change of a file, as rows of the bench state it: `entry KERNEL size = 8`.
sealed interface FaultEdit {

    Pattern ASSIGNMENT = Pattern.compile("(.+?) (=|\\+=|\\^=) (.+)");
    Pattern IN_IMAGE = Pattern.compile("image (\\d+) > (.+)");

    /// How a field gets its new value.
    enum Operator {
        SET,
        ADD,
        TOGGLE;

        private static final Map<String, Operator> WORDS =
                Map.of("=", SET, "+=", ADD, "^=", TOGGLE);
    }

    /// `PLACE = VALUE`, `PLACE += VALUE`, `PLACE ^= VALUE`.
    record SetField(String place, Operator operator, String value) implements FaultEdit {}

    /// `image N > EDIT`: an edit of a device image.
    record InImage(int image, FaultEdit edit) implements FaultEdit {}

    /// `repack N VERB …`: an edit after which the offload binaries are written again.
    record Repack(int image, String verb, String key, String value) implements FaultEdit {}

    record RenameSection(String from, String to) implements FaultEdit {}

    record RemoveSection(String name) implements FaultEdit {}

    record RenameSymbol(String from, String to) implements FaultEdit {}

    /// `remove-pointer PLACE`: the pointer has no relocation and is null.
    record RemovePointer(String place) implements FaultEdit {}

    /// Replaces every occurrence of a text.
    record ReplaceText(String from, String to) implements FaultEdit {}

    /// Removes every line that contains a text.
    record RemoveLines(String text) implements FaultEdit {}

    /// Keeps the first bytes; a negative size is the number of bytes that are cut off.
    record Truncate(int size) implements FaultEdit {}

    /// Appends a file of the corpus.
    record Append(String file) implements FaultEdit {}

    static FaultEdit read(String text) {
        var inner = IN_IMAGE.matcher(text);
        if (inner.matches() && !isField(inner.group(2))) {
            return new InImage(Integer.parseInt(inner.group(1)), read(inner.group(2)));
        }
        if (isField(text)) {
            var assignment = ASSIGNMENT.matcher(text);
            if (assignment.matches()) {
                var operator = Operator.WORDS.getOrDefault(assignment.group(2), Operator.SET);
                return new SetField(assignment.group(1), operator, assignment.group(3));
            }
        }
        return structural(new FaultWords(text));
    }

    private static boolean isField(String text) {
        return !text.matches("(repack|rename|remove|replace|cut|append).*");
    }

    private static FaultEdit structural(FaultWords words) {
        var verb = words.next();
        return switch (verb) {
            case "repack" ->
                    new Repack(
                            words.number(), words.next(), words.nextOrEmpty(), words.nextOrEmpty());
            case "rename-section" -> new RenameSection(words.next(), words.next());
            case "remove-section" -> new RemoveSection(words.next());
            case "rename-symbol" -> new RenameSymbol(words.next(), words.next());
            case "remove-pointer" -> new RemovePointer(words.rest());
            case "replace" -> new ReplaceText(words.next(), words.next());
            case "remove-lines" -> new RemoveLines(words.next());
            case "cut" -> new Truncate(words.number());
            case "append" -> new Append(words.next());
            default -> throw new FaultTextException("'%s' is no edit".formatted(verb));
        };
    }
}
