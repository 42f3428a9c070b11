package org.offloadtck.object.elf.build;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.offloadtck.object.bytes.ByteWriter;

/// A string table under construction. It only grows, so offsets stay valid and several symbol
/// tables and the section names may share one table.
final class StringTableBuilder {

    private final ByteWriter strings = new ByteWriter();
    private final Map<String, Long> offsets = new HashMap<>();
    private final byte[] inherited;

    /// Extends a table; an empty one gets the empty string at offset 0.
    StringTableBuilder(byte[] table) {
        inherited = table.length == 0 ? new byte[1] : table;
        strings.bytes(inherited);
        if (inherited[inherited.length - 1] != 0) {
            strings.u8(0);
        }
    }

    /// The offset of `name`; adds it if the table does not have it.
    long offset(String name) {
        return offsets.computeIfAbsent(name, this::find);
    }

    byte[] toByteArray() {
        return strings.toByteArray();
    }

    private long find(String name) {
        byte[] terminated = Arrays.copyOf(name.getBytes(UTF_8), name.getBytes(UTF_8).length + 1);
        for (int at = 0; at <= inherited.length - terminated.length; at++) {
            if (Arrays.equals(
                    inherited, at, at + terminated.length, terminated, 0, terminated.length)) {
                return at;
            }
        }
        long added = strings.position();
        strings.bytes(terminated);
        return added;
    }
}
