package org.offloadtck.object.bytes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/// Reads texts and numbers at every offset and of every length around a word.
final class ObjectBytesProperties {

    @Property(seed = "20261123")
    void readsATextUpToItsNul(
            @ForAll @Size(max = 40) byte[] bytes, @ForAll @IntRange(max = 20) int start) {
        var view = ObjectBytes.of("file", bytes);
        int end = start;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }

        if (end < bytes.length) {
            var text = new String(Arrays.copyOfRange(bytes, start, end), UTF_8);
            assertThat(view.cString(start, "name")).isEqualTo(text);
        } else if (start < bytes.length) {
            assertThatThrownBy(() -> view.cString(start, "name"))
                    .isInstanceOf(MalformedObjectException.class)
                    .hasMessageEndingWith("name has no terminating NUL");
        } else {
            assertThatThrownBy(() -> view.cString(start, "name"))
                    .isInstanceOf(MalformedObjectException.class)
                    .hasMessageContaining("name needs 1 bytes");
        }
    }

    @Property(seed = "20261123")
    void readsNumbersLittleEndian(
            @ForAll @Size(max = 24) byte[] bytes, @ForAll @IntRange(max = 24) int at) {
        var view = ObjectBytes.of("file", bytes);
        if (at + Long.BYTES > bytes.length) {
            assertThatThrownBy(() -> view.i64(at, "field"))
                    .isInstanceOf(MalformedObjectException.class);
            return;
        }
        long expected = 0;
        for (int index = Long.BYTES - 1; index >= 0; index--) {
            expected = (expected << Byte.SIZE) | (bytes[at + index] & 0xff);
        }

        assertThat(view.i64(at, "field")).isEqualTo(expected);
        assertThat(view.u32(at, "field")).isEqualTo(expected & 0xffffffffL);
        assertThat(view.u16(at, "field")).isEqualTo((int) (expected & 0xffff));
        assertThat(view.u8(at, "field")).isEqualTo((int) (expected & 0xff));
        assertThat(view.window(at, Long.BYTES, "part").i64(0, "field")).isEqualTo(expected);
    }
}
