package org.offloadtck.implementation;

import org.offloadtck.conformance.Stage;
import org.offloadtck.object.bytes.ObjectBytes;

/// What a stage made: a file, kept as evidence and handed to the next stage.
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

    /// A fresh copy of the bytes.
    public byte[] bytes() {
        return contents.toByteArray();
    }

    @Override
    public String toString() {
        return "%s (%s, %d bytes)".formatted(name(), stage.id(), contents.size());
    }
}
