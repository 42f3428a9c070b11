package org.offloadtck.implementation.external;

import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.plugin.EmulatedPlatform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Builds programs with toolchains, each combination once, in a scratch folder that goes when the
/// workshop is closed.
public final class Workshop implements AutoCloseable {

    private record Key(String toolchain, String program, String level) {}

    private final Path scratch;
    private final Path toolkit;
    private final Function<String, byte[]> corpus;
    private final Map<Key, BuiltExecutable> built = new HashMap<>();

    private Workshop(Path scratch, Path toolkit, Function<String, byte[]> corpus) {
        this.scratch = scratch;
        this.toolkit = toolkit;
        this.corpus = corpus;
    }

    /// With the toolkit of `platform`.
    ///
    /// @param corpus yields the bytes of a corpus file
    public static Workshop open(EmulatedPlatform platform, Function<String, byte[]> corpus) {
        try {
            var scratch = Files.createTempDirectory("offload-tck-workshop-");
            var toolkit = Files.createDirectory(scratch.resolve("toolkit"));
            platform.writeToolkit(toolkit);
            return new Workshop(scratch, toolkit, corpus);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// `program` as `installation` builds it at `level`.
    public synchronized BuiltExecutable build(
            Installation installation, ExecutableProgram program, String level) {
        return switch (installation) {
            case Installation.Missing(var reason) ->
                    new BuiltExecutable.Stopped(
                            Verdict.of(VerdictKind.UNSUPPORTED, reason), List.of());
            case Installation.Found found ->
                    built.computeIfAbsent(
                            new Key(found.toolchain().id(), program.id(), level),
                            key -> build(key, found, program));
        };
    }

    private BuiltExecutable build(
            Key key, Installation.Found installation, ExecutableProgram program) {
        var name = "%s-%s-%s".formatted(key.toolchain(), key.program(), key.level());
        var folder = scratch.resolve(name);
        return new ExecutableBuilder(installation, key.level(), toolkit, folder)
                .build(program, corpus);
    }

    @Override
    public void close() {
        Scratch.delete(scratch);
    }
}
