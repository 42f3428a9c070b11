package org.offloadtck.object.bytes;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// A named, bounds-checked, little-endian view of an object file.
///
/// Every read takes the name of its field, so that the diagnostic of a read past the end names it.
///
/// @param part the name of the bytes in messages: `file`, or a part such as `offload binary`
/// @param base offset of the part in the file, in bytes; messages state offsets in the file
public record ObjectBytes(String source, MemorySegment bytes, String part, long base) {

    private static final ValueLayout.OfShort U16 =
            JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt U32 =
            JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong U64 =
            JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    public static ObjectBytes of(String source, byte[] bytes) {
        return of(source, MemorySegment.ofArray(bytes).asReadOnly());
    }

    public static ObjectBytes of(String source, MemorySegment bytes) {
        return new ObjectBytes(source, bytes, "file", 0);
    }

    /// A view of the `length` bytes at `at`, named `part` in messages. Reads count from the start
    /// of the part and must stay inside it; messages still state offsets in the file.
    public ObjectBytes window(long at, long length, String part) {
        return new ObjectBytes(source, at(at, length, part), part, base + at);
    }

    public Cursor cursor(long start) {
        return new Cursor(this, start);
    }

    public long size() {
        return bytes.byteSize();
    }

    /// A copy of the viewed bytes.
    public byte[] toByteArray() {
        return bytes.toArray(JAVA_BYTE);
    }

    public int u8(long at, String field) {
        require(at, Byte.BYTES, field);
        return Byte.toUnsignedInt(bytes.get(JAVA_BYTE, at));
    }

    public int u16(long at, String field) {
        require(at, Short.BYTES, field);
        return Short.toUnsignedInt(bytes.get(U16, at));
    }

    public long u32(long at, String field) {
        require(at, Integer.BYTES, field);
        return Integer.toUnsignedLong(bytes.get(U32, at));
    }

    /// Reads an unsigned 64-bit size or offset; values above [Long#MAX_VALUE] are malformed here.
    public long u64(long at, String field) {
        long value = i64(at, field);
        if (value < 0) {
            throw malformed(
                    at,
                    FormatRule.BOUNDS,
                    "%s is %s, larger than any file"
                            .formatted(field, Long.toUnsignedString(value)));
        }
        return value;
    }

    /// Reads 64 bits whose every value is meaningful: an address, an addend, a mask.
    public long i64(long at, String field) {
        require(at, Long.BYTES, field);
        return bytes.get(U64, at);
    }

    public String string(long at, long length, String field) {
        return new String(at(at, length, field).toArray(JAVA_BYTE), UTF_8);
    }

    /// Reads the string that begins at `at` and ends before the next NUL of this view.
    public String cString(long at, String field) {
        require(at, 1, field);
        try {
            return bytes.getString(at);
        } catch (IndexOutOfBoundsException _) {
            throw unterminated(at, field);
        }
    }

    private MalformedObjectException unterminated(long at, String field) {
        return malformed(at, FormatRule.BOUNDS, "%s has no terminating NUL".formatted(field));
    }

    /// Offset of the NUL that ends the string at `at`.
    long terminator(long at, String field) {
        at(at, 1, field);
        for (long end = at; end < size(); end++) {
            if (bytes.get(JAVA_BYTE, end) == 0) {
                return end;
            }
        }
        throw unterminated(at, field);
    }

    /// Returns the `length` bytes at `at`.
    ///
    /// @param field named in the diagnostic
    /// @throws MalformedObjectException if they do not fit the view
    public MemorySegment at(long at, long length, String field) {
        require(at, length, field);
        return bytes.asSlice(at, length);
    }

    private void require(long at, long length, String field) {
        if (at < 0 || length < 0 || length > size() || at > size() - length) {
            throw malformed(
                    at,
                    FormatRule.BOUNDS,
                    "%s needs %d bytes but the %s ends at 0x%x"
                            .formatted(field, length, part, base + size()));
        }
    }

    /// Verifies that a table of `rows` rows of `rowSize` bytes fits at `at`.
    ///
    /// @throws MalformedObjectException if it does not
    public void requireTable(long at, long rows, long rowSize, String table) {
        if (rows > size() / rowSize) {
            throw malformed(
                    at,
                    FormatRule.BOUNDS,
                    "%s has %d rows, more than fit the %s".formatted(table, rows, part));
        }
        at(at, rows * rowSize, table);
    }

    public MalformedObjectException malformed(long at, FormatRule rule, String problem) {
        return new MalformedObjectException(source, base + at, rule, problem);
    }
}
