package org.offloadtck.implementation.external;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.external.Toolchain.Stage;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.report.ObjectReport;
import org.offloadtck.object.check.report.ProfileMismatch;
import org.offloadtck.object.check.rule.ProfileRule;
import org.offloadtck.object.check.rule.Severity;
import org.offloadtck.object.profile.AbiProfiles;

/// Judges what a stage made before the next stage uses it, so that a build that goes wrong later
/// names the artifact, the field and the requirement at fault.
///
/// @param stage that made the product
/// @param profile id of the ABI profile that the toolchain declares
record ProductCheck(Stage stage, String profile) {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    /// The requirement that a compiled object has its device images ("We create a fat object by
    /// embedding the output of the device compilation stage into the host").
    private static final String EMBEDDED = "FO-01";

    /// A faulty product.
    ///
    /// @param evidence its errors, of which the verdict names the first
    record Faulty(List<Evidence.Finding> evidence) {

        /// @param step the stage and its product
        Verdict verdict(String step) {
            var first = evidence.getFirst();
            return Verdict.of(
                    VerdictKind.FAIL_FORMAT,
                    "%s: %s: %s".formatted(step, first.place(), first.text()));
        }
    }

    /// The errors of a file; empty if it has none or is no offloading artifact.
    Optional<Faulty> faults(Path product) {
        var report = report(product);
        var errors =
                report.findings().stream()
                        .filter(each -> each.rule().severity() == Severity.ERROR)
                        .map(ProductCheck::evidence)
                        .toList();
        var all = errors.isEmpty() ? objects(report).flatMap(this::broken).toList() : errors;
        return all.isEmpty() ? Optional.empty() : Optional.of(new Faulty(all));
    }

    private static FileReport report(Path product) {
        try {
            var name = String.valueOf(product.getFileName());
            return CHECK.check(name, Files.readAllBytes(product));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static Stream<ObjectReport> objects(FileReport report) {
        return switch (report) {
            case FileReport.Artifact(var object) -> Stream.of(object);
            case FileReport.Archive(_, var members, _) ->
                    members.stream().flatMap(ProductCheck::objects);
            case FileReport.Module _,
                    FileReport.Together _,
                    FileReport.NotAnArtifact _,
                    FileReport.UnknownFormat _,
                    FileReport.NotJudged _,
                    FileReport.Unreadable _ ->
                    Stream.empty();
        };
    }

    /// What is right for some toolchain, but not for this one at this stage.
    private Stream<Evidence.Finding> broken(ObjectReport object) {
        var without =
                stage == Stage.COMPILE && object.images().isEmpty() && !object.entries().isEmpty()
                        ? Stream.of(withoutImage(object))
                        : Stream.<Evidence.Finding>empty();
        var differing =
                object.profiles().stream()
                        .filter(each -> each.profile().equals(profile))
                        .flatMap(each -> each.byField().stream())
                        .map(this::otherRelease);
        return Stream.concat(without, differing);
    }

    private static Evidence.Finding withoutImage(ObjectReport object) {
        return new Evidence.Finding(
                "no-image-of-object",
                "object",
                "the object has %d offload entries and no device image when it should have one (%s)"
                        .formatted(object.entries().size(), EMBEDDED));
    }

    private Evidence.Finding otherRelease(ProfileMismatch difference) {
        var rule = ProfileRule.NO_PROFILE;
        var where = difference.where();
        return new Evidence.Finding(
                rule.id(),
                place(where.section(), where.offset()),
                "%s, as in %s (%s)".formatted(difference.sentence(), profile, rule.requirement()));
    }

    private static Evidence.Finding evidence(Finding finding) {
        return new Evidence.Finding(
                finding.rule().id(),
                place(finding.section(), finding.offset()),
                "%s (%s)".formatted(finding.problem(), finding.rule().requirement()));
    }

    private static String place(String section, long at) {
        var offset = "0x" + Long.toHexString(at);
        return section.isEmpty() ? offset : section + " at " + offset;
    }
}
