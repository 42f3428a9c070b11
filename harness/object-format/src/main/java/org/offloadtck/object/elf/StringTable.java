package org.offloadtck.object.elf;

import java.util.Arrays;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// Reads NUL-terminated names out of a section of type `SHT_STRTAB`.
///
/// Names may share bytes (`.text` is the tail of `.rela.text`), so a small file could expand to far
/// more text than it holds. A table is rejected if its distinct names have more than [#MAX_SHARING]
/// times its size.
final class StringTable {

    /// Linkers share tails only, which in practice less than doubles the text; 64 leaves a wide
    /// margin.
    private static final long MAX_SHARING = 64;

    private final ObjectBytes strings;

    /// The names by their offset; empty where none was read.
    private final String[] names;

    private long spelled;

    StringTable(ObjectBytes strings) {
        this.strings = strings;
        this.names = new String[Math.toIntExact(strings.size())];
        Arrays.fill(names, "");
    }

    /// The name at `offset`; diagnostics refer to `field`, the field that was read last.
    String name(Cursor field, long offset) {
        if (offset == 0 && strings.size() == 0) {
            return "";
        }
        if (offset >= strings.size()) {
            throw field.malformed(
                    FormatRule.INDEX,
                    "name begins at 0x%x of a string table of 0x%x bytes"
                            .formatted(offset, strings.size()));
        }
        String known = names[(int) offset];
        if (!known.isEmpty()) {
            return known;
        }
        String name = strings.cString(offset, "name");
        spelled += name.length();
        if (spelled > MAX_SHARING * strings.size()) {
            throw field.malformed(
                    FormatRule.BOUNDS,
                    "the names have more than %d times the bytes of their string table"
                            .formatted(MAX_SHARING));
        }
        names[(int) offset] = name;
        return name;
    }
}
