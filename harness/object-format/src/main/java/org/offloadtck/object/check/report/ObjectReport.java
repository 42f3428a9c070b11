package org.offloadtck.object.check.report;

import java.util.List;
import java.util.stream.Stream;

/// The result of checking an object, executable or offload binary.
///
/// @param kind what the file is, such as `ELF relocatable object`
/// @param producers the strings of `.comment`; a hint only, because linked objects add theirs
/// @param profiles the verdict of every profile, in the order of the profiles
/// @param unjudged the parts of the file that are not checked, each with the reason
public record ObjectReport(
        String source,
        String kind,
        List<String> producers,
        List<ImageReport> images,
        List<EntryReport> entries,
        List<DescriptorReport> descriptors,
        List<ProfileVerdict> profiles,
        List<Finding> findings,
        List<String> unjudged) {

    public ObjectReport {
        producers = List.copyOf(producers);
        images = List.copyOf(images);
        entries = List.copyOf(entries);
        descriptors = List.copyOf(descriptors);
        profiles = List.copyOf(profiles);
        findings = List.copyOf(findings);
        unjudged = List.copyOf(unjudged);
    }

    /// The same report with one more finding.
    public ObjectReport with(Finding finding) {
        return new ObjectReport(
                source,
                kind,
                producers,
                images,
                entries,
                descriptors,
                profiles,
                Stream.concat(findings.stream(), Stream.of(finding)).toList(),
                unjudged);
    }

    /// The ids of the agreeing profiles, in the order of the profiles.
    public List<String> agreesWith() {
        return profiles.stream()
                .filter(ProfileVerdict::agrees)
                .map(ProfileVerdict::profile)
                .toList();
    }
}
