package org.offloadtck.object.bytes;

/// Reads the fields of a structure in the order of its specification.
public final class Cursor {

    private final ObjectBytes file;
    private long next;
    private long field;

    Cursor(ObjectBytes file, long start) {
        this.file = file;
        this.next = start;
        this.field = start;
    }

    public int u8(String name) {
        advance(Byte.BYTES);
        return file.u8(field, name);
    }

    public int u16(String name) {
        advance(Short.BYTES);
        return file.u16(field, name);
    }

    public long u32(String name) {
        advance(Integer.BYTES);
        return file.u32(field, name);
    }

    /// Reads an unsigned size or offset; see [ObjectBytes#u64].
    public long u64(String name) {
        advance(Long.BYTES);
        return file.u64(field, name);
    }

    /// Reads 64 bits whose every value is meaningful; see [ObjectBytes#i64].
    public long i64(String name) {
        advance(Long.BYTES);
        return file.i64(field, name);
    }

    /// Reads an unsigned number in groups of seven bits, the lowest first, of at most 63 bits.
    public long uleb128(String name) {
        long start = next;
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            int group = u8(name);
            value |= (group & 0x7fL) << shift;
            if (group < 0x80) {
                field = start;
                return value;
            }
        }
        throw file.malformed(start, FormatRule.CODE, "%s has more than 63 bits".formatted(name));
    }

    /// Reads a signed number in groups of seven bits, the lowest first, of at most 64 bits. Bit 6
    /// of the last group is the sign.
    public long sleb128(String name) {
        long start = next;
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int group = u8(name);
            value |= (group & 0x7fL) << shift;
            if (group < 0x80) {
                field = start;
                boolean negative = (group & 0x40) != 0 && shift + 7 < Long.SIZE;
                return negative ? value | -1L << (shift + 7) : value;
            }
        }
        throw file.malformed(start, FormatRule.CODE, "%s has more than 64 bits".formatted(name));
    }

    /// Reads a string and the NUL that ends it.
    public String cString(String name) {
        field = next;
        next = file.terminator(field, name) + 1;
        return file.cString(field, name);
    }

    /// Offset of the next field, in bytes from the start of the view.
    public long position() {
        return next;
    }

    /// An exception about the field that was read last.
    public MalformedObjectException malformed(FormatRule rule, String problem) {
        return file.malformed(field, rule, problem);
    }

    private void advance(int size) {
        field = next;
        next += size;
    }
}
