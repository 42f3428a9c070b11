package org.offloadtck.implementation.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.offloadtck.implementation.Artifact;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.report.ObjectReport;
import org.offloadtck.object.check.report.ProfileMismatch;
import org.offloadtck.object.profile.AbiProfiles;

/// The artifacts of the reference pipeline under a profile, checked as any file.
final class ArtifactsAgreeWithTheirProfileTest {

    private static final AbiProfiles ABI = AbiProfiles.load();

    static final List<String> PROFILES = ABI.ids();

    @ParameterizedTest
    @FieldSource("PROFILES")
    void everyArtifactAgrees(String profile) {
        var device = JavaDevice.running(ZaxpyPipeline::zaxpy);

        var reports = reports(ZaxpyPipeline.run(profile, device).artifacts());

        assertThat(reports).isNotEmpty();
        assertThat(reports)
                .allSatisfy(report -> {
                    assertThat(disagreements(report, profile)).as(report.source()).isEmpty();
                    assertThat(report.findings())
                            .as(report.source())
                            .extracting(Finding::problem)
                            .isEmpty();
                });
    }

    private static List<String> disagreements(ObjectReport report, String profile) {
        return report.profiles().stream()
                .filter(verdict -> verdict.profile().equals(profile))
                .flatMap(verdict -> verdict.byField().stream())
                .map(ProfileMismatch::sentence)
                .toList();
    }

    private static List<ObjectReport> reports(List<Artifact> artifacts) {
        var check = new ArtifactCheck(ABI);
        var reports = new ArrayList<ObjectReport>();
        for (var artifact : artifacts) {
            if (check.check(artifact.name(), artifact.bytes())
                    instanceof FileReport.Artifact(var report)) {
                reports.add(report);
            }
        }
        return reports;
    }
}
