package org.offloadtck.conformance.document;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.offloadtck.conformance.document.DocumentUnit.Kind;

/// Splits the body of a section into blocks by the markup of its view. Every line belongs to one
/// block, in order. Where saving the page lost the markup, the form of the lines decides.
final class BlockSplitter {

    /// A border of a reStructuredText table.
    private static final Pattern BORDER = Pattern.compile("\\+[-=+]+\\+");

    /// An option of a directive: `:name: table-offload_entry_flags`.
    private static final Pattern OPTION = Pattern.compile(":[a-z]+:(?: .*)?");

    private static final Pattern ITEM = Pattern.compile("\\*[\\s\\u00a0]+.*");

    /// The last cell in the head of every table of the design.
    private static final String LAST_OF_HEAD = "Description";

    /// What the title of a table in a web page ends in: a link to the table.
    private static final String PERMALINK = "¶";

    private final List<DocumentBlock> blocks = new ArrayList<>();
    private final List<String> open = new ArrayList<>();
    private Kind kind = Kind.SENTENCE;

    private BlockSplitter() {}

    static List<DocumentBlock> cut(DocumentView view, List<String> lines) {
        var cutter = new BlockSplitter();
        switch (view) {
            case BLAME, CROSS_REFERENCE -> cutter.reStructuredText(lines);
            case GITWEB -> cutter.fencedMarkdown(lines);
            case MARKDOWN, MAIL -> cutter.paragraphs(lines);
        }
        cutter.close();
        return List.copyOf(cutter.blocks);
    }

    private void reStructuredText(List<String> lines) {
        boolean code = false;
        for (var line : lines) {
            var words = line.strip();
            code = code && (words.isEmpty() || line.startsWith(" "));
            if (code) {
                add(Kind.CODE, line);
            } else if (words.isEmpty()) {
                close();
            } else if (words.startsWith(".. ") || OPTION.matcher(words).matches()) {
                whole(line);
                code = words.startsWith(".. code-block::");
            } else if (BORDER.matcher(words).matches()) {
                whole(line);
            } else if (words.startsWith("|")) {
                add(Kind.TABLE_ROW, line);
            } else {
                prose(line);
            }
        }
    }

    /// Code lies between fences. A saved view may have lost the second fence: then code ends where
    /// a line starts with the mark of inline code, which no line of code does.
    private void fencedMarkdown(List<String> lines) {
        boolean code = false;
        for (var line : lines) {
            boolean fence = line.startsWith("```");
            code = code ? !line.startsWith("`") : fence;
            if (fence) {
                whole(line);
            } else if (code) {
                add(Kind.CODE, line);
            } else if (line.isBlank()) {
                close();
            } else {
                prose(line);
            }
        }
    }

    private void paragraphs(List<String> lines) {
        var table = new ArrayList<String>();
        for (var line : lines) {
            if (line.startsWith(">")) {
                table.add(line);
                continue;
            }
            if (!table.isEmpty()) {
                table(table);
                table.clear();
            }
            if (line.isBlank()) {
                close();
            } else {
                prose(line);
            }
        }
        table(table);
    }

    /// A table that was saved as a quotation, a line per cell.
    private void table(List<String> lines) {
        close();
        int columns = 0;
        boolean head = true;
        int cells = 0;
        for (var line : lines) {
            if (line.contains(PERMALINK)) {
                whole(line);
                continue;
            }
            add(Kind.TABLE_ROW, line);
            var cell = line.substring(1).strip();
            cells += cell.isEmpty() ? 0 : 1;
            columns = head ? cells : columns;
            boolean last = head ? cell.equals(LAST_OF_HEAD) : cells == columns;
            if (last && !cell.isEmpty()) {
                close();
                head = false;
                cells = 0;
            }
        }
        close();
    }

    private void prose(String line) {
        if (ITEM.matcher(line.strip()).matches()) {
            close();
        }
        add(Kind.SENTENCE, line);
    }

    /// A line that is a block of markup.
    private void whole(String line) {
        add(Kind.MARKUP, line);
        close();
    }

    private void add(Kind next, String line) {
        if (kind != next) {
            close();
        }
        kind = next;
        open.add(line);
    }

    private void close() {
        if (!open.isEmpty()) {
            boolean code = kind == Kind.SENTENCE && looksLikeCode();
            blocks.add(new DocumentBlock(code ? Kind.CODE : kind, open));
            open.clear();
        }
    }

    /// Whether the open lines are code that nothing marks as such any more.
    private boolean looksLikeCode() {
        return open.getFirst().startsWith("$ ")
                || (open.size() > 1
                        && open.stream()
                                .map(String::strip)
                                .anyMatch(line -> line.endsWith(";") || line.endsWith("{")));
    }
}
