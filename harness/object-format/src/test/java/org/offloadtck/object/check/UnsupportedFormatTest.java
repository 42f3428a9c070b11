package org.offloadtck.object.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.elf.ElfSectionTable;
import org.offloadtck.object.fixture.ByteDamage;
import org.offloadtck.object.profile.AbiProfiles;

/// Files of other formats, machines and byte orders, as clang 16 wrote them.
class UnsupportedFormatTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    @ParameterizedTest
    @CsvSource({
        "empty.obj, a COFF object",
        "empty.macho.o, a Mach-O file",
        "empty.bc, LLVM bitcode"
    })
    void isReportedAsNotChecked(String file, String what) {
        assertThat(check(file))
                .isInstanceOfSatisfying(
                        FileReport.NotJudged.class,
                        report -> {
                            assertThat(report.what()).isEqualTo(what);
                            assertThat(report.why()).isNotBlank();
                        });
    }

    @ParameterizedTest
    @CsvSource({
        // A Mach-O file for two architectures, a Java class, and a large COFF object.
        "cafebabe00000002, a Mach-O file",
        "feedfacf01000007, a Mach-O file",
        "0000ffff020064860000000000000000000000000000000000000000, a COFF object"
    })
    void isKnownByItsFirstBytes(String bytes, String what) {
        assertThat(CHECK.check("made", HexFormat.of().parseHex(bytes)))
                .isInstanceOfSatisfying(
                        FileReport.NotJudged.class,
                        report -> assertThat(report.what()).isEqualTo(what));
    }

    @ParameterizedTest
    @CsvSource({"cafebabe00000041", "4d5a900003000000", "64860a0a64860a0a"})
    void isNoSuchFileForAnotherReason(String bytes) {
        assertThat(CHECK.check("made", HexFormat.of().parseHex(bytes)))
                .isInstanceOf(FileReport.UnknownFormat.class);
    }

    @Test
    void isAnExecutableOfWindows() {
        var bytes = new byte[80];
        System.arraycopy("MZ".getBytes(UTF_8), 0, bytes, 0, 2);
        bytes[60] = 64;
        System.arraycopy("PE\0\0".getBytes(UTF_8), 0, bytes, 64, 4);

        assertThat(CHECK.check("made.exe", bytes))
                .isInstanceOfSatisfying(
                        FileReport.NotJudged.class,
                        report -> assertThat(report.what()).startsWith("a PE"));
    }

    @ParameterizedTest
    @CsvSource({"carrier.ppc64.o, 64-bit big-endian", "carrier.i386.o, 32-bit little-endian"})
    void showsTheImagesOfAnyElfFile(String file, String form) {
        var report = ((FileReport.Artifact) check(file)).report();

        assertThat(report.kind()).isEqualTo("ELF relocatable object, " + form);
        assertThat(report.images())
                .singleElement()
                .satisfies(image -> assertThat(image.arch()).isEqualTo("sm_70"));
        assertThat(report.agreesWith()).contains("llvm-15", "llvm-22").doesNotContain("llvm-23");
        assertThat(report.unjudged())
                .anySatisfy(part -> assertThat(part).startsWith("entries"))
                .anySatisfy(part -> assertThat(part).contains("no known magic"));
    }

    @Test
    void describesAnElfFileWithoutImages() {
        assertThat(check("empty.s390x.o"))
                .isEqualTo(
                        new FileReport.NotAnArtifact(
                                "empty.s390x.o",
                                "an ELF relocatable object, 64-bit big-endian, without offloading"
                                        + " artifacts"));
    }

    @ParameterizedTest
    @CsvSource({"carrier.ppc64.o", "carrier.i386.o"})
    void readsOrRejectsEveryDamagedElfFile(String file) {
        var intact = Corpus.bytes("foreign/" + file);

        ByteDamage.everyPrefix(intact)
                .forEach(one -> one.assertReadOrRejected(ElfSectionTable::parse));
        ByteDamage.everyFlippedBit(intact)
                .forEach(one -> one.assertReadOrRejected(ElfSectionTable::parse));
    }

    private static FileReport check(String file) {
        return CHECK.check(file, Corpus.bytes("foreign/" + file));
    }
}
