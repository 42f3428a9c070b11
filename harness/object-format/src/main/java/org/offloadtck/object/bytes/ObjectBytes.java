package org.offloadtck.object.bytes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/// A named, bounds-checked, little-endian view of an object file of at most 2 GiB - 1.
///
/// Every read takes the name of its field, so that the diagnostic of a read past the end names it.
/// Fields are read through a buffer: compiled by the first compiler only, as `check` is, a read of
/// a [MemorySegment] takes several times as long.
public final class ObjectBytes {

    private final String source;
    private final ByteBuffer view;
    private final String part;
    private final long base;

    private ObjectBytes(String source, ByteBuffer view, String part, long base) {
        this.source = source;
        this.view = view.order(ByteOrder.LITTLE_ENDIAN);
        this.part = part;
        this.base = base;
    }

    /// @param part the name of the bytes in messages: `file`, or a part such as `offload binary`
    /// @param base offset of the part in the file, in bytes; messages state offsets in the file
    public ObjectBytes(String source, MemorySegment bytes, String part, long base) {
        this(source, bytes.asByteBuffer(), part, base);
    }

    /// The method does not copy `bytes`; the caller must not modify the array.
    public static ObjectBytes of(String source, byte[] bytes) {
        return new ObjectBytes(source, ByteBuffer.wrap(bytes).asReadOnlyBuffer(), "file", 0);
    }

    public static ObjectBytes of(String source, MemorySegment bytes) {
        return new ObjectBytes(source, bytes, "file", 0);
    }

    /// The name of the file in messages.
    public String source() {
        return source;
    }

    /// The bytes of the part; they are not copied.
    public MemorySegment bytes() {
        return MemorySegment.ofBuffer(view);
    }

    /// The name of the bytes in messages.
    public String part() {
        return part;
    }

    /// Offset of the part in the file, in bytes.
    public long base() {
        return base;
    }

    /// A view of the `length` bytes at `at`, named `part` in messages. Reads count from the start
    /// of the part and must stay inside it; messages still state offsets in the file.
    public ObjectBytes window(long at, long length, String part) {
        require(at, length, part);
        return new ObjectBytes(source, view.slice((int) at, (int) length), part, base + at);
    }

    public Cursor cursor(long start) {
        return new Cursor(this, start);
    }

    public long size() {
        return view.limit();
    }

    /// A copy of the viewed bytes.
    public byte[] toByteArray() {
        return copy(0, view.limit());
    }

    private byte[] copy(int at, int length) {
        var copy = new byte[length];
        view.get(at, copy);
        return copy;
    }

    public int u8(long at, String field) {
        require(at, Byte.BYTES, field);
        return Byte.toUnsignedInt(view.get((int) at));
    }

    public int u16(long at, String field) {
        require(at, Short.BYTES, field);
        return Short.toUnsignedInt(view.getShort((int) at));
    }

    public long u32(long at, String field) {
        require(at, Integer.BYTES, field);
        return Integer.toUnsignedLong(view.getInt((int) at));
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
        return view.getLong((int) at);
    }

    public String string(long at, long length, String field) {
        require(at, length, field);
        return new String(copy((int) at, (int) length), UTF_8);
    }

    /// Reads the string that begins at `at` and ends before the next NUL of this view.
    public String cString(long at, String field) {
        int end = (int) terminator(at, field);
        return new String(copy((int) at, end - (int) at), UTF_8);
    }

    /// Offset of the NUL that ends the string at `at`.
    long terminator(long at, String field) {
        require(at, Byte.BYTES, field);
        int end = (int) at;
        while (end <= view.limit() - Long.BYTES && !hasZeroByte(view.getLong(end))) {
            end += Long.BYTES;
        }
        while (end < view.limit() && view.get(end) != 0) {
            end++;
        }
        if (end < view.limit()) {
            return end;
        }
        throw malformed(at, FormatRule.BOUNDS, "%s has no terminating NUL".formatted(field));
    }

    private static boolean hasZeroByte(long word) {
        return (word - 0x0101010101010101L & ~word & 0x8080808080808080L) != 0;
    }

    /// Returns the `length` bytes at `at`.
    ///
    /// @param field named in the diagnostic
    /// @throws MalformedObjectException if they do not fit the view
    public MemorySegment at(long at, long length, String field) {
        require(at, length, field);
        return MemorySegment.ofBuffer(view.slice((int) at, (int) length));
    }

    /// Verifies that the view has `length` bytes at `at`.
    ///
    /// @param field named in the diagnostic
    /// @throws MalformedObjectException if it does not
    public void require(long at, long length, String field) {
        int size = view.limit();
        if (at < 0 || length < 0 || length > size || at > size - length) {
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

    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectBytes bytes
                && base == bytes.base
                && source.equals(bytes.source)
                && part.equals(bytes.part)
                && view.equals(bytes.view);
    }

    @Override
    public int hashCode() {
        return Objects.hash(source, part, base, view.limit());
    }
}
