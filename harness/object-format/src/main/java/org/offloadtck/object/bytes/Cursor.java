package org.offloadtck.object.bytes;

/// Reads the fields of a structure in the order its specification lists them.
public final class Cursor {

    private final ObjectBytes file;
    private long next;
    private long field;

    Cursor(ObjectBytes file, long start) {
        this.file = file;
        this.next = start;
        this.field = start;
    }

    public int u16(String name) {
        advance(Short.BYTES);
        return file.u16(field, name);
    }

    public long u32(String name) {
        advance(Integer.BYTES);
        return file.u32(field, name);
    }

    public long u64(String name) {
        advance(Long.BYTES);
        return file.u64(field, name);
    }

    /// Describes what is wrong with the field read last.
    public MalformedObjectException malformed(FormatRule rule, String problem) {
        return file.malformed(field, rule, problem);
    }

    private void advance(int size) {
        field = next;
        next += size;
    }
}
