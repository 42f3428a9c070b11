package org.offloadtck.implementation.external;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.implementation.external.BuildResult.Made;
import org.offloadtck.implementation.external.BuildResult.Stopped;
import org.offloadtck.implementation.store.ArtifactStore;

/// Each call of [#build] is a run of its own, with the store of the runs before.
final class KeptBuildsTest {

    private static final SourceProgram PROGRAM =
            new SourceProgram(
                    "p",
                    List.of("a.cpp"),
                    List.of("a.h"),
                    List.of("c.cpp"),
                    List.of(),
                    List.of(),
                    List.of(),
                    "ok\n");

    private final Map<String, String> sources =
            new HashMap<>(Map.of("a.cpp", "echo a\n", "a.h", "1\n", "c.cpp", "echo c\n"));

    @TempDir Path folder;
    private ArtifactStore store;

    @BeforeEach
    void install() {
        ScriptedTools.installed(folder);
        store = ArtifactStore.ofUser(cacheIn(folder)).orElseThrow();
    }

    private static Map<String, String> cacheIn(Path folder) {
        return Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString());
    }

    private BuildResult build() throws IOException {
        try (var cache =
                BuildCache.open(
                        ScriptedTools.platform(folder),
                        path -> sources.getOrDefault(path, "").getBytes(UTF_8),
                        Optional.of(store))) {
            var path = Map.of("PATH", "/nowhere:" + folder);
            var tools = ToolchainLookup.of(ScriptedTools.toolchain(), path);
            var built = cache.build(tools, PROGRAM, "O2");
            if (built instanceof Made(var command, _)) {
                assertThat(Files.readString(Path.of(command.words().getFirst())))
                        .contains("echo c");
                assertThat(Path.of(command.words().getFirst())).isExecutable();
            }
            return built;
        }
    }

    /// The calls of the tool: two compilations, an archive and a link for each build.
    private int calls() throws IOException {
        return Files.readAllLines(folder.resolve("calls")).size();
    }

    private Path kept(String name) throws IOException {
        try (var parts = Files.walk(store.root())) {
            return parts.filter(part -> part.endsWith(name)).findFirst().orElseThrow();
        }
    }

    @Test
    void usesTheBuildOfAnEarlierRunWithItsEvidence() throws IOException {
        var first = build();
        var second = build();

        assertThat(calls()).isEqualTo(4);
        assertThat(second).isInstanceOf(Made.class);
        assertThat(second.evidence()).hasSize(4).isEqualTo(first.evidence());
    }

    @Test
    void keepsTheToolkitWithItsEmptyFolders() throws IOException {
        build();
        var libraries = kept("files/lib64");
        assertThat(libraries).isEmptyDirectory();

        Files.delete(libraries);
        build();
        assertThat(libraries).isEmptyDirectory();
    }

    @Test
    void buildsAgainIfTheScriptOfTheCompilerChanged() throws IOException {
        build();
        var script = Files.readString(folder.resolve("cc"));
        Files.writeString(folder.resolve("cc"), script + "echo '# other' >>$out\n");
        build();

        assertThat(calls()).isEqualTo(8);
    }

    @Test
    void buildsAgainIfTheKitChanged() throws IOException {
        var classes = Files.createDirectory(folder.resolve("classes"));
        var before = System.getProperty("java.class.path");
        System.setProperty("java.class.path", before + File.pathSeparator + classes);
        try {
            build();
            build();
            assertThat(calls()).isEqualTo(4);
            Files.writeString(classes.resolve("Ptxas.class"), "other code");
            build();
            assertThat(calls()).isEqualTo(8);
        } finally {
            System.setProperty("java.class.path", before);
        }
    }

    @Test
    void buildsAgainIfAProgramThatTheCompilerNamesChanged() throws IOException {
        var inner = ScriptedTools.write(folder.resolve("inner"), "true\n");
        Files.writeString(
                folder.resolve("cc"), "\n%s\n".formatted(inner), StandardOpenOption.APPEND);
        build();
        ScriptedTools.write(inner, "exit 1\n");
        var broken = build();

        assertThat(broken).isInstanceOf(Stopped.class);
    }

    @Test
    void buildsAgainIfAnIncludedFileChanged() throws IOException {
        build();
        sources.put("a.h", "2\n");
        build();

        assertThat(calls()).isEqualTo(8);
    }

    @Test
    void buildsAgainIfAKeptFileIsDamaged() throws IOException {
        build();
        Files.writeString(kept("files/p"), "echo other\n");
        build();

        assertThat(calls()).isEqualTo(8);
    }

    @Test
    void buildsAgainIfAKeptFileIsNotExecutableAnyMore() throws IOException {
        build();
        try (var files = Files.walk(store.root())) {
            var program = files.filter(file -> file.endsWith("files/p")).findFirst().orElseThrow();
            assertThat(program.toFile().setExecutable(false)).isTrue();
        }
        build();

        assertThat(calls()).isEqualTo(8);
    }

    @Test
    void keepsNoBuildThatFailed() throws IOException {
        sources.put("c.cpp", "#error no\n");
        assertThat(build()).isInstanceOf(Stopped.class);
        assertThat(build()).isInstanceOf(Stopped.class);

        assertThat(calls()).isEqualTo(4);
    }

    @Test
    void buildsInATemporaryFolderIfTheEntryIsInUse() throws IOException {
        build();
        try (var files = Files.list(store.root())) {
            var keys =
                    files.filter(Files::isDirectory)
                            .map(file -> String.valueOf(file.getFileName()))
                            .filter(name -> !name.equals("locks"))
                            .toList();
            var taken = keys.stream().map(store::take).map(Optional::orElseThrow).toList();
            assertThat(build()).isInstanceOf(Made.class);
            taken.forEach(entry -> entry.close());
        }

        assertThat(calls()).isEqualTo(8);
    }

    @Test
    void removesTheBuildsThatWereUsedLeastRecently() throws IOException {
        build();
        new ArtifactStore(store.root(), 0).evict();
        build();

        assertThat(calls()).isEqualTo(8);
    }

    @Test
    void hasNoStoreWithoutAHome() {
        assertThat(ArtifactStore.ofUser(Map.of())).isEmpty();
        assertThat(ArtifactStore.ofUser(Map.of("HOME", "relative"))).isEmpty();
    }
}
