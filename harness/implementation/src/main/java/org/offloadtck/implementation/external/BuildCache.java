package org.offloadtck.implementation.external;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.linker.tool.TemporaryDirectory;
import org.offloadtck.plugin.EmulatedPlatform;

/// Builds programs with toolchains, each combination once, in a temporary directory that is deleted
/// when the cache is closed. Builds run on all cores in the order of [#begin]. A caller of [#build]
/// runs a build itself if it has not started.
public final class BuildCache implements AutoCloseable {

    /// The number of concurrent builds: one for each core, and one more because compilers wait for
    /// files.
    private static final int THREADS = Runtime.getRuntime().availableProcessors() + 1;

    /// The time that interrupted builds may take to end.
    private static final Duration INTERRUPTION_LIMIT = Duration.ofSeconds(10);

    private record Key(String toolchain, String program, String level) {}

    private final TemporaryDirectory directory;
    private final Path toolkit;
    private final Function<String, byte[]> corpus;
    private final ExecutorService builders =
            Executors.newFixedThreadPool(
                    THREADS, Thread.ofPlatform().daemon().name("build-", 1).factory());
    private final Map<Key, FutureTask<BuildResult>> builds = new HashMap<>();
    private final MixedBuilder mixed;
    private final Map<MixedProgram, BuildResult> mixedBuilds = new HashMap<>();

    private BuildCache(
            TemporaryDirectory directory, Path toolkit, Function<String, byte[]> corpus) {
        this.directory = directory;
        this.toolkit = toolkit;
        this.corpus = corpus;
        this.mixed = new MixedBuilder(directory.path().resolve("mixed"), toolkit, corpus);
    }

    /// Creates a cache with the toolkit of `platform`.
    ///
    /// @param corpus returns the bytes of a corpus file
    public static BuildCache open(EmulatedPlatform platform, Function<String, byte[]> corpus) {
        var directory = TemporaryDirectory.create("offload-tck-build-");
        try {
            return new BuildCache(directory, writeToolkit(platform, directory.path()), corpus);
        } catch (RuntimeException | Error fault) {
            directory.closeAfter(fault);
            throw fault;
        }
    }

    private static Path writeToolkit(EmulatedPlatform platform, Path directory) {
        try {
            var toolkit = Files.createDirectory(directory.resolve("toolkit"));
            platform.writeToolkit(toolkit);
            return toolkit;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Starts to build each of `programs` at each of `levels`, in their order.
    public void begin(
            ToolchainLookup.Found installation, List<SourceProgram> programs, List<String> levels) {
        for (var program : programs) {
            for (var level : levels) {
                var _ = begun(installation, program, level);
            }
        }
    }

    /// Returns the build of `program` by `installation` at `level`; waits until it is complete.
    public BuildResult build(ToolchainLookup installation, SourceProgram program, String level) {
        return switch (installation) {
            case ToolchainLookup.Missing(var reason) ->
                    new BuildResult.Stopped(Verdict.of(VerdictKind.UNSUPPORTED, reason), List.of());
            case ToolchainLookup.Found found -> finished(begun(found, program, level));
        };
    }

    /// Returns the build of a program of several toolchains. Its link is not judged.
    public synchronized BuildResult build(MixedProgram program) {
        return mixedBuilds.computeIfAbsent(program, mixed::build);
    }

    /// Returns a directory for `LD_LIBRARY_PATH` with which a program that `linker` linked loads
    /// the runtime of `runtime`.
    public synchronized Path runtime(ToolchainLookup.Found linker, ToolchainLookup.Found runtime) {
        return mixed.runtime(linker, runtime);
    }

    private synchronized FutureTask<BuildResult> begun(
            ToolchainLookup.Found installation, SourceProgram program, String level) {
        var key = new Key(installation.toolchain().id(), program.id(), level);
        return builds.computeIfAbsent(
                key,
                _ -> {
                    var task = new FutureTask<>(() -> build(key, installation, program));
                    builders.execute(task);
                    return task;
                });
    }

    private static BuildResult finished(FutureTask<BuildResult> task) {
        task.run();
        try {
            return task.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while a program is built");
        } catch (ExecutionException fault) {
            throw new IllegalStateException(fault.getCause());
        }
    }

    private BuildResult build(Key key, ToolchainLookup.Found installation, SourceProgram program) {
        return new ExecutableBuilder(installation, key.level(), toolkit, folder(key))
                .build(program, corpus);
    }

    /// The directory of the sources and products of a build, which exists once it is begun.
    public Path folder(ToolchainLookup.Found installation, SourceProgram program, String level) {
        return folder(new Key(installation.toolchain().id(), program.id(), level));
    }

    private Path folder(Key key) {
        return directory
                .path()
                .resolve("%s-%s-%s".formatted(key.toolchain(), key.program(), key.level()));
    }

    /// The directory of the sources and products of all builds of several toolchains.
    public Path mixedFolder() {
        return mixed.folder();
    }

    /// The directory of the device toolkit that all builds use.
    public Path toolkit() {
        return toolkit;
    }

    @Override
    public void close() {
        builders.shutdownNow();
        try {
            if (builders.awaitTermination(INTERRUPTION_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                directory.close();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
