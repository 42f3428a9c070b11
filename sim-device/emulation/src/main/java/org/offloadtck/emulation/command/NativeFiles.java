package org.offloadtck.emulation.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the C compiler made of `src/main/c`.
public final class NativeFiles {

    public static final String LIBRARY = "libcuda.so.1";
    public static final String EXEC = "offload-tck-exec";
    public static final String RUNTIME = "libomptarget.so";

    /// Where the build puts them in the jar.
    private static final String RESOURCES = "/native/linux-x86_64/";

    private final byte[] library;
    private final byte[] exec;
    private final byte[] runtime;

    private NativeFiles(byte[] library, byte[] exec, byte[] runtime) {
        this.library = library;
        this.exec = exec;
        this.runtime = runtime;
    }

    /// The driver library.
    byte[] library() {
        return library;
    }

    /// The program behind `offload-tck exec`.
    byte[] exec() {
        return exec;
    }

    /// The library of the reference runtime.
    byte[] runtime() {
        return runtime;
    }

    /// Those this kit was built with.
    ///
    /// @throws IOException with one line when there was no C compiler, or the machine is another
    public static NativeFiles ofKit() throws IOException {
        return new NativeFiles(resource(LIBRARY), resource(EXEC), resource(RUNTIME));
    }

    /// Those in `folder`, where `build-native.sh` has put them.
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
