package org.offloadtck.data;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;

/// A JSON object with one list, written element by element, in the form of [JsonObject#toText].
/// Closing it ends the text and leaves the writer open.
public final class JsonList implements AutoCloseable {

    private final Writer out;
    private final JsonGenerator generator;

    /// @param name of the list in the object
    public JsonList(Writer out, String name) {
        this.out = out;
        try {
            this.generator = JsonObject.WRITER.createGenerator(out);
            generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            generator.writeStartObject();
            generator.writeArrayFieldStart(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void add(JsonObject element) {
        try {
            element.write(generator);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try (generator) {
            generator.writeEndArray();
            generator.writeEndObject();
            generator.flush();
            out.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
