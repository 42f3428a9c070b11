package org.offloadtck.object.check.module;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.report.ModuleReport;
import org.offloadtck.object.check.rule.Severity;
import org.offloadtck.object.profile.AbiProfiles;

/// The profiles with which the modules of the corpus agree: no more than their contents allow.
class ModuleProfilesTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ir/host15.ll                | 15",
                "ir/host16.ll                | documented 16 17",
                "ir/host19.ll                | 19",
                "ir/host22.ll                | 21 22",
                "ir/device15.ll              | 14 15",
                "ir/device16.ll              | 16 17",
                "ir/device16.s               | documented 14 15 16 17",
                "ir/device19.ll              | 18 19 20",
                "ir/device22.ll              | 22",
                "ir/device22.s               | 18 19 20 21 22 23",
                "ir/device22.gfx90a.ll       | 18 19 20 21 22",
                "ir/device22.x86_64.ll       | 21 22 23",
                "objects/declared16.host.ll  | documented 16 17",
                "objects/declared19.host.ll  | 19",
                "objects/declared22.host.ll  | 21 22",
                "objects/dispatch22.host.ll  | 22",
                "objects/ind16.host.ll       | documented 16 17",
                "objects/ind19.host.ll       | 19",
                "objects/ind22.host.ll       | 22",
                "objects/lifetimes16.host.ll | documented 16 17",
                "objects/lifetimes19.host.ll | 19",
                "objects/lifetimes22.host.ll | 21 22",
                "runtime/trial.d16.ptx       | documented 14 15 16 17",
                "runtime/trial.d19.ptx       | 18 19 20 21 22 23",
                "runtime/trial.d23.ptx       | 18 19 20 21 22 23"
            })
    void agreesWithNoMoreProfilesThanItsContentsAllow(String file, String releases) {
        assertThat(
                        report(file).agreesWith().stream()
                                .map(profile -> profile.replace("llvm-", ""))
                                .collect(Collectors.joining(" ")))
                .isEqualTo(releases);
    }

    @ParameterizedTest
    @CsvSource({
        "omp_00_zaxpy.O2.sm75, documented 14 15 16 17",
        "omp19_00_zaxpy.O2.sm75, 18 19 20 21 22 23",
        "omplto_05_atomics.O2.sm75, documented 14 15 16 17"
    })
    void agreesAfterTheDeviceRuntimeIsLinkedIn(String name, String releases) {
        agreesWithNoMoreProfilesThanItsContentsAllow("ptx/" + name + ".ptx", releases);
    }

    @ParameterizedTest
    @CsvSource({
        "ir/host15.ll",
        "ir/host16.ll",
        "ir/host19.ll",
        "ir/host22.ll",
        "objects/declared16.host.ll",
        "objects/declared19.host.ll",
        "objects/declared22.host.ll",
        "objects/dispatch22.host.ll",
        "objects/ind16.host.ll",
        "objects/ind19.host.ll",
        "objects/ind22.host.ll",
        "objects/lifetimes16.host.ll",
        "objects/lifetimes19.host.ll",
        "objects/lifetimes22.host.ll",
        "ptx/omp19_nested.O2.sm75.ptx",
        "ptx/omp19_03_nested_parallel.O2.sm75.ptx",
        "runtime/trial.d23.ptx"
    })
    void findsNoErrorInWhatReleasesCompiled(String file) {
        assertThat(errors(file)).isEmpty();
    }

    private static List<String> errors(String file) {
        return report(file).findings().stream()
                .filter(finding -> finding.rule().severity() == Severity.ERROR)
                .map(Finding::problem)
                .toList();
    }

    private static ModuleReport report(String file) {
        var text = new String(Corpus.bytes(file), ISO_8859_1);
        return ((FileReport.Module) CHECK.check(file, text.getBytes(ISO_8859_1))).report();
    }
}
