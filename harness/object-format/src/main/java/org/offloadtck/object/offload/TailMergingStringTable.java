package org.offloadtck.object.offload;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A table of NUL-terminated strings that starts with the empty string, stores equal strings once,
/// and lets a string that is the tail of another share its bytes. Strings are sorted by their bytes
/// from the last to the first, greatest first, so each string follows the strings it is a tail of.
///
/// Source: LLVM, `llvm/lib/MC/StringTableBuilder.cpp`, `finalizeStringTable` for `ELF` tables. The
/// order is required for bytes equal to LLVM's.
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

    /// The offset of `string`, which must be one of the table's strings.
    int offset(byte[] string) {
        var offset = offsets.get(ByteBuffer.wrap(string));
        if (offset == null) {
            throw new IllegalStateException("the table does not have this string");
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
