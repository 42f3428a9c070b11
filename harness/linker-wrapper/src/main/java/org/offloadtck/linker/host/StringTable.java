package org.offloadtck.linker.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import org.offloadtck.object.bytes.ByteImage;

/// An ELF string table under construction: NUL-terminated names, the empty one first.
final class StringTable {

    private final ByteImage bytes = new ByteImage().u8(0);
    private final Map<String, Integer> offsets = new LinkedHashMap<>(Map.of("", 0));

    /// The offset of `name` in the table, in bytes.
    int offsetOf(String name) {
        return offsets.computeIfAbsent(name, this::append);
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }

    private int append(String name) {
        int offset = bytes.position();
        bytes.bytes(name.getBytes(UTF_8)).u8(0);
        return offset;
    }
}
