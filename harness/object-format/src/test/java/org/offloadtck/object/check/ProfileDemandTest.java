package org.offloadtck.object.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.rule.ProfileRule;
import org.offloadtck.object.profile.AbiProfiles;

class ProfileDemandTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());
    private static final ProfileDemand LLVM_22 = new ProfileDemand("llvm-22");

    private static FileReport check(String name) {
        return CHECK.check(name, Corpus.bytes("objects/" + name));
    }

    @Test
    void changesNothingInAFileThatAgrees() {
        var report = check("t22.o");

        assertThat(LLVM_22.judge(report)).isEqualTo(report);
    }

    @Test
    void reportsEveryValueThatDiffers() {
        var report = check("t16.o");
        var verdict =
                ((FileReport.Artifact) report)
                        .report().profiles().stream()
                                .filter(one -> one.profile().equals("llvm-22"))
                                .findFirst()
                                .orElseThrow();

        assertThat(LLVM_22.judge(report).findings())
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.rule()).isEqualTo(ProfileRule.OTHER_PROFILE);
                    assertThat(found.problem())
                            .startsWith("the file differs from llvm-22, which is demanded: ");
                    assertThat(found.differences())
                            .hasSameSizeAs(verdict.mismatches())
                            .allSatisfy(
                                    one -> assertThat(one.profiles()).containsExactly("llvm-22"))
                            .extracting(one -> one.mismatch())
                            .isEqualTo(verdict.mismatches());
                });
    }

    @Test
    void judgesEachMemberOfAnArchive() {
        var archive =
                Archive.of(
                        "made.a",
                        List.of(
                                ArchiveMember.of("old.o", Corpus.bytes("objects/t16.o")),
                                ArchiveMember.of("new.o", Corpus.bytes("objects/t22.o"))));
        var report = LLVM_22.judge(CHECK.check("made.a", archive.write()));

        assertThat(((FileReport.Archive) report).members())
                .extracting(member ->
                        member.findings().stream()
                                .anyMatch(found -> found.rule() == ProfileRule.OTHER_PROFILE))
                .containsExactly(true, false);
    }

    @Test
    void judgesModules() {
        var module = CHECK.check("host22.ll", Corpus.bytes("ir/host22.ll"));

        assertThat(LLVM_22.judge(module)).isEqualTo(module);
        assertThat(new ProfileDemand("llvm-16").judge(module).findings())
                .extracting(found -> found.rule().id())
                .contains("other-profile");
    }

    @Test
    void isUndecidedWhereAFileIsNotJudged() {
        var unjudged = new FileReport.NotJudged("a.obj", "a COFF object", "no profile has it");

        assertThat(ProfileDemand.isDecided(unjudged)).isFalse();
        assertThat(
                        ProfileDemand.isDecided(
                                new FileReport.Archive(
                                        "a.a", List.of(check("t22.o"), unjudged), List.of())))
                .isFalse();
        assertThat(ProfileDemand.isDecided(check("t22.o"))).isTrue();
    }
}
