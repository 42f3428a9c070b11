package org.offloadtck.object.archive;

import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// The meaning of the sixteen bytes of a member's name.
sealed interface MemberName {

    /// Prefix of the names of BSD symbol tables: `__.SYMDEF`, `__.SYMDEF SORTED`, `__.SYMDEF_64`.
    String BSD_SYMBOL_TABLE = "__.SYMDEF";

    /// The member is the archive's symbol table.
    ///
    /// @param width of a row's offset in bytes; 0 for a BSD table, which is kept but not decoded
    record SymbolTable(int width) implements MemberName {}

    /// The member holds the long names.
    record LongNames() implements MemberName {}

    /// The name is in the header.
    record ShortName(String text) implements MemberName {}

    /// The name is in the table of long names.
    ///
    /// @param offset into the table of long names, in bytes
    record LongName(long offset) implements MemberName {}

    /// The name precedes the member's bytes.
    ///
    /// @param length of the name, in bytes
    record BsdName(int length) implements MemberName {}

    /// Whether the member is a file and not a table of the archive.
    default boolean isFile() {
        return switch (this) {
            case SymbolTable _, LongNames _ -> false;
            case ShortName _, LongName _, BsdName _ -> true;
        };
    }

    static MemberName read(ObjectBytes header) {
        String name = header.string(0, StoredMember.NAME, "member name").stripTrailing();
        if (name.equals("/")) {
            return new SymbolTable(Integer.BYTES);
        }
        if (name.equals("/SYM64/")) {
            return new SymbolTable(Long.BYTES);
        }
        if (name.startsWith(BSD_SYMBOL_TABLE)) {
            return new SymbolTable(0);
        }
        if (name.equals("//")) {
            return new LongNames();
        }
        if (name.startsWith("/")) {
            return new LongName(number(header, 0, name.substring(1), "offset of a long name"));
        }
        if (name.startsWith("#1/")) {
            long length = number(header, 0, name.substring(3), "length of a name");
            return new BsdName((int) Math.min(length, Integer.MAX_VALUE));
        }
        return new ShortName(name.endsWith("/") ? name.substring(0, name.length() - 1) : name);
    }

    /// Parses a decimal number in the header's field at `at`.
    static long number(ObjectBytes header, long at, String digits, String field) {
        boolean decimal = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!decimal) {
            throw header.malformed(
                    at,
                    FormatRule.TEXT,
                    "%s is '%s' when it should be a decimal number".formatted(field, digits));
        }
        return Long.parseLong(digits);
    }
}
