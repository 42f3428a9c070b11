package org.offloadtck.launch.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// How documents for programs are written: two spaces of indent, lines ended by a line feed.
public final class JsonText {

    private static final ObjectWriter WRITER =
            JsonMapper.builder()
                    .build()
                    .writer(
                            new DefaultPrettyPrinter(
                                            Separators.createDefaultInstance()
                                                    .withObjectFieldValueSpacing(
                                                            Separators.Spacing.AFTER))
                                    .withObjectIndenter(new DefaultIndenter("  ", "\n")));

    private JsonText() {}

    public static String of(ObjectNode root) {
        try {
            return WRITER.writeValueAsString(root) + "\n";
        } catch (JsonProcessingException fault) {
            throw new IllegalStateException("a tree of texts and numbers can be written", fault);
        }
    }
}
