package org.offloadtck.object.archive;

import java.util.HashMap;
import java.util.Map;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// Reads the names that do not fit a member's header: lines, each ended by a slash and a newline.
///
/// A name begins where a line does; so a small table cannot spell out more text than it holds.
final class LongNameTable {

    private static final int NEWLINE = '\n';

    private final ObjectBytes lines;
    private final Map<Long, String> names = new HashMap<>();

    LongNameTable(ObjectBytes lines) {
        this.lines = lines;
    }

    /// The name at `offset`, to which the name of the member at `header` refers.
    String name(ObjectBytes header, long offset) {
        boolean beginsLine =
                offset < lines.size()
                        && (offset == 0 || lines.u8(offset - 1, "long name") == NEWLINE);
        if (!beginsLine) {
            throw header.malformed(
                    0,
                    FormatRule.INDEX,
                    "no long name begins at 0x%x of 0x%x bytes".formatted(offset, lines.size()));
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
