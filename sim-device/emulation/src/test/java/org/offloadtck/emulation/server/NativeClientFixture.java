package org.offloadtck.emulation.server;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.offloadtck.command.KitCommand;
import org.offloadtck.emulation.command.DriverFolder;
import org.offloadtck.emulation.command.NativeFiles;

/// A place where C programs meet the driver library: its driver folder, and a runtime folder of its
/// own, so that no other test's server is met.
public final class NativeClientFixture {

    /// The library, compiled once; empty where there is no C compiler.
    private static final List<NativeFiles> NATIVE = compiled();

    private final Path folder;
    private final Path driver;
    private final Map<String, String> environment = new TreeMap<>();
    private Path library;

    private NativeClientFixture(Path folder, Path driver) {
        this.folder = folder;
        this.driver = driver;
        this.library = driver.resolve("libcuda.so");
    }

    /// A workplace whose servers run `main`; the test is skipped where there is no C compiler.
    public static NativeClientFixture in(Path folder, Class<?> main) throws IOException {
        var runtime = runtimeFolder(folder);
        var command = KitCommand.ofThisProcess(main.getName());
        var driver = DriverFolder.install(folder.resolve("cache"), nativeFiles(), command);
        var place = new NativeClientFixture(folder, driver);
        place.environment.put("XDG_RUNTIME_DIR", runtime.toString());
        place.environment.put("LD_LIBRARY_PATH", driver.toString());
        return place;
    }

    public static NativeFiles nativeFiles() {
        assumeTrue(!NATIVE.isEmpty(), "there is no C compiler (cc)");
        return NATIVE.getFirst();
    }

    /// A file of the module `emulation`, whatever folder of the build the test runs in.
    public static Path moduleFile(String path) {
        return Stream.of("", "../emulation", "sim-device/emulation")
                .map(module -> Path.of(module).resolve(path))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no file " + path));
    }

    private static Path runtimeFolder(Path folder) throws IOException {
        var own = PosixFilePermissions.fromString("rwx------");
        return Files.createDirectory(
                folder.resolve("run"), PosixFilePermissions.asFileAttribute(own));
    }

    private static List<NativeFiles> compiled() {
        try {
            var out = Files.createTempDirectory("native");
            var script = moduleFile("build-native.sh");
            var ended =
                    NativeProgram.run(
                            List.of(script.toAbsolutePath().toString(), out.toString()), Map.of());
            if (ended.status() != 0) {
                throw new IllegalStateException(ended.errors());
            }
            return Files.exists(out.resolve(NativeFiles.LIBRARY))
                    ? List.of(NativeFiles.ofFolder(out))
                    : List.of();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    public Path driver() {
        return driver;
    }

    /// The socket clients of this place look for, in a folder that is there afterwards.
    public Path socket() throws IOException {
        var sockets = folder.resolve("run").resolve("offload-tck");
        if (!Files.exists(sockets)) {
            Files.createDirectory(
                    sockets,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        }
        var name = driver.getFileName().toString();
        return sockets.resolve(name.substring(name.lastIndexOf('-') + 1) + ".sock");
    }

    /// Makes the library of the reference runtime the one that programs meet from here on.
    public void useRuntime() {
        var runtime = driver.resolve(DriverFolder.RUNTIME);
        library = runtime.resolve(NativeFiles.RUNTIME);
        environment.put("LD_LIBRARY_PATH", runtime.toString());
    }

    /// Changes the environment of programs started from here on.
    public NativeClientFixture with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /// Compiles C source `name`, a resource of this package, against the library.
    public Path compile(String name) throws IOException {
        var source = folder.resolve(name + ".c");
        copy(name + ".c", source);
        copy("driver.h", folder.resolve("driver.h"));
        copy("program.h", folder.resolve("program.h"));
        return compile(source, folder.resolve(name));
    }

    /// Compiles a program that a test has written.
    Path compileText(String name, String text) throws IOException {
        var source = Files.writeString(folder.resolve(name + ".c"), text);
        return compile(source, folder.resolve(name));
    }

    private Path compile(Path source, Path program) throws IOException {
        var compiler =
                List.of(
                        "cc",
                        "-Wall",
                        "-Werror",
                        "-pthread",
                        "-o",
                        program.toString(),
                        source.toString(),
                        library.toString(),
                        "-ldl");
        var ended = NativeProgram.run(compiler, Map.of());
        if (ended.status() != 0) {
            throw new IllegalStateException(ended.errors());
        }
        return program;
    }

    private static void copy(String resource, Path target) throws IOException {
        try (var stream = NativeClientFixture.class.getResourceAsStream(resource)) {
            Files.copy(
                    Objects.requireNonNull(stream, resource),
                    target,
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /// Starts a program.
    public NativeProgram start(Path program, String... arguments) throws IOException {
        return NativeProgram.start(words(program, arguments), environment);
    }

    /// Runs a program to its end.
    public NativeProgram.Ended run(Path program, String... arguments) throws IOException {
        return NativeProgram.run(words(program, arguments), environment);
    }

    private static List<String> words(Path program, String... arguments) {
        var words = new ArrayList<>(List.of(program.toString()));
        words.addAll(Arrays.asList(arguments));
        return words;
    }
}
