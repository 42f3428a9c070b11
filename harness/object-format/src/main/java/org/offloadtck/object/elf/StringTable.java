package org.offloadtck.object.elf;

import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// Reads NUL-terminated names out of a section of type `SHT_STRTAB`.
///
/// Names may share bytes (`.text` is the tail of `.rela.text`), so a small file could expand to far
/// more text than it holds. A table is rejected if the names that were read have more than
/// [#MAX_SHARING] times the bytes of the string table and of the table that refers to it.
final class StringTable {

    /// Linkers share tails and equal names, which in practice less than doubles the text; 64 leaves
    /// a wide margin.
    private static final long MAX_SHARING = 64;

    private final ObjectBytes strings;
    private final long mostText;
    private long text;

    /// @param referring size of the table whose rows have the names, in bytes
    StringTable(ObjectBytes strings, long referring) {
        this.strings = strings;
        this.mostText = MAX_SHARING * (strings.size() + referring);
    }

    /// The name at `offset`.
    ///
    /// @param rows the table that refers to the name
    /// @param field where `rows` state the offset, for diagnostics
    String name(ObjectBytes rows, long field, long offset) {
        if (offset == 0 && strings.size() == 0) {
            return "";
        }
        if (offset >= strings.size()) {
            throw rows.malformed(
                    field,
                    FormatRule.INDEX,
                    "name begins at 0x%x of a string table of 0x%x bytes"
                            .formatted(offset, strings.size()));
        }
        String name = strings.cString(offset, "name");
        text += name.length();
        if (text > mostText) {
            throw rows.malformed(
                    field,
                    FormatRule.BOUNDS,
                    "the names have more than %d times the bytes of their tables"
                            .formatted(MAX_SHARING));
        }
        return name;
    }
}
