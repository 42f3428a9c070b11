package org.offloadtck.object.command;

import java.util.List;
import org.offloadtck.data.JsonObject;
import org.offloadtck.object.check.report.DescriptorReport;
import org.offloadtck.object.check.report.Difference;
import org.offloadtck.object.check.report.EntryReport;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.report.ImageReport;
import org.offloadtck.object.check.report.ModuleReport;
import org.offloadtck.object.check.report.ObjectReport;
import org.offloadtck.object.check.report.ProfileMismatch;
import org.offloadtck.object.check.report.ProfileVerdict;
import org.offloadtck.object.ir.ModuleSymbol;
import org.offloadtck.object.ir.OffloadInfo;

/// The report of `check` as JSON.
public final class CheckReportJson {

    private CheckReportJson() {}

    public static JsonObject of(FileReport report) {
        var json = new JsonObject().put("source", report.source());
        return switch (report) {
            case FileReport.Artifact(var object) -> of(json.put("type", "artifact"), object);
            case FileReport.Module(var module) -> of(json.put("type", "module"), module);
            case FileReport.Archive(_, var members, var across) ->
                    json.put("type", "archive")
                            .putAll("findings", across.stream().map(CheckReportJson::of).toList())
                            .putAll("members", members.stream().map(CheckReportJson::of).toList());
            case FileReport.Together(int files, var findings) ->
                    json.put("type", "together")
                            .put("objects", files)
                            .putAll(
                                    "findings",
                                    findings.stream().map(CheckReportJson::of).toList());
            case FileReport.NotAnArtifact(_, var what) ->
                    json.put("type", "not-an-artifact").put("what", what);
            case FileReport.UnknownFormat _ -> json.put("type", "unknown-format");
            case FileReport.NotJudged(_, var what, var why) ->
                    json.put("type", "not-judged").put("what", what).put("why", why);
            case FileReport.Unreadable(_, var finding) ->
                    json.put("type", "unreadable").put("finding", of(finding));
        };
    }

    private static JsonObject of(JsonObject json, ObjectReport report) {
        json.put("kind", report.kind())
                .putTexts("producers", report.producers())
                .putTexts("agreesWith", report.agreesWith())
                .putTexts("notJudged", report.unjudged())
                .putAll("images", report.images().stream().map(CheckReportJson::of).toList())
                .putAll("entries", report.entries().stream().map(CheckReportJson::of).toList())
                .putAll(
                        "descriptors",
                        report.descriptors().stream().map(CheckReportJson::of).toList());
        return addVerdicts(json, report.profiles(), report.findings());
    }

    private static JsonObject of(JsonObject json, ModuleReport report) {
        var module = report.module();
        json.put("kind", report.kind())
                .put("target", module.target())
                .putTexts("agreesWith", report.agreesWith())
                .putTexts("notJudged", report.unjudged())
                .putTexts(
                        "asked",
                        module.offloadInfo().stream().map(OffloadInfo::description).toList())
                .putTexts(
                        "exports",
                        report.exports().stream().map(ModuleSymbol::description).toList());
        return addVerdicts(json, report.profiles(), report.findings());
    }

    private static JsonObject addVerdicts(
            JsonObject json, List<ProfileVerdict> profiles, List<Finding> findings) {
        return json.putAll("findings", findings.stream().map(CheckReportJson::of).toList())
                .putAll(
                        "disagreements",
                        profiles.stream()
                                .filter(profile -> !profile.agrees())
                                .map(CheckReportJson::of)
                                .toList());
    }

    private static JsonObject of(ImageReport image) {
        var others = new JsonObject();
        image.others().forEach(others::put);
        return new JsonObject()
                .put("carrier", image.carrier())
                .put("section", image.section())
                .put("carrierOffset", image.carrierOffset())
                .put("offset", image.offset())
                .put("size", image.size())
                .put("kind", image.kind())
                .put("offloadKind", image.offloadKind())
                .put("triple", image.triple())
                .put("arch", image.arch())
                .put("others", others);
    }

    private static JsonObject of(EntryReport entry) {
        return new JsonObject()
                .put("section", entry.section())
                .put("offset", entry.offset())
                .put("name", entry.name())
                .put("address", entry.address())
                .put("kind", entry.kind())
                .put("meaning", entry.meaning())
                .put("flags", entry.flags())
                .put("size", entry.size())
                .put("data", entry.data())
                .put("auxAddress", entry.auxAddress());
    }

    private static JsonObject of(DescriptorReport descriptor) {
        return new JsonObject()
                .put("section", descriptor.section())
                .put("offset", descriptor.offset())
                .put("images", descriptor.images())
                .put("entriesBegin", descriptor.entriesBegin())
                .put("entriesEnd", descriptor.entriesEnd());
    }

    private static JsonObject of(ProfileVerdict verdict) {
        return new JsonObject()
                .put("profile", verdict.profile())
                .putAll("fields", verdict.byField().stream().map(CheckReportJson::of).toList());
    }

    private static JsonObject of(Difference difference) {
        return of(difference.mismatch()).putTexts("profiles", difference.profiles());
    }

    private static JsonObject of(ProfileMismatch disagreement) {
        return new JsonObject()
                .put("field", disagreement.field())
                .put("is", disagreement.actual())
                .put("shouldBe", disagreement.expected())
                .put("where", disagreement.where().text())
                .put("section", disagreement.where().section())
                .put("offset", disagreement.where().offset());
    }

    private static JsonObject of(Finding finding) {
        return new JsonObject()
                .put("rule", finding.rule().id())
                .put("severity", finding.rule().severity().name())
                .put("requirement", finding.rule().requirement())
                .put("section", finding.section())
                .put("offset", finding.offset())
                .put("problem", finding.problem())
                .putAll(
                        "differences",
                        finding.differences().stream().map(CheckReportJson::of).toList());
    }
}
