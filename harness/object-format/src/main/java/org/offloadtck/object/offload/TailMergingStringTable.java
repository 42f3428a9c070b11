package org.offloadtck.object.offload;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A table of NUL-terminated strings that starts with a NUL, which is the empty string, holds equal
/// strings once, and lets a string that ends another share its bytes. Strings are ordered by their
/// bytes from the last to the first, greatest first, which puts every string right behind the ones
/// it ends.
///
/// Source: LLVM, `llvm/lib/MC/StringTableBuilder.cpp`, `finalizeStringTable` for `ELF` tables; the
/// order is part of what makes our bytes LLVM's.
final class TailMergingStringTable {

    private static final Comparator<ByteBuffer> BY_TAIL = TailMergingStringTable::compareTails;

    private final Map<ByteBuffer, Integer> offsets = new TreeMap<>(BY_TAIL.reversed());
    private final byte[] bytes;

    private TailMergingStringTable(List<byte[]> strings) {
        strings.forEach(string -> offsets.put(ByteBuffer.wrap(string), 0));
        var stored = new ArrayList<ByteBuffer>();
        int size = 1;
        var previous = ByteBuffer.allocate(0);
        for (var slot : offsets.entrySet()) {
            var string = slot.getKey();
            if (!string.hasRemaining()) {
                slot.setValue(0);
            } else if (endsWith(previous, string)) {
                slot.setValue(size - string.remaining() - 1);
            } else {
                slot.setValue(size);
                size += string.remaining() + 1;
                stored.add(string);
                previous = string;
            }
        }
        var table = ByteBuffer.allocate(size).put((byte) 0);
        stored.forEach(string -> table.put(string.duplicate()).put((byte) 0));
        bytes = table.array();
    }

    static TailMergingStringTable of(List<byte[]> strings) {
        return new TailMergingStringTable(strings);
    }

    byte[] bytes() {
        return bytes.clone();
    }

    int size() {
        return bytes.length;
    }

    /// Where `string`, one of those the table was made of, starts in it.
    int offset(byte[] string) {
        var offset = offsets.get(ByteBuffer.wrap(string));
        if (offset == null) {
            throw new IllegalStateException("the table was made without this string");
        }
        return offset;
    }

    private static boolean endsWith(ByteBuffer string, ByteBuffer end) {
        int from = string.remaining() - end.remaining();
        return from >= 0 && string.slice(from, end.remaining()).equals(end);
    }

    private static int compareTails(ByteBuffer one, ByteBuffer other) {
        int shorter = Math.min(one.remaining(), other.remaining());
        for (int back = 1; back <= shorter; back++) {
            int byBytes =
                    Byte.compareUnsigned(
                            one.get(one.remaining() - back), other.get(other.remaining() - back));
            if (byBytes != 0) {
                return byBytes;
            }
        }
        return Integer.compare(one.remaining(), other.remaining());
    }
}
