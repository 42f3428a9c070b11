package org.offloadtck.object.check;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.offloadtck.object.check.report.Difference;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.report.ProfileMismatch;
import org.offloadtck.object.check.report.ProfileVerdict;
import org.offloadtck.object.check.rule.ProfileRule;

/// The demand that files agree with one profile, whatever else they agree with.
///
/// Requirement: OC-76.
///
/// @param id of the profile
public record ProfileDemand(String id) {

    /// The report with one more finding for each object or module that differs from the profile.
    public FileReport judge(FileReport report) {
        return switch (report) {
            case FileReport.Artifact(var object) ->
                    difference(object.profiles())
                            .<FileReport>map(found -> new FileReport.Artifact(object.with(found)))
                            .orElse(report);
            case FileReport.Module(var module) ->
                    difference(module.profiles())
                            .<FileReport>map(found -> new FileReport.Module(module.with(found)))
                            .orElse(report);
            case FileReport.Archive(var source, var members, var across) ->
                    new FileReport.Archive(
                            source, members.stream().map(this::judge).toList(), across);
            case FileReport.Together _,
                    FileReport.NotAnArtifact _,
                    FileReport.UnknownFormat _,
                    FileReport.NotJudged _,
                    FileReport.Unreadable _ ->
                    report;
        };
    }

    /// Whether the report shows of each artifact if it agrees with the profile. A file without
    /// artifacts has none that differs.
    public static boolean isDecided(FileReport report) {
        return switch (report) {
            case FileReport.Archive(_, var members, _) ->
                    members.stream().allMatch(ProfileDemand::isDecided);
            case FileReport.NotJudged _ -> false;
            case FileReport.Artifact _,
                    FileReport.Module _,
                    FileReport.Together _,
                    FileReport.NotAnArtifact _,
                    FileReport.UnknownFormat _,
                    FileReport.Unreadable _ ->
                    true;
        };
    }

    private Optional<Finding> difference(List<ProfileVerdict> profiles) {
        return profiles.stream()
                .filter(verdict -> verdict.profile().equals(id) && !verdict.agrees())
                .findFirst()
                .map(this::finding);
    }

    private Finding finding(ProfileVerdict verdict) {
        var first = verdict.mismatches().getFirst().where();
        return new Finding(
                ProfileRule.OTHER_PROFILE,
                first.section(),
                first.offset(),
                "the file differs from %s, which is demanded: %s"
                        .formatted(
                                id,
                                verdict.byField().stream()
                                        .map(ProfileMismatch::sentence)
                                        .collect(Collectors.joining("; "))),
                verdict.mismatches().stream().map(one -> Difference.from(id, one)).toList());
    }
}
