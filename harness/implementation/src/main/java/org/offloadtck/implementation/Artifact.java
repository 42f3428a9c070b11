package org.offloadtck.implementation;

import org.offloadtck.conformance.Stage;
import org.offloadtck.object.bytes.ObjectBytes;

/// A file that a stage made. It is kept as evidence and is an input of the next stage.
///
/// @param stage the stage that made it
/// @param contents the file's bytes, under its name: `zaxpy.o`
public record Artifact(Stage stage, ObjectBytes contents) {

    public static Artifact of(Stage stage, String name, byte[] bytes) {
        return new Artifact(stage, ObjectBytes.of(name, bytes));
    }

    public String name() {
        return contents.source();
    }

    /// Returns a copy of the bytes.
    public byte[] bytes() {
        return contents.toByteArray();
    }

    @Override
    public String toString() {
        return "%s (%s, %d bytes)".formatted(name(), stage.id(), contents.size());
    }
}
