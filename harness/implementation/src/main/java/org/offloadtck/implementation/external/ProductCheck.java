package org.offloadtck.implementation.external;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.Severity;
import org.offloadtck.object.profile.AbiProfiles;

/// Judges what a stage made before the next stage uses it, so that a build that goes wrong later
/// names the artifact, the field and the requirement at fault.
final class ProductCheck {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    private ProductCheck() {}

    /// A faulty product.
    ///
    /// @param verdict names its first error
    /// @param evidence all of its errors
    record Faulty(Verdict verdict, List<Evidence> evidence) {}

    /// The errors of a file; empty if it has none or is no offloading artifact.
    static Optional<Faulty> faults(Path product) {
        var errors =
                report(product).findings().stream()
                        .filter(finding -> finding.rule().severity() == Severity.ERROR)
                        .toList();
        return errors.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Faulty(
                                Verdict.of(
                                        VerdictKind.FAIL_FORMAT,
                                        "%s: %s: %s"
                                                .formatted(
                                                        product.getFileName(),
                                                        place(errors.getFirst()),
                                                        text(errors.getFirst()))),
                                errors.stream().map(ProductCheck::evidence).toList()));
    }

    private static FileReport report(Path product) {
        try {
            var name = String.valueOf(product.getFileName());
            return CHECK.check(name, Files.readAllBytes(product));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static Evidence evidence(Finding finding) {
        return new Evidence.Finding(finding.rule().id(), place(finding), text(finding));
    }

    private static String place(Finding finding) {
        var offset = "0x" + Long.toHexString(finding.offset());
        return finding.section().isEmpty() ? offset : finding.section() + " at " + offset;
    }

    private static String text(Finding finding) {
        return "%s (%s)".formatted(finding.problem(), finding.rule().requirement());
    }
}
