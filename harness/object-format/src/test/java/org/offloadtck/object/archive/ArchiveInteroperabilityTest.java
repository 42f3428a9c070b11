package org.offloadtck.object.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.compress.archivers.ar.ArArchiveEntry;
import org.apache.commons.compress.archivers.ar.ArArchiveInputStream;
import org.apache.commons.compress.archivers.ar.ArArchiveOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.fixture.ExternalTool;

/// The kit reads archives of other tools, and other tools read archives of the kit.
final class ArchiveInteroperabilityTest {

    private static final List<String> NAMES =
            ArchiveSamples.members().stream().map(ArchiveMember::name).toList();

    @TempDir Path folder;

    @BeforeEach
    void writeTheMembers() throws IOException {
        for (ArchiveMember member : ArchiveSamples.members()) {
            Files.write(folder.resolve(member.name()), member.bytes());
        }
    }

    private Archive read(String name) throws IOException {
        return Archive.parse(name, Files.readAllBytes(folder.resolve(name)), this::file);
    }

    private Optional<byte[]> file(String path) {
        try {
            return Optional.of(Files.readAllBytes(folder.resolve(path)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void assertHoldsTheMembers(Archive archive) {
        assertThat(archive.members()).extracting(ArchiveMember::name).isEqualTo(NAMES);
        for (int index = 0; index < NAMES.size(); index++) {
            assertThat(archive.members().get(index).bytes())
                    .isEqualTo(ArchiveSamples.members().get(index).bytes());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar", "llvm-ar"})
    void readsARegularArchive(String ar) throws IOException, InterruptedException {
        new ExternalTool(ar)
                .run(folder, "rcs", "other.a", NAMES.get(0), NAMES.get(1), NAMES.get(2));

        Archive archive = read("other.a");

        assertHoldsTheMembers(archive);
        assertThat(archive.symbols())
                .containsExactly(new ArchiveSymbol("x", 0), new ArchiveSymbol("y", 2));
        assertThat(archive.write()).isEqualTo(Files.readAllBytes(folder.resolve("other.a")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar", "llvm-ar"})
    void readsAThinArchive(String ar) throws IOException, InterruptedException {
        new ExternalTool(ar)
                .run(folder, "rcsT", "thin.a", NAMES.get(0), NAMES.get(1), NAMES.get(2));

        Archive archive = read("thin.a");

        assertThat(archive.kind()).isEqualTo(Archive.Kind.THIN);
        assertHoldsTheMembers(archive);
        assertThat(archive.write()).isEqualTo(Files.readAllBytes(folder.resolve("thin.a")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar", "llvm-ar"})
    void isListedByOtherArchivers(String ar) throws IOException, InterruptedException {
        Files.write(
                folder.resolve("ours.a"), Archive.of("ours.a", ArchiveSamples.members()).write());

        assertThat(new ExternalTool(ar).run(folder, "t", "ours.a").lines()).isEqualTo(NAMES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ld", "ld.lld"})
    void isSearchedByLinkers(String linker) throws IOException, InterruptedException {
        Files.write(
                folder.resolve("ours.a"), Archive.of("ours.a", ArchiveSamples.members()).write());

        new ExternalTool(linker)
                .run(folder, "-m", "elf_x86_64", "-r", "-u", "y", "ours.a", "-o", "linked.o");

        assertThat(Files.readString(folder.resolve("linked.o"), ISO_8859_1)).contains("y\0");
    }

    @Test
    void isReadByCommonsCompress() throws IOException {
        byte[] ours = Archive.of("ours.a", ArchiveSamples.members()).write();
        Map<String, byte[]> read = new LinkedHashMap<>();
        try (var stream = new ArArchiveInputStream(new ByteArrayInputStream(ours))) {
            for (ArArchiveEntry entry = stream.getNextEntry();
                    entry != null;
                    entry = stream.getNextEntry()) {
                if (!entry.getName().isEmpty()) { // the symbol table
                    read.put(entry.getName(), stream.readAllBytes());
                }
            }
        }

        assertThat(read.keySet()).containsExactlyElementsOf(NAMES);
        assertThat(read.get("y.o")).isEqualTo(ArchiveSamples.object("y"));
    }

    @Test
    void readsWhatCommonsCompressWrites() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var stream = new ArArchiveOutputStream(bytes)) {
            stream.setLongFileMode(ArArchiveOutputStream.LONGFILE_BSD);
            stream.putArchiveEntry(new ArArchiveEntry(ArchiveSamples.LONG_NAME, 3));
            stream.write("odd".getBytes(UTF_8));
            stream.closeArchiveEntry();
        }

        Archive archive = Archive.parse("commons.a", bytes.toByteArray());

        assertThat(archive.members())
                .extracting(ArchiveMember::name)
                .containsExactly(ArchiveSamples.LONG_NAME);
        assertThat(archive.members().getFirst().bytes()).isEqualTo("odd".getBytes(UTF_8));
    }
}
