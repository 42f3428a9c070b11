package org.offloadtck.object.archive;

import java.util.HashMap;
import java.util.Map;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// Reads the names that do not fit a member's header: lines that end with a slash and a newline.
///
/// A name starts at the start of a line, so the names have no more text than the table.
final class LongNameTable {

    private static final int NEWLINE = '\n';

    private final ObjectBytes lines;
    private final Map<Long, String> names = new HashMap<>();

    LongNameTable(ObjectBytes lines) {
        this.lines = lines;
    }

    /// The name at `offset`; `header` is the header of the member that refers to it.
    String name(ObjectBytes header, long offset) {
        boolean beginsLine =
                offset < lines.size()
                        && (offset == 0 || lines.u8(offset - 1, "long name") == NEWLINE);
        if (!beginsLine) {
            throw header.malformed(
                    0,
                    FormatRule.INDEX,
                    "no long name starts at 0x%x of 0x%x bytes".formatted(offset, lines.size()));
        }
        return names.computeIfAbsent(offset, this::line);
    }

    private String line(long start) {
        long end = start;
        while (end < lines.size() && lines.u8(end, "long name") != NEWLINE) {
            end++;
        }
        String line = lines.string(start, end - start, "long name");
        return line.endsWith("/") ? line.substring(0, line.length() - 1) : line;
    }
}
