package org.offloadtck.object.archive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// Reads GNU's symbol table: a count, that many offsets of member headers, and that many
/// NUL-terminated names. Numbers are big-endian for every machine.
final class ArchiveSymbolTable {

    private final ObjectBytes table;
    private final int width;

    /// @param width of a number, in bytes
    ArchiveSymbolTable(ObjectBytes table, int width) {
        this.table = table;
        this.width = width;
    }

    /// @param positions of the members' headers, by index
    List<ArchiveSymbol> symbols(List<Long> positions) {
        Map<Long, Integer> members = new HashMap<>();
        for (int member = 0; member < positions.size(); member++) {
            members.put(positions.get(member), member);
        }
        long count = number(0, "number of symbols");
        table.requireTable(width, count, width, "symbol table");
        var symbols = new ArrayList<ArchiveSymbol>();
        Cursor names = table.cursor(width * (count + 1));
        for (long row = 1; row <= count; row++) {
            long position = number(row * width, "position of a member");
            Integer member = members.get(position);
            if (member == null) {
                throw table.malformed(
                        row * width,
                        FormatRule.INDEX,
                        "no member starts at 0x%x".formatted(position));
            }
            symbols.add(new ArchiveSymbol(names.cString("symbol name"), member));
        }
        return symbols;
    }

    private long number(long at, String field) {
        long value = 0;
        for (int index = 0; index < width; index++) {
            value = (value << Byte.SIZE) | table.u8(at + index, field);
        }
        return value;
    }
}
