package org.offloadtck.emulation.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The binaries that the build compiles from `src/main/c`.
public final class NativeFiles {

    public static final String LIBRARY = "libcuda.so.1";
    public static final String EXEC = "offload-tck-exec";
    public static final String RUNTIME = "libomptarget.so";

    /// Their folder in the jar.
    private static final String RESOURCES = "/native/linux-x86_64/";

    private final byte[] library;
    private final byte[] exec;
    private final byte[] runtime;

    private NativeFiles(byte[] library, byte[] exec, byte[] runtime) {
        this.library = library;
        this.exec = exec;
        this.runtime = runtime;
    }

    /// `libcuda.so.1`.
    byte[] library() {
        return library;
    }

    /// The program that `offload-tck exec` executes.
    byte[] exec() {
        return exec;
    }

    /// `libomptarget.so` of the reference runtime.
    byte[] runtime() {
        return runtime;
    }

    /// The binaries of this kit.
    ///
    /// @throws IOException if the kit was built without them; the message is one line
    public static NativeFiles ofKit() throws IOException {
        return new NativeFiles(resource(LIBRARY), resource(EXEC), resource(RUNTIME));
    }

    /// The binaries in `folder`, an output folder of `build-native.sh`.
    public static NativeFiles ofFolder(Path folder) throws IOException {
        return new NativeFiles(
                Files.readAllBytes(folder.resolve(LIBRARY)),
                Files.readAllBytes(folder.resolve(EXEC)),
                Files.readAllBytes(folder.resolve(RUNTIME)));
    }

    private static byte[] resource(String name) throws IOException {
        try (var stream = NativeFiles.class.getResourceAsStream(RESOURCES + name)) {
            if (stream == null) {
                throw new IOException(
                        ("this kit has no %s: it was built without a C compiler or for another"
                                        + " machine than x86-64 Linux")
                                .formatted(name));
            }
            return stream.readAllBytes();
        }
    }
}
