package org.offloadtck.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A list that is written element by element.
class JsonListTest {

    private static List<JsonObject> elements(int count) {
        return IntStream.range(0, count)
                .mapToObj(i ->
                        new JsonObject()
                                .put("name", "a \"quoted\" ü " + i)
                                .put("size", i)
                                .put("in", new JsonObject().putTexts("of", List.of("b"))))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 2000})
    void isTheTextOfAnObjectWithTheList(int count) {
        var out = new StringWriter();
        try (var list = new JsonList(out, "files")) {
            elements(count).forEach(list::add);
        }
        out.write("more");

        assertThat(out)
                .hasToString(new JsonObject().putAll("files", elements(count)).toText() + "more");
    }

    @Test
    void doesNotKeepItsElements() {
        var out = new StringWriter();
        try (var list = new JsonList(out, "files")) {
            elements(2000).forEach(list::add);
            assertThat(out.getBuffer().length()).isGreaterThan(100_000);
        }
    }

    @Test
    void reportsAWriterThatFails() {
        assertThatThrownBy(
                        () -> {
                            try (var list = new JsonList(new FullDisk(), "files")) {
                                elements(2000).forEach(list::add);
                            }
                        })
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("No space left");
    }

    private static final class FullDisk extends Writer {
        @Override
        public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("No space left on device");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
