package org.offloadtck.object.check.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.profile.AbiProfiles;

class CheckReportTextTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    @Test
    void printsALineForEachArtifact() {
        assertThat(text("h22.o"))
                .startsWith(
                        """
                        h22.o: ELF relocatable object
                          producer: Debian clang version 22.1.8 (1~deb12u1)
                          agrees with: llvm-21 llvm-22
                          image: bitcode for hip, triple 'amdgcn-amd-amdhsa', arch 'gfx908', 4264 bytes at 0x1f8, in offload binary version 1 at 0x168 of section .llvm.offloading
                        """)
                .contains(
                        "  entry: 'mv' for hip: managed, address mv.managed, size 4, flags 0x1,"
                                + " data 4, auxiliary mv, at 0x130 of section llvm_offload_entries\n");
    }

    @Test
    void printsTheMismatchesOfEachOtherProfile() {
        assertThat(text("t22.o"))
                .contains(
                        "  not llvm-23: fat-object.binary-version is 1 when it should be 2 (section"
                                + " .llvm.offloading)\n");
    }

    @Test
    void printsFaultsAfterTheirSeverity() {
        assertThat(text("r22.o"))
                .contains(
                        "  warning: extracted-again at 0x2d8 of section"
                                + " .llvm.offloading.relocatable: the linked images have section"
                                + " type 0x6fff4c0b, so an offload link reads them as images"
                                + " still to be linked [OC-08]\n");
    }

    @Test
    void printsThatOtherFilesHaveNoKnownFormat() {
        assertThat(text("t.c"))
                .isEqualTo(
                        "t.c: unknown format: neither object, archive, module nor offload"
                                + " binary\n");
    }

    private static String text(String file) {
        return CheckReportText.of(CHECK.check(file, Corpus.bytes("objects/" + file)));
    }
}
