package org.offloadtck.implementation.external;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.offloadtck.command.KitCommand;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.ScenarioEvidence;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.implementation.process.HostTool;
import org.offloadtck.implementation.store.ArtifactStore;
import org.offloadtck.implementation.store.BuildKey;
import org.offloadtck.implementation.store.StoreEntry;
import org.offloadtck.implementation.store.ToolStamp;

/// Builds that succeeded in earlier runs. The products of one are used if its sources, the kit, the
/// toolkit, each command line, the environment of the kit's process and the stamps of all tools are
/// as they were. They are judged again in each run. A build that failed is not kept.
///
/// @param toolkit the device toolkit, at a path that is the same in each run
/// @param corpus returns the bytes of a corpus file
/// @param stamps of installations, read before their first build
record KeptBuilds(
        ArtifactStore store,
        Path toolkit,
        Function<String, byte[]> corpus,
        Map<ToolchainLookup.Found, String> stamps)
        implements AutoCloseable {

    /// Of the key: changes when entries of another form are written.
    private static final String FORMAT = "build-2";

    private static final Path TOOLKIT = Path.of("/toolkit");
    private static final Path FOLDER = Path.of("/build");

    /// Opens the builds of `store`, and keeps a copy of the toolkit in it; empty if the copy is
    /// used elsewhere or cannot be written.
    ///
    /// @param from the folder of the toolkit
    static Optional<KeptBuilds> open(
            ArtifactStore store, Path from, Function<String, byte[]> corpus) {
        var parts = parts(from);
        var key = new BuildKey().with("format", FORMAT).with("kit", kit());
        parts.forEach(part -> key.with(from.relativize(part).toString(), bytes(part)));
        var taken = store.take(key.hex());
        if (taken.isEmpty()) {
            return Optional.empty();
        }
        try (var entry = taken.get()) {
            if (!entry.isWhole()) {
                entry.clear();
                parts.forEach(part -> copy(part, entry.folder().resolve(from.relativize(part))));
                entry.complete("the device toolkit");
            }
            return Optional.of(
                    new KeptBuilds(store, entry.folder(), corpus, new ConcurrentHashMap<>()));
        } catch (UncheckedIOException _) {
            return Optional.empty();
        }
    }

    /// The code of the kit: the programs of the toolkit run it, whatever their text is.
    private static String kit() {
        try {
            return KitCommand.ofKit().fingerprint();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Takes the entry of a build; empty if it is in use elsewhere.
    Optional<StoreEntry> take(
            ToolchainLookup.Found installation, SourceProgram program, String level) {
        return store.take(key(installation, program, level));
    }

    private String key(ToolchainLookup.Found installation, SourceProgram program, String level) {
        var key =
                new BuildKey()
                        .with("format", FORMAT)
                        .with("root", store.root().toString())
                        .with("toolkit", toolkit.toString())
                        .with("toolchain", installation.toolchain().id())
                        .with("program", program.id())
                        .with("level", level)
                        .with("tools", stamps.computeIfAbsent(installation, KeptBuilds::stamp))
                        .withEnvironment(System.getenv());
        for (var step :
                new ExecutableBuilder(installation, level, TOOLKIT, FOLDER, FOLDER)
                        .steps(program)) {
            key.with("product", step.product());
            step.command().forEach(word -> key.with("word", word));
        }
        program.files().distinct().forEach(path -> key.with(path, corpus.apply(path)));
        return key.hex();
    }

    /// The files of the installation, and the programs that its commands begin with.
    private static String stamp(ToolchainLookup.Found installation) {
        var tools = new ArrayList<>(installation.places().values());
        for (var command : installation.toolchain().commands().values()) {
            command.stream()
                    .limit(1)
                    .flatMap(word -> HostTool.find(word).stream())
                    .map(HostTool::program)
                    .forEach(tools::add);
        }
        return ToolStamp.of(tools, System.getenv());
    }

    /// The build in `entry`, or a new one. It is kept if it succeeds and no tool has changed since
    /// this run began.
    BuildResult build(StoreEntry entry, ExecutableBuilder builder, SourceProgram program) {
        if (entry.isWhole()) {
            var evidence = evidence(entry.note());
            if (evidence.isPresent()) {
                return builder.rebuilt(program, evidence.get());
            }
        }
        entry.clear();
        var built = builder.build(program, corpus);
        if (built instanceof BuildResult.Made(_, var evidence) && areStampsRight()) {
            entry.complete(note(evidence));
        }
        return built;
    }

    private boolean areStampsRight() {
        return stamps.entrySet().stream()
                .allMatch(each -> stamp(each.getKey()).equals(each.getValue()));
    }

    private static String note(List<Evidence> evidence) {
        return new ScenarioEvidence(
                        "",
                        ImplementationIdentity.REFERENCE,
                        DeviceIdentity.NONE,
                        Map.of(),
                        evidence)
                .toJson();
    }

    private static Optional<List<Evidence>> evidence(String note) {
        try {
            return Optional.of(ScenarioEvidence.parse(new DataText("note", note)).evidence());
        } catch (DataException _) {
            return Optional.empty();
        }
    }

    /// Files and folders, each folder before what it has: compilers refuse a toolkit that lacks an
    /// empty one.
    private static List<Path> parts(Path folder) {
        try (var parts = Files.walk(folder)) {
            return parts.skip(1).sorted().toList();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// With the permissions: there are programs among the files.
    private static void copy(Path part, Path to) {
        try {
            Files.copy(part, to, StandardCopyOption.COPY_ATTRIBUTES);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static byte[] bytes(Path part) {
        try {
            return Files.isDirectory(part) ? new byte[0] : Files.readAllBytes(part);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Removes the builds that were used least recently, if they are too many.
    @Override
    public void close() {
        store.evict();
    }
}
