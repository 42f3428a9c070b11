package org.offloadtck.object.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.fixture.ByteDamage;

final class ArchiveTest {

    private static Optional<byte[]> file(String path) {
        return Optional.of(path.getBytes(UTF_8));
    }

    static Stream<byte[]> archives() {
        return Stream.of(
                ArchiveSamples.texts(),
                ArchiveSamples.thin(),
                ArchiveSamples.bsd(),
                Archive.of("made.a", ArchiveSamples.members()).write());
    }

    @Test
    void readsGnuNamesShortAndLong() {
        Archive archive = Archive.parse("texts.a", ArchiveSamples.texts());

        assertThat(archive.members())
                .extracting(ArchiveMember::name, member -> new String(member.bytes(), UTF_8))
                .containsExactly(tuple("short", "hi"), tuple(ArchiveSamples.LONG_NAME, "odd"));
    }

    @Test
    void readsBsdNames() {
        Archive archive = Archive.parse("bsd.a", ArchiveSamples.bsd());

        assertThat(archive.members())
                .extracting(ArchiveMember::name, member -> new String(member.bytes(), UTF_8))
                .containsExactly(tuple("seventeen_letters", "data"));
    }

    @Test
    void looksUpTheFilesOfAThinArchive() {
        Archive archive = Archive.parse("thin.a", ArchiveSamples.thin(), ArchiveTest::file);

        assertThat(archive.kind()).isEqualTo(Archive.Kind.THIN);
        assertThat(archive.members())
                .extracting(ArchiveMember::name, member -> new String(member.bytes(), UTF_8))
                .containsExactly(
                        tuple("x.o", "x.o"),
                        tuple(ArchiveSamples.LONG_NAME, ArchiveSamples.LONG_NAME));
    }

    @Test
    void reportsTheMissingFileOfAThinArchive() {
        assertThatThrownBy(() -> Archive.parse("thin.a", ArchiveSamples.thin()))
                .asInstanceOf(InstanceOfAssertFactories.type(MalformedObjectException.class))
                .returns(FormatRule.REFERENCE, MalformedObjectException::rule)
                .extracting(Throwable::getMessage)
                .isEqualTo(
                        "thin.a: offset 0x6c: the archive is thin, and the file of its member x.o"
                                + " does not exist");
    }

    @Test
    void findsTheMemberThatDefinesASymbol() {
        Archive archive = Archive.of("made.a", ArchiveSamples.members());

        assertThat(archive.symbols())
                .containsExactly(new ArchiveSymbol("x", 0), new ArchiveSymbol("y", 2));
    }

    @Test
    void namesTheArchiveInTheDiagnosticsOfAMember() {
        Archive archive = Archive.parse("texts.a", ArchiveSamples.texts());

        assertThatThrownBy(() -> ElfObject.parse(archive.members().getFirst().contents()))
                .hasMessageStartingWith("texts.a(short): offset 0x0: ");
    }

    @Test
    void returnsMembersInOrder() {
        Archive archive = Archive.of("made.a", ArchiveSamples.members());

        assertThat(archive.members())
                .extracting(ArchiveMember::name)
                .containsExactly("x.o", ArchiveSamples.LONG_NAME, "y.o");
        assertThat(archive.members().getLast().bytes()).isEqualTo(ArchiveSamples.object("y"));
    }

    @ParameterizedTest
    @MethodSource("archives")
    void writesAnArchiveAsItWasRead(byte[] archive) {
        assertThat(Archive.parse("read.a", archive, ArchiveTest::file).write()).isEqualTo(archive);
    }

    @ParameterizedTest
    @MethodSource("archives")
    void aDamagedArchiveIsReadAndWrittenOrRejected(byte[] intact) {
        Stream.concat(ByteDamage.everyPrefix(intact), ByteDamage.everyFlippedBit(intact))
                .forEach(damage ->
                        damage.assertReadOrRejected(file ->
                                assertThat(readAndWrite(file.toByteArray(), file.source()))
                                        .isEqualTo(file.toByteArray())));
    }

    private static byte[] readAndWrite(byte[] bytes, String source) {
        return Archive.parse(source, bytes, ArchiveTest::file).write();
    }
}
