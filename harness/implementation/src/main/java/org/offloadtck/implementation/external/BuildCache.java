package org.offloadtck.implementation.external;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.store.ArtifactStore;
import org.offloadtck.linker.tool.TemporaryDirectory;
import org.offloadtck.plugin.EmulatedPlatform;

/// Builds programs with toolchains, each combination once. Builds run on all cores in the order of
/// [#begin]. A caller of [#build] runs a build itself if it has not started.
///
/// Builds that succeed are kept in a store for later runs, if there is one. Others are in a
/// temporary directory that is deleted when the cache is closed. Programs run there too, as copies.
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
    private final Optional<KeptBuilds> kept;
    private final Map<Key, Path> folders = new ConcurrentHashMap<>();
    private final AtomicInteger runs = new AtomicInteger();
    private final MixedBuilder mixed;
    private final Map<MixedProgram, BuildResult> mixedBuilds = new HashMap<>();

    private BuildCache(
            TemporaryDirectory directory,
            Path temporaryToolkit,
            Function<String, byte[]> corpus,
            Optional<ArtifactStore> store) {
        this.directory = directory;
        this.corpus = corpus;
        this.kept = store.flatMap(each -> KeptBuilds.open(each, temporaryToolkit, corpus));
        this.toolkit = kept.map(KeptBuilds::toolkit).orElse(temporaryToolkit);
        this.mixed = new MixedBuilder(directory.path().resolve("mixed"), toolkit, corpus);
    }

    /// Creates a cache with the toolkit of `platform`.
    ///
    /// @param corpus returns the bytes of a corpus file
    /// @param store for the builds of later runs
    public static BuildCache open(
            EmulatedPlatform platform,
            Function<String, byte[]> corpus,
            Optional<ArtifactStore> store) {
        var directory = TemporaryDirectory.create("offload-tck-build-");
        try {
            return new BuildCache(
                    directory, writeToolkit(platform, directory.path()), corpus, store);
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

    /// Starts to build `program` at `level`, after the builds that began before.
    public void begin(ToolchainLookup.Found installation, SourceProgram program, String level) {
        var _ = begun(installation, program, level);
    }

    /// Returns the build of `program` by `installation` at `level`; waits until it is complete. Its
    /// command is for one caller: programs write files beside themselves.
    public BuildResult build(ToolchainLookup installation, SourceProgram program, String level) {
        return switch (installation) {
            case ToolchainLookup.Missing(var reason) ->
                    new BuildResult.Stopped(Verdict.of(VerdictKind.UNSUPPORTED, reason), List.of());
            case ToolchainLookup.Found found -> apart(finished(begun(found, program, level)));
        };
    }

    private BuildResult apart(BuildResult result) {
        return switch (result) {
            case BuildResult.Made(var command, var evidence) -> {
                var run = "run-" + runs.incrementAndGet();
                yield new BuildResult.Made(
                        command.copiedTo(directory.path().resolve(run)), evidence);
            }
            case BuildResult.Stopped stopped -> stopped;
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
        var name = "%s-%s-%s".formatted(key.toolchain(), key.program(), key.level());
        var run = directory.path().resolve("built").resolve(name);
        if (kept.isPresent()) {
            var builds = kept.get();
            var taken = builds.take(installation, program, key.level());
            if (taken.isPresent()) {
                try (var entry = taken.get()) {
                    folders.put(key, entry.folder());
                    return builds.build(
                            entry, builder(installation, key, entry.folder(), run), program);
                }
            }
        }
        var folder = directory.path().resolve(name);
        folders.put(key, folder);
        return builder(installation, key, folder, run).build(program, corpus);
    }

    private ExecutableBuilder builder(
            ToolchainLookup.Found installation, Key key, Path folder, Path run) {
        return new ExecutableBuilder(installation, key.level(), toolkit, folder, run);
    }

    /// The directory of the sources and products of a build that has ended.
    public Path folder(ToolchainLookup.Found installation, SourceProgram program, String level) {
        var key = new Key(installation.toolchain().id(), program.id(), level);
        return folders.getOrDefault(key, directory.path());
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
                kept.ifPresent(KeptBuilds::close);
                directory.close();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
