package org.offloadtck.object.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.check.report.CheckReportText;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.ProfileRule;
import org.offloadtck.object.check.rule.RegistrationRule;
import org.offloadtck.object.profile.AbiProfiles;

class ArchiveCheckTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    @Test
    void checksEveryMember() {
        var report = CHECK.check("libx.a", archive("t16.o", "t22.o", "t.c"));

        assertThat(report).isInstanceOf(FileReport.Archive.class);
        assertThat(((FileReport.Archive) report).members())
                .extracting(FileReport::source)
                .containsExactly("libx.a(t16.o)", "libx.a(t22.o)", "libx.a(t.c)");
        assertThat(((FileReport.Archive) report).members())
                .extracting(ArchiveCheckTest::agreement)
                .containsExactly(
                        List.of("llvm-15", "llvm-16", "llvm-17", "llvm-18"),
                        List.of("llvm-21", "llvm-22"),
                        List.of());
    }

    @Test
    void findsTheFaultsOfMembers() {
        assertThat(CHECK.check("libr.a", archive("t16.o", "r19.o")).findings())
                .extracting(Finding::rule)
                .containsExactly(RegistrationRule.EXTRACTED_AGAIN, RegistrationRule.LINKED_AGAIN);
    }

    @Test
    void findsAProductBesideAMemberThatNeedsAnOffloadLink() {
        assertThat(CHECK.check("libr.a", archive("r22.o", "lm22.o")).findings())
                .extracting(Finding::rule, Finding::problem)
                .contains(
                        tuple(
                                RegistrationRule.LINKED_AGAIN,
                                "the offload link that libr.a(lm22.o) needs links the linked images of"
                                        + " libr.a(r22.o) again when it should not extract them"));
        assertThat(CHECK.check("libr.a", archive("r22.o", "t.c")).findings())
                .extracting(Finding::rule)
                .containsExactly(RegistrationRule.EXTRACTED_AGAIN);
    }

    @Test
    void findsMembersThatNoWrapperRegistersTogether() {
        assertThat(CHECK.check("mixed.a", archive("t16.o", "t22.o")).findings())
                .extracting(Finding::rule)
                .containsExactly(ProfileRule.MIXED_ARCHIVE);
        assertThat(CHECK.check("near.a", archive("t16.o", "t19.o")).findings()).isEmpty();
    }

    @Test
    void rejectsADamagedArchive() {
        var cut = Arrays.copyOf(archive("t16.o"), 100);

        assertThat(CHECK.check("cut.a", cut)).isInstanceOf(FileReport.Unreadable.class);
        assertThat(CheckReportText.of(CHECK.check("cut.a", cut)))
                .startsWith("cut.a: unreadable\n  error: malformed-file at 0x");
    }

    private static List<String> agreement(FileReport report) {
        return report instanceof FileReport.Artifact(var object) ? object.agreesWith() : List.of();
    }

    private static byte[] archive(String... files) {
        var members =
                Arrays.stream(files)
                        .map(file -> ArchiveMember.of(file, Corpus.bytes("objects/" + file)))
                        .toList();
        return Archive.of("made.a", members).write();
    }
}
