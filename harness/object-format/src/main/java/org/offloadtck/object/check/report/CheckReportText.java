package org.offloadtck.object.check.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A check report as text. The form of each line is stable and can be matched alone; see
/// `docs/inspect.md`.
public final class CheckReportText {

    /// Maximum number of mismatches in the text for each profile that does not agree.
    private static final int REASONS = 3;

    private final StringBuilder text = new StringBuilder();

    private CheckReportText() {}

    /// The report, each line ended by a newline.
    public static String of(FileReport report) {
        var text = new CheckReportText();
        text.file(report);
        return text.text.toString();
    }

    /// The images and entries alone, without agreement and findings.
    public static String contents(FileReport report) {
        var text = new CheckReportText();
        text.contentsOf(report);
        return text.text.toString();
    }

    private void contentsOf(FileReport report) {
        switch (report) {
            case FileReport.Artifact(var object) -> {
                line("%s: %s".formatted(object.source(), object.kind()));
                contents(object);
            }
            case FileReport.Module(var module) -> {
                line("%s: %s".formatted(report.source(), module.kind()));
                contents(module);
            }
            case FileReport.Archive(var source, var members, _) -> {
                line("%s: archive of %d members".formatted(source, members.size()));
                members.forEach(this::contentsOf);
            }
            case FileReport.Together _,
                    FileReport.NotAnArtifact _,
                    FileReport.UnknownFormat _,
                    FileReport.NotJudged _,
                    FileReport.Unreadable _ ->
                    file(report);
        }
    }

    private void contents(ObjectReport report) {
        report.images().forEach(this::image);
        report.entries().forEach(this::entry);
        report.descriptors().forEach(this::descriptor);
    }

    private void contents(ModuleReport report) {
        report.module().offloadInfo().forEach(row -> line("  asked: " + row.description()));
        report.module().embedded().forEach(file -> line("  embedded: " + file.description()));
        report.exports().forEach(symbol -> line("  export: " + symbol.description()));
    }

    private void file(FileReport report) {
        switch (report) {
            case FileReport.Artifact(var object) -> object(object);
            case FileReport.Module(var module) -> module(report.source(), module);
            case FileReport.Archive(var source, var members, var across) -> {
                line("%s: archive of %d members".formatted(source, members.size()));
                across.forEach(this::finding);
                members.forEach(this::file);
            }
            case FileReport.Together(int files, var findings) -> {
                line("%s: %d objects".formatted(report.source(), files));
                findings.forEach(this::finding);
            }
            case FileReport.NotAnArtifact(var source, var what) ->
                    line("%s: not an offload artifact: %s".formatted(source, what));
            case FileReport.UnknownFormat(var source) ->
                    line(
                            source
                                    + ": unknown format: neither object, archive, module nor offload binary");
            case FileReport.NotJudged(var source, var what, var why) ->
                    line("%s: not judged: %s: %s".formatted(source, what, why));
            case FileReport.Unreadable(var source, var finding) -> {
                line("%s: unreadable".formatted(source));
                finding(finding);
            }
        }
    }

    private void object(ObjectReport report) {
        line("%s: %s".formatted(report.source(), report.kind()));
        report.producers().forEach(producer -> line("  producer: " + producer));
        line("  agrees with: " + agreement(report.profiles(), report.agreesWith()));
        contents(report);
        report.unjudged().forEach(part -> line("  not judged: " + part));
        report.findings().forEach(this::finding);
        report.profiles().forEach(this::verdict);
    }

    private void module(String source, ModuleReport report) {
        line("%s: %s".formatted(source, report.kind()));
        line("  agrees with: " + agreement(report.profiles(), report.agreesWith()));
        contents(report);
        report.unjudged().forEach(part -> line("  not judged: " + part));
        report.findings().forEach(this::finding);
        report.profiles().forEach(this::verdict);
    }

    private static String agreement(List<ProfileVerdict> profiles, List<String> agreeing) {
        if (profiles.isEmpty()) {
            return "not compared";
        }
        return agreeing.isEmpty() ? "none" : String.join(" ", agreeing);
    }

    private void image(ImageReport image) {
        line(
                "  image: %s for %s, triple '%s', arch '%s'%s, %d bytes at 0x%x, in %s at 0x%x%s"
                        .formatted(
                                image.kind(),
                                image.offloadKind(),
                                image.triple(),
                                image.arch(),
                                others(image),
                                image.size(),
                                image.offset(),
                                image.carrier(),
                                image.carrierOffset(),
                                section(image.section())));
    }

    private static String others(ImageReport image) {
        return image.others().entrySet().stream()
                .map(other -> ", %s '%s'".formatted(other.getKey(), other.getValue()))
                .collect(Collectors.joining());
    }

    private void entry(EntryReport entry) {
        text.append("  entry: '").append(entry.name());
        text.append("' for ").append(entry.kind());
        text.append(": ").append(entry.meaning());
        text.append(", address ").append(entry.address());
        text.append(", size ").append(entry.size());
        text.append(", flags 0x").append(Long.toHexString(entry.flags()));
        text.append(", data ").append(entry.data());
        if (!entry.auxAddress().equals("null")) {
            text.append(", auxiliary ").append(entry.auxAddress());
        }
        text.append(", at 0x").append(Long.toHexString(entry.offset()));
        line(section(entry.section()));
    }

    private void descriptor(DescriptorReport descriptor) {
        line(
                "  descriptor: images %d, entries from %s to %s, at 0x%x%s"
                        .formatted(
                                descriptor.images(),
                                descriptor.entriesBegin(),
                                descriptor.entriesEnd(),
                                descriptor.offset(),
                                section(descriptor.section())));
    }

    private void finding(Finding finding) {
        line(
                "  %s: %s at 0x%x%s: %s%s"
                        .formatted(
                                finding.rule().severity().name().toLowerCase(Locale.ROOT),
                                finding.rule().id(),
                                finding.offset(),
                                section(finding.section()),
                                finding.problem(),
                                " [%s]".formatted(finding.rule().requirement())));
    }

    private void verdict(ProfileVerdict verdict) {
        var reasons = verdict.byField();
        reasons.stream()
                .limit(REASONS)
                .forEach(reason -> line("  not " + verdict.profile() + ": " + reason.sentence()));
        if (reasons.size() > REASONS) {
            line("  not %s: and %d more".formatted(verdict.profile(), reasons.size() - REASONS));
        }
    }

    private static String section(String name) {
        return name.isEmpty() ? "" : " of section " + name;
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
